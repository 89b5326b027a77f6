/* What a judge says while it works: its progress, a result, what a spec says of
 * its puzzle. As JSON: event_json.h. */
#ifndef WB_RESULT_EVENT_H
#define WB_RESULT_EVENT_H

#include "course/assignment.h"
#include "course/course.h"
#include "result/puzzle_audit.h"
#include "result/puzzle_data.h"
#include "result/result.h"

enum wb_event_kind {
  WB_EVENT_NONE, /* nothing to read now */
  WB_EVENT_COMPILING,
  WB_EVENT_CASE,   /* case `index` of `total`, called `name`, starts */
  WB_EVENT_RESULT, /* `result` is set; the last event of a run */
  WB_EVENT_COURSE, /* `course` is set; the first event of a description */
  WB_EVENT_PUZZLE, /* `puzzle` is set; from wb_judge_describe */
  WB_EVENT_SPEC,   /* `text` is set; the only event of wb_judge_student_spec */
  WB_EVENT_DATA,   /* `data` is set; the only event of wb_judge_data */
  WB_EVENT_AUDIT,  /* `audit` is set; the last event of wb_judge_audit */
  WB_EVENT_END     /* the last event of a description */
};

/* What list, show and the screen know of a puzzle: the fields of summary_fields.inc. */
struct wb_puzzle_summary {
#define WB_SPEC_TEXT(name) char *name;
#define WB_SPEC_TEXT_IF(name) char *name;
#define WB_SPEC_TEXTS(name) \
  char **name;              \
  size_t n_##name;
#define WB_OWN_TEXT(name) char *name;
#define WB_OWN_NUMBER(name) unsigned name;
#define WB_OWN_TEXT_OR_NULL(name) char *name;
#define WB_OWN_TEXTS(name) \
  char **name;             \
  size_t n_##name;
#include "result/summary_fields.inc"
};

/* Whether its answer is a host program: then there is no `entry`. */
bool wb_summary_is_of_program(const struct wb_puzzle_summary *summary);

/* What its answer is, in a word: "kernel", "program". Static storage. */
const char *wb_summary_answer(const struct wb_puzzle_summary *summary);

void wb_puzzle_summary_release(struct wb_puzzle_summary *summary);

/* What course.lua says (docs/courses.md); without one all is zero but the lists. */
struct wb_course_summary {
  char *name, *title, *version, *language, *license; /* NULL: it says nothing of it */
  char **authors, **chapters;                        /* `chapters`: as they are listed; none: any */
  size_t n_authors, n_chapters;
  unsigned hints_after; /* judged runs before each further hint */
  bool hints_singly;    /* not all at once, before the puzzle is solved */
  enum wb_solutions solutions;
  char *pack; /* "student": without hidden cases and solutions; NULL: all is there */
  struct wb_assignment *assignments;
  size_t n_assignments;
  char *error; /* "course.lua:3: …" where it has a mistake: then there is nothing else */
};
void wb_course_summary_release(struct wb_course_summary *summary);

struct wb_event {
  enum wb_event_kind kind;
  size_t index, total;
  char *name;
  char *text;                       /* a spec in Lua */
  struct wb_result *result;         /* taken over by whoever reads the event */
  struct wb_puzzle_summary *puzzle; /* likewise */
  struct wb_course_summary *course; /* likewise */
  struct wb_puzzle_data *data;      /* likewise */
  struct wb_puzzle_audit *audit;    /* likewise */
};
void wb_event_release(struct wb_event *event);

#endif
