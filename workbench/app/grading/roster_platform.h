/* The files of the platforms, as a table, and which of a file's columns is what. */
#ifndef WB_GRADING_ROSTER_PLATFORM_H
#define WB_GRADING_ROSTER_PLATFORM_H

#include "grading/csv.h"
#include "grading/roster.h"

enum roster_role {
  ROSTER_ID,        /* names a person */
  ROSTER_FULL_NAME, /* the same, and is shown in the report */
  ROSTER_NAME,      /* is shown, and too many may have it to go by it */
  ROSTER_GRADE,     /* is filled, if nothing else is asked for */
  ROSTER_FEEDBACK,  /* is filled, too */
  ROSTER_MAXIMUM,   /* the most points of its row */
  ROSTER_OTHER      /* is never filled */
};

/* A heading that a platform gives a column. Case does not matter. */
struct roster_heading {
  const char *text;
  enum roster_role role;
};

struct roster_platform {
  const char *title; /* as its makers write it */
  const struct roster_heading *headings;
  size_t n_headings;

  /* The identifier column has any heading, and in each row the same word with digits behind it,
   * "Participant 123" in the language of the site: the digits are the id. */
  bool identifier;
  char id_mark; /* before each id: not part of it; 0: none */

  /* Columns of assignments are named after them, with this behind; NULL: there are none. */
  const char *item_end;
  bool item_number;         /* " (123)" stands behind the name */
  const char *maximum_end;  /* the item's column with the most points has this behind; NULL: none */
  const char *maximum_mark; /* in the heading, before the most points; NULL: none */
  const char *maximum_row;  /* in the first cell of the row with the most points; NULL: none */

  const char *test_person; /* the name of one that is nobody; NULL: none */
  const char *excused;     /* what stands for a grade then; NULL: nothing can */
  const char *over;        /* what the platform does with points over the maximum */
  bool html_feedback;      /* it takes feedback for HTML */
};

const struct roster_platform *roster_platform_find(enum wb_roster_platform platform);

enum { ROSTER_IDS_MAX = 8, ROSTER_NAMES_MAX = 2 };

/* Indices of columns; SIZE_MAX where there is none. */
struct roster_columns {
  size_t ids[ROSTER_IDS_MAX], n_ids;
  size_t names[ROSTER_NAMES_MAX], n_names;
  size_t identifier; /* among the ids */
  size_t grade, feedback, maximum;
  size_t count;           /* of the heading line */
  char *grade_heading;    /* freed with the columns */
  double heading_maximum; /* NAN: it has none */
};

/* Reads the heading line and whatever else tells the columns, then goes back to the first record.
 * A column that is not certain is an error with the list of all. */
enum wb_status roster_columns_find(const struct wb_roster_request *request, struct wb_csv *csv,
                                   struct roster_columns *columns, struct wb_error *err);

void roster_columns_release(struct roster_columns *columns);

/* The number that a text is, with a point or a comma as the decimal mark; NAN for any other. */
double roster_number(const char *text);

#endif
