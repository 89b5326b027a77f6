#include "verbs/operations.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clean.h"
#include "base/file.h"
#include "judge_client/host_run.h"
#include "sandbox/folder.h"

enum { NAME_MAX_LENGTH = 128 };

static const char kind[] = "workbench operations";
static const char ending[] = ".ops";

void wb_operations_release(struct wb_operations *operations) {
  free(operations->name);
  json_decref(operations->files);
  json_decref(operations->operations);
  json_decref(operations->faults);
  *operations = (struct wb_operations){.name = NULL};
}

bool wb_operations_is_package(const char *path) { return wb_ends_with(path, ending); }

/* ---- reading ------------------------------------------------------------------------------- */

/* Of a file that a library may have: no folders, nothing hidden. The same rule is in
 * lua/graph/files.lua. */
static bool is_file_of_operations(const char *name) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const size_t length = strlen(name);
  if (length == 0 || length > NAME_MAX_LENGTH || strchr(letters, name[0]) == NULL) return false;
  for (size_t i = 0; i < length; i++)
    if (strchr(letters, name[i]) == NULL && name[i] != '.' && name[i] != '-') return false;
  return wb_ends_with(name, ".lua") || wb_ends_with(name, ".cl") || wb_ends_with(name, ".h");
}

static char *name_of(const char *path) {
  char *name = wb_strdup(wb_path_basename(path));
  if (wb_operations_is_package(name)) name[strlen(name) - strlen(ending)] = '\0';
  return name;
}

static enum wb_status add_file(json_t *files, const char *folder, const char *name, size_t *bytes,
                               struct wb_error *err) {
  struct wb_str text;
  struct stat about;
  char *path = wb_path_join(folder, name);
  enum wb_status status = WB_OK;
  wb_str_init(&text);
  if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode))
    status = wb_fail(err, WB_ERR_USAGE, "%s is a link: its text would be somebody else's", path);
  if (status == WB_OK && *bytes + (size_t)about.st_size > WB_OPERATIONS_BYTES_MAX)
    status = wb_fail(err, WB_ERR_LIMIT, "the files of %s have more than %d MiB", folder,
                     WB_OPERATIONS_BYTES_MAX >> 20);
  if (status == WB_OK) status = wb_file_read(path, WB_OPERATIONS_FILE_BYTES_MAX, &text, err);
  if (status == WB_OK) {
    json_t *value = json_stringn(text.data, text.length);
    *bytes += text.length;
    if (value == NULL || json_object_set_new(files, name, value) != 0)
      status = wb_fail(err, WB_ERR_USAGE, "%s is no text in UTF-8", path);
  }
  wb_str_release(&text);
  free(path);
  return status;
}

static enum wb_status read_folder(const char *path, struct wb_operations *out,
                                  struct wb_error *err) {
  struct wb_names names;
  size_t bytes = 0;
  wb_names_init(&names);
  enum wb_status status = wb_directory_list(path, &names, err);
  out->files = json_object();
  for (size_t i = 0; status == WB_OK && i < names.count; i++) {
    if (!is_file_of_operations(names.items[i])) continue;
    status = add_file(out->files, path, names.items[i], &bytes, err);
    if (status == WB_OK && json_object_size(out->files) > WB_OPERATIONS_FILES_MAX)
      status =
          wb_fail(err, WB_ERR_LIMIT, "%s has more than %d files", path, WB_OPERATIONS_FILES_MAX);
  }
  wb_names_release(&names);
  return status;
}

static enum wb_status check_texts(json_t *files, const char *path, struct wb_error *err) {
  const char *name;
  json_t *text;
  if (!json_is_object(files) || json_object_size(files) > WB_OPERATIONS_FILES_MAX)
    return wb_fail(err, WB_ERR_USAGE, "%s: it has no files, or more than %d", path,
                   WB_OPERATIONS_FILES_MAX);
  json_object_foreach(files, name, text) {
    char shown[NAME_MAX_LENGTH];
    wb_clean_into(shown, sizeof shown, name);
    if (!is_file_of_operations(name))
      return wb_fail(err, WB_ERR_USAGE, "%s: '%s' is not the name of a file of operations", path,
                     shown);
    if (!json_is_string(text) || json_string_length(text) > WB_OPERATIONS_FILE_BYTES_MAX)
      return wb_fail(err, WB_ERR_USAGE, "%s: '%s' has no text of at most %d MiB", path, shown,
                     WB_OPERATIONS_FILE_BYTES_MAX >> 20);
  }
  return WB_OK;
}

static enum wb_status read_package(const char *path, struct wb_operations *out,
                                   struct wb_error *err) {
  struct wb_str text;
  json_t *package = NULL;
  wb_str_init(&text);
  enum wb_status status = wb_file_read(path, 2 * WB_OPERATIONS_BYTES_MAX, &text, err);
  if (status == WB_OK) package = json_loadb(text.data, text.length, JSON_REJECT_DUPLICATES, NULL);
  const char *says = json_string_value(json_object_get(package, "kind"));
  const json_t *format = json_object_get(package, "format");
  if (status == WB_OK && (says == NULL || strcmp(says, kind) != 0))
    status = wb_fail(err, WB_ERR_USAGE, "%s is no package of operations", path);
  else if (status == WB_OK && json_integer_value(format) != WB_OPERATIONS_FORMAT)
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s is a package of format %lld, and this version reads format %d", path,
                     (long long)json_integer_value(format), WB_OPERATIONS_FORMAT);
  if (status == WB_OK) status = check_texts(json_object_get(package, "files"), path, err);
  if (status == WB_OK) {
    out->files = json_incref(json_object_get(package, "files"));
    out->operations = json_incref(json_object_get(package, "operations"));
  }
  json_decref(package);
  wb_str_release(&text);
  return status;
}

enum wb_status wb_operations_read(const char *path, struct wb_operations *out,
                                  struct wb_error *err) {
  enum wb_status status;
  *out = (struct wb_operations){.name = name_of(path)};
  if (wb_is_directory(path))
    status = read_folder(path, out, err);
  else if (!wb_file_exists(path))
    status = wb_fail(err, WB_ERR_USAGE, "there is no folder or package %s", path);
  else if (wb_operations_is_package(path))
    status = read_package(path, out, err);
  else
    status = wb_fail(err, WB_ERR_USAGE, "%s is no folder and no package (NAME.ops)", path);
  if (status != WB_OK) wb_operations_release(out);
  return status;
}

/* ---- checking ------------------------------------------------------------------------------ */

/* As a long string of Lua: [==[ text ]==], with as many = as it takes. */
static void add_long_string(struct wb_str *out, const char *text) {
  char close[64] = "]]";
  size_t level = 0;
  while (strstr(text, close) != NULL && level + 3 < sizeof close) {
    level++;
    memset(close + 1, '=', level);
    strcpy(close + 1 + level, "]");
  }
  close[0] = close[level + 1] = '[';
  wb_str_add(out, close);
  wb_str_add(out, text);
  close[0] = close[level + 1] = ']';
  wb_str_add(out, close);
}

/* The program that checks: the files' texts are in it, as it may open no file. */
static void write_program(const struct wb_operations *operations, bool compile,
                          struct wb_str *out) {
  json_t *request = json_pack("{s:s, s:O, s:b}", "name", operations->name, "files",
                              operations->files, "compile", compile ? 1 : 0);
  char *text = json_dumps(request, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_SORT_KEYS);
  wb_str_add(out, "require(\"graph.package\").main ");
  add_long_string(out, text != NULL ? text : "");
  wb_str_add_char(out, '\n');
  free(text);
  json_decref(request);
}

static enum wb_status take_answer(struct wb_operations *operations,
                                  const struct wb_host_result *result, struct wb_error *err) {
  json_t *answer = NULL;
  const char *output = result->output != NULL ? result->output : "";
  if (result->verdict == WB_HOST_LIMIT)
    return wb_fail(err, WB_ERR_LIMIT, "%s cannot be checked: %s", operations->name, result->detail);
  if (result->verdict == WB_HOST_JUDGE_ERROR)
    return wb_fail(err, result->cause, "%s", result->detail);
  answer = json_loads(output, 0, NULL);
  json_t *told = json_object_get(answer, "operations");
  json_t *faults = json_object_get(answer, "faults");
  enum wb_status status = WB_OK;
  if (!json_is_array(told) || !json_is_array(faults)) {
    status = wb_fail(err, WB_ERR_USAGE, "%s cannot be checked: %s", operations->name,
                     result->detail[0] != '\0' ? result->detail : "its check gave no result");
  } else {
    json_decref(operations->operations);
    json_decref(operations->faults);
    operations->operations = json_incref(told);
    operations->faults = json_incref(faults);
  }
  json_decref(answer);
  return status;
}

enum wb_status wb_operations_check(struct wb_operations *operations,
                                   const struct wb_operations_check *check, struct wb_error *err) {
  struct wb_folder folder = {.path = NULL, .lock = -1};
  struct wb_host_result result = {.verdict = WB_HOST_CLEAN};
  struct wb_str program;
  enum wb_status status = wb_folder_make(&folder, err);
  if (status != WB_OK) return status;
  char *path = wb_path_join(folder.path, "check.lua");
  wb_str_init(&program);
  write_program(operations, check->compile, &program);
  status = wb_file_create(path, program.data, program.length, err);
  const struct wb_host_order order = {.script = path,
                                      .label = operations->name,
                                      .device = check->device,
                                      .untrusted = true,
                                      .capture = true,
                                      .time_ms = check->time_ms,
                                      .output_bytes = WB_OPERATIONS_BYTES_MAX,
                                      .cancel_fd = check->cancel_fd};
  if (status == WB_OK) status = wb_host_run(&order, &result, err);
  if (status == WB_OK) status = take_answer(operations, &result, err);
  wb_host_result_release(&result);
  wb_folder_remove(&folder);
  wb_str_release(&program);
  free(path);
  return status;
}

size_t wb_operations_faults(const struct wb_operations *operations) {
  return json_array_size(operations->faults);
}

/* ---- writing ------------------------------------------------------------------------------- */

enum wb_status wb_operations_write(const struct wb_operations *operations, const char *path,
                                   struct wb_error *err) {
  json_t *package = json_pack("{s:s, s:i, s:O, s:O}", "kind", kind, "format", WB_OPERATIONS_FORMAT,
                              "operations", operations->operations, "files", operations->files);
  char *text = json_dumps(package, JSON_INDENT(1) | JSON_SORT_KEYS);
  enum wb_status status = WB_OK;
  if (text == NULL)
    status = wb_fail(err, WB_ERR_USAGE, "%s cannot be written as JSON", operations->name);
  else
    status = wb_file_write_atomic(path, text, strlen(text), err);
  free(text);
  json_decref(package);
  return status;
}

/* ---- telling ------------------------------------------------------------------------------- */

/* A text of an object, cleaned; "" where it has none. The caller frees. */
static char *clean_text_of(const json_t *object, const char *field) {
  const json_t *value = json_object_get(object, field);
  struct wb_str out;
  wb_str_init(&out);
  if (json_is_string(value))
    wb_clean_text(&out, json_string_value(value), json_string_length(value));
  return wb_str_detach(&out);
}

static void put_lines(struct wb_document *out, enum wb_style style, const char *indent,
                      const char *text) {
  while (*text != '\0') {
    const size_t length = strcspn(text, "\n");
    wb_put_line(out, style, "%s%.*s", indent, (int)length, text);
    text += length + (text[length] == '\n');
  }
}

static void describe_one(const json_t *operation, struct wb_document *out) {
  char *name = clean_text_of(operation, "name"), *summary = clean_text_of(operation, "summary");
  char *signature = clean_text_of(operation, "signature");
  char *more = clean_text_of(operation, "details");
  wb_put_line(out, WB_STYLE_STRONG, "%s", name);
  if (summary[0] != '\0') wb_put(out, WB_STYLE_PLAIN, ": %s", summary);
  put_lines(out, WB_STYLE_PLAIN, "  ", signature);
  put_lines(out, WB_STYLE_DIM, "  ", more);
  free(name);
  free(summary);
  free(signature);
  free(more);
}

void wb_operations_describe(const struct wb_operations *operations, struct wb_document *out) {
  size_t i;
  json_t *item;
  json_array_foreach(operations->operations, i, item) describe_one(item, out);
  json_array_foreach(operations->faults, i, item) {
    char *file = clean_text_of(item, "file"), *message = clean_text_of(item, "message");
    wb_put_line(out, WB_STYLE_BAD, "%s: ", file);
    const size_t first = strcspn(message, "\n");
    wb_put(out, WB_STYLE_PLAIN, "%.*s", (int)first, message);
    put_lines(out, WB_STYLE_PLAIN, "  ", message[first] == '\n' ? message + first + 1 : "");
    free(file);
    free(message);
  }
}

void wb_operations_json(const struct wb_operations *operations, struct wb_str *out) {
  json_t *told = json_pack("{s:s, s:O, s:O*}", "name", operations->name, "operations",
                           operations->operations != NULL ? operations->operations : json_null(),
                           "faults", operations->faults);
  char *text = json_dumps(told, JSON_INDENT(2) | JSON_SORT_KEYS);
  wb_str_add(out, text != NULL ? text : "{}");
  wb_str_add_char(out, '\n');
  free(text);
  json_decref(told);
}
