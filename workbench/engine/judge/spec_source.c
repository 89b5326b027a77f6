#include "judge/spec_source.h"

#include <stdlib.h>
#include <string.h>

#include "result/judge_protocol.h"
#include "sandbox/limits.h"

static void forget_puzzle(struct wb_spec_source *spec) {
  for (size_t i = 0; i < spec->n_kept; i++) wb_case_free(spec->kept[i].made);
  spec->n_kept = spec->kept_bytes = 0;
  wb_puzzle_free(spec->puzzle);
  spec->puzzle = NULL;
  wb_course_spec_release(&spec->about);
}

/* Whether what is loaded is the puzzle that is asked for, and all of its files are as they were. */
static bool is_loaded(const struct wb_spec_source *spec, const char *slug) {
  return spec->puzzle != NULL && strcmp(spec->slug, slug) == 0 &&
         wb_file_states_hold(wb_puzzle_files(spec->puzzle), NULL) &&
         wb_file_states_hold(&spec->about.files, NULL);
}

int wb_spec_source_read(struct wb_spec_source *spec, const struct wb_judge_arguments *arguments,
                        size_t *only_case) {
  uint64_t number = 0;
  if (arguments->only_case != NULL &&
      (!wb_judge_parse_number(arguments->only_case, &number) || number < 1 || number > 1000000))
    return wb_judge_complain("--case needs a number from 1", arguments->only_case);
  spec->hidden_seed = arguments->hidden_seed != NULL;
  spec->has_seed = arguments->seed != NULL || spec->hidden_seed;
  spec->seed = 0;
  const char *seed = spec->hidden_seed ? arguments->hidden_seed : arguments->seed;
  if (spec->has_seed && !wb_judge_parse_number(seed, &spec->seed))
    return wb_judge_complain("a seed is a whole number", seed);
  *only_case = (size_t)number;
  spec->extra_case = arguments->extra_case;
  if (!is_loaded(spec, arguments->puzzle)) forget_puzzle(spec);
  free(spec->slug);
  spec->slug = wb_strdup(arguments->puzzle);
  return 0;
}

/* Another person's hidden cases are not asked for again; what else was made is everybody's. */
static void forget_keyed(struct wb_spec_source *spec) {
  size_t left = 0;
  for (size_t i = 0; i < spec->n_kept; i++) {
    const struct wb_kept_case kept = spec->kept[i];
    if (kept.has_seed) {
      spec->kept_bytes -= wb_case_size(kept.made);
      wb_case_free(kept.made);
    } else {
      spec->kept[left++] = kept;
    }
  }
  spec->n_kept = left;
}

void wb_spec_source_use_key(struct wb_spec_source *spec, const struct wb_seed_key *key) {
  const bool other =
      spec->has_key != (key != NULL) || (key != NULL && memcmp(key, &spec->key, sizeof *key) != 0);
  if (other) forget_keyed(spec);
  spec->has_key = key != NULL;
  spec->key = key != NULL ? *key : (struct wb_seed_key){{0}};
}

void wb_spec_source_release(struct wb_spec_source *spec) {
  forget_puzzle(spec);
  free(spec->slug);
  spec->slug = NULL;
}

/* Limits of time cannot be lifted: where there may be further jobs, only the one that each may
 * set anew stands. */
static enum wb_status limit_process(struct wb_spec_source *spec, struct wb_error *err) {
  struct wb_sandbox sandbox = {.cpu_seconds = spec->lasting ? 0 : wb_judge_cpu_seconds(),
                               .address_space = (uint64_t)WB_JUDGE_MEMORY_MB << 20,
                               .file_bytes = UINT64_MAX,
                               .no_core = 1};
  if (!spec->limited && wb_sandbox_enter(&sandbox) != 0)
    return wb_fail_errno(err, "cannot limit the judge");
  spec->limited = true;
  if (spec->lasting) wb_sandbox_allow_time(wb_judge_cpu_seconds());
  return WB_OK;
}

/* A course whose course.lua is wrong, or of a newer format, is not judged by guess. */
static enum wb_status load_puzzle(struct wb_spec_source *spec, struct wb_error *err) {
  wb_course_spec_release(&spec->about);
  enum wb_status status = wb_course_spec_load(spec->course, &spec->about, err);
  if (status == WB_OK) status = wb_puzzle_load(spec->course, spec->slug, 0, &spec->puzzle, err);
  return status;
}

static enum wb_status load_spec(void *data, const struct wb_puzzle **puzzle, struct wb_error *err) {
  struct wb_spec_source *spec = data;
  enum wb_status status = limit_process(spec, err);
  if (status == WB_OK && spec->puzzle == NULL) status = load_puzzle(spec, err);
  if (status == WB_OK && spec->extra_case != NULL)
    status = wb_puzzle_read_case(spec->puzzle, spec->extra_case, err);
  *puzzle = spec->puzzle;
  return status;
}

static enum wb_status name_case(void *data, size_t index, const char **name, bool *visible) {
  struct wb_spec_source *spec = data;
  return wb_puzzle_case_name(spec->puzzle, index, name, visible);
}

static void add_files(void *data, struct wb_file_states *files) {
  const struct wb_spec_source *spec = data;
  wb_file_states_append(files, &spec->about.files);
  if (spec->puzzle != NULL) wb_file_states_append(files, wb_puzzle_files(spec->puzzle));
}

/* ---- kept cases --------------------------------------------------------------------- */

/* Whether case `index` has another seed than the spec's; 0 where it has not. */
static bool find_seed(const struct wb_spec_source *spec, size_t index, uint64_t *seed) {
  const char *name = "";
  bool visible, found = spec->has_seed || spec->has_key;
  if (spec->has_key || spec->hidden_seed) found = wb_puzzle_may_reseed(spec->puzzle, index);
  *seed = found ? spec->seed : 0;
  if (found && spec->has_key && wb_puzzle_case_name(spec->puzzle, index, &name, &visible) == WB_OK)
    *seed = wb_seed_of_case(&spec->key, name);
  return found;
}

static struct wb_case *find_kept(const struct wb_spec_source *spec, size_t index) {
  uint64_t seed;
  const bool has_seed = find_seed(spec, index, &seed);
  for (size_t i = 0; i < spec->n_kept; i++) {
    const struct wb_kept_case *kept = &spec->kept[i];
    if (kept->index == index && kept->has_seed == has_seed && kept->seed == seed) return kept->made;
  }
  return NULL;
}

static void keep_case(struct wb_spec_source *spec, size_t index, struct wb_case *made) {
  const size_t size = wb_case_size(made);
  const struct wb_puzzle *puzzle = spec->puzzle;
  const bool is_fixed = index != puzzle->n_cases && index < WB_FOUND_CASE(puzzle);
  if (!spec->lasting || !is_fixed || spec->n_kept == WB_KEPT_CASES ||
      size > WB_KEPT_CASE_BYTES - spec->kept_bytes)
    return;
  struct wb_kept_case kept = {.index = index, .made = wb_case_share(made)};
  kept.has_seed = find_seed(spec, index, &kept.seed);
  spec->kept[spec->n_kept++] = kept;
  spec->kept_bytes += size;
}

static enum wb_status make_inputs(void *data, size_t index, struct wb_case **made,
                                  struct wb_error *err) {
  struct wb_spec_source *spec = data;
  struct wb_case *kept = find_kept(spec, index); /* never the extra one, nor one that was found */
  if (kept != NULL) {
    *made = wb_case_share(kept);
    return WB_OK;
  }
  uint64_t seed;
  const bool has_seed = find_seed(spec, index, &seed);
  enum wb_status status = wb_case_make_inputs(spec->puzzle, index, has_seed, seed, made, err);
  /* What follows from it goes to a learner's process, and into what is told of an order. */
  if (status == WB_OK && spec->has_key) (*made)->order_seed = wb_puzzle_seed(spec->puzzle, index);
  return status;
}

static enum wb_status make_expected(void *data, size_t index, struct wb_case *made,
                                    struct wb_error *err) {
  struct wb_spec_source *spec = data;
  const enum wb_status status = wb_case_make_expected(spec->puzzle, index, made, err);
  if (status == WB_OK) keep_case(spec, index, made);
  return status;
}

static enum wb_status make_case(void *data, size_t index, struct wb_case **made,
                                struct wb_error *err) {
  enum wb_status status = make_inputs(data, index, made, err);
  if (status != WB_OK || !(*made)->lacks_expected) return status;
  status = make_expected(data, index, *made, err);
  if (status == WB_OK) return WB_OK;
  wb_case_free(*made);
  *made = NULL;
  return status;
}

enum wb_status wb_spec_source_refer(void *data, size_t index, bool second, struct wb_case *made,
                                    struct wb_error *err) {
  struct wb_spec_source *spec = data;
  if (spec->lasting) wb_sandbox_allow_time(wb_judge_cpu_seconds());
  return wb_case_refer(spec->puzzle, index, second, made, err);
}

/* Cases that are kept have the groups of another kernel. */
static void set_group(void *data, const uint32_t group[3]) {
  struct wb_spec_source *spec = data;
  for (size_t i = 0; i < spec->n_kept; i++) wb_case_free(spec->kept[i].made);
  spec->n_kept = spec->kept_bytes = 0;
  wb_puzzle_set_group(spec->puzzle, group);
}

/* ---- drawn cases ---- */

static enum wb_status draw_cases(void *data, struct wb_error *err) {
  return wb_puzzle_draw(((struct wb_spec_source *)data)->puzzle, err);
}

static void find_case(void *data, size_t drawn) {
  wb_puzzle_find_case(((struct wb_spec_source *)data)->puzzle, drawn);
}

static bool try_smaller(void *data) {
  return wb_puzzle_try_smaller(((struct wb_spec_source *)data)->puzzle);
}

static void take_smaller(void *data) {
  wb_puzzle_take_smaller(((struct wb_spec_source *)data)->puzzle);
}

struct wb_case_source wb_spec_source_cases(struct wb_spec_source *spec) {
  return (struct wb_case_source){.data = spec,
                                 .load = load_spec,
                                 .name = name_case,
                                 .make = make_case,
                                 .free = wb_case_free,
                                 .set_group = set_group,
                                 .make_inputs = make_inputs,
                                 .make_expected = make_expected,
                                 .draw = draw_cases,
                                 .find = find_case,
                                 .try_smaller = try_smaller,
                                 .take_smaller = take_smaller,
                                 .add_files = add_files};
}
