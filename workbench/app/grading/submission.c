#include "grading/submission.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/file.h"
#include "base/str.h"
#include "text/columns.h"

char *wb_shown_name(const char *name, bool *repaired) {
  struct wb_str shown;
  wb_str_init(&shown);
  const bool changed = wb_clean_name(&shown, name, strlen(name));
  if (repaired != NULL && changed) *repaired = true;
  return wb_str_detach(&shown);
}

static void release_file(struct wb_submitted_file *file) {
  for (size_t i = 0; i < file->n_entries; i++) free(file->entries[i]);
  free(file->entries);
  free(file->name);
  free(file->why);
  free(file->claimed);
  free(file->puzzle);
  free(file->doubt);
  *file = (struct wb_submitted_file){0};
}

void wb_submission_release_files(struct wb_submission *submission) {
  for (size_t i = 0; i < submission->n_files; i++) release_file(&submission->files[i]);
  free(submission->files);
  submission->files = NULL;
  submission->n_files = submission->files_capacity = 0;
}

void wb_submission_release(struct wb_submission *submission) {
  for (size_t i = 0; i < submission->n_ids; i++) free(submission->ids[i]);
  free(submission->ids);
  wb_submission_release_files(submission);
  for (size_t i = 0; i < submission->n_left_out; i++) free(submission->left_out[i]);
  free(submission->left_out);
  free(submission->label);
  free(submission->name);
  free(submission->trouble);
  free(submission->course);
  free(submission->edition);
  free(submission->assignment);
  *submission = (struct wb_submission){0};
}

/* What grading needs most: what is called as a puzzle, whatever can be read of it. */
static int rank_of(const struct wb_submitted_file *file) {
  if (file->state != WB_SUBMITTED_READ && file->state != WB_SUBMITTED_UNREADABLE) return 0;
  return 2 * (int)file->worth + (file->state == WB_SUBMITTED_READ ? 2 : 1);
}

/* Releases it. */
static void leave_out(struct wb_submission *submission, struct wb_submitted_file *file) {
  const int rank = rank_of(file);
  int *ranks = submission->left_out_ranks;
  size_t at = submission->n_left_out;
  submission->files_left_out++;
  while (at > 0 && ranks[at - 1] < rank) at--;
  if (at < WB_SUBMITTED_LEFT_OUT_MAX) {
    if (submission->left_out == NULL)
      submission->left_out = wb_alloc(WB_SUBMITTED_LEFT_OUT_MAX * sizeof *submission->left_out);
    char **names = submission->left_out;
    if (submission->n_left_out == WB_SUBMITTED_LEFT_OUT_MAX) free(names[--submission->n_left_out]);
    const size_t after = submission->n_left_out++ - at;
    memmove(&names[at + 1], &names[at], after * sizeof *names);
    memmove(&ranks[at + 1], &ranks[at], after * sizeof *ranks);
    names[at] = wb_strdup(file->name);
    ranks[at] = rank;
  }
  release_file(file);
}

/* The last of those that are needed least is left out, and the others move up. False: none is
 * needed less than `rank`. */
static bool make_room(struct wb_submission *submission, int rank) {
  struct wb_submitted_file *files = submission->files;
  size_t least = 0;
  for (size_t i = 1; i < submission->n_files; i++)
    if (rank_of(&files[i]) <= rank_of(&files[least])) least = i;
  if (rank_of(&files[least]) >= rank) return false;
  leave_out(submission, &files[least]);
  memmove(&files[least], &files[least + 1], (submission->n_files - least - 1) * sizeof *files);
  submission->n_files--;
  return true;
}

void wb_submission_add(struct wb_submission *submission, struct wb_submitted_file *file) {
  if (submission->n_files >= WB_SUBMITTED_FILES_MAX) {
    if (!make_room(submission, rank_of(file))) {
      leave_out(submission, file);
      return;
    }
  }
  submission->files = wb_grow(submission->files, &submission->files_capacity,
                              submission->n_files + 1, sizeof *submission->files);
  submission->files[submission->n_files++] = *file;
}

/* ---- attempts ------------------------------------------------------------------------------- */

struct attempt {
  struct wb_submission *submission;
  char *whose; /* the ids, sorted, one a line: an id has no newline */
};

static char *all_ids(const struct wb_submission *submission) {
  struct wb_names names;
  struct wb_str text;
  wb_names_init(&names);
  wb_str_init(&text);
  for (size_t i = 0; i < submission->n_ids; i++) wb_names_add(&names, submission->ids[i]);
  wb_names_sort(&names);
  for (size_t i = 0; i < names.count; i++) wb_str_addf(&text, "%s\n", names.items[i]);
  wb_names_release(&names);
  return wb_str_detach(&text);
}

static int compare_attempts(const void *one, const void *other) {
  const struct attempt *a = one, *b = other;
  const int by_whose = strcmp(a->whose, b->whose);
  if (by_whose != 0) return by_whose;
  if (a->submission->received != b->submission->received)
    return a->submission->received < b->submission->received ? -1 : 1;
  /* submission_9 before submission_10 */
  return strverscmp(a->submission->label, b->submission->label);
}

void wb_submissions_number(struct wb_submission *submissions, size_t count) {
  struct attempt *attempts = wb_alloc(count * sizeof *attempts + 1);
  for (size_t i = 0; i < count; i++)
    attempts[i] = (struct attempt){&submissions[i], all_ids(&submissions[i])};
  qsort(attempts, count, sizeof *attempts, compare_attempts);
  for (size_t i = 0; i < count; i++) {
    const bool goes_on = i > 0 && strcmp(attempts[i].whose, attempts[i - 1].whose) == 0;
    attempts[i].submission->attempt = goes_on ? attempts[i - 1].submission->attempt + 1 : 1;
  }
  for (size_t i = 0; i < count; i++) free(attempts[i].whose);
  free(attempts);
}

/* ---- what a person should look at --------------------------------------------------------------
 */

static const char *doubt_of(const struct wb_submitted_file *file) {
  const char *doubt = NULL;
  if (file->state == WB_SUBMITTED_UNREADABLE)
    doubt = file->why != NULL ? file->why : "It cannot be read.";
  else if (file->counts && !file->certain)
    doubt = file->doubt != NULL ? file->doubt : "It is not certain which puzzle a file answers.";
  else if (file->state == WB_SUBMITTED_READ && file->puzzle == NULL)
    doubt = "It answers no puzzle.";
  return doubt;
}

void wb_doubts_add(struct wb_doubts *doubts, const char *about, const char *reason) {
  if (reason == NULL || doubts->count++ > 0) return;
  doubts->about = about;
  doubts->reason = reason;
}

void wb_submission_doubts(const struct wb_submission *submission,
                          bool (*is_decided)(const struct wb_submitted_file *file,
                                             const void *data),
                          const void *data, struct wb_doubts *doubts) {
  const bool is_read = submission->trouble == NULL; /* else it says what is to be said of files */
  const struct wb_submitted_file *other = NULL;
  bool answers = false;
  wb_doubts_add(doubts, NULL, submission->trouble);
  if (submission->files_left_out > 0) wb_doubts_add(doubts, NULL, "It has too many files.");
  for (size_t i = 0; i < submission->n_files && is_read; i++) {
    const struct wb_submitted_file *file = &submission->files[i];
    if (file->state == WB_SUBMITTED_OTHER && other == NULL) other = file;
    answers |= file->puzzle != NULL;
    if (is_decided == NULL || !is_decided(file, data))
      wb_doubts_add(doubts, file->puzzle != NULL ? file->puzzle : file->name, doubt_of(file));
  }
  if (is_read && !answers && other != NULL)
    wb_doubts_add(doubts, other->name, "Nothing that was handed in is a kernel or a program.");
}

char *wb_submission_left_out_words(const struct wb_submission *submission) {
  const uint64_t others = submission->files_left_out - submission->n_left_out;
  struct wb_str words;
  wb_str_init(&words);
  for (size_t i = 0; i < submission->n_left_out; i++) {
    char *name = wb_text_shorten(submission->left_out[i], WB_SUBMITTED_NAME_COLUMNS);
    wb_str_addf(&words, "%s%s",
                i == 0                                           ? ""
                : i + 1 == submission->n_left_out && others == 0 ? " and "
                                                                 : ", ",
                name);
    free(name);
  }
  if (others > 0)
    wb_str_addf(&words, "%s%" PRIu64 " %s", submission->n_left_out > 0 ? " and " : "", others,
                submission->n_left_out > 0 ? "more"
                : others == 1              ? "file"
                                           : "files");
  wb_str_addf(&words, " %s not kept: a submission has at most %d files",
              submission->files_left_out == 1 ? "is" : "are", WB_SUBMITTED_FILES_MAX);
  return wb_str_detach(&words);
}

char *wb_doubts_words(const struct wb_doubts *doubts) {
  struct wb_str words;
  if (doubts->count == 0) return NULL;
  wb_str_init(&words);
  if (doubts->about != NULL) {
    char *about = wb_text_shorten(doubts->about, WB_SUBMITTED_NAME_COLUMNS);
    wb_str_addf(&words, "%s: ", about);
    free(about);
  }
  wb_str_add(&words, doubts->reason);
  if (doubts->count > 1)
    wb_str_addf(&words, " (And %zu reason%s more.)", doubts->count - 1,
                doubts->count == 2 ? "" : "s");
  return wb_str_detach(&words);
}
