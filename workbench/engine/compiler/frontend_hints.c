#include "compiler/frontend_hints.h"

#include <stdlib.h>
#include <string.h>

enum { LATEST = 3 };

static const char NEVER[] = "not supported by the emulator";
static const char SINCE_2[] = "from OpenCL C 2.0 on: build with -cl-std=CL2.0 or -cl-std=CL3.0";
/* Of what somebody submitted, the puzzle decides. */
static const char SINCE_2_SUBMITTED[] =
    "from OpenCL C 2.0 on, and this kernel is built as OpenCL C 1.2";

/* By how the name begins; `until` is the last major version that lacks it. */
static const struct {
  const char *prefix, *what;
  int until;
} HINTS[] = {
    {"sub_group_", "sub-groups exist", 1},
    {"get_sub_group_", "sub-groups exist", 1},
    {"get_max_sub_group_", "sub-groups exist", 1},
    {"get_num_sub_groups", "sub-groups exist", 1},
    {"work_group_", "functions of work-groups exist", 1},
    {"atomic_", "this atomic operation or type exists", 1},
    {"memory_order_", "orders of memory exist", 1},
    {"memory_scope_", "scopes of memory exist", 1},
    {"get_global_linear_id", "linear ids exist", 1},
    {"get_local_linear_id", "linear ids exist", 1},
    {"program scope variable must", "variables of the program in global memory exist", 1},
    {"to_global", "generic pointers exist", 1},
    {"to_local", "generic pointers exist", 1},
    {"to_private", "generic pointers exist", 1},
    {"enqueue_", "device-side queues are", LATEST},
    {"queue_t", "device-side queues are", LATEST},
    {"ndrange_", "device-side queues are", LATEST},
    {"get_default_queue", "device-side queues are", LATEST},
    {"pipe", "pipes are", LATEST},
    {"read_pipe", "pipes are", LATEST},
    {"write_pipe", "pipes are", LATEST},
    {"reserve_", "pipes are", LATEST},
    {"blocks support disabled", "blocks are", LATEST},
    {"intel_", "extensions of this vendor are", LATEST},
};
enum { N_HINTS = sizeof HINTS / sizeof HINTS[0] };

/* The major version that is asked for. */
static int version_of(const char *options) {
  const char *at = options != NULL ? strstr(options, "-cl-std=") : NULL;
  for (const char *next = at; next != NULL; next = strstr(next + 1, "-cl-std=")) at = next;
  if (at == NULL) return 1;
  at += strcspn(at, "123");
  return *at != '\0' ? *at - '0' : 1;
}

/* The name that an error of clang's is about; NULL for other lines. */
static const char *name_in(const char *line, size_t length) {
  static const char *const WORDS[] = {"undeclared identifier '", "undeclared function '",
                                      "unknown type name '",     "declaration of function '",
                                      "does not support the '",  ": error: "};
  const char *found = NULL;
  char *text = wb_strndup(line, length);
  if (strstr(text, ": error: ") != NULL)
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0] && found == NULL; i++) {
      const char *at = strstr(text, WORDS[i]);
      if (at != NULL) found = line + (at - text) + strlen(WORDS[i]);
    }
  free(text);
  return found;
}

/* "FILE:LINE:COLUMN" of a line of the log. */
static size_t place_length(const char *line) { return (size_t)(strstr(line, ": error: ") - line); }

void wb_frontend_hints_add(struct wb_str *log, const struct wb_build_request *request) {
  const int version = version_of(request->options);
  const char *since_2 = request->any_include ? SINCE_2 : SINCE_2_SUBMITTED;
  const char *said[N_HINTS] = {NULL};
  struct wb_str notes;
  wb_str_init(&notes);
  for (const char *line = log->data; *line != '\0';) {
    const size_t length = strcspn(line, "\n");
    const char *name = name_in(line, length);
    for (size_t i = 0; i < N_HINTS && name != NULL; i++) {
      bool again = false;
      if (!wb_starts_with(name, HINTS[i].prefix) || version > HINTS[i].until) continue;
      for (size_t k = 0; k < N_HINTS; k++) again |= said[k] == HINTS[i].what;
      said[i] = HINTS[i].what;
      if (!again)
        wb_str_addf(&notes, "%.*s: note: %s %s\n", (int)place_length(line), line, HINTS[i].what,
                    HINTS[i].until == LATEST ? NEVER : since_2);
      name = NULL;
    }
    line += length + (line[length] == '\n');
  }
  wb_str_add_bytes(log, notes.data, notes.length);
  wb_str_release(&notes);
}
