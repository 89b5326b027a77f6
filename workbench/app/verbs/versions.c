#include "verbs/versions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/str.h"

enum { KERNEL_MAX_BYTES = 4 << 20 };

/* ---- texts ---- */

void wb_version_text_release(struct wb_version_text *kernel) {
  free(kernel->name);
  free(kernel->path);
  free(kernel->text);
  *kernel = (struct wb_version_text){0};
}

/* Takes `path` over. */
static enum wb_status read_kernel(struct wb_version_text *kernel, const char *name, char *path,
                                  struct wb_error *err) {
  struct wb_str text;
  wb_str_init(&text);
  *kernel = (struct wb_version_text){
      .name = wb_strdup(name), .path = path, .language = wb_source_kind_of_file(path)};
  enum wb_status status = wb_file_read(path, KERNEL_MAX_BYTES, &text, err);
  if (status == WB_OK) {
    kernel->length = text.length;
    kernel->text = wb_str_detach(&text);
  }
  wb_str_release(&text);
  return status;
}

static enum wb_status read_starter(const struct wb_course *course, const char *slug,
                                   struct wb_version_text *kernel, struct wb_error *err) {
  enum wb_status status = read_kernel(kernel, "the starter", wb_course_starter(course, slug), err);
  kernel->is_starter = true;
  return status;
}

enum wb_status wb_versions_read_kernel(const struct wb_course *course, const char *slug,
                                       struct wb_version_text *kernel, struct wb_error *err) {
  char *own = wb_course_work_file(course, slug);
  if (wb_file_exists(own)) return read_kernel(kernel, "your kernel", own, err);
  free(own);
  return read_starter(course, slug, kernel, err);
}

static struct wb_version_text text_of(const struct wb_request *request,
                                      const struct wb_attempt *attempt) {
  struct wb_version_text kernel = {
      .name = wb_format("version %llu", (unsigned long long)attempt->number),
      .text = wb_alloc(attempt->source_length + 1),
      .length = attempt->source_length,
      .language = wb_source_kind_of_file(wb_course_ending(request->course, request->slug))};
  memcpy(kernel.text, attempt->source, attempt->source_length);
  return kernel;
}

/* ---- those that were judged ---- */

/* Moves *text behind the number. */
static bool take_number(const char **text, uint64_t *number) {
  char *end = NULL;
  if (**text < '0' || **text > '9') return false;
  errno = 0;
  *number = strtoull(*text, &end, 10);
  *text = end;
  return errno == 0;
}

enum wb_status wb_versions_parse(const char *word, uint64_t *first, uint64_t *second,
                                 struct wb_error *err) {
  const char *at = word;
  bool right = take_number(&at, first);
  *second = 0;
  if (right && wb_starts_with(at, "..")) {
    at += 2;
    right = take_number(&at, second) && *second > 0;
  }
  if (right && *at == '\0') return WB_OK;
  return wb_fail(err, WB_ERR_USAGE,
                 "\"%s\" is neither the number of a version nor a range such as 3..5", word);
}

static enum wb_status fail_without_versions(const struct wb_request *request,
                                            struct wb_error *err) {
  char *run = wb_request_mention(request, "run", "");
  const enum wb_status status =
      wb_fail(err, WB_ERR_USAGE, "%s has no versions yet; %s judges the first", request->slug, run);
  free(run);
  return status;
}

enum wb_status wb_versions_find(const struct wb_request *request,
                                const struct wb_attempts *attempts, uint64_t number,
                                const struct wb_attempt **attempt, struct wb_error *err) {
  const size_t count = attempts->count;
  *attempt = wb_attempt_numbered(attempts, number);
  if (*attempt != NULL) return WB_OK;
  if (count == 0) return fail_without_versions(request, err);
  const uint64_t last = attempts->items[count - 1].number;
  return wb_fail(err, WB_ERR_USAGE, "%s has no version %llu; it has %llu to %llu%s", request->slug,
                 (unsigned long long)number, (unsigned long long)attempts->items[0].number,
                 (unsigned long long)last, count < last ? ", not all of them" : "");
}

enum wb_status wb_versions_load(const struct wb_session *session, const char *slug,
                                struct wb_attempts *attempts, struct wb_error *err) {
  *attempts = (struct wb_attempts){0};
  if (session->store == NULL)
    return wb_fail(err, WB_ERR_MISSING, "without progress there is no history");
  return wb_store_attempts(session->store, session->course.key, slug, attempts, err);
}

/* ---- comparing ---- */

void wb_version_pair_release(struct wb_version_pair *comparison) {
  wb_version_text_release(&comparison->old);
  wb_version_text_release(&comparison->new);
}

void wb_version_pair_write(const struct wb_version_pair *comparison, enum wb_difference_form form,
                           unsigned width, struct wb_document *document) {
  const struct wb_version_text *old = &comparison->old, *new = &comparison->new;
  wb_report_difference(&(struct wb_version){old->name, old->text, old->length, old->language},
                       &(struct wb_version){new->name, new->text, new->length, new->language}, form,
                       width, document);
}

enum wb_status wb_versions_compare_with_starter(const struct wb_request *request,
                                                struct wb_version_pair *comparison,
                                                struct wb_error *err) {
  *comparison = (struct wb_version_pair){0};
  enum wb_status status =
      wb_versions_read_kernel(request->course, request->slug, &comparison->new, err);
  if (status == WB_OK && comparison->new.is_starter)
    status = wb_fail(err, WB_ERR_USAGE, "there is no kernel of yours for %s yet, only the starter",
                     request->slug);
  if (status == WB_OK) status = read_starter(request->course, request->slug, &comparison->old, err);
  return status;
}

/* What the course has against showing our solution now. */
static enum wb_status check_solution_rule(const struct wb_request *request, struct wb_error *err) {
  const enum wb_solutions rule =
      request->rules != NULL ? request->rules->solutions : WB_SOLUTIONS_ASKED;
  if (rule == WB_SOLUTIONS_NEVER)
    return wb_fail(err, WB_ERR_USAGE, "this course does not show solutions");
  if (rule == WB_SOLUTIONS_SOLVED && !request->progress.solved)
    return wb_fail(err, WB_ERR_USAGE,
                   "this course shows the solution of %s once you have solved the puzzle",
                   request->slug);
  return WB_OK;
}

/* Whether our solution may be shown; asks where it may not. */
static bool may_spoil(const struct wb_request *request, struct wb_reply *reply) {
  if (request->sure || request->progress.solved) return true;
  reply->kind = WB_REPLY_QUESTION;
  reply->question = wb_strdup("Not solved yet. Show the solution all the same?");
  reply->declined = "The solution stays hidden.";
  return false;
}

/* NULL: the course does not have it in that language. The caller frees. */
static char *path_of_solution(const struct wb_course *course, const char *slug,
                              enum wb_language language) {
  const char *ending = wb_language_ending(language);
  if (language == WB_LANGUAGE_OPENCL) return wb_course_solution(course, slug);
  char *path = ending != NULL ? wb_course_solution_that_ends(course, slug, ending) : NULL;
  if (path == NULL || wb_is_regular_file(path)) return path;
  free(path);
  return NULL;
}

enum wb_language wb_versions_next_language(const struct wb_course *course, const char *slug,
                                           enum wb_language language) {
  enum wb_language next = WB_LANGUAGE_OPENCL;
  for (size_t i = language + 1; i < WB_LANGUAGE_COUNT && next == WB_LANGUAGE_OPENCL; i++) {
    char *path = path_of_solution(course, slug, (enum wb_language)i);
    if (path != NULL) next = (enum wb_language)i;
    free(path);
  }
  return next;
}

static enum wb_status fail_without_language(const struct wb_request *request,
                                            enum wb_language language, struct wb_error *err) {
  struct wb_str others;
  wb_str_init(&others);
  for (enum wb_language at = WB_LANGUAGE_OPENCL;;) {
    at = wb_versions_next_language(request->course, request->slug, at);
    if (at == WB_LANGUAGE_OPENCL) break;
    wb_str_addf(&others, "%s %s", others.length > 0 ? " and" : ", but in", wb_language_name(at));
  }
  const enum wb_status status =
      wb_fail(err, WB_ERR_USAGE, "%s has no solution in %s%s", request->slug,
              wb_language_name(language), others.length > 0 ? others.data : ", only the course's");
  wb_str_release(&others);
  return status;
}

enum wb_status wb_versions_read_solution(const struct wb_request *request,
                                         enum wb_language language, struct wb_version_text *kernel,
                                         struct wb_reply *reply, struct wb_error *err) {
  *kernel = (struct wb_version_text){0};
  enum wb_status status = check_solution_rule(request, err);
  if (status != WB_OK || !may_spoil(request, reply)) return status;
  char *path = path_of_solution(request->course, request->slug, language);
  if (path == NULL) return fail_without_language(request, language, err);
  char *name = language == WB_LANGUAGE_OPENCL
                   ? wb_strdup("our solution")
                   : wb_format("our solution in %s", wb_language_name(language));
  status = read_kernel(kernel, name, path, err);
  free(name);
  return status;
}

enum wb_status wb_versions_compare_with_solution(const struct wb_request *request,
                                                 enum wb_language language,
                                                 struct wb_version_pair *comparison,
                                                 struct wb_reply *reply, struct wb_error *err) {
  *comparison = (struct wb_version_pair){0};
  enum wb_status status =
      wb_versions_read_solution(request, language, &comparison->new, reply, err);
  if (status != WB_OK || reply->kind != WB_REPLY_DONE) return status;
  if (language == WB_LANGUAGE_OPENCL)
    return wb_versions_read_kernel(request->course, request->slug, &comparison->old, err);
  return wb_versions_read_solution(request, WB_LANGUAGE_OPENCL, &comparison->old, reply, err);
}

enum wb_status wb_versions_compare(const struct wb_request *request, const struct wb_attempt *old,
                                   const struct wb_attempt *new, struct wb_version_pair *comparison,
                                   struct wb_error *err) {
  *comparison = (struct wb_version_pair){.old = text_of(request, old)};
  if (new == NULL)
    return wb_versions_read_kernel(request->course, request->slug, &comparison->new, err);
  comparison->new = text_of(request, new);
  return WB_OK;
}

/* ---- putting one into the learner's file ---- */

#define FILE_UNCHANGED "Your file is unchanged."

/* A shell's user may be anywhere; elsewhere lines are short and the folder is known. */
static const char *shown_file(const struct wb_request *request, const char *path) {
  return request->face == WB_FACE_SHELL ? wb_short_path(path) : wb_path_basename(path);
}

/* "The starter is back in 01-map.cl. Your file is kept as 01-map.cl.~1~." */
static char *say_back(const struct wb_request *request, const char *name, const char *backup) {
  char *file = wb_course_work_file(request->course, request->slug);
  char *notice =
      wb_format("%s is back in %s.%s%s%s", name, shown_file(request, file),
                backup != NULL ? " Your file is kept as " : "",
                backup != NULL ? shown_file(request, backup) : "", backup != NULL ? "." : "");
  free(file);
  return notice;
}

static bool has_own(const struct wb_request *request) {
  char *own = wb_course_work_file(request->course, request->slug);
  const bool has = wb_file_exists(own);
  free(own);
  return has;
}

enum wb_status wb_versions_reset(const struct wb_request *request, struct wb_reply *reply,
                                 struct wb_error *err) {
  char *backup = NULL;
  enum wb_status status = WB_OK;
  if (!has_own(request)) {
    reply->kind = WB_REPLY_NOTHING;
    reply->notice = wb_strdup("Nothing to reset: there is no file of yours yet.");
  } else if (!wb_course_is_begun(request->course, request->slug)) {
    reply->kind = WB_REPLY_NOTHING;
    reply->notice = wb_strdup("Nothing to reset: your file is the starter.");
  } else if (!request->sure) {
    reply->kind = WB_REPLY_QUESTION;
    reply->question = wb_strdup("Put the starter back? Your file is kept as a backup.");
    reply->declined = FILE_UNCHANGED;
  } else {
    status = wb_course_reset(request->course, request->slug, &backup, err);
    if (status == WB_OK) reply->notice = say_back(request, "The starter", backup);
  }
  free(backup);
  return status;
}

enum wb_status wb_versions_restore(const struct wb_request *request,
                                   const struct wb_attempt *attempt, struct wb_reply *reply,
                                   struct wb_error *err) {
  const unsigned long long number = attempt->number;
  char *backup = NULL;
  enum wb_status status = WB_OK;
  if (!request->sure && has_own(request)) {
    reply->kind = WB_REPLY_QUESTION;
    reply->question =
        wb_format("Put version %llu into your file? What is there is kept as a backup.", number);
    reply->declined = FILE_UNCHANGED;
    return WB_OK;
  }
  status = wb_course_replace(request->course, request->slug, attempt->source,
                             attempt->source_length, &backup, err);
  if (status == WB_OK) {
    char *name = wb_format("Version %llu", number);
    reply->notice = say_back(request, name, backup);
    free(name);
  }
  free(backup);
  return status;
}
