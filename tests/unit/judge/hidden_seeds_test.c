/* What a key, or a seed of hidden cases alone, changes of a puzzle's cases. */
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "judge/spec_source.h"
#include "tap.h"

static char course[] = "/tmp/wb-seeds-XXXXXX";

static const char COURSE[] =
    "return require 'puzzle'.course { format = 1, name = 'c', title = 'C' }\n";
static const char SPEC[] =
    "local puzzle = require 'puzzle'\n"
    "return puzzle.kernel {\n"
    "  title = 'T', concept = 'C.', entry = 'k',\n"
    "  params = {\n"
    "    { name = 'out', kind = 'output', type = 'int', shape = { 'n' } },\n"
    "    { name = 'a', kind = 'input', type = 'int', shape = { 'n' },\n"
    "      fill = { 'random', -1000000, 1000000 } },\n"
    "  },\n"
    "  domain = { sizes = { n = { 1, 200 } }, ['local'] = { { 1, 8 } }, global = { 'ceil_div(n, "
    "local_x) * local_x' },\n"
    "    values = { a = { -1000000, 1000000 } } },\n"
    "  cases = {\n"
    "    { name = 'visible', sizes = { n = 40 }, global = { 40 }, ['local'] = { 4 } },\n"
    "    { name = 'hidden', sizes = { n = 40 }, global = { 40 }, ['local'] = { 4 },\n"
    "      visible = false },\n"
    "    { name = 'written out', sizes = { n = 2 }, global = { 2 }, ['local'] = { 2 },\n"
    "      visible = false, given = { a = { 1, 2 } }, expected = { out = { 1, 2 } } },\n"
    "    { name = 'varies', sizes = { n = 50, k = 3 }, vary = { n = { 41, 60 } },\n"
    "      global = { 'ceil_div(n, 4) * 4' }, ['local'] = { 4 }, visible = false },\n"
    "  },\n"
    "  reference = function(case) return { out = case.a + case.n } end,\n"
    "}\n";

enum { VISIBLE, HIDDEN, WRITTEN_OUT, VARIES, CASES };

static void write_file(const char *name, const char *text) {
  char *path = wb_path_join(course, name), *folder = wb_path_dirname(path);
  CHECK_INT(wb_make_directories(folder, NULL), WB_OK);
  CHECK_INT(wb_file_write_atomic(path, text, strlen(text), NULL), WB_OK);
  free(folder);
  free(path);
}

static struct wb_seed_key key_of(unsigned char first) {
  return (struct wb_seed_key){{first, 2, 3}};
}

static struct wb_case *make(struct wb_spec_source *spec, size_t index) {
  const struct wb_case_source source = wb_spec_source_cases(spec);
  struct wb_case *made = NULL;
  struct wb_error err = {0};
  if (!CHECK_INT(source.make(source.data, index, &made, &err), WB_OK))
    printf("# %s\n", err.message);
  return made;
}

/* The spec's cases, as a job with these words and this key has them. */
static void begin(struct wb_spec_source *spec, const char *option, const char *seed,
                  const struct wb_seed_key *key) {
  const struct wb_puzzle *puzzle;
  struct wb_judge_arguments arguments = {.course = course, .puzzle = "01-t"};
  struct wb_error err = {0};
  size_t only_case;
  if (option != NULL && strcmp(option, "--seed") == 0) arguments.seed = seed;
  if (option != NULL && strcmp(option, "--hidden-seed") == 0) arguments.hidden_seed = seed;
  spec->course = course;
  spec->lasting = spec->limited = true;
  wb_spec_source_use_key(spec, key);
  CHECK_INT(wb_spec_source_read(spec, &arguments, &only_case), 0);
  const struct wb_case_source source = wb_spec_source_cases(spec);
  if (!CHECK_INT(source.load(source.data, &puzzle, &err), WB_OK))
    printf("# %s %s\n", err.where, err.message);
}

static bool same_inputs(struct wb_case *a, struct wb_case *b) {
  const struct wb_tensor *one = &a->args[1].before, *other = &b->args[1].before;
  return wb_tensor_count(one) == wb_tensor_count(other) &&
         memcmp(one->data, other->data, wb_tensor_bytes(one)) == 0;
}

/* Which cases have the inputs that they have by the spec. */
static void compare(const char *option, const char *seed, const struct wb_seed_key *key,
                    const bool expected[CASES]) {
  struct wb_spec_source plain = {0}, other = {0};
  begin(&plain, NULL, NULL, NULL);
  begin(&other, option, seed, key);
  for (size_t i = 0; i < CASES; i++) {
    struct wb_case *a = make(&plain, i), *b = make(&other, i);
    if (a != NULL && b != NULL) CHECK_INT(same_inputs(a, b), expected[i]);
    wb_case_free(a);
    wb_case_free(b);
  }
  wb_spec_source_release(&plain);
  wb_spec_source_release(&other);
}

static void a_key_changes_hidden_cases_alone(void) {
  const struct wb_seed_key key = key_of(1);
  compare(NULL, NULL, &key, (const bool[CASES]){true, false, true, false});
}

static void a_hidden_seed_changes_hidden_cases_alone(void) {
  compare("--hidden-seed", "7", NULL, (const bool[CASES]){true, false, true, false});
}

static void keys_differ_and_one_key_does_not(void) {
  const struct wb_seed_key one = key_of(1), two = key_of(2);
  struct wb_spec_source spec = {0}; /* as of a judge that stays, and keeps cases */
  begin(&spec, NULL, NULL, &one);
  struct wb_case *first = make(&spec, HIDDEN);
  begin(&spec, NULL, NULL, &two);
  struct wb_case *second = make(&spec, HIDDEN);
  begin(&spec, NULL, NULL, NULL);
  struct wb_case *plain = make(&spec, HIDDEN);
  begin(&spec, NULL, NULL, &one);
  struct wb_case *again = make(&spec, HIDDEN);
  CHECK(!same_inputs(first, second));
  CHECK(!same_inputs(first, plain));
  CHECK(!same_inputs(second, plain));
  CHECK(same_inputs(first, again));
  wb_case_free(first);
  wb_case_free(second);
  wb_case_free(plain);
  wb_case_free(again);
  wb_spec_source_release(&spec);
}

/* Whatever is told of orders, and goes to a learner's program, says nothing of the seed. */
static void orders_follow_from_the_spec_alone(void) {
  const struct wb_seed_key key = key_of(1);
  struct wb_spec_source plain = {0}, keyed = {0};
  begin(&plain, NULL, NULL, NULL);
  begin(&keyed, NULL, NULL, &key);
  struct wb_case *a = make(&plain, HIDDEN), *b = make(&keyed, HIDDEN);
  CHECK(b->seed == wb_seed_of_case(&key, "hidden"));
  CHECK(a->seed == a->order_seed);
  CHECK(b->order_seed == a->seed);
  wb_case_free(a);
  wb_case_free(b);
  wb_spec_source_release(&plain);
  wb_spec_source_release(&keyed);
}

/* n of the case that varies, which its launch and its reference must have, too. */
static int64_t varied(const char *option, const char *seed) {
  struct wb_spec_source spec = {0};
  int64_t n = 0;
  begin(&spec, option, seed, NULL);
  struct wb_case *made = make(&spec, VARIES);
  if (made != NULL) {
    n = (int64_t)wb_tensor_count(&made->args[0].expected);
    CHECK_INT(made->sizes[0], 3);
    CHECK_INT(made->sizes[1], n);
    CHECK_INT(made->global[0], (n + 3) / 4 * 4);
    CHECK_INT(wb_tensor_get_int(&made->args[0].expected, 0, 0),
              wb_tensor_get_int(&made->args[1].before, 0, 0) + n);
  }
  wb_case_free(made);
  wb_spec_source_release(&spec);
  return n;
}

static void sizes_vary_with_the_seed(void) {
  bool seen[61] = {false};
  size_t distinct = 0;
  CHECK_INT(varied(NULL, NULL), 50);
  CHECK_INT(varied("--seed", "1"), 41);
  CHECK_INT(varied("--hidden-seed", "2"), 60);
  for (int i = 3; i < 23; i++) {
    char seed[8];
    snprintf(seed, sizeof seed, "%d", i);
    const int64_t n = varied("--hidden-seed", seed);
    if (CHECK(n >= 41 && n <= 60)) {
      distinct += !seen[n];
      seen[n] = true;
    }
  }
  CHECK(distinct > 5);
}

static void drawn_cases_stay(void) {
  const struct wb_seed_key key = key_of(1);
  struct wb_spec_source plain = {0}, keyed = {0};
  struct wb_error err = {0};
  begin(&plain, NULL, NULL, NULL);
  begin(&keyed, NULL, NULL, &key);
  CHECK_INT(wb_puzzle_draw(plain.puzzle, &err), WB_OK);
  CHECK_INT(wb_puzzle_draw(keyed.puzzle, &err), WB_OK);
  CHECK(plain.puzzle->n_drawn > 0);
  CHECK_INT(keyed.puzzle->n_drawn, plain.puzzle->n_drawn);
  for (size_t i = CASES + 1; i <= CASES + plain.puzzle->n_drawn; i++) {
    struct wb_case *a = make(&plain, i), *b = make(&keyed, i);
    CHECK(same_inputs(a, b));
    wb_case_free(a);
    wb_case_free(b);
  }
  wb_spec_source_release(&plain);
  wb_spec_source_release(&keyed);
}

int main(void) {
  if (mkdtemp(course) == NULL) return 1;
  write_file("course.lua", COURSE);
  write_file("puzzles/01-t/puzzle.lua", SPEC);
  tap_run("a key changes hidden cases, but not what is written out, and no visible case",
          a_key_changes_hidden_cases_alone);
  tap_run("a seed of hidden cases changes the same ones", a_hidden_seed_changes_hidden_cases_alone);
  tap_run("two keys give other inputs, and one key the same, also to a judge that keeps cases",
          keys_differ_and_one_key_does_not);
  tap_run("orders follow from the spec's seed alone", orders_follow_from_the_spec_alone);
  tap_run("sizes vary with the seed, from one end of their range to the other",
          sizes_vary_with_the_seed);
  tap_run("what is drawn from the domain stays as it is", drawn_cases_stay);
  char *command = wb_format("rm -rf %s", course);
  if (system(command) != 0) return 1;
  free(command);
  return tap_finish();
}
