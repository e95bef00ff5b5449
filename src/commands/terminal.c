/* Asks what the terminal of the user can show. */

#include "config.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "commands/terminal.h"

unsigned
terminal_width(int descriptor)
{
#ifdef TIOCGWINSZ
	struct winsize	window;

	if (ioctl(descriptor, TIOCGWINSZ, &window) == 0)
		return window.ws_col;
#endif
	return 0;
}

bool
terminal_is_utf8(void)
{
	/* Characters alone: numbers are the same in every locale. */
	if (setlocale(LC_CTYPE, "") == NULL)
		return false;
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}
