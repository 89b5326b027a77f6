#include "compiler/frontend_source.h"

#include <stdlib.h>
#include <string.h>

#include "device/precheck.h"

static void add_name_line(struct wb_str *text, const char *file_name) {
  wb_str_add(text, "#line 1 \"");
  for (const char *c = file_name; *c != '\0'; c++) {
    if ((unsigned char)*c < 0x20) continue;
    if (*c == '"' || *c == '\\') wb_str_add_char(text, '\\');
    wb_str_add_char(text, *c);
  }
  wb_str_add(text, "\"\n");
}

void wb_frontend_source_prefix(struct wb_str *text, const char *file_name) {
  if (wb_precheck_stands(WB_PRECHECK_TEXT)) wb_str_add(text, "#pragma GCC poison __asm __asm__\n");
  add_name_line(text, file_name);
}

/* ---- the files that clang finds --------------------------------------------------------- */

/* With -fdeclare-opencl-builtins it includes no other. */
#define HEADER WB_CLANG_RESOURCES "/include/opencl-c-base.h"
const char wb_frontend_source_header[] = HEADER;

/* A string of YAML, which also takes what is no UTF-8. */
static void add_string(struct wb_str *out, const char *text) {
  wb_str_add_char(out, '"');
  for (const char *c = text; *c != '\0'; c++) {
    if ((unsigned char)*c < 0x20 || *c == 0x7f)
      wb_str_addf(out, "\\x%02x", (unsigned)*c);
    else if (*c == '"' || *c == '\\')
      wb_str_addf(out, "\\%c", *c);
    else
      wb_str_add_char(out, *c);
  }
  wb_str_add_char(out, '"');
}

static void add_root(struct wb_str *out, const char *kind, const char *path) {
  if (path == NULL || path[0] != '/') return;
  wb_str_addf(out, ",{\"type\":\"%s\",\"name\":", kind);
  add_string(out, path);
  wb_str_add(out, ",\"external-contents\":");
  add_string(out, path);
  wb_str_add_char(out, '}');
}

void wb_frontend_source_system(const struct wb_build_request *request, const char *include,
                               struct wb_str *out) {
  static const char kind[] = "directory-remap";
  wb_str_add(out,
             "{\"version\":0,\"case-sensitive\":true,\"redirecting-with\":\"redirect-only\","
             "\"roots\":[{\"type\":\"directory\",\"name\":\"/\",\"contents\":[]}");
  add_root(out, "file", HEADER);
  add_root(out, kind, include);
  for (size_t i = 0; i < request->n_more_includes; i++)
    add_root(out, kind, request->more_includes[i]);
  add_root(out, kind, request->own_include);
  wb_str_add(out, "]}\n");
}

/* ---- what it read, and what it speaks of -------------------------------------------------- */

static bool is_below(const char *folder, const char *path) {
  char *resolved = realpath(folder, NULL);
  const size_t length = resolved != NULL ? strlen(resolved) : 0;
  const bool below = length > 0 && strncmp(path, resolved, length) == 0 && path[length] == '/' &&
                     strstr(path + length, "/../") == NULL;
  free(resolved);
  return below;
}

static bool may_be_read(const struct wb_build_request *request, const char *path) {
  bool may = strcmp(path, HEADER) == 0;
  /* A header may include another one by "../name.h". */
  char *plain = strstr(path, "/../") != NULL ? realpath(path, NULL) : wb_strdup(path);
  if (plain == NULL) return false;
  const char *folders[WB_MAX_INCLUDE_FOLDERS];
  const size_t count = wb_include_folders(request, folders);
  for (size_t i = 0; i < count && !may; i++) may = is_below(folders[i], plain);
  free(plain);
  return may;
}

/* The file of "FILE:LINE:COLUMN: error: …" and similar lines; NULL for others. */
static char *file_in(const char *line, size_t length) {
  static const char *const LEVELS[] = {
      ": error: ", ": fatal error: ", ": warning: ", ": note: ", ": remark: "};
  char *text = wb_strndup(line, length), *end = NULL;
  for (size_t i = 0; i < sizeof LEVELS / sizeof LEVELS[0]; i++) {
    char *at = strstr(text, LEVELS[i]);
    if (at != NULL && (end == NULL || at < end)) end = at;
  }
  unsigned numbers = 0;
  for (char *at = end; at != NULL && numbers < 2; numbers++) {
    while (at > text && at[-1] >= '0' && at[-1] <= '9') at--;
    if (at == end || at == text || at[-1] != ':') break;
    end = --at;
  }
  if (end == NULL || numbers == 0) {
    free(text);
    return NULL;
  }
  *end = '\0';
  return text;
}

/* The name as #line and clang give it back. */
static bool is_judged(const struct wb_build_request *request, const char *file) {
  const char *name = request->file_name;
  for (; *name != '\0'; name++) {
    if ((unsigned char)*name < 0x20 || *name == 0x7f) continue;
    if (*file++ != *name) return false;
  }
  return *file == '\0';
}

static bool speaks_of_others(const struct wb_build_request *request, const char *log) {
  bool others = false;
  while (*log != '\0' && !others) {
    const size_t length = strcspn(log, "\n");
    char *file = file_in(log, length);
    others =
        file != NULL && file[0] != '<' && !is_judged(request, file) && !may_be_read(request, file);
    free(file);
    log += length + (log[length] == '\n');
  }
  return others;
}

bool wb_frontend_source_is_contained(const struct wb_build_request *request,
                                     const struct wb_names *files, struct wb_str *log) {
  const char *why = NULL;
  if (request->any_include || !wb_precheck_stands(WB_PRECHECK_FILES)) return true;
  for (size_t i = 0; files != NULL && i < files->count && why == NULL; i++)
    if (!may_be_read(request, files->items[i]))
      why = "only files of the course's include folder can be included";
  if (why == NULL && speaks_of_others(request, log->data))
    why = "#line may give a number, but no file";
  if (why == NULL) return true;
  wb_str_clear(log);
  wb_str_addf(log, "%s: error: %s\n", request->file_name, why);
  return false;
}
