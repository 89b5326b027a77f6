#include "compiler/frontend_source.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

/* ---- the files that a text may include ---------------------------------------------------- */

/* With -fdeclare-opencl-builtins clang itself includes no other. */
const char wb_frontend_source_resources[] = WB_CLANG_RESOURCES;
const char wb_frontend_source_header[] = WB_CLANG_RESOURCES "/include/opencl-c-base.h";

/* The folder itself, or what is in it at any depth. */
static bool is_within(const char *folder, const char *path) {
  char *resolved = realpath(folder, NULL);
  const size_t length = resolved != NULL ? strlen(resolved) : 0;
  const bool within = length > 0 && strncmp(path, resolved, length) == 0 &&
                      (path[length] == '/' || path[length] == '\0') &&
                      strstr(path + length, "/../") == NULL;
  free(resolved);
  return within;
}

static bool may_be_found(const struct wb_build_request *request, const char *path) {
  bool may = false;
  /* A header may include another one by "../name.h". */
  char *plain = strstr(path, "/../") != NULL ? realpath(path, NULL) : wb_strdup(path);
  if (plain == NULL) return false;
  const char *folders[WB_MAX_INCLUDE_FOLDERS];
  const size_t count = wb_include_folders(request, folders);
  for (size_t i = 0; i < count && !may; i++) may = is_within(folders[i], plain);
  free(plain);
  return may;
}

int wb_frontend_source_find(const struct wb_build_request *request, const char *path,
                            bool *is_folder, struct wb_str *content, struct wb_names *files) {
  enum { MAX_BYTES = 16 << 20 };
  const bool any = request->any_include || !wb_precheck_stands(WB_PRECHECK_FILES);
  struct stat there;
  if (!any && !may_be_found(request, path)) return ENOENT;
  const int error = stat(path, &there) == 0 ? 0 : errno;
  *is_folder = error == 0 && S_ISDIR(there.st_mode);
  if (*is_folder) return 0;
  if (!wb_names_have(files, path)) wb_names_add(files, path);
  if (error != 0) return error;
  if (!S_ISREG(there.st_mode)) return EACCES;
  return wb_file_read(path, MAX_BYTES, content, NULL) == WB_OK ? 0 : EACCES;
}

/* ---- what clang speaks of ------------------------------------------------------------------ */

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
    others = file != NULL && file[0] != '<' && !is_judged(request, file) &&
             strcmp(file, wb_frontend_source_header) != 0 && !may_be_found(request, file);
    free(file);
    log += length + (log[length] == '\n');
  }
  return others;
}

bool wb_frontend_source_is_contained(const struct wb_build_request *request, struct wb_str *log) {
  if (request->any_include || !wb_precheck_stands(WB_PRECHECK_FILES)) return true;
  if (!speaks_of_others(request, log->data)) return true;
  wb_str_clear(log);
  wb_str_addf(log, "%s: error: #line may give a number, but no file\n", request->file_name);
  return false;
}
