#include "library/object.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARK = 0x57423031, LARGEST_STRUCT = 4096, CALL_MAX = 64 };

/* ---- errors --------------------------------------------------------------------------------- */

/* As errno, each thread's own: a call that was given no host has no other place for it. */
static _Thread_local char error_text[WB_ERROR_WHERE_MAX + WB_ERROR_MESSAGE_MAX + 4];

const char *workbench_error_text(void) { return error_text; }

static workbench_status public_status(enum wb_status status) {
  switch (status) {
    case WB_OK:
      return WORKBENCH_OK;
    case WB_ERR_NOMEM:
      return WORKBENCH_NO_MEMORY;
    case WB_ERR_IO:
      return WORKBENCH_IO;
    case WB_ERR_NOT_FOUND:
      return WORKBENCH_NOT_FOUND;
    case WB_ERR_USAGE:
      return WORKBENCH_USAGE;
    case WB_ERR_MISSING:
      return WORKBENCH_MISSING;
    case WB_ERR_COMPILE:
      return WORKBENCH_COMPILE;
    case WB_ERR_LIMIT:
      return WORKBENCH_LIMIT;
    case WB_ERR_CRASH:
      return WORKBENCH_CRASH;
    case WB_ERR_REFUSED:
      return WORKBENCH_REFUSED;
    case WB_ERR_CANCELLED:
      return WORKBENCH_CANCELLED;
    default:
      return WORKBENCH_INTERNAL;
  }
}

const char *workbench_status_name(workbench_status status) {
  static const char *const names[] = {[WORKBENCH_OK] = "ok",
                                      [WORKBENCH_NO_MEMORY] = "no-memory",
                                      [WORKBENCH_IO] = "io",
                                      [WORKBENCH_NOT_FOUND] = "not-found",
                                      [WORKBENCH_USAGE] = "usage",
                                      [WORKBENCH_MISSING] = "missing",
                                      [WORKBENCH_COMPILE] = "compile",
                                      [WORKBENCH_LIMIT] = "limit",
                                      [WORKBENCH_CRASH] = "crash",
                                      [WORKBENCH_REFUSED] = "refused",
                                      [WORKBENCH_INTERNAL] = "internal",
                                      [WORKBENCH_CANCELLED] = "cancelled"};
  return (unsigned)status < sizeof names / sizeof names[0] ? names[status] : "unknown";
}

workbench_status wb_api_end(enum wb_status status, const struct wb_error *err) {
  if (status == WB_OK) return WORKBENCH_OK;
  const bool placed = err->where[0] != '\0';
  snprintf(error_text, sizeof error_text, "%s%s%s", placed ? err->where : "", placed ? ": " : "",
           err->message);
  return public_status(status);
}

/* "workbench_copy", of the function workbench_copy_at. */
static void spell_call(const char *call, char name[CALL_MAX]) {
  const size_t length = strlen(call) - (wb_ends_with(call, "_at") ? strlen("_at") : 0);
  snprintf(name, CALL_MAX, "%.*s", (int)length, call);
}

workbench_status wb_api_refuse(const char *call, const char *format, ...) {
  char name[CALL_MAX], why[512];
  va_list args;
  va_start(args, format);
  vsnprintf(why, sizeof why, format, args);
  va_end(args);
  spell_call(call, name);
  snprintf(error_text, sizeof error_text, "%s: %s", name, why);
  return WORKBENCH_USAGE;
}

/* ---- structs of other versions ----------------------------------------------------------------
 */

static size_t size_of(const void *of) {
  size_t size;
  memcpy(&size, of, sizeof size);
  return size;
}

static workbench_status check_size(const char *call, size_t size) {
  if (size > sizeof size && size <= LARGEST_STRUCT) return WORKBENCH_OK;
  return wb_api_refuse(call,
                       "the `size` of a struct is %zu: zero the struct and set its size, as in "
                       "{.size = sizeof options}",
                       size);
}

workbench_status wb_api_take(const char *call, const void *from, void *into, size_t known) {
  const size_t size = size_of(from);
  const unsigned char *bytes = from;
  workbench_status status = check_size(call, size);
  if (status != WORKBENCH_OK) return status;
  for (size_t i = known; i < size; i++)
    if (bytes[i] != 0)
      return wb_api_refuse(call, "a struct has fields that version %s does not know", WB_VERSION);
  memset(into, 0, known);
  memcpy(into, from, size < known ? size : known);
  return WORKBENCH_OK;
}

workbench_status wb_api_give(const char *call, const void *from, size_t known, void *into) {
  if (into == NULL) return wb_api_refuse(call, "there is no struct to fill: it is NULL");
  const size_t size = size_of(into);
  workbench_status status = check_size(call, size);
  if (status != WORKBENCH_OK) return status;
  memset(into, 0, size);
  memcpy(into, from, size < known ? size : known);
  memcpy(into, &size, sizeof size);
  return WORKBENCH_OK;
}

/* ---- objects -------------------------------------------------------------------------------- */

static const char *const kind_names[WB_OBJECT_KIND_COUNT] = {
    [WB_OBJECT_HOST] = "host",       [WB_OBJECT_CONTEXT] = "context",
    [WB_OBJECT_QUEUE] = "queue",     [WB_OBJECT_BUFFER] = "buffer",
    [WB_OBJECT_PROGRAM] = "program", [WB_OBJECT_KERNEL] = "kernel",
    [WB_OBJECT_EVENT] = "event",     [WB_OBJECT_OPS] = "library of operations",
    [WB_OBJECT_GRAPH] = "graph",
};

void *wb_api_object_new(struct workbench_host *host, enum wb_api_object_kind kind, size_t size) {
  struct wb_api_object *object = wb_alloc(size);
  object->mark = MARK;
  object->kind = kind;
  object->host = host;
  if (host == NULL) {
    object->host = (struct workbench_host *)object;
    return object;
  }
  object->next = host->objects;
  object->link = &host->objects;
  if (object->next != NULL) object->next->link = &object->next;
  host->objects = object;
  return object;
}

void wb_api_object_free(struct wb_api_object *object) {
  *object->link = object->next;
  if (object->next != NULL) object->next->link = object->link;
  if (object->kind == WB_OBJECT_PROGRAM) {
    struct workbench_program *program = (struct workbench_program *)object;
    free(program->source);
    free(program->file);
    free(program->folder);
    free(program->options);
    free(program->log);
  }
  object->mark = 0;
  free(object);
}

void wb_api_objects_free(struct workbench_host *host) {
  while (host->objects != NULL) wb_api_object_free(host->objects);
}

workbench_status wb_api_object_check(const char *call, const void *given,
                                     enum wb_api_object_kind kind) {
  const struct wb_api_object *object = given;
  if (object == NULL) return wb_api_refuse(call, "the %s is NULL", kind_names[kind]);
  if (object->mark != MARK || (unsigned)object->kind >= WB_OBJECT_KIND_COUNT)
    return wb_api_refuse(call, "what is given for a %s is no handle of this library",
                         kind_names[kind]);
  if (object->kind != kind)
    return wb_api_refuse(call, "a %s is given for a %s", kind_names[object->kind],
                         kind_names[kind]);
  if (object->released)
    return wb_api_refuse(call, "the %s was released; release it after its last use",
                         kind_names[kind]);
  if (object->host->finished)
    return wb_api_refuse(call, "the host is finished: all that is left are its findings");
  return WORKBENCH_OK;
}

workbench_status wb_api_object_check_same(const char *call, const void *object,
                                          enum wb_api_object_kind kind, const void *first) {
  workbench_status status = wb_api_object_check(call, object, kind);
  if (status != WORKBENCH_OK) return status;
  if (((const struct wb_api_object *)object)->host != ((const struct wb_api_object *)first)->host)
    return wb_api_refuse(call, "the %s is of another host; hosts share nothing", kind_names[kind]);
  return WORKBENCH_OK;
}

void wb_api_print(const struct workbench_host *host, const char *text, size_t length) {
  if (host->print != NULL)
    host->print(host->print_data, text, length);
  else
    fwrite(text, 1, length, stdout);
}

void wb_api_object_enter(const void *object, const char *file, int line) {
  struct wb_host_site *site = &((const struct wb_api_object *)object)->host->site;
  snprintf(site->file, sizeof site->file, "%s", file != NULL ? file : "");
  site->line = line > 0 ? (uint32_t)line : 0;
}
