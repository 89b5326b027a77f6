/* A run for other programs: gradebooks, test reports, our own JSON. Here people have their ids and
 * names again, as far as the run knows them; hidden cases are told of by number. */
#ifndef WB_GRADING_EXPORT_H
#define WB_GRADING_EXPORT_H

#include "grading/gradebook.h"
#include "grading/roster.h"

struct wb_export_order {
  const struct wb_run_folder *run;
  struct wb_run_records *records;
  struct wb_gradebook_rules rules;
  const char *roster; /* the gradebook's own file; NULL: none. Formats that fill one in need it */
  const char *column; /* of it; NULL: found */
  bool points_alone;  /* its feedback stays as it is */
  bool released;      /* as of wb_assessment_student_json, for what students are told */
};

struct wb_told;

/* What writes it: appends to `out`, whose content it may write to `fd` and clear now and then. One
 * that has neither function is a folder of pages (class_report.h), and no export of this file. */
struct wb_export_format {
  const char *name; /* the word of --export */
  bool needs_roster;
  enum wb_status (*write)(const struct wb_export_order *order, const struct wb_gradebook *book,
                          struct wb_str *out, int fd, struct wb_roster_report *report,
                          struct wb_error *err);
  /* In its place, of a format for one submission: appends what its student is told. Of a run of
   * several, it is an archive with a folder for each, and in it a file of that name. */
  void (*each)(const struct wb_told *told, const struct wb_gradebook_row *row,
               const struct wb_run_folder *run, struct wb_str *out);
  const char *each_file;
};

/* NULL: there is none. */
const struct wb_export_format *wb_export_format_find(const char *name);

/* Adds a file for each attempt that counts, in folders whose names are their labels': Moodle takes
 * back those of its own. Fills `list`, which the caller releases in any case. */
struct wb_archive_list;
enum wb_status wb_export_each(const struct wb_export_order *order,
                              const struct wb_export_format *format,
                              const struct wb_gradebook *book, struct wb_archive_list *list,
                              struct wb_error *err);

/* A name that any system takes for a file's or a folder's, made of `wanted`: one that is not among
 * `taken`, to which it is added. The caller frees. */
char *wb_export_name(const char *wanted, const char *pseudonym, struct wb_names *taken);

/* Writes to the file, whole or not at all, or, where it is NULL, to standard output. Of tap `file`
 * may be a folder, or end with '/': that gets a stream for each submission. WB_ERR_USAGE where
 * several submissions are no archive, where it is there and is not to be overwritten, and where a
 * roster is missing or is not wanted. `report` says what was done with a roster; the caller
 * releases it in any case. */
enum wb_status wb_export_run(const struct wb_export_order *order,
                             const struct wb_export_format *format, const char *file,
                             bool overwrites, struct wb_roster_report *report,
                             struct wb_error *err);

#endif
