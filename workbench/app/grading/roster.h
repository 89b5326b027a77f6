/* Grades put into the file that a teacher exported from a learning platform: one column, and
 * feedback where the platform takes it, are filled in, and every other byte comes back as it was.
 * Rows are found by ids and never guessed.
 *
 * What each platform's file looks like is a table (roster_platform.h). */
#ifndef WB_GRADING_ROSTER_H
#define WB_GRADING_ROSTER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "base/str.h"
#include "base/words.h"

/* Their words are those of --export. */
enum wb_roster_platform {
  WB_ROSTER_MOODLE, /* the offline grading worksheet of an assignment */
  WB_ROSTER_CANVAS,
  WB_ROSTER_BRIGHTSPACE,
  WB_ROSTER_GRADESCOPE,
  WB_ROSTER_PLATFORM_COUNT
};
extern const struct wb_words wb_roster_platforms;

/* What a submission came to. The texts are UTF-8, and the caller's. */
struct wb_grade_row {
  const char *const *ids; /* each names a person; several: a group, all of which get the grade */
  size_t n_ids;
  const char *name; /* as staff knows it, for the report; NULL: the first id */
  double points, most;
  bool has_points; /* else the cell stays as it is, and the report says so */
  bool excused;
  const char *feedback; /* plain text; NULL: the cell stays as it is */
};

struct wb_roster_request {
  enum wb_roster_platform platform;
  const char *file;            /* the roster's name, for errors */
  const char *column;          /* the heading of the column to fill; NULL: found */
  const char *feedback_column; /* the same */
  const char *assignment;      /* its name, which may be the column's; NULL: not known */
  const char *title;           /* the same of its title */
};

/* What a person should know of what was done and what was not; one word each. */
enum wb_roster_note_kind {
  WB_ROSTER_NO_SUBMISSION, /* a row that nothing was handed in for */
  WB_ROSTER_NO_ROW,        /* a submission, or an id of a group, that is not in the file */
  WB_ROSTER_AMBIGUOUS,     /* several rows have the id: none is filled */
  WB_ROSTER_CLAIMED_TWICE, /* several submissions have ids of the row: it is not filled */
  WB_ROSTER_OVERWRITTEN,   /* there was another grade or feedback */
  WB_ROSTER_NOT_GRADED,    /* a submission without points: its row stays as it was */
  WB_ROSTER_EXCUSED,       /* the platform has no word for it: the row stays as it was */
  WB_ROSTER_OVER_MAXIMUM,  /* more points than the file's maximum */
  WB_ROSTER_OTHER_MAXIMUM, /* the file's maximum is not the assignment's: nothing is scaled */
  WB_ROSTER_NO_FEEDBACK,   /* there is feedback, and no column for it was found */
  WB_ROSTER_NOTE_KIND_COUNT
};
extern const struct wb_words wb_roster_note_kinds;

struct wb_roster_note {
  enum wb_roster_note_kind kind;
  size_t line; /* of the roster, from 1; 0: none */
  size_t row;  /* index of the struct wb_grade_row; SIZE_MAX: none */
  char *text;  /* a sentence, clean (base/clean.h); it may name people */
};

/* Zeroed, it is empty. Notes are in the order of the file, then of the submissions. */
struct wb_roster_report {
  struct wb_roster_note *notes;
  size_t n_notes, capacity;
  size_t counts[WB_ROSTER_NOTE_KIND_COUNT];
  size_t people; /* rows of the file */
  size_t filled; /* rows that now have the grade, also those that had it before */
};

void wb_roster_report_release(struct wb_roster_report *report);

/* Appends the filled roster to `out`. A cell that already says the same stays as it is, byte for
 * byte: 8.00 is 8. Numbers have the decimal mark of the file's own. Fails, and appends nothing,
 * where the file can't be read (csv.h), is not an export of the platform, the column is not certain
 * (the message lists those that may be it), or the file's encoding lacks a character of the
 * feedback. */
enum wb_status wb_roster_fill(const struct wb_roster_request *request, const char *bytes,
                              size_t length, const struct wb_grade_row *rows, size_t n_rows,
                              struct wb_str *out, struct wb_roster_report *report,
                              struct wb_error *err);

#endif
