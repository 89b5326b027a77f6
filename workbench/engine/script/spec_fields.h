/* The fields of a spec's top level, a row a field: from them come reading, the check of names
 * with its "did you mean", what editors are told (lua/puzzle.lua) and the table of
 * docs/puzzle-spec.md, which tests/unit/script/documentation_test.c compares. What learners
 * see of a puzzle is a row of result/summary_fields.inc, too. */
#ifndef WB_SCRIPT_SPEC_FIELDS_H
#define WB_SCRIPT_SPEC_FIELDS_H

#include <lua.h>

#include "script/spec.h"

struct wb_spec_field {
  const char *name;
  /* Reads it from the spec's table into the puzzle; raises, naming the field, where its value
   * is invalid. Rows are read in their order: cases need params, say. */
  void (*read)(lua_State *lua, int table, const struct wb_spec_field *field,
               struct wb_puzzle *puzzle, struct wb_spec *spec);
  size_t offset;   /* in struct wb_puzzle, where the reader wants one */
  const char *lua; /* its type in lua/puzzle.lua, and a comment after " # " */
  /* Columns of docs/puzzle-spec.md. */
  const char *type, *otherwise, *meaning;
};

extern const struct wb_spec_field wb_spec_fields[];
extern const size_t wb_n_spec_fields;

/* Frees what the readers with an offset have put into a puzzle. */
void wb_spec_release_fields(struct wb_puzzle *puzzle);

/* Readers; those with an offset put a text (char *) or a list of texts (struct wb_names) there. */
#define WB_SPEC_READER(name)                                                             \
  void wb_spec_read_##name(lua_State *lua, int table, const struct wb_spec_field *field, \
                           struct wb_puzzle *puzzle, struct wb_spec *spec)
WB_SPEC_READER(text);       /* of one line; must be there */
WB_SPEC_READER(text_if);    /* of one line; NULL where it is not there */
WB_SPEC_READER(identifier); /* a name in OpenCL C */
WB_SPEC_READER(words);      /* a list of different texts of one line */
WB_SPEC_READER(lines);      /* a list of different texts, which may have line breaks */
WB_SPEC_READER(params);     /* spec_params.c */
WB_SPEC_READER(cases);      /* spec_cases.c */
WB_SPEC_READER(tolerance);  /* spec_rules.c */
WB_SPEC_READER(budgets);
WB_SPEC_READER(limits);
WB_SPEC_READER(inputs);
WB_SPEC_READER(reference);

#endif
