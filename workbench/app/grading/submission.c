#include "grading/submission.h"

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
  free(submission->label);
  free(submission->name);
  free(submission->trouble);
  free(submission->course);
  free(submission->edition);
  free(submission->assignment);
  *submission = (struct wb_submission){0};
}

/* What grading needs most. */
static int rank_of(const struct wb_submitted_file *file) {
  if (file->state == WB_SUBMITTED_READ) return 2;
  return file->state == WB_SUBMITTED_UNREADABLE ? 1 : 0;
}

/* The last of those that are needed least is released, and the others move up. False: none is
 * needed less than `rank`. */
static bool make_room(struct wb_submission *submission, int rank) {
  struct wb_submitted_file *files = submission->files;
  size_t least = 0;
  for (size_t i = 1; i < submission->n_files; i++)
    if (rank_of(&files[i]) <= rank_of(&files[least])) least = i;
  if (rank_of(&files[least]) >= rank) return false;
  release_file(&files[least]);
  memmove(&files[least], &files[least + 1], (submission->n_files - least - 1) * sizeof *files);
  submission->n_files--;
  return true;
}

void wb_submission_add(struct wb_submission *submission, struct wb_submitted_file *file) {
  if (submission->n_files >= WB_SUBMITTED_FILES_MAX) {
    submission->files_left_out++;
    if (!make_room(submission, rank_of(file))) {
      release_file(file);
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
