#ifndef CPCRE2_SHIM_H
#define CPCRE2_SHIM_H
/* Byte strings: call the functions by their _8 names. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#endif
