/* libyaml, opened when the first text is read: one command needs it, and starting costs nobody else
   anything. */

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "cyaml.h"

static struct {
  int (*initialize)(yaml_parser_t *);
  void (*set_input)(yaml_parser_t *, const unsigned char *, size_t);
  int (*parse)(yaml_parser_t *, yaml_event_t *);
  void (*delete_event)(yaml_event_t *);
  void (*delete_parser)(yaml_parser_t *);
} real;

static const char *problem;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void find(void *library, const char *name, void *place) {
  void *found = dlsym(library, name);
  if (!found) problem = "libyaml has another shape";
  memcpy(place, &found, sizeof found);
}

static void load(void) {
  void *library = dlopen("libyaml-0.so.2", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    problem = "libyaml is not there";
    return;
  }
  find(library, "yaml_parser_initialize", &real.initialize);
  find(library, "yaml_parser_set_input_string", &real.set_input);
  find(library, "yaml_parser_parse", &real.parse);
  find(library, "yaml_event_delete", &real.delete_event);
  find(library, "yaml_parser_delete", &real.delete_parser);
}

const char *cy_open(void) {
  pthread_once(&once, load);
  return problem;
}

struct cy_reader {
  yaml_parser_t parser;
  yaml_event_t event;
  int has_event;
};

struct cy_reader *cy_new(const void *bytes, size_t count) {
  struct cy_reader *reader = calloc(1, sizeof *reader);
  if (!reader) return NULL;
  if (!real.initialize(&reader->parser)) {
    free(reader);
    return NULL;
  }
  real.set_input(&reader->parser, bytes, count);
  return reader;
}

static struct cy_event mistake(const yaml_parser_t *parser) {
  const char *words = parser->problem ? parser->problem : "it cannot be read";
  struct cy_event event = {
      .kind = CY_MISTAKE,
      .value = words,
      .length = strlen(words),
      .line = parser->problem_mark.line + 1,
      .column = parser->problem_mark.column + 1};
  return event;
}

struct cy_event cy_next(struct cy_reader *reader) {
  if (reader->has_event) real.delete_event(&reader->event);
  reader->has_event = 0;
  if (!real.parse(&reader->parser, &reader->event)) return mistake(&reader->parser);
  reader->has_event = 1;
  const yaml_event_t *found = &reader->event;
  struct cy_event event = {
      .line = found->start_mark.line + 1, .column = found->start_mark.column + 1};
  switch (found->type) {
  case YAML_SCALAR_EVENT:
    event.kind = CY_SCALAR;
    event.anchor = (const char *)found->data.scalar.anchor;
    event.tag = (const char *)found->data.scalar.tag;
    event.value = (const char *)found->data.scalar.value;
    event.length = found->data.scalar.length;
    event.is_plain = found->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    break;
  case YAML_ALIAS_EVENT:
    event.kind = CY_ALIAS;
    event.anchor = (const char *)found->data.alias.anchor;
    break;
  case YAML_SEQUENCE_START_EVENT:
    event.kind = CY_SEQUENCE;
    event.anchor = (const char *)found->data.sequence_start.anchor;
    break;
  case YAML_MAPPING_START_EVENT:
    event.kind = CY_MAPPING;
    event.anchor = (const char *)found->data.mapping_start.anchor;
    break;
  case YAML_SEQUENCE_END_EVENT: event.kind = CY_SEQUENCE_END; break;
  case YAML_MAPPING_END_EVENT: event.kind = CY_MAPPING_END; break;
  case YAML_DOCUMENT_END_EVENT: event.kind = CY_DOCUMENT_END; break;
  case YAML_STREAM_END_EVENT:
  case YAML_NO_EVENT: event.kind = CY_END; break;
  default: event.kind = CY_NOTHING; break;
  }
  return event;
}

void cy_free(struct cy_reader *reader) {
  if (reader->has_event) real.delete_event(&reader->event);
  real.delete_parser(&reader->parser);
  free(reader);
}
