#include "script/puzzle.h"

#include "course.h"

static struct wb_puzzle *load_good(const char *name) {
  struct wb_str text;
  struct wb_error err;
  char *path = wb_format("tests/specs/good/%s.lua", name);
  wb_str_init(&text);
  if (!CHECK(wb_file_read(path, 1 << 20, &text, &err) == WB_OK)) return NULL;
  struct wb_puzzle *puzzle = course_load(text.data, text.length, NULL, &err);
  if (puzzle == NULL) printf("# %s: %s\n", err.where, err.message);
  CHECK(puzzle != NULL);
  wb_str_release(&text);
  free(path);
  return puzzle;
}

static void reads_the_static_part(void) {
  struct wb_puzzle *puzzle = load_good("map");
  const char *name = NULL;
  bool visible = true;
  if (puzzle == NULL) return;
  CHECK_STRING(puzzle->slug, COURSE_SLUG);
  CHECK_INT(puzzle->number, 7);
  CHECK_STRING(puzzle->title, "Map");
  CHECK_STRING(puzzle->chapter, "First steps");
  CHECK_STRING(puzzle->entry, "map");
  CHECK_INT(puzzle->n_params, 3);
  CHECK_STRING(puzzle->params[1].name, "a");
  CHECK_INT(puzzle->params[1].kind, WB_PARAM_INPUT);
  CHECK_INT(puzzle->params[2].type.scalar, WB_UINT);
  CHECK_INT(puzzle->aliases.count, 2);
  CHECK_STRING(puzzle->aliases.items[0], "mojo:1");
  CHECK_INT(puzzle->hints.count, 1);
  CHECK_INT(puzzle->limits.time_ms, 10000);
  CHECK_INT(puzzle->limits.memory_bytes, 512 << 20);
  CHECK_INT(puzzle->n_cases, 2);
  CHECK(wb_puzzle_case_name(puzzle, 1, &name, &visible) == WB_OK);
  CHECK_STRING(name, "hundred");
  CHECK(!visible);
  CHECK(wb_puzzle_case_name(puzzle, 2, &name, &visible) == WB_ERR_NOT_FOUND);
  wb_puzzle_free(puzzle);
}

static void lines_come_from_the_reference_or_the_case(void) {
  struct wb_puzzle *puzzle = load_good("printed");
  struct wb_case *made = NULL;
  struct wb_error err;
  if (puzzle == NULL) return;
  CHECK_STRING(puzzle->printed, "any");
  CHECK_INT(puzzle->n_params, 0);
  CHECK(wb_case_make(puzzle, 0, false, 0, &made, &err) == WB_OK);
  if (CHECK_INT(made->printed.count, 3)) CHECK_STRING(made->printed.items[2], "item 2");
  CHECK_INT(wb_case_refer(puzzle, 0, false, made, &err), WB_OK);
  CHECK_INT(made->printed.count, 3);
  CHECK(wb_case_size(made) > 3 * strlen("item 0"));
  wb_case_free(made);
  CHECK(wb_case_make(puzzle, 1, false, 0, &made, &err) == WB_OK);
  if (CHECK_INT(made->printed.count, 3))
    CHECK_STRING(made->printed.items[2], "\"quoted\" \\ line — that's it");
  wb_case_free(made);
  wb_puzzle_free(puzzle);
}

/* The tensor library's part in Lua is there for who does not require it, too. */
static void tensors_have_all_methods(void) {
  static const float expected[] = {0, 1, 2, 2};
  struct wb_puzzle *puzzle = load_good("methods");
  struct wb_case *made = NULL;
  struct wb_error err;
  if (puzzle == NULL) return;
  if (!CHECK(wb_case_make(puzzle, 0, false, 0, &made, &err) == WB_OK))
    printf("# %s\n", err.message);
  const float *got = made != NULL ? made->args[0].expected.data : NULL;
  for (size_t i = 0; got != NULL && i < sizeof expected / sizeof expected[0]; i++)
    CHECK(got[i] == expected[i]);
  wb_case_free(made);
  wb_puzzle_free(puzzle);
}

static void makes_a_case(void) {
  struct wb_puzzle *puzzle = load_good("map");
  struct wb_case *made = NULL;
  struct wb_error err;
  if (puzzle == NULL) return;
  if (!CHECK(wb_case_make(puzzle, 1, false, 0, &made, &err) == WB_OK))
    printf("# %s\n", err.message);
  if (made != NULL) {
    CHECK_STRING(made->name, "hundred");
    CHECK_INT(made->seed, 7);
    CHECK_INT(made->dimensions, 1);
    CHECK_INT(made->global[0], 104);
    CHECK_INT(made->local[0], 8);
    CHECK_INT(made->global[1], 1);
    CHECK_INT(made->n_args, 3);
    CHECK(made->args[0].before.data == NULL);
    CHECK_INT(wb_tensor_count(&made->args[0].before), 100);
    CHECK(made->args[1].expected.data == NULL);
    CHECK_INT(wb_tensor_get_int(&made->args[2].before, 0, 0), 100);
    CHECK_INT(made->n_budgets, 1);
    CHECK_STRING(made->budgets[0].counter, "max_global_reads");
    CHECK_INT(made->budgets[0].limit, 1);
    for (size_t i = 0; i < 100; i++) {
      double a = wb_tensor_get(&made->args[1].before, i, 0);
      CHECK(a >= -5 && a <= 5);
      CHECK(wb_tensor_get(&made->args[0].expected, i, 0) == (double)((float)a + 10));
    }
  }
  wb_case_free(made);
  CHECK(wb_case_make(puzzle, 2, false, 0, &made, &err) == WB_ERR_NOT_FOUND);
  wb_puzzle_free(puzzle);
}

static bool same_inputs(struct wb_puzzle *puzzle, bool has_seed, uint64_t a, uint64_t b) {
  struct wb_case *one = NULL, *two = NULL;
  bool same = false;
  CHECK(wb_case_make(puzzle, 0, has_seed, a, &one, NULL) == WB_OK);
  CHECK(wb_case_make(puzzle, 0, has_seed, b, &two, NULL) == WB_OK);
  if (one != NULL && two != NULL)
    same = memcmp(one->args[1].before.data, two->args[1].before.data,
                  wb_tensor_bytes(&one->args[1].before)) == 0;
  wb_case_free(one);
  wb_case_free(two);
  return same;
}

static void seeds_decide_inputs(void) {
  struct wb_puzzle *puzzle = load_good("map");
  if (puzzle == NULL) return;
  CHECK(same_inputs(puzzle, false, 0, 0));
  CHECK(same_inputs(puzzle, true, 5, 5));
  CHECK(!same_inputs(puzzle, true, 5, 6));
  wb_puzzle_free(puzzle);
}

static void suggests_the_nearest_puzzle(void) {
  struct wb_puzzle *puzzle = load_good("map");
  struct wb_puzzle *none = NULL;
  struct wb_error err;
  CHECK(wb_puzzle_load(course_root, "07-tset", 0, &none, &err) == WB_ERR_NOT_FOUND);
  CHECK(strstr(err.message, "did you mean '07-test'?") != NULL);
  CHECK(wb_puzzle_load(course_root, "../07-test", 0, &none, &err) == WB_ERR_NOT_FOUND);
  CHECK(none == NULL);
  wb_puzzle_free(puzzle);
}

/* Of case `index`; 0 where there is none. */
static uint32_t width_of_subgroups(struct wb_puzzle *puzzle, size_t index) {
  struct wb_case *made = NULL;
  CHECK_INT(wb_case_make(puzzle, index, false, 0, &made, NULL), WB_OK);
  const uint32_t width = made != NULL ? made->subgroup : 0;
  wb_case_free(made);
  return width;
}

static void every_field_has_its_place(void) {
  struct wb_puzzle *puzzle = load_good("conv1d");
  struct wb_case *made = NULL;
  struct wb_error err = {0};
  if (puzzle == NULL) return;
  CHECK_STRING(puzzle->title, "Conv1d — a window");
  CHECK_STRING(puzzle->requires.items[0], "fp16");
  CHECK_STRING(puzzle->standard, "CL3.0");
  CHECK_INT(width_of_subgroups(puzzle, 0), 0);
  CHECK_INT(width_of_subgroups(puzzle, 1), 8);
  CHECK_INT(puzzle->limits.steps, 1000);
  CHECK_INT(puzzle->limits.output_bytes, 1024);
  if (!CHECK(wb_case_make(puzzle, 2, false, 0, &made, &err) == WB_OK))
    printf("# %s\n", err.message);
  if (made != NULL) {
    CHECK_INT(made->args[3].local_bytes, 12 * 4);
    CHECK(made->args[3].before.data == NULL);
    CHECK(made->args[0].tolerance.atol == 0);
    CHECK_INT(made->args[0].tolerance.ulp, 4);
    CHECK(made->args[0].tolerance.scale_by == 4);
    CHECK_INT(made->n_budgets, 4);
    CHECK_STRING(made->budgets[2].counter, "barriers");
    CHECK_INT(made->budgets[2].limit, 8);
    CHECK_INT(made->budgets[3].limit, 3 * 32);
    CHECK_INT(wb_tensor_get(&made->args[1].before, 60, 0), 60);
  }
  wb_case_free(made);
  wb_puzzle_free(puzzle);
}

static void every_kind_is_made(void) {
  struct wb_puzzle *puzzle = load_good("kinds");
  struct wb_case *made = NULL;
  struct wb_error err = {0};
  if (puzzle == NULL) return;
  if (!CHECK(wb_case_make(puzzle, 1, false, 0, &made, &err) == WB_OK))
    printf("# %s\n", err.message);
  if (made != NULL) {
    CHECK_INT(made->dimensions, 3);
    CHECK_INT(made->global[0], 8);
    CHECK_INT(made->seed, -1);
    CHECK_INT(wb_tensor_get_int(&made->args[0].expected, 14, 0), 36);
    CHECK(wb_tensor_get(&made->args[1].before, 1, 2) == 5);
    CHECK(wb_tensor_get(&made->args[1].before, 0, 0) == 0);
    CHECK(wb_tensor_get(&made->args[1].expected, 0, 0) == 18);
    CHECK(wb_tensor_get(&made->args[1].expected, 1, 2) == 10);
    CHECK_INT(wb_tensor_get_int(&made->args[4].before, 0, 1), -3);
    CHECK(wb_tensor_get(&made->args[5].before, 0, 0) == (double)0.1F);
    CHECK_INT(wb_tensor_get_int(&made->args[7].expected, 0, 0), 15 * 23);
  }
  wb_case_free(made);
  wb_puzzle_free(puzzle);
}

static void lists_become_tensors(void) {
  struct wb_puzzle *puzzle = load_good("lists");
  struct wb_case *made = NULL;
  struct wb_error err = {0};
  char text[64];
  if (puzzle == NULL) return;
  if (!CHECK(wb_case_make(puzzle, 0, false, 0, &made, &err) == WB_OK))
    printf("# %s\n", err.message);
  if (made != NULL) {
    CHECK_INT(wb_tensor_get_int(&made->args[0].expected, 5, 0), 12);
    CHECK_INT(wb_tensor_get_int(&made->args[1].expected, 5, 0), 255);
    wb_tensor_format(&made->args[2].expected, 1, text, sizeof text);
    CHECK_STRING(text, "(3, 4.5)");
    CHECK(wb_tensor_get(&made->args[3].expected, 0, 0) == 0.1);
    wb_tensor_format(&made->args[4].expected, 1, text, sizeof text);
    CHECK_STRING(text, "18446744073709551615");
  }
  wb_case_free(made);
  wb_puzzle_free(puzzle);
}

/* Each case is freed before the next is made, whose reference looks at what it has of the others.
 */
static void a_case_is_not_changed_by_its_functions(void) {
  struct wb_puzzle *puzzle = load_good("lent");
  struct wb_error err;
  if (puzzle == NULL) return;
  for (size_t i = 0; i < 3; i++) {
    struct wb_case *made = NULL;
    if (!CHECK(wb_case_make(puzzle, i, false, 0, &made, &err) == WB_OK))
      printf("# %s\n", err.message);
    for (size_t k = 0; made != NULL && k < 8; k++) {
      CHECK(wb_tensor_get(&made->args[2].before, k, 0) == 100 + (double)k);
      CHECK(wb_tensor_get(&made->args[3].before, k, 0) == (double)k);
      CHECK(wb_tensor_get(&made->args[0].expected, k, 0) == (k == 0 ? 7 : 100 + 2 * (double)k));
      CHECK(wb_tensor_get(&made->args[1].expected, k, 0) == (double)k);
    }
    wb_case_free(made);
  }
  wb_puzzle_free(puzzle);
}

/* Loads the spec and makes its cases with the n-th allocation refused. */
static enum wb_status load_and_make(const struct wb_str *spec, uint64_t n, struct wb_error *err) {
  struct wb_script_options options = {.fail_allocation = n};
  struct wb_puzzle *puzzle = course_load(spec->data, spec->length, &options, err);
  enum wb_status status = puzzle == NULL ? err->status : WB_OK;
  for (size_t i = 0; puzzle != NULL && i < puzzle->n_cases && status == WB_OK; i++) {
    struct wb_case *made = NULL;
    status = wb_case_make(puzzle, i, false, 0, &made, err);
    CHECK((made != NULL) == (status == WB_OK));
    wb_case_free(made);
  }
  wb_puzzle_free(puzzle);
  return status;
}

static void check_allocations(const char *path) {
  struct wb_str spec;
  struct wb_error err;
  enum wb_status status = WB_ERR_NOMEM;
  uint64_t n = 0;
  wb_str_init(&spec);
  CHECK(wb_file_read(path, 1 << 20, &spec, NULL) == WB_OK);
  while (status != WB_OK && n < 100000) {
    status = load_and_make(&spec, ++n, &err);
    if (status != WB_OK && !CHECK_INT(status, WB_ERR_NOMEM)) break;
  }
  printf("# %llu allocations\n", (unsigned long long)n);
  CHECK(status == WB_OK);
  wb_str_release(&spec);
}

static void every_allocation_may_fail(void) {
  check_allocations("tests/specs/good/kinds.lua");
  check_allocations("tests/specs/good/lent.lua");
}

/* The launches of a case, from a function and written out. */
static void check_stages(const struct wb_case *three, const struct wb_case *own) {
  const struct wb_case_stage *stages = three->stages;
  const int8_t two[3] = {1, 0, 2};
  float lanes[2];
  if (!CHECK_INT(three->n_stages, 4) || !CHECK_INT(own->n_stages, 2)) return;
  CHECK_STRING(stages[0].entry, "step");
  CHECK_INT(stages[0].n_args, 4);
  CHECK(!stages[0].args[2].has_value);
  for (size_t i = 0; i < 3; i++) CHECK_INT(stages[2].args[i].param, two[i]);
  CHECK(stages[2].args[2].has_value);
  CHECK_INT(*(const int32_t *)(const void *)stages[2].args[2].value, -3);
  CHECK_INT(stages[2].global[0], 8);
  CHECK_STRING(stages[3].entry, "last");
  CHECK_INT(stages[3].dimensions, 2);
  CHECK_INT(stages[3].global[1], 6);
  CHECK_INT(stages[3].local[0], 2);
  memcpy(lanes, stages[3].args[0].value, sizeof lanes);
  CHECK(lanes[0] == 3 && lanes[1] == 0.5F);
  CHECK_STRING(wb_case_entry(three), "");
  CHECK_STRING(wb_case_entry(own), "step");
  CHECK_INT(own->stages[0].local[0], 2);
  CHECK_INT(own->stages[1].local[0], 4);
  CHECK_INT(own->stages[1].n_args, 4);
}

static void a_case_may_have_several_launches(void) {
  struct wb_puzzle *puzzle = load_good("stages");
  struct wb_case *made[2] = {NULL, NULL};
  struct wb_error err = {0};
  if (puzzle == NULL) return;
  for (size_t i = 0; i < 2; i++)
    if (!CHECK(wb_case_make(puzzle, i, false, 0, &made[i], &err) == WB_OK))
      printf("# %s\n", err.message);
  if (made[0] != NULL && made[1] != NULL) check_stages(made[0], made[1]);
  for (size_t i = 0; i < 2; i++) wb_case_free(made[i]);
  wb_puzzle_free(puzzle);
  puzzle = load_good("map");
  CHECK(wb_case_make(puzzle, 0, false, 0, &made[0], &err) == WB_OK);
  CHECK_INT(made[0]->n_stages, 1);
  CHECK_INT(made[0]->stages[0].n_args, 3);
  CHECK_STRING(wb_case_entry(made[0]), "map");
  wb_case_free(made[0]);
  wb_puzzle_free(puzzle);
}

int main(void) {
  course_begin();
  tap_run("printed lines come from the reference or the case",
          lines_come_from_the_reference_or_the_case);
  tap_run("the static part of a spec is read", reads_the_static_part);
  tap_run("a case has its launch, inputs, reference and budgets", makes_a_case);
  tap_run("tensors have all methods, without a require", tensors_have_all_methods);
  tap_run("the same seed gives the same inputs, another gives others", seeds_decide_inputs);
  tap_run("an unknown puzzle suggests the nearest", suggests_the_nearest_puzzle);
  tap_run("every field of a spec has its effect", every_field_has_its_place);
  tap_run("a case is not changed by what its functions do with it",
          a_case_is_not_changed_by_its_functions);
  tap_run("every kind of parameter is made, with inputs from a function", every_kind_is_made);
  tap_run("lists of numbers become tensors of the parameter's type", lists_become_tensors);
  tap_run("any failed allocation is an out-of-memory error, without leaks",
          every_allocation_may_fail);
  course_end();
  tap_run("a case may have several launches", a_case_may_have_several_launches);
  return tap_finish();
}
