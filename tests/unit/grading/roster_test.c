#include "grading/roster.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/file.h"
#include "tap.h"

static const char *const no_ids[] = {NULL};

/* One fill, with what it came to. */
struct fill {
  enum wb_status status;
  struct wb_error err;
  struct wb_str out;
  struct wb_roster_report report;
};

static void fill_bytes(struct fill *fill, const struct wb_roster_request *request,
                       const char *bytes, size_t length, const struct wb_grade_row *rows,
                       size_t n_rows) {
  *fill = (struct fill){0};
  wb_str_init(&fill->out);
  fill->status =
      wb_roster_fill(request, bytes, length, rows, n_rows, &fill->out, &fill->report, &fill->err);
}

static void release_fill(struct fill *fill) {
  wb_str_release(&fill->out);
  wb_roster_report_release(&fill->report);
}

/* All notes of a kind, a line each. */
static void check_notes(const struct fill *fill, enum wb_roster_note_kind kind,
                        const char *expected) {
  struct wb_str all;
  wb_str_init(&all);
  for (size_t i = 0; i < fill->report.n_notes; i++)
    if (fill->report.notes[i].kind == kind)
      wb_str_addf(&all, "%s%s", all.length > 0 ? "\n" : "", fill->report.notes[i].text);
  CHECK_STRING(all.data, expected);
  wb_str_release(&all);
}

/* Rows whose ids are one text each. */
#define ID(text) .ids = (const char *const[]){text}, .n_ids = 1

/* ---- golden files ----------------------------------------------------------------- */

static void read_golden(struct wb_str *text, const char *name, const char *end) {
  char *folder = wb_path_dirname(__FILE__);
  char *path = wb_format("%s/golden/%s%s", folder, name, end);
  wb_str_init(text);
  CHECK_INT(wb_file_read(path, 1 << 20, text, NULL), WB_OK);
  free(path);
  free(folder);
  /* The English worksheet has no line's end at its end; files of the repository have one. */
  if (strcmp(name, "moodle-en") == 0) text->data[--text->length] = '\0';
}

/* That NAME.csv becomes NAME.filled.csv, and stays so when it is filled again. */
static void check_golden(struct fill *fill, const struct wb_roster_request *request,
                         const char *name, const struct wb_grade_row *rows, size_t n_rows) {
  struct wb_str before, expected;
  struct fill again;
  read_golden(&before, name, ".csv");
  read_golden(&expected, name, ".filled.csv");
  fill_bytes(fill, request, before.data, before.length, rows, n_rows);
  CHECK_STRING(fill->err.message, "");
  CHECK_STRING(fill->out.data, expected.data);
  CHECK_INT(fill->out.length, expected.length);
  fill_bytes(&again, request, fill->out.data, fill->out.length, rows, n_rows);
  CHECK_STRING(again.out.data, expected.data);
  CHECK_INT(again.report.counts[WB_ROSTER_OVERWRITTEN], 0);
  CHECK_INT(again.report.filled, fill->report.filled);
  release_fill(&again);
  wb_str_release(&before);
  wb_str_release(&expected);
}

static const struct wb_grade_row moodle_rows[] = {
    {ID("101"), .name = "Ada", .points = 7.5, .most = 10, .has_points = true,
     .feedback = "case 2: out[7] is 3, not <4>\nline 2 \\"},
    {ID("102"), .points = 28.0 / 3, .most = 10, .has_points = true, .feedback = "=1+1"},
    {ID("104"), .points = 8, .most = 10, .has_points = true},
    {ID("999"), .name = "No\033body", .points = 1, .most = 10, .has_points = true},
};

static void moodle_worksheets_are_filled(void) {
  const struct wb_roster_request request = {.platform = WB_ROSTER_MOODLE, .file = "moodle-en.csv"};
  struct fill fill;
  check_golden(&fill, &request, "moodle-en", moodle_rows, 4);
  CHECK_INT(fill.report.people, 4);
  CHECK_INT(fill.report.filled, 3); /* with the one that had 8.00 */
  check_notes(&fill, WB_ROSTER_OVERWRITTEN,
              "line 3: Grace \"Amazing\" Hopper had the grade 4.00, now 9.33\n"
              "line 3: Grace \"Amazing\" Hopper had other feedback, which is replaced");
  check_notes(&fill, WB_ROSTER_NO_SUBMISSION, "line 4: =cmd|' /C calc'!A0 handed in nothing");
  check_notes(&fill, WB_ROSTER_NO_ROW, "No␛body: no row has the id 999");
  release_fill(&fill);
}

static void a_german_worksheet_keeps_its_separator_encoding_and_decimal_comma(void) {
  const struct wb_roster_request request = {.platform = WB_ROSTER_MOODLE, .file = "moodle-de.csv"};
  struct fill fill;
  check_golden(&fill, &request, "moodle-de", moodle_rows, 4);
  CHECK_INT(fill.report.filled, 2);
  check_notes(&fill, WB_ROSTER_NO_SUBMISSION, "line 4: Nadja Kühn handed in nothing");
  release_fill(&fill);
}

static const struct wb_grade_row canvas_rows[] = {
    {ID("101"), .points = 7.5, .most = 10, .has_points = true, .feedback = "not for Canvas"},
    {ID("0008"), .points = 28.0 / 3, .most = 10, .has_points = true},
    {ID(" ALAN "), .excused = true},
};

static void canvas_gradebooks_are_filled_by_id_sis_id_and_login(void) {
  const struct wb_roster_request request = {
      .platform = WB_ROSTER_CANVAS, .file = "canvas.csv", .assignment = "homework 1, kernels"};
  struct fill fill;
  check_golden(&fill, &request, "canvas", canvas_rows, 3);
  CHECK_INT(fill.report.people, 4);
  check_notes(&fill, WB_ROSTER_NO_SUBMISSION, ""); /* Student, Test is nobody */
  CHECK_INT(fill.report.counts[WB_ROSTER_NO_FEEDBACK], 0);
  release_fill(&fill);
  const struct wb_roster_request swedish = {
      .platform = WB_ROSTER_CANVAS, .file = "canvas-sv.csv", .column = "Homework 1, kernels (77)"};
  check_golden(&fill, &swedish, "canvas-sv", canvas_rows, 3);
  release_fill(&fill);
}

static void brightspace_grades_are_filled_and_what_it_caps_is_said(void) {
  const struct wb_roster_request request = {
      .platform = WB_ROSTER_BRIGHTSPACE, .file = "brightspace.csv", .assignment = "Homework 1"};
  const struct wb_grade_row rows[] = {
      {ID("0007"), .points = 7.5, .most = 10, .has_points = true},
      {ID("#grace"), .points = 28.0 / 3, .most = 10, .has_points = true},
      {ID("alan@example.org"), .points = 10.5, .most = 10, .has_points = true},
  };
  struct fill fill;
  check_golden(&fill, &request, "brightspace", rows, 3);
  check_notes(&fill, WB_ROSTER_OVER_MAXIMUM,
              "line 4: Turing, Alan has 10.5 points of 10: Brightspace caps it");
  release_fill(&fill);
}

static void gradescope_files_are_filled_and_excuses_are_said(void) {
  const struct wb_roster_request request = {.platform = WB_ROSTER_GRADESCOPE, .file = "g.csv"};
  const struct wb_grade_row rows[] = {
      {ID("0007"), .points = 7.5, .most = 10, .has_points = true},
      {ID("grace@example.org"), .points = 28.0 / 3, .most = 10, .has_points = true},
      {ID("0009"), .excused = true},
  };
  struct fill fill;
  check_golden(&fill, &request, "gradescope", rows, 3);
  check_notes(&fill, WB_ROSTER_EXCUSED,
              "line 4: Alan, Turing is excused, which Gradescope's file has no word for: the row "
              "stays as it was");
  release_fill(&fill);
}

/* ---- whose row -------------------------------------------------------------------- */

#define CANVAS_HEAD "Student,ID,SIS User ID,SIS Login ID,Section,H (1)\n"

static void fill_canvas(struct fill *fill, const char *text, const struct wb_grade_row *rows,
                        size_t n_rows) {
  const struct wb_roster_request request = {
      .platform = WB_ROSTER_CANVAS, .file = "c.csv", .assignment = "H"};
  fill_bytes(fill, &request, text, strlen(text), rows, n_rows);
}

static void nobody_is_guessed(void) {
  const struct wb_grade_row rows[] = {
      {ID("7"), .name = "Ann", .points = 1, .has_points = true},
      {ID("Ben Body"), .points = 2, .has_points = true}, /* a name is no id for Canvas */
      {ID("03"), .points = 3, .has_points = true},       /* nor is 03 the id 3 */
      {.ids = no_ids, .n_ids = 0, .name = "Dan", .points = 4, .has_points = true},
      {ID(""), .points = 5, .has_points = true},
  };
  const char *text = CANVAS_HEAD
      "Ann A,7,,a,S,\n"
      "Ann B,8,7,b,S,\n" /* another's id is this one's SIS id */
      "Ben Body,9,,c,S,\n"
      "Cat,3,,d,S,\n";
  struct fill fill;
  fill_canvas(&fill, text, rows, 5);
  CHECK_STRING(fill.out.data, text);
  check_notes(&fill, WB_ROSTER_AMBIGUOUS,
              "Ann: several rows have the id 7 (lines 2, 3): none is filled");
  check_notes(&fill, WB_ROSTER_NO_ROW,
              "Ben Body: no row has the id Ben Body\n03: no row has the id 03\n"
              "Dan: there is no id to find a row by\n: no row has the id ");
  check_notes(&fill, WB_ROSTER_NO_SUBMISSION,
              "line 4: Ben Body handed in nothing\nline 5: Cat handed in nothing");
  release_fill(&fill);
}

static void the_same_id_twice_is_ambiguous_and_twice_in_a_row_is_not(void) {
  const struct wb_grade_row rows[] = {{ID("5"), .points = 1, .has_points = true},
                                      {ID("x"), .points = 2, .has_points = true}};
  struct fill fill;
  fill_canvas(&fill, CANVAS_HEAD "Ann,5,5,5,S,\nBen,6,x,,S,\nBen,7,x,,S,\n", rows, 2);
  CHECK_STRING(fill.out.data, CANVAS_HEAD "Ann,5,5,5,S,1\nBen,6,x,,S,\nBen,7,x,,S,\n");
  CHECK_INT(fill.report.counts[WB_ROSTER_AMBIGUOUS], 1);
  release_fill(&fill);
}

static void two_submissions_for_a_row_fill_it_with_neither(void) {
  const struct wb_grade_row rows[] = {{ID("5"), .points = 1, .has_points = true},
                                      {ID("ann"), .points = 2, .has_points = true}};
  const char *text = CANVAS_HEAD "Ann,5,,ann,S,\n";
  struct fill fill;
  fill_canvas(&fill, text, rows, 2);
  CHECK_STRING(fill.out.data, text);
  check_notes(&fill, WB_ROSTER_CLAIMED_TWICE,
              "line 2: Ann: several submissions are for this row: it stays as it was");
  release_fill(&fill);
}

/* Extensions may name a person by another id than the submission has. */
static void an_excuse_by_another_id_is_named(void) {
  const struct wb_grade_row rows[] = {{ID("5"), .points = 1, .has_points = true},
                                      {ID("ann"), .excused = true}};
  const char *text = CANVAS_HEAD "Ann,5,,ann,S,\n";
  struct fill fill;
  fill_canvas(&fill, text, rows, 2);
  CHECK_STRING(fill.out.data, text);
  check_notes(&fill, WB_ROSTER_CLAIMED_TWICE,
              "line 2: Ann: there is a submission by 5, and the extensions excuse ann: the row "
              "stays as it was; name one id in both");
  release_fill(&fill);
}

static void a_group_gets_its_grade_in_each_row(void) {
  const struct wb_grade_row rows[] = {{.ids = (const char *const[]){"5", "6", "lost"},
                                       .n_ids = 3,
                                       .name = "Group 1",
                                       .points = 3,
                                       .has_points = true}};
  struct fill fill;
  fill_canvas(&fill, CANVAS_HEAD "Ann,5,,,S,\nBen,6,,,S,\n", rows, 1);
  CHECK_STRING(fill.out.data, CANVAS_HEAD "Ann,5,,,S,3\nBen,6,,,S,3\n");
  check_notes(&fill, WB_ROSTER_NO_ROW, "Group 1: no row has the id lost");
  release_fill(&fill);
}

static void what_has_no_points_stays_as_it_was(void) {
  const struct wb_grade_row rows[] = {{ID("5"), .has_points = false}};
  const char *text = CANVAS_HEAD "Ann,5,,,S,4\n";
  struct fill fill;
  fill_canvas(&fill, text, rows, 1);
  CHECK_STRING(fill.out.data, text);
  check_notes(&fill, WB_ROSTER_NOT_GRADED,
              "line 2: Ann has no points yet: the row stays as it was");
  release_fill(&fill);
}

static void another_maximum_is_said_once_and_nothing_scaled(void) {
  const struct wb_grade_row rows[] = {
      {ID("5"), .points = 4, .most = 10, .has_points = true},
      {ID("6"), .points = 9, .most = 10, .has_points = true},
  };
  struct fill fill;
  fill_canvas(&fill, CANVAS_HEAD "Points Possible,,,,,100.00\nAnn,5,,,S,\nBen,6,,,S,\n", rows, 2);
  CHECK_STRING(fill.out.data, CANVAS_HEAD "Points Possible,,,,,100.00\nAnn,5,,,S,4\nBen,6,,,S,9\n");
  check_notes(&fill, WB_ROSTER_OTHER_MAXIMUM,
              "line 3: the file's maximum is 100, and the assignment's 10: points are written as "
              "they are");
  release_fill(&fill);
}

/* ---- which column ----------------------------------------------------------------- */

static void check_refused(const struct wb_roster_request *request, const char *text,
                          const char *where, const char *message) {
  const struct wb_grade_row rows[] = {
      {ID("5"), .points = 4, .has_points = true, .feedback = "a → b"}};
  struct fill fill;
  fill_bytes(&fill, request, text, strlen(text), rows, 1);
  CHECK(fill.status != WB_OK);
  CHECK_STRING(fill.err.where, where);
  CHECK_STRING(fill.err.message, message);
  CHECK_STRING(fill.out.data, "");
  release_fill(&fill);
}

static void a_column_that_is_not_certain_is_refused_with_the_list(void) {
  struct wb_roster_request request = {.platform = WB_ROSTER_CANVAS, .file = "c.csv"};
  check_refused(&request, CANVAS_HEAD "Ann,5,,,S,\n", "c.csv",
                "no column is surely the one with the grades: say which with --column; "
                "candidates: \"H (1)\"");
  request.assignment = "G"; /* and none is made */
  check_refused(&request, "Student,ID,Section,H (1)\nAnn,5,S,\n", "c.csv",
                "no column is surely the one with the grades: say which with --column; "
                "candidates: \"H (1)\"");
  request.column = "Section";
  check_refused(&request, "Student,ID,Section,H (1)\nAnn,5,S,\n", "c.csv",
                "no column for grades has the name given with --column; candidates: \"H (1)\"");
  request.column = "H";
  check_refused(&request, "Student,ID,Section,H (1),H (2)\nAnn,5,S,,\n", "c.csv",
                "several columns may be the one with the grades: say which with --column; "
                "candidates: \"H (1)\", \"H (2)\"");
  request.column = "Final Score";
  check_refused(&request,
                "Student,ID,Section,Final Score\n    Points Possible,,,(read only)\nAnn,5,S,1\n",
                "c.csv",
                "the column \"Final Score\" is one that Canvas computes: choose another with "
                "--column");
}

static void a_file_of_another_kind_is_refused(void) {
  struct wb_roster_request request = {
      .platform = WB_ROSTER_BRIGHTSPACE, .file = "c.csv", .assignment = "H"};
  check_refused(&request, CANVAS_HEAD, "c.csv",
                "no column has ids that Brightspace's export has; its columns: \"Student\", "
                "\"ID\", \"SIS User ID\", \"SIS Login ID\", \"Section\", \"H (1)\"");
  check_refused(&request, "", "c.csv", "the file is empty");
  request.platform = WB_ROSTER_MOODLE;
  check_refused(&request, "Identifier,Grade\n", "c.csv",
                "the file has a heading and no rows; its columns: \"Identifier\", \"Grade\"");
  check_refused(&request, "Name,Grade\nAnn,\nBen,\n", "c.csv",
                "no column is surely the one with Moodle's identifiers, a word and a number in "
                "each row; its columns: \"Name\", \"Grade\"");
  check_refused(&request, "Identifier,Poäng\nDeltagare 5,\n", "c.csv",
                "no column is surely the one with the grades: say which with --column; "
                "candidates: \"Identifier\", \"Poäng\"");
}

static void columns_of_any_language_are_taken_by_name(void) {
  const struct wb_roster_request request = {.platform = WB_ROSTER_MOODLE,
                                            .file = "m.csv",
                                            .column = "Poäng",
                                            .feedback_column = "Kommentar"};
  const struct wb_grade_row rows[] = {
      {ID("5"), .points = 4, .has_points = true, .feedback = "good"}};
  const char *text = "\xC5r,Kommentar,Po\xE4ng\nDeltagare 5,,\n\n,,\n";
  struct fill fill;
  fill_bytes(&fill, &request, text, strlen(text), rows, 1);
  CHECK_STRING(fill.out.data, "\xC5r,Kommentar,Po\xE4ng\nDeltagare 5,good,4\n\n,,\n");
  CHECK_INT(fill.report.n_notes, 0);
  release_fill(&fill);
}

static void feedback_without_a_column_is_said(void) {
  const struct wb_roster_request request = {.platform = WB_ROSTER_MOODLE, .file = "m.csv"};
  const struct wb_grade_row rows[] = {
      {ID("5"), .points = 4, .has_points = true, .feedback = "good"}};
  struct fill fill;
  fill_bytes(&fill, &request, "X,Grade\nDeltagare 5,\n", 21, rows, 1);
  CHECK_INT(fill.report.counts[WB_ROSTER_NO_FEEDBACK], 1);
  release_fill(&fill);
}

/* ---- files that are damaged or hostile -------------------------------------------- */

static void faults_of_the_file_have_their_place(void) {
  struct wb_roster_request request = {.platform = WB_ROSTER_MOODLE, .file = "m.csv"};
  check_refused(&request, "Identifier,Grade\nParticipant 5,\"1\n", "m.csv:2:15",
                "this quote is not closed before the end of the file");
  check_refused(
      &request, "Identifier,Full name,Grade\nParticipant 5,Lovelace, Ada,\n", "m.csv:2",
      "this row has 4 cells, and the heading 3: a cell with a separator in it needs quotes");
}

static void the_character_that_the_file_lacks_is_named(void) {
  const struct wb_roster_request request = {.platform = WB_ROSTER_MOODLE, .file = "m.csv"};
  check_refused(&request,
                "Identifier,Full name,Grade,Feedback comments\nParticipant 5,J\xFCrgen,,\n",
                "m.csv:2",
                "the file is in Windows-1252, which lacks the character U+2192 of the feedback for "
                "Jürgen: export the file as UTF-8");
}

/* Bytes that rosters are made of. */
static const char *const pieces[] = {
    "Identifier,Grade,Feedback comments\n",
    "Participant 5,",
    "Participant 6;",
    "\"",
    "\"\"",
    ",",
    ";",
    "\t",
    "\r\n",
    "\r",
    "\n",
    "\xEF\xBB\xBF",
    "\xFC",
    "ü",
    "=1+1",
    "10,00",
    "10.00",
    "Grade",
    "5",
    "Participant 5,,\n",
    "\\",
    "-",
};

static char *random_roster(unsigned *seed) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_add(&text, *seed % 4 > 0 ? pieces[0] : "");
  for (int i = 0; i < 12; i++) {
    *seed = *seed * 1664525u + 1013904223u;
    wb_str_add(&text, pieces[(*seed >> 16) % (sizeof pieces / sizeof pieces[0])]);
  }
  return wb_str_detach(&text);
}

/* Whatever the file: without grades it comes back, and filling it again changes nothing. */
static void damaged_files_come_back_or_are_refused(void) {
  const struct wb_roster_request request = {.platform = WB_ROSTER_MOODLE, .file = "m.csv"};
  const struct wb_grade_row rows[] = {
      {ID("5"), .points = 4.5, .most = 10, .has_points = true, .feedback = "a\nb \"c\""}};
  unsigned seed = 1, filled = 0;
  for (int round = 0; round < 20000; round++) {
    struct fill none, once, twice;
    char *text = random_roster(&seed);
    fill_bytes(&none, &request, text, strlen(text), NULL, 0);
    CHECK_STRING(none.out.data, none.status == WB_OK ? text : "");
    fill_bytes(&once, &request, text, strlen(text), rows, 1);
    fill_bytes(&twice, &request, once.out.data, once.out.length, rows, 1);
    if (once.report.filled > 0 && once.status == WB_OK) {
      CHECK_STRING(twice.out.data, once.out.data);
      filled++;
    }
    release_fill(&none);
    release_fill(&once);
    release_fill(&twice);
    free(text);
  }
  CHECK(filled > 100);
}

int main(void) {
  tap_run("Moodle's worksheets are filled, all other bytes as they came",
          moodle_worksheets_are_filled);
  tap_run("a German worksheet keeps its separator, encoding and decimal comma",
          a_german_worksheet_keeps_its_separator_encoding_and_decimal_comma);
  tap_run("Canvas's gradebooks are filled, by ID, SIS id and login",
          canvas_gradebooks_are_filled_by_id_sis_id_and_login);
  tap_run("Brightspace's grades are filled, and what it caps is said",
          brightspace_grades_are_filled_and_what_it_caps_is_said);
  tap_run("Gradescope's files are filled, and excuses that it has no word for are said",
          gradescope_files_are_filled_and_excuses_are_said);
  tap_run("nobody is guessed", nobody_is_guessed);
  tap_run("an id that two rows have is ambiguous; twice in one row it is not",
          the_same_id_twice_is_ambiguous_and_twice_in_a_row_is_not);
  tap_run("two submissions for a row fill it with neither",
          two_submissions_for_a_row_fill_it_with_neither);
  tap_run("an excuse by another id is named", an_excuse_by_another_id_is_named);
  tap_run("a group gets its grade in each row", a_group_gets_its_grade_in_each_row);
  tap_run("the row of a submission without points stays as it was",
          what_has_no_points_stays_as_it_was);
  tap_run("another maximum is said once, and nothing is scaled",
          another_maximum_is_said_once_and_nothing_scaled);
  tap_run("a column that is not certain is refused, with the list of columns",
          a_column_that_is_not_certain_is_refused_with_the_list);
  tap_run("a file of another kind is refused", a_file_of_another_kind_is_refused);
  tap_run("columns in any language are taken by name", columns_of_any_language_are_taken_by_name);
  tap_run("feedback without a column is said", feedback_without_a_column_is_said);
  tap_run("faults of the file have their place", faults_of_the_file_have_their_place);
  tap_run("the character that the file's encoding lacks is named",
          the_character_that_the_file_lacks_is_named);
  tap_run("damaged files come back as they were, or are refused",
          damaged_files_come_back_or_are_refused);
  return tap_finish();
}
