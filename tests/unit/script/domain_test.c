/* Cases drawn from a domain: which, always the same, each within it; and smaller ones of one that
 * fails. */
#include <math.h>

#include "course.h"

static const char *const SPEC =
    "local puzzle = require 'puzzle'\n"
    "return puzzle.kernel { title = 'T', concept = 'C', entry = 'k',\n"
    "  params = { { name = 'out', kind = 'output', type = 'int', shape = { 'n' } },\n"
    "    { name = 'a', kind = 'input', type = 'int', shape = { 'n' } },\n"
    "    { name = 'b', kind = 'input', type = 'float', shape = { 'k' } },\n"
    "    { name = 'tile', kind = 'local', type = 'int', shape = { 'local_x + k' } } },\n"
    "  cases = { { name = 'one', sizes = { n = 4, k = 2, groups = 1 }, global = { 4 },\n"
    "    ['local'] = { 4 } } },\n"
    "  domain = { sizes = { n = { 1, 70000 }, k = { 1, 9 }, groups = 'global_x / local_x' },\n"
    "    ['local'] = { { 1, 256 } }, global = { 'ceil_div(n, local_x) * local_x' }, spare = 2,\n"
    "    values = { a = { -1000, 1000 }, b = 'any but NaN' },\n"
    "    holds = { { 'k <= local_x + 1', 'k - 1 is at most the size of a group' } } },\n"
    "  inputs = function(case) return { a = case.a * 0 + 5000 } end,\n"
    "  reference = function(case) return { out = case.a } end }\n";

static struct wb_puzzle *load_text(const char *text) {
  struct wb_error err;
  struct wb_puzzle *puzzle = course_load(text, strlen(text), NULL, &err);
  if (puzzle != NULL) return puzzle;
  printf("# %s: %s\n", err.where, err.message);
  return NULL;
}

static struct wb_puzzle *load_and_draw(void) {
  struct wb_error err = {0};
  struct wb_puzzle *puzzle = load_text(SPEC);
  if (puzzle == NULL || !CHECK_INT(wb_puzzle_draw(puzzle, &err), WB_OK))
    printf("Bail out! %s\n", err.message), exit(2);
  return puzzle;
}

static struct wb_case *make(struct wb_puzzle *puzzle, size_t index) {
  struct wb_error err = {0};
  struct wb_case *made = NULL;
  if (!CHECK_INT(wb_case_make(puzzle, index, false, 0, &made, &err), WB_OK))
    printf("Bail out! %s\n", err.message), exit(2);
  return made;
}

static int64_t size_of(struct wb_puzzle *puzzle, size_t index, const char *name) {
  const struct wb_spec_case *one = wb_spec_case_at(puzzle->spec, index);
  for (size_t i = 0; i < one->n_sizes; i++)
    if (strcmp(one->sizes[i].name, name) == 0) return one->sizes[i].value;
  return -1;
}

static void a_learner_is_told_in_a_line(void) {
  struct wb_puzzle *puzzle = load_text(SPEC);
  if (!CHECK(puzzle != NULL)) return;
  CHECK_STRING(puzzle->domain,
               "k = 1 to 9, n = 1 to 70,000, groups of 1 to 256 work-items, up to 2 more groups "
               "than needed; a: -1,000 to 1,000; b: any float but NaN; k - 1 is at most the size "
               "of a group");
  wb_puzzle_free(puzzle);
}

static void every_case_is_within_it(void) {
  struct wb_puzzle *puzzle = load_and_draw();
  CHECK(puzzle->n_drawn >= 60);
  for (size_t d = 0; d < puzzle->n_drawn; d++) {
    const size_t index = puzzle->n_cases + 1 + d;
    const int64_t n = size_of(puzzle, index, "n"), k = size_of(puzzle, index, "k");
    struct wb_case *made = make(puzzle, index);
    const int64_t local = (int64_t)made->local[0], global = (int64_t)made->global[0];
    CHECK(n >= 1 && n <= 70000 && k >= 1 && k <= 9 && k <= local + 1);
    CHECK(local >= 1 && local <= 256 && global % local == 0);
    CHECK(global >= n && global < n + 3 * local);
    CHECK_INT(size_of(puzzle, index, "groups"), global / local);
    for (size_t i = 0; i < wb_tensor_count(&made->args[1].before); i++)
      CHECK(llabs(wb_tensor_get_int(&made->args[1].before, i, 0)) <= 1000); /* not 5000 */
    CHECK(!made->visible);
    wb_case_free(made);
  }
  wb_puzzle_free(puzzle);
}

static bool has_case(struct wb_puzzle *puzzle, const char *size, int64_t value) {
  for (size_t d = 0; d < puzzle->n_drawn; d++)
    if (size_of(puzzle, puzzle->n_cases + 1 + d, size) == value) return true;
  return false;
}

static bool has_group(struct wb_puzzle *puzzle, int64_t value) {
  for (size_t d = 0; d < puzzle->n_drawn; d++)
    if (wb_spec_case_at(puzzle->spec, puzzle->n_cases + 1 + d)->local[0].whole == value)
      return true;
  return false;
}

static void its_ends_and_small_sizes_are_among_them(void) {
  static const int64_t marks[] = {1, 2, 15, 16, 17, 63, 64, 65, 255, 256, 257, 70000};
  struct wb_puzzle *puzzle = load_and_draw();
  for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
    if (!CHECK(has_case(puzzle, "n", marks[i]))) printf("# n = %lld\n", (long long)marks[i]);
  for (int64_t k = 1; k <= 9; k++) CHECK(has_case(puzzle, "k", k));
  CHECK(has_group(puzzle, 1) && has_group(puzzle, 256) && has_group(puzzle, 3));
  wb_puzzle_free(puzzle);
}

/* Pictures of up to 70,000 elements, in groups of up to 16 by 16; full groups of a list. */
static const char *const PICTURE =
    "local puzzle = require 'puzzle'\n"
    "return puzzle.kernel { title = 'T', concept = 'C', entry = 'k',\n"
    "  params = { { name = 'out', kind = 'output', type = 'int', shape = { 'h', 'w' } },\n"
    "    { name = 'a', kind = 'input', type = 'int', shape = { 'h', 'w' } } },\n"
    "  cases = { { name = 'one', sizes = { h = 4, w = 4 }, global = { 4, 4 },\n"
    "    ['local'] = { 4, 4 } } },\n"
    "  domain = { sizes = { h = { 1, 300 }, w = { 1, 3000 } }, ['local'] = { { 1, 16 }, { 1, 16 } "
    "},\n"
    "    global = { 'ceil_div(w, local_x) * local_x', 'ceil_div(h, local_y) * local_y' },\n"
    "    values = { a = { -1000, 1000 } }, holds = { { 'h * w <= 70000', 'at most 70,000' } } },\n"
    "  reference = function(case) return { out = case.a } end }\n";
static const char *const FULL_GROUPS =
    "local puzzle = require 'puzzle'\n"
    "return puzzle.kernel { title = 'T', concept = 'C', entry = 'k',\n"
    "  params = { { name = 'out', kind = 'output', type = 'int', shape = { 'n' } },\n"
    "    { name = 'a', kind = 'input', type = 'int', shape = { 'n' } } },\n"
    "  cases = { { name = 'one', sizes = { n = 4 }, global = { 4 }, ['local'] = { 4 } } },\n"
    "  domain = { sizes = { n = { 1, 70000 } }, ['local'] = { { 1, 256 } }, global = { 'n' },\n"
    "    values = { a = { -1000, 1000 } }, holds = { { 'n % local_x == 0', 'full groups' } } },\n"
    "  reference = function(case) return { out = case.a } end }\n";

static struct wb_puzzle *draw_text(const char *text) {
  struct wb_error err = {0};
  struct wb_puzzle *puzzle = load_text(text);
  if (puzzle == NULL || !CHECK_INT(wb_puzzle_draw(puzzle, &err), WB_OK))
    printf("Bail out! %s\n", err.message), exit(2);
  return puzzle;
}

static void sizes_are_large_together(void) {
  struct wb_puzzle *puzzle = draw_text(PICTURE);
  int64_t most = 0, most_groups = 0;
  for (size_t d = 0; d < puzzle->n_drawn; d++) {
    const size_t index = puzzle->n_cases + 1 + d;
    const int64_t h = size_of(puzzle, index, "h"), w = size_of(puzzle, index, "w");
    const struct wb_spec_case *one = wb_spec_case_at(puzzle->spec, index);
    const bool full = one->local[0].whole == 16 && one->local[1].whole == 16;
    if (h > 256 && w > 256 && h * w > most) most = h * w;
    if (full && h > 32 && w > 32 && h + w > most_groups) most_groups = h + w;
  }
  CHECK(most > 65536 && most <= 70000);
  CHECK(most_groups > 2 * 64); /* four by four groups and more */
  wb_puzzle_free(puzzle);
}

/* Of the largest groups there are several, also where sizes are multiples of them; and the largest
 * sum is of much that is large. */
static void groups_are_large_and_many(void) {
  struct wb_puzzle *puzzle = draw_text(FULL_GROUPS);
  bool many = false, sums = false;
  for (size_t d = 0; d < puzzle->n_drawn; d++) {
    const size_t index = puzzle->n_cases + 1 + d;
    struct wb_case *made = make(puzzle, index);
    const struct wb_tensor *a = &made->args[1].before;
    const int64_t n = size_of(puzzle, index, "n");
    int64_t sum = 0;
    for (size_t i = 0; i < wb_tensor_count(a); i++) sum += wb_tensor_get_int(a, i, 0);
    many |= wb_spec_case_at(puzzle->spec, index)->local[0].whole == 256 && n >= 512;
    sums |= n > 69000 && sum > 900 * n;
    wb_case_free(made);
  }
  CHECK(many && sums);
  wb_puzzle_free(puzzle);
}

static int64_t group_of(struct wb_puzzle *puzzle, size_t d) {
  return wb_spec_case_at(puzzle->spec, puzzle->n_cases + 1 + d)->local[0].whole;
}

/* What is divided by this one comes out too small where it is multiplied by the rounded inverse. */
static bool has_low_inverse(int64_t value) {
  const float inverse = 1.0f / (float)value, one = inverse * (float)value;
  return one < 1.0f;
}

/* What halves the number of blocks of 32 or 64 work-items forgets one where that is odd. More than
 * a group is full there, as what is wrong with the first work-item of the second one is to show. */
static void groups_have_odd_numbers_of_blocks(void) {
  struct wb_puzzle *puzzle = load_and_draw();
  bool three_of_32 = false, three_of_64 = false, low = false, low_size = false;
  for (size_t d = 0; d < puzzle->n_drawn; d++) {
    const int64_t group = group_of(puzzle, d), n = size_of(puzzle, puzzle->n_cases + 1 + d, "n");
    three_of_32 |= group > 64 && group <= 96 && n > 2 * group;
    three_of_64 |= group > 128 && group <= 160 && n > 2 * group;
    low |= n > 2 * group && has_low_inverse(group);
    low_size |= n > 40 && n < 62 && has_low_inverse(n);
  }
  CHECK(three_of_32 && three_of_64);
  CHECK(low && low_size);
  wb_puzzle_free(puzzle);
}

/* After the smallest sizes others follow, which are not the boundaries. */
static void some_sizes_are_larger(void) {
  struct wb_puzzle *puzzle = draw_text(FULL_GROUPS);
  size_t count = 0;
  for (int64_t n = 66; n < 250; n++)
    count += has_case(puzzle, "n", n) && (n < 98 || n > 102) && (n < 126 || n > 130);
  if (!CHECK(count >= 8)) printf("# %zu\n", count);
  wb_puzzle_free(puzzle);
}

static const char *const SQUARES =
    "local puzzle = require 'puzzle'\n"
    "return puzzle.kernel { title = 'T', concept = 'C', entry = 'k',\n"
    "  params = { { name = 'out', kind = 'output', type = 'int', shape = { 'h', 'w' } },\n"
    "    { name = 'a', kind = 'input', type = 'int', shape = { 'h', 'w' } },\n"
    "    { name = 'tile', kind = 'local', type = 'int', shape = { 'local_x * local_x' } } },\n"
    "  cases = { { name = 'one', sizes = { h = 4, w = 4 }, global = { 4, 4 },\n"
    "    ['local'] = { 4, 4 } } },\n"
    "  domain = { sizes = { h = { 1, 300 }, w = { 1, 300 } }, ['local'] = { { 1, 16 }, 'local_x' "
    "},\n"
    "    global = { 'ceil_div(w, local_x) * local_x', 'ceil_div(h, local_y) * local_y' },\n"
    "    values = { a = { -1000, 1000 } } },\n"
    "  reference = function(case) return { out = case.a } end }\n";

/* Neither 4 nor 8 divides all of those. */
static void squares_and_heights_are_between_8_and_16(void) {
  struct wb_puzzle *squares = draw_text(SQUARES), *picture = draw_text(PICTURE);
  size_t square = 0, high = 0;
  for (size_t d = 0; d < squares->n_drawn; d++)
    square += group_of(squares, d) > 8 && group_of(squares, d) < 16;
  for (size_t d = 0; d < picture->n_drawn; d++) {
    const struct wb_spec_case *one = wb_spec_case_at(picture->spec, picture->n_cases + 1 + d);
    high += one->local[1].whole > 8 && one->local[1].whole < 16;
  }
  CHECK(square >= 3 && high >= 3);
  wb_puzzle_free(squares);
  wb_puzzle_free(picture);
}

/* Windows of up to 64 elements, within a group. */
static const char *const WINDOW =
    "local puzzle = require 'puzzle'\n"
    "return puzzle.kernel { title = 'T', concept = 'C', entry = 'k',\n"
    "  params = { { name = 'out', kind = 'output', type = 'int', shape = { 'n' } },\n"
    "    { name = 'a', kind = 'input', type = 'int', shape = { 'n' } },\n"
    "    { name = 'b', kind = 'input', type = 'int', shape = { 'k' } } },\n"
    "  cases = { { name = 'one', sizes = { n = 4, k = 2 }, global = { 4 }, ['local'] = { 4 } } },\n"
    "  domain = { sizes = { n = { 1, 70000 }, k = { 1, 64 } }, ['local'] = { { 1, 256 } },\n"
    "    global = { 'ceil_div(n, local_x) * local_x' }, work = 'n * k',\n"
    "    values = { a = { -1000, 1000 }, b = { -1000, 1000 } },\n"
    "    holds = { { 'k <= local_x + 1', 'k - 1 is at most the size of a group' } } },\n"
    "  reference = function(case) return { out = case.a } end }\n";

/* Where conditions keep a size out of small groups it comes in large ones; and all of a window has
 * an effect only where there are as many elements. */
static void sizes_meet_in_large_groups(void) {
  struct wb_puzzle *puzzle = draw_text(WINDOW);
  size_t long_ones = 0, full = 0;
  for (size_t d = 0; d < puzzle->n_drawn; d++) {
    const size_t index = puzzle->n_cases + 1 + d;
    const int64_t n = size_of(puzzle, index, "n"), k = size_of(puzzle, index, "k");
    long_ones += k >= 18 && k <= 63;
    full += k >= 18 && k <= 63 && n > k;
  }
  CHECK(long_ones >= 8 && full >= 4);
  wb_puzzle_free(puzzle);
}

static void extremes_are_among_the_values(void) {
  struct wb_puzzle *puzzle = load_and_draw();
  bool low = false, high = false, infinite = false;
  for (size_t d = 0; d < puzzle->n_drawn; d++) {
    struct wb_case *made = make(puzzle, puzzle->n_cases + 1 + d);
    const struct wb_tensor *a = &made->args[1].before, *b = &made->args[2].before;
    for (size_t i = 0; i < wb_tensor_count(a); i++) {
      low |= wb_tensor_get_int(a, i, 0) == -1000;
      high |= wb_tensor_get_int(a, i, 0) == 1000;
    }
    for (size_t i = 0; i < wb_tensor_count(b); i++) {
      infinite |= isinf(wb_tensor_get(b, i, 0)) != 0;
      CHECK(!isnan(wb_tensor_get(b, i, 0)));
    }
    wb_case_free(made);
  }
  CHECK(low && high && infinite);
  wb_puzzle_free(puzzle);
}

static void they_are_always_the_same(void) {
  struct wb_puzzle *one = load_and_draw(), *other = load_and_draw();
  CHECK_INT(one->n_drawn, other->n_drawn);
  for (size_t d = 0; d < one->n_drawn; d++) {
    struct wb_case *a = make(one, one->n_cases + 1 + d), *b = make(other, one->n_cases + 1 + d);
    CHECK_STRING(a->name, b->name);
    CHECK_INT(a->seed, b->seed);
    CHECK(wb_case_size(a) == wb_case_size(b) &&
          memcmp(a->args[1].before.data, b->args[1].before.data,
                 wb_tensor_bytes(&a->args[1].before)) == 0);
    wb_case_free(a);
    wb_case_free(b);
  }
  wb_puzzle_free(one);
  wb_puzzle_free(other);
}

/* What fails from n = 321 on is told with 321, in groups of one, without spare ones. */
static void the_smallest_that_fails_is_found(void) {
  struct wb_puzzle *puzzle = load_and_draw();
  size_t drawn = 0, tries = 0;
  while (drawn < puzzle->n_drawn && size_of(puzzle, puzzle->n_cases + 1 + drawn, "n") < 321)
    drawn++;
  if (!CHECK(drawn < puzzle->n_drawn)) return;
  wb_puzzle_find_case(puzzle, drawn);
  while (wb_puzzle_try_smaller(puzzle) && ++tries < 200)
    if (size_of(puzzle, WB_TRIED_CASE(puzzle), "n") >= 321) wb_puzzle_take_smaller(puzzle);
  CHECK(tries < 120);
  struct wb_case *made = make(puzzle, WB_FOUND_CASE(puzzle));
  CHECK_STRING(made->name, "k = 1, n = 321, groups of 1");
  CHECK(made->visible);
  wb_case_free(made);
  wb_puzzle_free(puzzle);
}

static void without_a_domain_none_are_drawn(void) {
  char *text = course_spec("return { out = case.a }");
  struct wb_error err = {0};
  struct wb_puzzle *puzzle = load_text(text);
  if (CHECK(puzzle != NULL)) {
    CHECK_INT(wb_puzzle_draw(puzzle, &err), WB_OK);
    CHECK_INT(puzzle->n_drawn, 0);
    CHECK(puzzle->domain == NULL);
  }
  wb_puzzle_free(puzzle);
  free(text);
}

/* The spec with something else in place of a text in it. */
static char *change_spec(const char *from, const char *to) {
  const char *at = strstr(SPEC, from);
  return wb_format("%.*s%s%s", (int)(at - SPEC), SPEC, to, at + strlen(from));
}

/* What is laid out from several sizes is not always even. */
static void sizes_beside_others_are_odd(void) {
  char *text = change_spec("k = { 1, 9 }", "k = { 1, 7 }");
  struct wb_puzzle *puzzle = draw_text(text);
  size_t count = 0;
  for (size_t d = 0; d < puzzle->n_drawn; d++) {
    const int64_t group = group_of(puzzle, d);
    const size_t index = puzzle->n_cases + 1 + d;
    count += group > 64 && group % 2 == 1 && size_of(puzzle, index, "n") > group &&
             size_of(puzzle, index, "k") == 5;
  }
  CHECK(count > 0);
  wb_puzzle_free(puzzle);
  free(text);
}

/* What can be seen only once a case is drawn. */
static void a_domain_that_cannot_be_is_reported(void) {
  static const struct {
    const char *from, *to, *message;
  } mistakes[] = {
      {"ceil_div(n, local_x) * local_x", "n", "does not divide global[1]"},
      {"'global_x / local_x'", "'global_x / m'", "there is no size 'm'"},
      {"k <= local_x + 1", "k <= local_z + 1", "there is no size 'local_z'"},
      {"k <= local_x + 1", "k > 10", "no case of it can be drawn"},
  };
  for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
    char *text = change_spec(mistakes[i].from, mistakes[i].to);
    struct wb_error err = {0};
    struct wb_puzzle *puzzle = load_text(text);
    if (CHECK(puzzle != NULL)) {
      CHECK_INT(wb_puzzle_draw(puzzle, &err), WB_ERR_SPEC);
      if (!CHECK(strstr(err.message, mistakes[i].message) != NULL)) printf("# %s\n", err.message);
      CHECK(strstr(err.where, "puzzle.lua") != NULL);
    }
    wb_puzzle_free(puzzle);
    free(text);
  }
}

int main(void) {
  course_begin();
  tap_run("a learner is told in a line", a_learner_is_told_in_a_line);
  tap_run("every case is within it", every_case_is_within_it);
  tap_run("its ends and small sizes are among them", its_ends_and_small_sizes_are_among_them);
  tap_run("sizes are large together", sizes_are_large_together);
  tap_run("groups are large and many", groups_are_large_and_many);
  tap_run("groups have odd numbers of blocks", groups_have_odd_numbers_of_blocks);
  tap_run("some sizes are larger", some_sizes_are_larger);
  tap_run("squares and heights are between 8 and 16", squares_and_heights_are_between_8_and_16);
  tap_run("sizes meet in large groups", sizes_meet_in_large_groups);
  tap_run("sizes beside others are odd", sizes_beside_others_are_odd);
  tap_run("extremes are among the values", extremes_are_among_the_values);
  tap_run("they are always the same", they_are_always_the_same);
  tap_run("the smallest that fails is found", the_smallest_that_fails_is_found);
  tap_run("without a domain none are drawn", without_a_domain_none_are_drawn);
  tap_run("a domain that cannot be is reported", a_domain_that_cannot_be_is_reported);
  course_end();
  return tap_finish();
}
