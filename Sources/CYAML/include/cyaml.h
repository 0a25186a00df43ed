#ifndef CYAML_H
#define CYAML_H
#include <stddef.h>

/* What libyaml finds in a text, one after the other. */
enum cy_kind {
  CY_NOTHING,
  CY_SCALAR,
  CY_ALIAS,
  CY_SEQUENCE,
  CY_SEQUENCE_END,
  CY_MAPPING,
  CY_MAPPING_END,
  CY_DOCUMENT_END,
  CY_END,
  CY_MISTAKE
};

struct cy_event {
  int kind;
  /* Texts live until the next event; NULL where there is none. */
  const char *anchor;
  const char *tag;
  const char *value;
  size_t length;
  /* Without quotes: what it means follows from how it looks. */
  int is_plain;
  /* Counted from 1. */
  size_t line;
  size_t column;
};

struct cy_reader;

/* Loads libyaml, once; NULL, or why that could not be. Goes before every other call. */
const char *cy_open(void);
/* A reader of bytes that have to stay where they are; NULL where there is no memory. */
struct cy_reader *cy_new(const void *bytes, size_t count);
/* The next event; behind a mistake, whose words are its value, and behind the end there is none. */
struct cy_event cy_next(struct cy_reader *reader);
void cy_free(struct cy_reader *reader);
#endif
