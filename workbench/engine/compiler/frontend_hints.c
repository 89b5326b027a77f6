#include "compiler/frontend_hints.h"

#include <stdlib.h>
#include <string.h>

#include "device/language.h"

static const char NEVER[] = "not supported by the emulator";
static const char SINCE_2[] = "from OpenCL C 2.0 on: build with -cl-std=CL2.0 or -cl-std=CL3.0";
/* Of what somebody submitted, the puzzle decides. */
static const char SINCE_2_SUBMITTED[] =
    "from OpenCL C 2.0 on, and this kernel is built as OpenCL C 1.2";

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
  const uint32_t language = wb_build_language(request);
  const char *since_2 = request->any_include ? SINCE_2 : SINCE_2_SUBMITTED;
  struct wb_str notes;
  wb_str_init(&notes);
  for (const char *line = log->data; *line != '\0';) {
    const size_t length = strcspn(line, "\n");
    const char *name = name_in(line, length);
    const struct wb_lack *lack = name != NULL ? wb_language_lack(language, name) : NULL;
    if (lack != NULL && strstr(notes.data, lack->what) == NULL)
      wb_str_addf(&notes, "%.*s: note: %s %s\n", (int)place_length(line), line, lack->what,
                  lack->until == WB_NO_LANGUAGE ? NEVER : since_2);
    line += length + (line[length] == '\n');
  }
  wb_str_add_bytes(log, notes.data, notes.length);
  wb_str_release(&notes);
}
