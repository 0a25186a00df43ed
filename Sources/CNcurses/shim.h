#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H
/* Wide characters are asked for here: a package manager drops the flag from ncursesw.pc, and
   _XOPEN_SOURCE may not be defined before a Glibc module that is already built. */
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <wchar.h>
#include <locale.h>
#include <ncurses.h>
static inline WINDOW *nc_stdscr(void) { return stdscr; }
#endif
