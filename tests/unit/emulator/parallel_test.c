/* Launches in several slices give, to the byte, what they give in one. */
#include "rig.h"

#include <unistd.h>

#define KERNEL(name) static void name(struct wbrt_context *c, const void *const *args)

enum { ITEMS = 256, GROUP = 16, TILE = WBRT_FIRST_STATIC };

static int id_of(const struct wbrt_context *c) { return (int)c->global_id[0]; }

/* What a launch leaves. */
struct result {
  struct wb_outcome outcome;
  struct wb_buffer_state state;
  int values[2 * ITEMS];
};

static struct rig *make(rig_kernel *kernel, bool written, const char *jobs) {
  struct rig *rig = rig_new(kernel, ITEMS, GROUP);
  setenv("WORKBENCH_JOBS", jobs, 1);
  rig->image.parallel = true;
  rig->image.weight = 1000000;
  rig_buffer(rig, "out", 2 * ITEMS, WB_BUFFER_READ_WRITE, written);
  rig_static(rig, WB_MEMORY_LOCAL, "tile", GROUP * 4, NULL);
  return rig;
}

static void run_in(struct rig *rig, struct result *result) {
  memset(result, 0, sizeof *result);
  memcpy(&result->outcome, rig_run(rig), sizeof result->outcome);
  result->outcome.time_ns = 0;
  result->outcome.text = NULL;
  wb_emulator_buffer_state(rig->buffers[0], &result->state);
  wb_emulator_buffer_read(rig->buffers[0], 0, result->values, sizeof result->values);
}

/* In every byte: what lies between members was zeroed with them. */
static bool same_bytes(const void *a, const void *b, size_t bytes) {
  return memcmp(a, b, bytes) == 0;
}

/* Findings in both, of which there are `findings`. */
static void check_same(rig_kernel *kernel, bool barriers, bool written, size_t findings) {
  static const char *const JOBS[] = {"1", "2", "3", "8"};
  static struct result first, other;
  for (size_t i = 0; i < sizeof JOBS / sizeof JOBS[0]; i++) {
    struct rig *rig = make(kernel, written, JOBS[i]);
    rig->image.has_barrier = barriers;
    run_in(rig, i == 0 ? &first : &other);
    CHECK_INT(rig->outcome.n_findings, findings);
    if (i > 0 && !CHECK(same_bytes(&first, &other, sizeof first))) printf("# jobs %s\n", JOBS[i]);
    rig_free(rig);
  }
}

KERNEL(square) { store(c, args, 0, id_of(c), 1, id_of(c) * id_of(c)); }
KERNEL(count_up) { store(c, args, 0, id_of(c), 2, load(c, args, 0, id_of(c), 1) + 1); }
KERNEL(all_read_one) {
  store(c, args, 0, ITEMS + id_of(c), 2, load(c, args, 0, 7, 1) + load(c, args, 0, id_of(c), 3));
}

static void test_clean(void) {
  check_same(square, false, false, 0);
  check_same(count_up, false, true, 0);
  check_same(all_read_one, false, true, 0);
}

/* That a launch in slices is one: each slice is a process of its own. */
KERNEL(tell_process) { store(c, args, 0, id_of(c), 1, (int)getpid()); }

static void test_slices(void) {
  struct rig *rig = make(tell_process, true, "2");
  rig_run(rig);
  CHECK(rig_int(rig, 0, 0) != rig_int(rig, 0, ITEMS - 1));
  CHECK(rig_int(rig, 0, 0) == rig_int(rig, 0, ITEMS / 2 - 1));
  rig_free(rig);
  rig = make(tell_process, true, "1");
  rig_run(rig);
  CHECK(rig_int(rig, 0, 0) == rig_int(rig, 0, ITEMS - 1));
  rig_free(rig);
  rig = make(tell_process, true, "2");
  rig->image.parallel = false;
  rig_run(rig);
  CHECK(rig_int(rig, 0, 0) == rig_int(rig, 0, ITEMS - 1));
  rig_free(rig);
}

/* Each slice alone is clean: only their cells tell. */
KERNEL(mirrored) {
  store(c, args, 0, id_of(c) < ITEMS / 2 ? id_of(c) : ITEMS - 1 - id_of(c), 1, id_of(c));
}
KERNEL(read_far) {
  int far = load(c, args, 0, (id_of(c) + ITEMS / 2) % ITEMS, 1);
  store(c, args, 0, id_of(c), 2, far + 1);
}
KERNEL(last_reads_first) {
  if (id_of(c) == 0) store(c, args, 0, 0, 1, 5);
  if (id_of(c) == ITEMS - 1) load(c, args, 0, 0, 2);
}
KERNEL(same_value) { store(c, args, 0, 3, 1, 4); }

static void test_conflicts(void) {
  check_same(mirrored, false, true, 1);
  check_same(mirrored, false, false, 1);
  check_same(read_far, false, true, 1);
  check_same(last_reads_first, false, true, 1);
  check_same(same_value, false, true, 1);
}

KERNEL(last_out_of_bounds) {
  count_up(c, args);
  if (id_of(c) == ITEMS - 1) store(c, args, 0, 2 * ITEMS, 5, 1);
}
KERNEL(use_unset) {
  int value;
  bool unset = load_from(c, pointer_arg(args, 0) + 4ULL * ITEMS, WBRT_FIRST_ARGUMENT, 1, &value);
  if (unset) wbrt_used_unwritten(c, 2, WBRT_USE_BRANCH);
  store(c, args, 0, id_of(c), 3, 1);
}

static void test_findings(void) {
  check_same(last_out_of_bounds, false, true, 1);
  check_same(use_unset, false, false, 1);
}

KERNEL(neighbour_by_tile) {
  uint32_t l = (uint32_t)c->local_id[0];
  store_object(c, TILE, l, 1, id_of(c));
  wbrt_barrier(c, 1, 2, 0);
  store(c, args, 0, id_of(c), 4, load_object(c, TILE, (l + 1) % GROUP, 3));
}
KERNEL(no_barrier_in_last) {
  uint32_t l = (uint32_t)c->local_id[0];
  store_object(c, TILE, l, 1, id_of(c));
  if (c->group_id[0] + 1 < c->n_groups[0]) wbrt_barrier(c, 1, 2, 0);
  store(c, args, 0, id_of(c), 4, load_object(c, TILE, (l + 1) % GROUP, 3));
}

static void test_barriers(void) {
  check_same(neighbour_by_tile, true, false, 0);
  check_same(no_barrier_in_last, true, false, 1);
}

KERNEL(endless_in_last) {
  count_up(c, args);
  if (id_of(c) < ITEMS - 1) return;
  for (int64_t left = wbrt_first_steps(c);;) left = wbrt_step(c, left, 5);
}

static void test_limits(void) {
  check_same(endless_in_last, false, true, 0);
  struct rig *rig = make(endless_in_last, true, "2");
  rig->launch.limits.steps = 0;
  rig->launch.limits.time_ms = 20;
  rig_run(rig);
  CHECK_INT(rig->outcome.kind, WB_OUTCOME_TIME_LIMIT);
  CHECK_STRING(rig->outcome.detail,
               "the kernel ran longer than 20 ms; it was in the loop of line 15");
  rig_free(rig);
}

static uint32_t rounds;
KERNEL(go_round) {
  (void)args;
  int64_t left = wbrt_first_steps(c);
  for (uint32_t i = 0; i < rounds; i++) left = wbrt_step(c, left, 5);
  wbrt_end_item(c, 0, 0, 0, 0, 0, 0, (uint64_t)left);
}

/* A launch of a millisecond: so many rounds of all work-items, whoever makes them. */
static void check_cost(uint32_t wanted, enum wb_outcome_kind kind) {
  static const char *const JOBS[] = {"1", "2", "8"};
  static const enum wb_schedule_kind ORDERS[] = {WB_SCHEDULE_FORWARD, WB_SCHEDULE_REVERSE,
                                                 WB_SCHEDULE_SHUFFLE};
  uint64_t spent = 0;
  rounds = wanted;
  for (size_t i = 0; i < 9; i++) {
    struct rig *rig = make(go_round, true, JOBS[i / 3]);
    rig->image.ends_items = true;
    rig->launch.schedule.kind = ORDERS[i % 3];
    rig->launch.limits.time_ms = 1;
    rig_run(rig);
    CHECK_INT(rig->outcome.kind, kind);
    CHECK(rig->outcome.spent_ns == spent || i == 0);
    spent = rig->outcome.spent_ns;
    rig_free(rig);
  }
  CHECK((spent > 1000000) == (kind == WB_OUTCOME_TIME_LIMIT));
}

static void test_costs(void) {
  const uint32_t all = WBRT_COST_OF_MS / ITEMS;
  check_cost(all * 9 / 10, WB_OUTCOME_DONE);
  check_cost(all, WB_OUTCOME_TIME_LIMIT); /* with what groups cost */
}

/* The second launch reads what the first wrote in slices. */
static void test_two_launches(void) {
  struct rig *rig = make(square, false, "2");
  rig_run(rig);
  CHECK(rig_clean(rig));
  rig->image.entry = count_up;
  rig_run(rig);
  CHECK(rig_clean(rig));
  CHECK_INT(rig_int(rig, 0, 9), 82);
  rig->image.entry = mirrored;
  rig_run(rig);
  CHECK_INT(rig->outcome.n_findings, 1);
  CHECK_INT(rig_int(rig, 0, ITEMS - 1), (ITEMS - 1) * (ITEMS - 1) + 1);
  rig_free(rig);
}

KERNEL(read_other) {
  store(c, args, 0, id_of(c), 1, 5);
  load(c, args, 1, (id_of(c) + 1) % ITEMS, 2);
}

/* Parameter 1 writes nothing; its buffer is tracked where parameter 0 has it too. */
static void test_never_written(void) {
  struct rig *rig = make(read_other, true, "2");
  rig->image.never_written = 2;
  rig_param(rig, WB_ARG_BUFFER, WB_MEMORY_GLOBAL, "in", "int*", (struct wb_dtype){WB_INT, 1});
  rig->args[1].value.buffer = 1;
  rig->bound.of[1] = rig->buffers[0];
  rig_run(rig);
  CHECK_INT(rig->outcome.n_findings, 2); /* a race, found from either side */
  CHECK_INT(rig->outcome.findings[0].kind, WB_DATA_RACE);
  rig_free(rig);
  rig = make(read_other, true, "2");
  rig->image.never_written = 2;
  rig_buffer(rig, "in", ITEMS, WB_BUFFER_READ_WRITE, true);
  rig_run(rig);
  CHECK(rig_clean(rig));
  rig_free(rig);
}

int main(void) {
  tap_run("what a launch costs depends on neither slices nor order", test_costs);
  tap_run("large launches run in slices, unless told not to", test_slices);
  tap_run("a clean launch gives the same in slices", test_clean);
  tap_run("a race between slices is reported as without them", test_conflicts);
  tap_run("a finding in one slice is reported as without them", test_findings);
  tap_run("barriers and local memory are a slice's own", test_barriers);
  tap_run("limits end a launch in slices", test_limits);
  tap_run("what a kernel never writes is tracked where another parameter does", test_never_written);
  tap_run("launches follow one another", test_two_launches);
  return tap_finish();
}
