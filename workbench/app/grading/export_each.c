/* Exports of formats for one submission: a file for each attempt that counts. */
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/utf8.h"
#include "grading/export.h"
#include "grading/told.h"
#include "session/archive_pack.h"

enum { FOLDER_BYTES_MAX = 200 };

struct collecting {
  const struct wb_export_order *order;
  const struct wb_export_format *format;
  const struct wb_gradebook *book;
  struct wb_archive_list *list;
  struct wb_names folders; /* so far */
};

/* ---- folders --------------------------------------------------------------------------------- */

/* The label of what Moodle gave out is such a folder's beginning. Others get one that is called
 * likewise: there '_' parts the name from the number. */
static char *moodle_name(const struct wb_run_submission *one) {
  const struct wb_submission *submission = &one->about;
  const char *id = submission->n_ids > 0 ? submission->ids[0] : one->pseudonym;
  char *end = wb_format("_%s", id);
  const bool is_moodles = submission->label != NULL && wb_ends_with(submission->label, end);
  char *name = wb_strdup(is_moodles                 ? submission->label
                         : submission->name != NULL ? submission->name
                                                    : "Participant");
  for (char *at = name; !is_moodles && *at != '\0'; at++)
    if (*at == '_') *at = ' ';
  char *folder = wb_format("%s%s_assignsubmission_file_", name, is_moodles ? "" : end);
  free(name);
  free(end);
  return folder;
}

/* A name that any system takes for a folder's. */
static void make_portable(struct wb_str *name) {
  for (char *at = name->data; *at != '\0'; at++)
    if (strchr("/\\:*?\"<>|", *at) != NULL) *at = '_';
  if (name->data[0] == '.' || name->data[0] == ' ') name->data[0] = '_';
}

char *wb_export_name(const char *wanted, const char *pseudonym, struct wb_names *taken) {
  struct wb_str name;
  size_t length = strlen(wanted);
  if (length > FOLDER_BYTES_MAX) {
    length = FOLDER_BYTES_MAX;
    while (length > 0 && ((unsigned char)wanted[length] & 0xC0) == 0x80) length--;
  }
  wb_str_init(&name);
  wb_clean_name(&name, wanted, length);
  if (name.length == 0) wb_str_add(&name, pseudonym);
  make_portable(&name);
  if (wb_names_have(taken, name.data)) wb_str_addf(&name, "-%s", pseudonym);
  wb_names_add(taken, name.data);
  return wb_str_detach(&name);
}

static char *folder_of(const struct wb_run_submission *one, bool as_moodle,
                       struct wb_names *folders) {
  char *wanted = as_moodle
                     ? moodle_name(one)
                     : wb_strdup(one->about.label != NULL ? one->about.label : one->pseudonym);
  char *folder = wb_export_name(wanted, one->pseudonym, folders);
  free(wanted);
  return folder;
}

/* ---- files ----------------------------------------------------------------------------------- */

static enum wb_status add_submission(const struct wb_assessment *assessment, void *data,
                                     struct wb_error *err) {
  struct collecting *to = data;
  const struct wb_run_submission *one = assessment->submission;
  const struct wb_gradebook_row *row = wb_gradebook_row_of(to->book, one);
  struct wb_told told;
  struct wb_str text, clean;
  (void)err;
  if (row == NULL) return WB_OK;
  wb_str_init(&text);
  wb_str_init(&clean);
  wb_told_make(&told, assessment, row, to->order->released);
  to->format->each(&told, row, to->order->run, &text);
  wb_clean_text(&clean, text.data, text.length);
  const bool as_moodle = wb_ends_with(to->format->each_file, ".txt");
  char *folder = folder_of(one, as_moodle, &to->folders);
  const size_t length = clean.length;
  wb_archive_list_add(to->list, wb_format("%s/%s", folder, to->format->each_file),
                      wb_str_detach(&clean), length);
  wb_told_release(&told);
  wb_str_release(&text);
  free(folder);
  return WB_OK;
}

enum wb_status wb_export_each(const struct wb_export_order *order,
                              const struct wb_export_format *format,
                              const struct wb_gradebook *book, struct wb_archive_list *list,
                              struct wb_error *err) {
  struct collecting to = {.order = order, .format = format, .book = book, .list = list};
  wb_names_init(&to.folders);
  enum wb_status status =
      wb_run_assess_each(order->run, order->records, NULL, true, add_submission, &to, err);
  wb_names_release(&to.folders);
  return status;
}
