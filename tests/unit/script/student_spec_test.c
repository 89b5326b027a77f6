/* Specs written for students: what is in them judges as the author's spec does, bit for bit. */
#include "script/student_spec.h"

#include <math.h>

#include "course.h"

static const char spec_text[] =
    "local puzzle = require 'puzzle'\n"
    "local tensor = require 'tensor'\n"
    "-- a comment with SECRET in it\n"
    "return puzzle.kernel { title = 'A \"title\" \\\\ of it', concept = 'C', chapter = 'One',\n"
    "  entry = 'k', aliases = { 'mojo:3' }, tags = { 'a' }, requires = { 'fp64' },\n"
    "  standard = 'CL2.0',\n"
    "  strict = { 'deadlock' }, allow = { 'data-race' },\n"
    "  hints = { 'One\\nline', 'and \"another\"' },\n"
    "  budgets = { global_reads = 'n * 2', barriers = 3, max_global_reads = { h = 'n', d = 2 },\n"
    "    local_writes = { t = 1 } },\n"
    "  limits = { time_ms = 77, memory_mb = 3, output_kb = 2, steps = 5000 },\n"
    "  tolerance = { f = { rtol = 1e-6, scale_by = 'n' }, d = { ulp = 3 } },\n"
    "  params = {\n"
    "    { name = 'f', kind = 'output', type = 'float', shape = { 'n' } },\n"
    "    { name = 'd', kind = 'inout', type = 'double', shape = { 2, 'n' }, fill = 'random' },\n"
    "    { name = 'v', kind = 'output', type = 'float3', shape = { 'n' } },\n"
    "    { name = 'h', kind = 'input', type = 'half', shape = { 'n' } },\n"
    "    { name = 'q', kind = 'output', type = 'ulong', shape = { 'n + 1' }, order = 'any',\n"
    "      count = 'c', rest = 'ignored' },\n"
    "    { name = 'c', kind = 'output', type = 'int', shape = { 1 } },\n"
    "    { name = 's', kind = 'output', type = 'long', shape = { 2 } },\n"
    "    { name = 't', kind = 'local', type = 'int', shape = { 'local_x' } },\n"
    "    { name = 'w', kind = 'scalar', type = 'int2', value = { 'n', 2 } },\n"
    "    { name = 'x', kind = 'scalar', type = 'float', value = 0.1 },\n"
    "  },\n"
    "  cases = {\n"
    "    { name = 'SECRET', sizes = { n = 9 }, global = { 'n' }, ['local'] = { 3 }, visible = "
    "false,\n"
    "      seed = 5 },\n"
    "    { name = 'a \"visible\" one', sizes = { n = 3, m = -7 }, global = { 'n', 2 },\n"
    "      ['local'] = { 3, 1 }, seed = 8, subgroup = 16 },\n"
    "    { name = 'SECRET too', global = { 4 }, ['local'] = { 4 }, sizes = { n = 4 },\n"
    "      visible = false },\n"
    "    { name = 'another', sizes = { n = 2 }, global = { 'n' }, ['local'] = { 2 } },\n"
    "  },\n"
    "  inputs = function(case) return { h = tensor.random('half', { case.n }, case.seed, -1, 1) } "
    "end,\n"
    "  reference = function(case)\n"
    "    local f, v, q = {}, {}, {}\n"
    "    for i = 1, case.n do\n"
    "      f[i] = ({ 0 / 0, math.huge, -0.0, 1 / 3, -math.huge })[i] or i\n"
    "      v[i] = { i / 3, -i, 1e-30 * i }\n"
    "      q[i] = -i\n"
    "    end\n"
    "    q[case.n + 1] = 7\n"
    "    return { f = f, d = case.d * 3, v = v, q = q, c = 2, s = { math.mininteger, "
    "math.maxinteger } }\n"
    "  end }\n";

static void check_same_tensor(const struct wb_tensor *a, const struct wb_tensor *b) {
  CHECK(wb_dtype_equal(a->type, b->type) && wb_shape_equal(&a->shape, &b->shape));
  CHECK((a->data == NULL) == (b->data == NULL));
  if (a->data == NULL || b->data == NULL || !CHECK(wb_tensor_bytes(a) == wb_tensor_bytes(b)))
    return;
  for (size_t i = 0; i < wb_tensor_count(a); i++) {
    char one[256], other[256];
    wb_tensor_format(a, i, one, sizeof one); /* with NaN, and -0 told from 0 */
    wb_tensor_format(b, i, other, sizeof other);
    CHECK_STRING(other, one);
    for (unsigned lane = 0; lane < a->type.lanes && strstr(one, "nan") == NULL; lane++) {
      const double x = wb_tensor_get(a, i, lane), y = wb_tensor_get(b, i, lane);
      CHECK(x == y && signbit(x) == signbit(y));
      if (!wb_scalar_is_float(a->type.scalar))
        CHECK(wb_tensor_get_int(a, i, lane) == wb_tensor_get_int(b, i, lane));
    }
  }
}

static void check_same_stages(const struct wb_case *a, const struct wb_case *b) {
  if (!CHECK_INT(b->n_stages, a->n_stages)) return;
  for (size_t i = 0; i < a->n_stages; i++) {
    const struct wb_case_stage *x = &a->stages[i], *y = &b->stages[i];
    CHECK_STRING(y->entry, x->entry);
    CHECK_INT(y->dimensions, x->dimensions);
    CHECK(memcmp(x->global, y->global, sizeof x->global) == 0);
    CHECK(memcmp(x->local, y->local, sizeof x->local) == 0);
    if (!CHECK_INT(y->n_args, x->n_args)) continue;
    for (size_t k = 0; k < x->n_args; k++) {
      CHECK_INT(y->args[k].param, x->args[k].param);
      CHECK(y->args[k].has_value == x->args[k].has_value);
      CHECK(memcmp(x->args[k].value, y->args[k].value, sizeof x->args[k].value) == 0);
    }
  }
}

static void check_same_case(struct wb_puzzle *from, size_t index, struct wb_puzzle *to,
                            size_t place) {
  struct wb_case *a = NULL, *b = NULL;
  struct wb_error err = {0};
  CHECK_INT(wb_case_make(from, index, false, 0, &a, &err), WB_OK);
  if (!CHECK_INT(wb_case_make(to, place, false, 0, &b, &err), WB_OK)) printf("# %s\n", err.message);
  if (a == NULL || b == NULL) return;
  CHECK_STRING(b->name, a->name);
  CHECK(b->visible);
  CHECK_INT(b->dimensions, a->dimensions);
  CHECK_INT(b->subgroup, a->subgroup);
  for (unsigned d = 0; d < a->dimensions; d++)
    CHECK(a->global[d] == b->global[d] && a->local[d] == b->local[d]);
  CHECK_INT(b->n_budgets, a->n_budgets);
  for (size_t i = 0; i < a->n_budgets && i < b->n_budgets; i++) {
    CHECK_STRING(b->budgets[i].counter, a->budgets[i].counter);
    CHECK(b->budgets[i].limit == a->budgets[i].limit);
  }
  CHECK_INT(b->n_array_budgets, a->n_array_budgets);
  for (size_t i = 0; i < a->n_array_budgets && i < b->n_array_budgets; i++) {
    CHECK_INT(b->array_budgets[i].param, a->array_budgets[i].param);
    CHECK_STRING(b->array_budgets[i].of.counter, a->array_budgets[i].of.counter);
    CHECK(b->array_budgets[i].of.limit == a->array_budgets[i].of.limit);
  }
  check_same_stages(a, b);
  for (size_t i = 0; i < a->n_args; i++) {
    const struct wb_tolerance *x = &a->args[i].tolerance, *y = &b->args[i].tolerance;
    check_same_tensor(&a->args[i].before, &b->args[i].before);
    check_same_tensor(&a->args[i].expected, &b->args[i].expected);
    CHECK(a->args[i].local_bytes == b->args[i].local_bytes);
    if (from->params[i].kind != WB_PARAM_LOCAL && a->args[i].expected.data != NULL)
      CHECK(x->atol == y->atol && x->rtol == y->rtol && x->ulp == y->ulp &&
            x->scale_by == y->scale_by);
  }
  wb_case_free(a);
  wb_case_free(b);
}

static void check_same_names(const struct wb_names *a, const struct wb_names *b) {
  CHECK_INT(b->count, a->count);
  for (size_t i = 0; i < a->count && i < b->count; i++) CHECK_STRING(b->items[i], a->items[i]);
}

static void check_same_puzzle(const struct wb_puzzle *a, const struct wb_puzzle *b) {
  CHECK_STRING(b->title, a->title);
  CHECK_STRING(b->concept, a->concept);
  CHECK_STRING(b->chapter, a->chapter);
  CHECK_STRING(b->entry, a->entry);
  CHECK_STRING(b->standard, a->standard);
  check_same_names(&a->hints, &b->hints);
  check_same_names(&a->tags, &b->tags);
  check_same_names(&a->aliases, &b->aliases);
  check_same_names(&a->requires, &b->requires);
  check_same_names(&a->strict, &b->strict);
  check_same_names(&a->allow, &b->allow);
  CHECK_INT(b->limits.time_ms, a->limits.time_ms);
  CHECK_INT(b->limits.memory_bytes, a->limits.memory_bytes);
  CHECK_INT(b->limits.output_bytes, a->limits.output_bytes);
  CHECK_INT(b->limits.steps, a->limits.steps);
  CHECK_INT(b->n_params, a->n_params);
  for (size_t i = 0; i < a->n_params && i < b->n_params; i++) {
    CHECK_STRING(b->params[i].name, a->params[i].name);
    CHECK_INT(b->params[i].kind, a->params[i].kind);
    CHECK(a->params[i].any_order == b->params[i].any_order);
    CHECK(a->params[i].counted_by == b->params[i].counted_by);
    CHECK(a->params[i].rest_ignored == b->params[i].rest_ignored);
  }
}

static struct wb_puzzle *load(const char *text) {
  struct wb_error err;
  struct wb_puzzle *puzzle = course_load(text, strlen(text), NULL, &err);
  if (!CHECK(puzzle != NULL)) printf("# %s: %s\n", err.where, err.message);
  return puzzle;
}

static void what_is_written_judges_as_the_authors_spec(void) {
  struct wb_str text, again;
  struct wb_error err = {0};
  wb_str_init(&text);
  wb_str_init(&again);
  struct wb_puzzle *puzzle = load(spec_text);
  if (puzzle == NULL) return;
  CHECK_INT(wb_student_spec_write(puzzle, &text, &err), WB_OK);
  CHECK(strstr(text.data, "SECRET") == NULL);
  CHECK(strstr(text.data, "function") == NULL && strstr(text.data, "seed") == NULL);
  CHECK(strstr(text.data, "fill") == NULL);
  struct wb_puzzle *written = load(text.data);
  if (written != NULL) {
    CHECK_INT(written->n_cases, 2);
    CHECK_INT(written->left_out, 2);
    CHECK(puzzle->has_array_budget && written->has_array_budget);
    check_same_puzzle(puzzle, written);
    check_same_case(puzzle, 1, written, 0);
    check_same_case(puzzle, 3, written, 1);
    CHECK_INT(wb_student_spec_write(written, &again, &err), WB_OK);
    CHECK_STRING(again.data, text.data); /* of a pack the same pack */
  }
  wb_puzzle_free(written);
  wb_puzzle_free(puzzle);
  wb_str_release(&again);
  wb_str_release(&text);
}

static void printed_lines_are_written_out(void) {
  static const char spec[] =
      "local puzzle = require 'puzzle'\n"
      "return puzzle.kernel { title = 'T', concept = 'C', entry = 'k', printed = 'given',\n"
      "  cases = { { name = 'one', global = { 2 }, ['local'] = { 2 } },\n"
      "    { name = 'SECRET', global = { 9 }, ['local'] = { 9 }, visible = false } },\n"
      "  reference = function(case)\n"
      "    return { printed = { 'a \"b\" \\\\', '', 'item ' .. case.global[1] } } end }\n";
  struct wb_str text;
  struct wb_case *made = NULL;
  struct wb_error err = {0};
  wb_str_init(&text);
  struct wb_puzzle *puzzle = load(spec);
  CHECK_INT(wb_student_spec_write(puzzle, &text, &err), WB_OK);
  CHECK(strstr(text.data, "SECRET") == NULL && strstr(text.data, "item 9") == NULL);
  CHECK(strstr(text.data, "function") == NULL);
  struct wb_puzzle *written = load(text.data);
  CHECK_STRING(written->printed, "given");
  CHECK_INT(written->n_params, 0);
  CHECK_INT(wb_case_make(written, 0, false, 0, &made, &err), WB_OK);
  if (CHECK_INT(made->printed.count, 3)) {
    CHECK_STRING(made->printed.items[0], "a \"b\" \\");
    CHECK_STRING(made->printed.items[1], "");
    CHECK_STRING(made->printed.items[2], "item 2");
  }
  wb_case_free(made);
  wb_puzzle_free(written);
  wb_puzzle_free(puzzle);
  wb_str_release(&text);
}

static void a_seed_cannot_change_what_is_written_out(void) {
  struct wb_str text;
  struct wb_error err = {0};
  struct wb_case *made = NULL;
  wb_str_init(&text);
  struct wb_puzzle *puzzle = load(spec_text);
  if (puzzle == NULL) return;
  CHECK_INT(wb_student_spec_write(puzzle, &text, &err), WB_OK);
  wb_puzzle_free(puzzle);
  puzzle = load(text.data);
  CHECK_INT(wb_case_make(puzzle, 0, true, 3, &made, &err), WB_ERR_USAGE);
  CHECK(made == NULL && strstr(err.message, "written out") != NULL);
  wb_puzzle_free(puzzle);
  wb_str_release(&text);
}

/* Launches that a function gave are written out, those of the case's own as well. */
static void launches_are_written_out(void) {
  struct wb_str text, student;
  struct wb_error err = {0};
  wb_str_init(&text);
  wb_str_init(&student);
  CHECK(wb_file_read("tests/specs/good/stages.lua", 1 << 20, &text, NULL) == WB_OK);
  struct wb_puzzle *author = load(text.data);
  if (author == NULL) return;
  CHECK_INT(wb_student_spec_write(author, &student, &err), WB_OK);
  CHECK(strstr(student.data, "function") == NULL);
  struct wb_puzzle *written = load(student.data);
  for (size_t i = 0; i < 2 && written != NULL; i++) check_same_case(author, i, written, i);
  wb_puzzle_free(written);
  wb_puzzle_free(author);
  wb_str_release(&student);
  wb_str_release(&text);
}

static void too_many_numbers_are_refused(void) {
  struct wb_str text;
  struct wb_error err = {0};
  wb_str_init(&text);
  char *spec = course_spec("return { out = case.a }");
  char *large = strstr(spec, "n = 4 }");
  struct wb_str whole;
  wb_str_init(&whole);
  wb_str_addf(&whole, "%.*sn = 400000 }%s", (int)(large - spec), spec, large + strlen("n = 4 }"));
  struct wb_puzzle *puzzle = load(whole.data);
  CHECK_INT(wb_student_spec_write(puzzle, &text, &err), WB_ERR_SPEC);
  CHECK(strstr(err.message, "case \"one\" has too many numbers") != NULL);
  wb_puzzle_free(puzzle);
  wb_str_release(&whole);
  wb_str_release(&text);
  free(spec);
}

int main(void) {
  course_begin();
  tap_run("printed lines are written out", printed_lines_are_written_out);
  tap_run("what is written judges as the author's spec",
          what_is_written_judges_as_the_authors_spec);
  tap_run("a seed cannot change what is written out", a_seed_cannot_change_what_is_written_out);
  tap_run("launches are written out", launches_are_written_out);
  tap_run("too many numbers are refused", too_many_numbers_are_refused);
  course_end();
  return tap_finish();
}
