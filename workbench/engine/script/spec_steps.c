/* The field steps, and what it asks of the cases. */
#include <stdlib.h>

#include "base/str.h"
#include "script/field.h"
#include "script/spec_fields.h"

enum { SHORTEST_STEP = 3, LONGEST_NAME = 60 }; /* characters */

/* Of UTF-8, which a text of a spec is. */
static size_t characters_of(const char *text) {
  size_t count = 0;
  for (; *text != '\0'; text++) count += ((unsigned char)*text & 0xC0) != 0x80;
  return count;
}

void wb_spec_check_length(lua_State *lua, const struct wb_path *path, const char *name,
                          const char *of_what, size_t least) {
  const size_t length = characters_of(name);
  if (length < least || length > LONGEST_NAME)
    wb_field_fail(lua, path, "'%.80s' has %d characters; %s name has %d to %d", name, (int)length,
                  of_what, (int)least, LONGEST_NAME);
}

WB_SPEC_READER(steps) {
  const struct wb_path path = {at->path, field->name, 0};
  const struct wb_names *steps = &at->puzzle->steps;
  const bool given = wb_field_get(lua, at->table, field->name) != LUA_TNIL;
  lua_pop(lua, 1);
  if (!given) return;
  wb_spec_read_words(lua, field, at);
  if (steps->count < WB_SPEC_MIN_STEPS || steps->count > WB_SPEC_MAX_STEPS)
    wb_field_fail(lua, &path, "has %d name%s; a puzzle has %d to %d steps, or none",
                  (int)steps->count, steps->count == 1 ? "" : "s", WB_SPEC_MIN_STEPS,
                  WB_SPEC_MAX_STEPS);
  for (size_t i = 0; i < steps->count; i++) {
    const struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
    wb_spec_check_length(lua, &item, steps->items[i], "a step's", SHORTEST_STEP);
  }
}

/* The field `step` of case `index`. */
static void fail_step(lua_State *lua, size_t index, const char *words, unsigned number) {
  const struct wb_path cases = {NULL, "cases", 0};
  const struct wb_path item = {&cases, NULL, (lua_Integer)index + 1};
  const struct wb_path step = {&item, "step", 0};
  wb_field_fail(lua, &step, words, number);
}

static void check_case(lua_State *lua, const struct wb_puzzle *puzzle, const struct wb_spec *spec,
                       size_t index) {
  const uint32_t step = spec->cases[index].step;
  const uint32_t before = index > 0 ? spec->cases[index - 1].step : 0;
  if (puzzle->steps.count == 0 && step > 0)
    fail_step(lua, index, "is %d, and the puzzle has no steps", step);
  if (puzzle->steps.count > 0 && step == 0)
    fail_step(lua, index, "is missing; it must be a number from 1 to %d, as the puzzle has steps",
              (unsigned)puzzle->steps.count);
  if (step > puzzle->steps.count)
    fail_step(lua, index, "is more than the number of steps, %d", (unsigned)puzzle->steps.count);
  if (step < before)
    fail_step(lua, index, "goes back: the case before it is of step %d, and steps come in order",
              before);
}

static void check_is_visible(lua_State *lua, const struct wb_puzzle *puzzle,
                             const struct wb_spec *spec, size_t step) {
  const struct wb_path steps = {NULL, "steps", 0};
  const struct wb_path item = {&steps, NULL, (lua_Integer)step};
  bool visible = false;
  for (size_t i = 0; i < spec->n_cases; i++)
    visible |= spec->cases[i].visible && spec->cases[i].step == step;
  if (!visible)
    wb_field_fail(lua, &item, "'%s' has no visible case; at least one must have step = %d",
                  puzzle->steps.items[step - 1], (int)step);
}

void wb_spec_check_steps(lua_State *lua, struct wb_puzzle *puzzle, const struct wb_spec *spec) {
  for (size_t i = 0; i < spec->n_cases; i++) check_case(lua, puzzle, spec, i);
  for (size_t step = 1; step <= puzzle->steps.count; step++)
    check_is_visible(lua, puzzle, spec, step);
  if (puzzle->steps.count == 0) return;
  puzzle->case_steps = wb_alloc(spec->n_cases * sizeof *puzzle->case_steps);
  for (size_t i = 0; i < spec->n_cases; i++) puzzle->case_steps[i] = spec->cases[i].step;
}
