#include "launch/source_file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/str.h"

/* Behind the errors that there are with their notes, and before warnings. */
static struct wb_diagnostic *add_error(struct wb_result *result) {
  size_t at = 0;
  result->diagnostics =
      realloc(result->diagnostics, (result->n_diagnostics + 1) * sizeof *result->diagnostics);
  if (result->diagnostics == NULL) wb_bug("out of memory");
  struct wb_diagnostic *all = result->diagnostics;
  while (at < result->n_diagnostics && (all[at].severity == WB_SEVERITY_ERROR || all[at].is_note))
    at++;
  memmove(all + at + 1, all + at, (result->n_diagnostics - at) * sizeof *all);
  result->n_diagnostics++;
  all[at] = (struct wb_diagnostic){.severity = WB_SEVERITY_ERROR};
  return &all[at];
}

void wb_source_file_complain(struct wb_result *result, uint32_t line, const char *format, ...) {
  va_list args;
  struct wb_diagnostic *diagnostic = add_error(result);
  diagnostic->line = line;
  va_start(args, format);
  vsnprintf(diagnostic->message, sizeof diagnostic->message, format, args);
  va_end(args);
  result->verdict = wb_verdict_worst(result->verdict, WB_VERDICT_COMPILE_ERROR);
}

void wb_source_file_fail(struct wb_result *result, const struct wb_error *err) {
  if (result->verdict == WB_VERDICT_JUDGE_ERROR) return;
  result->verdict = WB_VERDICT_JUDGE_ERROR;
  result->cause = err->status;
  free(result->detail);
  result->detail = wb_format("%s%s%s", err->where, err->where[0] != '\0' ? ": " : "", err->message);
}

static uint32_t line_of(const struct wb_str *text, size_t offset) {
  uint32_t line = 1;
  for (size_t i = 0; i < offset; i++) line += text->data[i] == '\n';
  return line;
}

static bool is_blank(const struct wb_str *text) {
  return strspn(text->data, " \t\r\n\f\v") == text->length;
}

/* Where a link that leads out of its own folder leads to, else NULL; the caller
 * frees. In a folder of submissions such a link would be the course's solution,
 * another's kernel, or a file whose lines the compiler would quote. */
static char *leads_out(const char *path) {
  struct stat about;
  char *folder = wb_path_dirname(path), *target = NULL;
  char *inside = realpath(folder, NULL);
  if (lstat(path, &about) == 0 && S_ISLNK(about.st_mode)) target = realpath(path, NULL);
  size_t length = inside != NULL ? strlen(inside) : 0;
  if (target != NULL && length > 0 && strncmp(target, inside, length) == 0 &&
      (inside[length - 1] == '/' || target[length] == '/')) {
    free(target);
    target = NULL;
  }
  free(inside);
  free(folder);
  return target;
}

static bool refuse_link(const char *path, struct wb_result *result) {
  char *target = leads_out(path);
  if (target == NULL) return false;
  result->verdict = WB_VERDICT_SECURITY_VIOLATION;
  free(result->detail);
  result->detail = wb_format(
      "the file is a symbolic link that leads out of its folder, to %s; "
      "put the kernel itself there",
      target);
  free(target);
  return true;
}

bool wb_source_file_check(const struct wb_str *text, struct wb_result *result) {
  const char *nul = memchr(text->data, '\0', text->length);
  if (nul != NULL)
    wb_source_file_complain(result, line_of(text, (size_t)(nul - text->data)),
                            "the file contains a NUL byte here: it is not OpenCL C source text");
  else if (is_blank(text))
    wb_source_file_complain(result, 1, "the file is empty");
  return nul == NULL && !is_blank(text);
}

bool wb_source_file_read(const char *path, struct wb_str *out, struct wb_result *result) {
  return !refuse_link(path, result) && wb_source_file_read_own(path, out, result);
}

/* A byte order mark is not OpenCL C: compilers disagree on what to make of it. */
static void drop_mark(struct wb_str *text, size_t start) {
  const size_t length = wb_byte_order_mark(text->data + start, text->length - start);
  if (length == 0) return;
  memmove(text->data + start, text->data + start + length, text->length - start - length + 1);
  text->length -= length;
}

static bool refuse_length(long long length, struct wb_result *result) {
  if (length <= WB_KERNEL_FILE_MAX) return false;
  wb_source_file_complain(result, 0, "the file has %lld bytes; a kernel has at most %d", length,
                          WB_KERNEL_FILE_MAX);
  return true;
}

bool wb_source_file_take(const char *text, size_t length, struct wb_str *out,
                         struct wb_result *result) {
  const size_t start = out->length;
  if (refuse_length((long long)length, result)) return false;
  wb_str_add_bytes(out, text, length);
  drop_mark(out, start);
  return wb_source_file_check(out, result);
}

bool wb_source_file_read_own(const char *path, struct wb_str *out, struct wb_result *result) {
  struct wb_error err = {0};
  struct stat about;
  const size_t start = out->length;
  if (stat(path, &about) == 0 && S_ISREG(about.st_mode) && refuse_length(about.st_size, result))
    return false;
  if (wb_file_read(path, WB_KERNEL_FILE_MAX, out, &err) != WB_OK) {
    /* A path that cannot be read is a mistake in what was asked for. */
    err.status = WB_ERR_NOT_FOUND;
    wb_source_file_fail(result, &err);
    return false;
  }
  drop_mark(out, start);
  return wb_source_file_check(out, result);
}
