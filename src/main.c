/* ipclat: measures communication between processes. */

#include "config.h"

#include "commands/command.h"

int
main(int argc, char **argv)
{
	return command_main(argc, argv);
}
