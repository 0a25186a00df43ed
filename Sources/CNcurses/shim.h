#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H
/* Wide characters are asked for here: a package manager drops the flag from ncursesw.pc, and
   _XOPEN_SOURCE may not be defined before a Glibc module that is already built. */
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
#include <ncurses.h>
#include <term.h>

/* Globals that Swift refuses as shared mutable state. */
static inline WINDOW *nc_stdscr(void) { return stdscr; }
static inline WINDOW *nc_curscr(void) { return curscr; }

/* Macros with casts, which the importer skips. */
static inline attr_t nc_bold(void) { return A_BOLD; }
static inline attr_t nc_dim(void) { return A_DIM; }
static inline attr_t nc_reverse(void) { return A_REVERSE; }
static inline attr_t nc_underline(void) { return A_UNDERLINE; }

/* A blank cell in a style; a pair number above 255 only fits through the pointer. */
static inline cchar_t nc_cell(attr_t attributes, int pair) {
  cchar_t cell;
  setcchar(&cell, L" ", attributes, (short)pair, &pair);
  return cell;
}

/* Puts a character, or a mark on it, in its place of a cell; what a terminal would obey is blank:
   cells go out as they are. */
static inline void nc_put(cchar_t *cell, int place, unsigned int character) {
  bool isControl = character < 0x20 || (character >= 0x7F && character < 0xA0);
  if (place < CCHARW_MAX) cell->chars[place] = isControl ? L' ' : (wchar_t)character;
}

/* newterm, not initscr: initscr ends the process when it does not know the terminal. */
static inline SCREEN *nc_newterm(int out, int in) {
  FILE *output = fdopen(out, "w");
  FILE *input = fdopen(in, "r");
  if (output == NULL || input == NULL) return NULL;
  return newterm(NULL, output, input);
}

/* GNU's own calls, which Swift does not see; closed in children, whoever starts one meanwhile. */
extern int memfd_create(const char *name, unsigned int flags);
extern int dup3(int from, int to, int flags);
static inline int nc_memory_file(void) { return memfd_create("frame", 1 /* MFD_CLOEXEC */); }
static inline int nc_lead(int descriptor, int where) {
  return dup3(where, descriptor, O_CLOEXEC);
}

/* What the terminal calls a capability, or NULL: the cast for "not a string" is undone here. */
static inline const char *nc_string(const char *name) {
  char *found = tigetstr((char *)name);
  return found == (char *)-1 ? NULL : found;
}

/* How many colours the terminal has; COLORS says so only after start_color. */
static inline int nc_colors(void) { return tigetnum((char *)"colors"); }

static inline const char *nc_move_to(int row, int column) {
  return cursor_address == NULL ? NULL : tparm(cursor_address, (long)row, (long)column, 0L, 0L,
                                               0L, 0L, 0L, 0L, 0L);
}

/* Redeclared: the header hides it unless _XOPEN_SOURCE is set, which may not be set here. */
extern int wcwidth(wchar_t character);
/* The first of every `step` characters that is not so many columns wide; `end` where all are. */
static inline unsigned int nc_next_other(
    unsigned int character, unsigned int end, unsigned int step, int width) {
  while (character < end && wcwidth((wchar_t)character) == width) character += step;
  return character < end ? character : end;
}

/* Only the character type: another decimal comma would change how C libraries read numbers. */
static inline bool nc_use_unicode(void) {
  static const char *const names[] = {"", "C.UTF-8", "C.utf8", "en_US.UTF-8"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (setlocale(LC_CTYPE, names[i]) != NULL && strcmp(nl_langinfo(CODESET), "UTF-8") == 0)
      return true;
  return false;
}
#endif
