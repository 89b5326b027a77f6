/* Versions of a kernel: the starter, the learner's own, those that were judged, our
 * solution. They are read, compared, and put into the learner's file. */
#ifndef WB_VERBS_VERSIONS_H
#define WB_VERBS_VERSIONS_H

#include "report/difference.h"
#include "session/glossary.h"
#include "store/attempts.h"
#include "verbs/verb.h"

/* ---- texts ---- */

/* A kernel's text with what it is called; wb_version_text_release() frees it. */
struct wb_version_text {
  char *name; /* "your kernel", "the starter", "our solution in CUDA", "version 3" */
  char *path; /* NULL: it is no file */
  char *text; /* with a NUL after it */
  size_t length;
  enum wb_source_kind language;
  bool is_starter;
};
void wb_version_text_release(struct wb_version_text *kernel);

/* The learner's file, or the starter where there is none. `path` is given on errors, too. */
enum wb_status wb_versions_read_kernel(const struct wb_course *course, const char *slug,
                                       struct wb_version_text *kernel, struct wb_error *err);

/* ---- those that were judged ---- */

/* The numbers that a word names: "3", or "3..5"; *second is 0 where there is none. */
enum wb_status wb_versions_parse(const char *word, uint64_t *first, uint64_t *second,
                                 struct wb_error *err);

/* *attempt points into `attempts`. */
enum wb_status wb_versions_find(const struct wb_request *request,
                                const struct wb_attempts *attempts, uint64_t number,
                                const struct wb_attempt **attempt, struct wb_error *err);

/* All of the puzzle; WB_ERR_MISSING where no progress is kept. */
enum wb_status wb_versions_load(const struct wb_session *session, const char *slug,
                                struct wb_attempts *attempts, struct wb_error *err);

/* ---- comparing ---- */

struct wb_version_pair {
  struct wb_version_text old, new;
};
void wb_version_pair_release(struct wb_version_pair *comparison);
void wb_version_pair_write(const struct wb_version_pair *comparison, enum wb_difference_form form,
                           unsigned width, struct wb_document *document);

/* From the starter to the learner's kernel; WB_ERR_USAGE where there is none. */
enum wb_status wb_versions_compare_with_starter(const struct wb_request *request,
                                                struct wb_version_pair *comparison,
                                                struct wb_error *err);

/* From the learner's kernel to our solution, or from that to the same in another language; a
 * question where it is not solved, and WB_ERR_USAGE where the course does not show it (now), or
 * does not have it. */
enum wb_status wb_versions_compare_with_solution(const struct wb_request *request,
                                                 enum wb_language language,
                                                 struct wb_version_pair *comparison,
                                                 struct wb_reply *reply, struct wb_error *err);

/* From one that was judged to another, or, where `new` is NULL, to the learner's kernel. */
enum wb_status wb_versions_compare(const struct wb_request *request, const struct wb_attempt *old,
                                   const struct wb_attempt *new, struct wb_version_pair *comparison,
                                   struct wb_error *err);

/* ---- our solution ---- */

/* Its text, where the puzzle is solved; else a question, or an error as above. WB_LANGUAGE_OPENCL
 * is the course's own, which for a host puzzle is a program in Lua. */
enum wb_status wb_versions_read_solution(const struct wb_request *request,
                                         enum wb_language language, struct wb_version_text *kernel,
                                         struct wb_reply *reply, struct wb_error *err);

/* The first language after that one in which the course has it, too; WB_LANGUAGE_OPENCL: none. */
enum wb_language wb_versions_next_language(const struct wb_course *course, const char *slug,
                                           enum wb_language language);

/* ---- putting one into the learner's file; what was there is kept beside it ---- */

enum wb_status wb_versions_reset(const struct wb_request *request, struct wb_reply *reply,
                                 struct wb_error *err);
enum wb_status wb_versions_restore(const struct wb_request *request,
                                   const struct wb_attempt *attempt, struct wb_reply *reply,
                                   struct wb_error *err);

#endif
