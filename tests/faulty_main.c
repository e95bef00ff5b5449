/* The whole program with the transports of faulty.c: for tests of failures. */

#include "config.h"

#include "commands/command.h"
#include "faulty.h"
#include "transports/registry.h"

int
main(int argc, char **argv)
{
	faulty_begin();
	registry_extend(faulty_transports);
	return command_main(argc, argv);
}
