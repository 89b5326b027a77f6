/* The fields of a spec, a row a field, for the table of puzzle.kernel and those of parameters,
 * cases, tolerances, budgets and limits in it, and the forms of fills. From them come reading, the
 * check of names with its "did you mean", release, what editors are told (lua/puzzle.lua) and the
 * tables of docs/puzzle-spec.md, which tests/unit/script/documentation_test.c compares. What
 * learners see of a puzzle is a row of result/summary_fields.inc, too. */
#ifndef WB_SCRIPT_SPEC_FIELDS_H
#define WB_SCRIPT_SPEC_FIELDS_H

#include <lua.h>

#include "script/field.h"
#include "script/spec.h"

/* A table of the spec that is being read. */
struct wb_spec_place {
  int table;                  /* on Lua's stack */
  const struct wb_path *path; /* of the table; NULL: the spec's own */
  struct wb_puzzle *puzzle;
  struct wb_spec *spec;
  size_t index; /* of the parameter or case */
  void *of;     /* the struct that its record's offsets are of */
};

/* What a row keeps in its struct, to be released. */
enum wb_spec_kept {
  WB_KEEPS_NOTHING,
  WB_KEEPS_TEXT,      /* char * */
  WB_KEEPS_TEXTS,     /* struct wb_names */
  WB_KEEPS_QUANTITIES /* `count` of struct wb_quantity */
};

enum wb_spec_audience { WB_SPEC_OF_ALL, WB_SPEC_OF_KERNELS, WB_SPEC_OF_HOSTS };

struct wb_spec_field {
  const char *name;
  /* Reads it from the table into what `at` names; raises, naming the field, where its value is
   * invalid. Rows are read in their order: cases need params, say. */
  void (*read)(lua_State *lua, const struct wb_spec_field *field, const struct wb_spec_place *at);
  enum wb_spec_kept kept;
  size_t offset, count;     /* where, and how many */
  int64_t most;             /* of an integer, where its reader wants that */
  bool late;                /* read once all others of its list are */
  enum wb_spec_audience of; /* puzzles that have it */
  const char *lua;          /* its type in lua/puzzle.lua, and a comment after " # " */
  /* Columns of docs/puzzle-spec.md. */
  const char *type, *otherwise, *meaning;
};

struct wb_spec_record {
  const char *heading; /* over its table in docs/puzzle-spec.md */
  const char *class;   /* in lua/puzzle.lua */
  const struct wb_spec_field *fields;
  size_t count;
};
enum { WB_SPEC_MAX_FIELDS = 64 }; /* of a record */

extern const struct wb_spec_record wb_spec_course;       /* course_spec.c; struct wb_course_spec */
extern const struct wb_spec_record wb_spec_course_hints; /* course_spec.c; the same */
extern const struct wb_spec_record wb_spec_assignment;   /* course_assignments.c; wb_assignment */
extern const struct wb_spec_record wb_spec_late;         /* course_assignments.c; the same */
extern const struct wb_spec_record wb_spec_attempts;     /* course_assignments.c; the same */
extern const struct wb_spec_record wb_spec_feedback;     /* course_assignments.c; the same */

extern const struct wb_spec_record wb_spec_kernel;        /* spec_fields.c; struct wb_puzzle */
extern const struct wb_spec_record wb_spec_parameter;     /* spec_params.c; struct wb_spec_param */
extern const struct wb_spec_record wb_spec_one_case;      /* spec_cases.c; struct wb_spec_case */
extern const struct wb_spec_record wb_spec_domain_fields; /* spec_domain.c; struct wb_spec_domain */
extern const struct wb_spec_record wb_spec_stage;         /* spec_stages.c */
extern const struct wb_spec_record wb_spec_group;     /* spec_groups.c; struct wb_puzzle_group */
extern const struct wb_spec_record wb_spec_tolerance; /* spec_rules.c; struct wb_spec_param */
extern const struct wb_spec_record wb_spec_budgets;   /* spec_rules.c; struct wb_spec */
extern const struct wb_spec_record wb_spec_limits;    /* spec_rules.c; struct wb_spec */
extern const int64_t wb_spec_usual_limits[WB_PUZZLE_LIMITS]; /* where a spec says nothing */

/* A fill, which is a name, or a list of it and numbers. */
struct wb_spec_fill_form {
  size_t least, most;  /* how many numbers may follow the name */
  const char *form;    /* as specs write it with all of them */
  const char *lua;     /* its type in lua/puzzle.lua */
  const char *meaning; /* in docs/puzzle-spec.md */
};
extern const struct wb_spec_fill_form wb_spec_fills[WB_FILL_KIND_COUNT]; /* spec_fill.c */

/* Refuses names that the record does not have. */
void wb_spec_check_names(lua_State *lua, const struct wb_spec_record *record,
                         const struct wb_spec_place *at);

/* Reads its rows that are late, or those that are not. */
void wb_spec_read_rows(lua_State *lua, const struct wb_spec_record *record,
                       const struct wb_spec_place *at, bool late);

/* Frees what its rows keep in a struct. */
void wb_spec_release_rows(const struct wb_spec_record *record, void *of);

/* What steps and cases say of each other, once both are read (spec_steps.c). */
void wb_spec_check_steps(lua_State *lua, struct wb_puzzle *puzzle, const struct wb_spec *spec);

/* The same of groups and cases (spec_groups.c). */
void wb_spec_check_groups(lua_State *lua, struct wb_puzzle *puzzle, const struct wb_spec *spec);

/* Refuses a name, `of_what` as in "a step's", of less than `least` characters or more than 60
 * (spec_steps.c). */
void wb_spec_check_length(lua_State *lua, const struct wb_path *path, const char *name,
                          const char *of_what, size_t least);

/* Readers; the first five put what they read where the row says. */
#define WB_SPEC_READER(name)                                                  \
  void wb_spec_read_##name(lua_State *lua, const struct wb_spec_field *field, \
                           const struct wb_spec_place *at)
WB_SPEC_READER(text);       /* of one line; must be there */
WB_SPEC_READER(text_if);    /* of one line; NULL where it is not there */
WB_SPEC_READER(identifier); /* a name in OpenCL C */
WB_SPEC_READER(words);      /* a list of different texts of one line */
WB_SPEC_READER(lines);      /* a list of different texts, which may have line breaks */
WB_SPEC_READER(standard);   /* of OpenCL C */
WB_SPEC_READER(printed);
WB_SPEC_READER(files);     /* names of files in the puzzle's folder */
WB_SPEC_READER(params);    /* spec_params.c */
WB_SPEC_READER(cases);     /* spec_cases.c */
WB_SPEC_READER(domain);    /* spec_domain.c */
WB_SPEC_READER(tolerance); /* spec_rules.c */
WB_SPEC_READER(budgets);
WB_SPEC_READER(limits);
WB_SPEC_READER(inputs);
WB_SPEC_READER(reference);
WB_SPEC_READER(second_reference);
WB_SPEC_READER(stages); /* spec_stages.c */
WB_SPEC_READER(steps);  /* spec_steps.c */
WB_SPEC_READER(groups); /* spec_groups.c */
WB_SPEC_READER(left_out);
WB_SPEC_READER(assignments); /* course_assignments.c */

#endif
