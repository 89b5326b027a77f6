/* Each kind of finding, and its look-alikes that must not be one. */
#include "rig.h"

enum { A = WBRT_FIRST_ARGUMENT, TILE = WBRT_FIRST_STATIC };

#define KERNEL(name) \
  __attribute__((unused)) static void name(struct wbrt_context *c, const void *const *args)

static int id_of(const struct wbrt_context *c) { return (int)c->global_id[0]; }

/* Runs a kernel on one buffer `out` of `count` zeros. */
static struct rig *run_on(rig_kernel *kernel, size_t global, size_t local, size_t count) {
  struct rig *rig = rig_new(kernel, global, local);
  rig_buffer(rig, "out", count, WB_BUFFER_READ_WRITE, true);
  rig_run(rig);
  return rig;
}

static struct rig *run_with_barriers(rig_kernel *kernel, size_t global, size_t local,
                                     enum wb_schedule_kind order) {
  struct rig *rig = rig_new(kernel, global, local);
  rig->image.has_barrier = true;
  rig->launch.schedule = (struct wb_schedule){order, 42};
  rig_buffer(rig, "out", 64, WB_BUFFER_READ_WRITE, true);
  rig_static(rig, WB_MEMORY_LOCAL, "tile", 256, NULL);
  rig_run(rig);
  return rig;
}

/* ---- bounds, pointers, rights ---------------------------------------------------- */

KERNEL(past_end) { store(c, args, 0, id_of(c), 1, id_of(c)); }

static void test_past_end(void) {
  struct rig *rig = run_on(past_end, 8, 4, 4);
  const struct wb_finding *f = rig_one(rig, WB_OUT_OF_BOUNDS);
  CHECK_INT(f->index, 4);
  CHECK_INT(f->count, 4);
  CHECK_INT(f->line, 11);
  CHECK_INT(f->n_first, 4);
  CHECK_INT(f->first[0].item[0], 4);
  CHECK_INT(f->first[0].group[0], 1);
  CHECK_STRING(f->array, "out");
  CHECK_STRING(f->kernel, "kernel");
  CHECK_STRING(f->message, "writes out[4], past the end of the global array of 4 elements");
  CHECK_INT(rig_int(rig, 0, 3), 3);
  rig_free(rig);
}

KERNEL(before_start) { load(c, args, 0, -1, 2); }
KERNEL(far_away) { load(c, args, 0, -(1LL << 31), 2); }

static void test_before_start(void) {
  struct rig *rig = run_on(before_start, 1, 1, 4);
  CHECK_INT(rig_one(rig, WB_OUT_OF_BOUNDS)->index, -1);
  rig_free(rig);
  rig = run_on(far_away, 1, 1, 4);
  CHECK_INT(rig_one(rig, WB_OUT_OF_BOUNDS)->index, -(1LL << 31));
  rig_free(rig);
}

KERNEL(read_past_end) { store(c, args, 0, 0, 3, load(c, args, 0, 9, 2) + 5); }

static void test_refused_read_is_zero(void) {
  struct rig *rig = run_on(read_past_end, 1, 1, 4);
  rig_one(rig, WB_OUT_OF_BOUNDS);
  CHECK_INT(rig_int(rig, 0, 0), 5);
  rig_free(rig);
}

KERNEL(vector_past_end) { wbrt_check(c, pointer_arg(args, 0) + 8, A, 16, 4, WBRT_READ, 1); }

static void test_vector_past_end(void) {
  struct rig *rig = run_on(vector_past_end, 1, 1, 4);
  const struct wb_finding *f = rig_one(rig, WB_OUT_OF_BOUNDS);
  CHECK_INT(f->index, 4);
  CHECK_STRING(f->message, "reads out[2] to [5], but the global array out has 4 elements");
  rig_free(rig);
}

KERNEL(null_access) { load(c, args, 0, 3, 1); }
KERNEL(forged_null) {
  int value;
  (void)args;
  load_from(c, 8, WBRT_ANY_OBJECT, 1, &value);
}
KERNEL(forged) {
  int value;
  (void)args;
  load_from(c, 0x7F1234567890ULL, WBRT_ANY_OBJECT, 1, &value);
}
KERNEL(forged_region) {
  int value;
  (void)args;
  load_from(c, WBRT_REGION_BASE + (400ULL << WBRT_REGION_SHIFT), WBRT_ANY_OBJECT, 1, &value);
}
KERNEL(by_region) {
  int value;
  load_from(c, pointer_arg(args, 0) + 4, WBRT_ANY_OBJECT, 1, &value);
}

static void test_pointers(void) {
  struct rig *rig = rig_new(null_access, 1, 1);
  rig_buffer(rig, "out", 4, WB_BUFFER_READ_WRITE, true);
  rig->bound.of[0] = NULL;
  rig_run(rig);
  CHECK_STRING(rig_one(rig, WB_NULL_POINTER)->array, "out");
  rig_free(rig);
  rig = run_on(forged_null, 1, 1, 4);
  rig_one(rig, WB_NULL_POINTER);
  rig_free(rig);
  rig = run_on(forged, 1, 1, 4);
  CHECK_STRING(rig_one(rig, WB_OUT_OF_BOUNDS)->message,
               "reads through a pointer that points at no array");
  rig_free(rig);
  rig = run_on(forged_region, 1, 1, 4);
  rig_one(rig, WB_OUT_OF_BOUNDS);
  rig_free(rig);
  rig = run_on(by_region, 1, 1, 4);
  CHECK(rig_clean(rig));
  rig_free(rig);
}

KERNEL(odd_address) { wbrt_check(c, pointer_arg(args, 0) + 2, A, 4, 4, WBRT_READ, 1); }

static void test_rights(void) {
  struct rig *rig = run_on(odd_address, 1, 1, 4);
  rig_one(rig, WB_MISALIGNED);
  rig_free(rig);
  rig = rig_new(past_end, 4, 4);
  rig_buffer(rig, "in", 4, WB_BUFFER_READ_ONLY, true);
  rig_run(rig);
  CHECK_STRING(rig_one(rig, WB_READ_ONLY_WRITE)->message, "writes in[0], but in is an input");
  CHECK_INT(rig_int(rig, 0, 3), 0);
  rig_free(rig);
}

/* ---- races ------------------------------------------------------------------------- */

KERNEL(all_write_one) { store(c, args, 0, 0, 1, id_of(c)); }
KERNEL(all_write_same) { store(c, args, 0, 0, 1, 7); }
KERNEL(neighbours) { store(c, args, 0, id_of(c), 1, load(c, args, 0, id_of(c), 2) + 1); }
KERNEL(next_one) { store(c, args, 0, id_of(c), 1, load(c, args, 0, (id_of(c) + 1) % 8, 2)); }
KERNEL(count_up) { add_atomic(c, pointer_arg(args, 0), A, 1, 1); }
KERNEL(count_and_look) {
  add_atomic(c, pointer_arg(args, 0), A, 1, 1);
  if (id_of(c) == 3) load(c, args, 0, 0, 2);
}
KERNEL(neighbouring_chars) {
  char one = 1;
  store_bytes(c, pointer_arg(args, 0) + (uint64_t)id_of(c), A, 1, &one, 1);
}

static void test_races(void) {
  struct rig *rig = run_on(all_write_one, 8, 4, 8);
  const struct wb_finding *f = rig_one(rig, WB_DATA_RACE);
  CHECK_INT(f->severity, WB_SEVERITY_ERROR);
  CHECK(f->other.present && f->other.line == 11 && f->other.access == WB_ACCESS_WRITE);
  CHECK_INT(f->other.who.item[0], 0);
  rig_free(rig);
  rig = run_on(all_write_same, 8, 4, 8);
  f = rig_one(rig, WB_DATA_RACE); /* nobody stores another value than is there */
  CHECK_INT(f->severity, WB_SEVERITY_WARNING);
  rig_free(rig);
  rig = run_on(next_one, 8, 8, 8);
  f = rig_one(rig, WB_DATA_RACE);
  CHECK((f->line == 11 && f->other.line == 12) || (f->line == 12 && f->other.line == 11));
  rig_free(rig);
  rig = run_on(count_and_look, 8, 8, 8);
  rig_one(rig, WB_DATA_RACE);
  rig_free(rig);
}

static void test_no_races(void) {
  rig_kernel *const kernels[] = {neighbours, count_up, neighbouring_chars};
  for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
    struct rig *rig = rig_new(kernels[i], 8, 4);
    rig_buffer(rig, "out", 8, WB_BUFFER_READ_WRITE, true);
    rig->image.param_least[0] = kernels[i] == neighbouring_chars ? 1 : 4;
    rig_run(rig);
    CHECK(rig_clean(rig));
    rig_free(rig);
  }
}

/* ---- barriers ------------------------------------------------------------------------ */

static int local_of(const struct wbrt_context *c) { return (int)c->local_id[0]; }

KERNEL(share_tile) {
  store_object(c, TILE, local_of(c), 1, local_of(c) * 10);
  wbrt_barrier(c, 1, 2, 0);
  store(c, args, 0, id_of(c), 3, load_object(c, TILE, (local_of(c) + 1) % 4, 4));
  wbrt_barrier(c, 1, 5, 0);
  store_object(c, TILE, 3 - local_of(c), 6, 1);
}
KERNEL(share_globally) { /* with the fence of the other memory */
  store(c, args, 0, id_of(c), 1, 1);
  wbrt_barrier(c, 1, 2, 0);
  load(c, args, 0, id_of(c) ^ 1, 3);
}
KERNEL(early_return) {
  (void)args;
  if (local_of(c) == 2) return;
  wbrt_barrier(c, 1, 2, 0);
}
KERNEL(two_barriers) {
  (void)args;
  wbrt_barrier(c, 1, local_of(c) < 2 ? 2 : 3, 0);
}
KERNEL(other_turn) {
  (void)args;
  wbrt_barrier(c, 1, 2, (uint64_t)(local_of(c) / 2));
}
KERNEL(other_fence) {
  (void)args;
  wbrt_barrier(c, local_of(c) == 0 ? 1 : 2, 2, 0);
}

static void test_barriers(void) {
  for (int order = 0; order < 3; order++) {
    struct rig *rig = run_with_barriers(share_tile, 8, 4, (enum wb_schedule_kind)order);
    CHECK(rig_clean(rig));
    CHECK_INT(rig_int(rig, 0, 6), 30);
    CHECK_INT(rig->outcome.counters.barriers, 4);
    CHECK_INT(rig->outcome.counters.local_writes, 16);
    CHECK_INT(rig->outcome.counters.max_global_writes, 1);
    CHECK_INT(rig->outcome.counters.items, 8);
    rig_free(rig);
    rig = run_with_barriers(share_globally, 8, 4, (enum wb_schedule_kind)order);
    CHECK(strstr(rig_one(rig, WB_DATA_RACE)->message, "lacks CLK_GLOBAL_MEM_FENCE") != NULL);
    rig_free(rig);
  }
}

static void test_divergence(void) {
  rig_kernel *const kernels[] = {early_return, two_barriers, other_turn, other_fence};
  const unsigned lines[] = {0, 13, 12, 12};
  const unsigned others[] = {2, 2, 2, 1};
  for (size_t i = 0; i < 4; i++)
    for (int order = 0; order < 3; order++) {
      struct rig *rig = run_with_barriers(kernels[i], 8, 4, (enum wb_schedule_kind)order);
      const struct wb_finding *f = rig_one(rig, WB_BARRIER_DIVERGENCE);
      CHECK_INT(f->line, 12);
      CHECK_INT(f->other.line, lines[i]);
      CHECK_INT(f->other.who.item[0] % 4, others[i]);
      CHECK_INT(rig->outcome.kind, WB_OUTCOME_DONE);
      rig_free(rig);
    }
}

/* ---- values that nobody wrote ---------------------------------------------------------- */

KERNEL(branch_on_tile) {
  int value;
  (void)args;
  if (local_of(c) == 0) store_object(c, TILE, 0, 1, 1);
  wbrt_barrier(c, 1, 2, 0);
  if (load_from(c, c->objects[TILE].base + 4 * (uint64_t)local_of(c), TILE, 3, &value))
    wbrt_used_unwritten(c, 4, WBRT_USE_BRANCH);
}
KERNEL(copy_tile) {
  (void)args;
  wbrt_copy(c, c->objects[TILE].base + 128, TILE, 1, c->objects[TILE].base, TILE, 2, 64, 16);
}
KERNEL(no_origin) {
  (void)args;
  wbrt_used_unwritten(c, 4, WBRT_USE_STORE);
}

static void test_unwritten(void) {
  struct rig *rig = run_with_barriers(branch_on_tile, 4, 2, WB_SCHEDULE_FORWARD);
  const struct wb_finding *f = rig_one(rig, WB_UNINITIALIZED_READ);
  CHECK_INT(f->line, 13);
  CHECK_INT(f->other.line, 14);
  CHECK_INT(f->index, 1);
  CHECK_INT(f->count, 2); /* each group has a tile of its own */
  CHECK_STRING(f->array, "tile");
  rig_free(rig);
  rig = run_with_barriers(copy_tile, 1, 1, WB_SCHEDULE_FORWARD);
  CHECK(rig_clean(rig));
  rig_free(rig);
  rig = run_on(no_origin, 1, 1, 4);
  CHECK_INT(rig_one(rig, WB_UNINITIALIZED_READ)->line, 14);
  rig_free(rig);
}

KERNEL(write_half) {
  if (id_of(c) < 2) store(c, args, 0, id_of(c), 1, 1);
}

static void test_buffer_state(void) {
  struct wb_buffer_state state;
  struct rig *rig = rig_new(write_half, 4, 4);
  rig_buffer(rig, "out", 4, WB_BUFFER_WRITE_ONLY, false);
  rig_run(rig);
  CHECK(rig_clean(rig));
  wb_emulator_buffer_state(rig->buffers[0], &state);
  CHECK(state.guards_intact && state.knows_written);
  CHECK_INT(state.unwritten_bytes, 8);
  CHECK_INT(state.first_unwritten, 8);
  CHECK_INT(rig_int(rig, 0, 0), 1);
  CHECK_INT((unsigned)rig_int(rig, 0, 3), 0xA5A5A5A5u);
  rig->buffers[0]->map[WB_GUARD_BYTES + 16] ^= 1;
  wb_emulator_buffer_state(rig->buffers[0], &state);
  CHECK(!state.guards_intact && state.first_broken == 16);
  rig_free(rig);
}

/* Of one launch, and of the next what the first had hidden. */
static void test_buffers_of_others_are_hidden(void) {
  const struct wb_buffer_desc desc = {
      .name = "other", .type = {WB_INT, 1}, .bytes = 16, .access = WB_BUFFER_WRITE_ONLY};
  struct rig *rig = rig_new(write_half, 4, 4);
  struct wb_error err;
  rig_buffer(rig, "out", 4, WB_BUFFER_WRITE_ONLY, false);
  CHECK_INT(wb_emulator_buffer_new(&desc, &rig->buffers[rig->n_buffers++], &err), WB_OK);
  rig_run(rig);
  CHECK(rig_clean(rig) && rig->buffers[1]->hidden && !rig->buffers[0]->hidden);
  rig->bound.of[0] = rig->buffers[1];
  rig_run(rig);
  CHECK(rig_clean(rig) && rig->buffers[0]->hidden && !rig->buffers[1]->hidden);
  CHECK_INT(rig_int(rig, 0, 0), 1);
  CHECK_INT(rig_int(rig, 1, 0), 1);
  rig_free(rig);
}

/* ---- what ends a launch ------------------------------------------------------------------ */

KERNEL(endless) {
  load(c, args, 0, 99, 1);
  for (int64_t left = wbrt_first_steps(c);;) left = wbrt_step(c, left, 5);
}
static volatile bool go_on = true;
static volatile int depth;
KERNEL(endless_unseen) {
  load(c, args, 0, 99, 1);
  while (go_on) continue;
}
KERNEL(crash) {
  load(c, args, 0, 99, 1);
  *(volatile int *)(uintptr_t)(8 + depth) = 1;
}
static int recurse(volatile const char *above) {
  volatile char here[1024];
  here[0] = above[0];
  depth++;
  return go_on ? recurse(here) + here[0] : 0;
}
KERNEL(overflow) {
  char top = (char)(args != NULL);
  (void)c;
  recurse(&top);
}
KERNEL(chatter) {
  (void)args;
  for (;;) wbrt_printf(c, 1, c->objects[TILE].base, NULL, 0);
}

static void check_end(rig_kernel *kernel, uint32_t time_ms, uint64_t steps,
                      enum wb_outcome_kind kind, const char *words) {
  struct rig *rig = rig_new(kernel, 1, 1);
  rig->launch.limits.time_ms = time_ms;
  rig->launch.limits.steps = steps;
  rig_buffer(rig, "out", 4, WB_BUFFER_READ_WRITE, true);
  rig_run(rig);
  CHECK_INT(rig->outcome.kind, kind);
  if (!CHECK(strstr(rig->outcome.detail, words) != NULL)) printf("# %s\n", rig->outcome.detail);
  rig_one(rig, WB_OUT_OF_BOUNDS); /* survives */
  rig_free(rig);
}

static void test_limits(void) {
  check_end(endless, 20000, 1000, WB_OUTCOME_TIME_LIMIT, "1000 steps");
  check_end(endless, 20, 0, WB_OUTCOME_TIME_LIMIT, "20 ms; it was in the loop of line 15");
  check_end(endless_unseen, 1, 0, WB_OUTCOME_TIME_LIMIT, "many times the processor time");
#ifndef __SANITIZE_ADDRESS__
  check_end(crash, 5000, 0, WB_OUTCOME_CRASHED, "SIGSEGV");
  struct rig *rig = run_on(overflow, 1, 1, 4);
  rig_one(rig, WB_STACK_OVERFLOW);
  rig_free(rig);
#endif
}

static void test_more_limits(void) {
  struct rig *rig = rig_new(chatter, 1, 1);
  rig_static(rig, WB_MEMORY_CONSTANT, "format", 4, "abc");
  rig_run(rig);
  CHECK_INT(rig->outcome.kind, WB_OUTCOME_OUTPUT_LIMIT);
  CHECK_INT(rig->outcome.text_length, 1000);
  rig_free(rig);
  rig = rig_new(chatter, 1, 1);
  rig_static(rig, WB_MEMORY_PRIVATE, "huge", 1ULL << 32, NULL);
  rig_run(rig);
  CHECK_INT(rig->outcome.kind, WB_OUTCOME_MEMORY_LIMIT);
  rig_free(rig);
}

/* ---- one buffer twice; many findings ------------------------------------------------------- */

KERNEL(twins) {
  store(c, args, 0, id_of(c), 1, id_of(c));
  load(c, args, 1, (id_of(c) + 1) % 8, 2);
}
KERNEL(many_places) {
  for (uint32_t i = 0; i < 50; i++) load(c, args, 0, 99, i);
}

static void test_twins_and_many(void) {
  struct rig *rig = rig_new(twins, 8, 8);
  rig_buffer(rig, "a", 8, WB_BUFFER_READ_WRITE, true);
  rig_param(rig, WB_ARG_BUFFER, WB_MEMORY_GLOBAL, "b", "int*", (struct wb_dtype){WB_INT, 1});
  rig->bound.of[1] = rig->buffers[0];
  rig_run(rig);
  /* Both names of the one array: the write after the read, and the reverse. */
  CHECK(rig->outcome.n_findings >= 1 && rig->outcome.findings[0].kind == WB_DATA_RACE);
  rig_free(rig);
  rig = run_on(many_places, 100, 10, 4);
  CHECK_INT(rig->outcome.n_findings, WB_MAX_OUTCOME_FINDINGS);
  CHECK_INT(rig->outcome.findings_dropped, 50 - WB_MAX_OUTCOME_FINDINGS);
  CHECK_INT(rig->outcome.findings[0].count, 100);
  rig_free(rig);
}

/* ---- launches that cannot be --------------------------------------------------------------- */

static void check_invalid(struct rig *rig, enum wb_finding_kind kind, const char *words) {
  rig_run(rig);
  const struct wb_finding *f = rig_one(rig, kind);
  if (!CHECK(strstr(f->message, words) != NULL)) printf("# %s\n", f->message);
  CHECK(!f->has_item);
  rig_free(rig);
}

static void test_invalid(void) {
  check_invalid(rig_new(past_end, 8, 3), WB_INVALID_LAUNCH, "3 does not divide");
  check_invalid(rig_new(past_end, 4096, 2048), WB_INVALID_LAUNCH, "more than 1024");
  struct rig *rig = rig_new(past_end, 4, 4);
  rig_static(rig, WB_MEMORY_LOCAL, "tile", 65537, NULL);
  check_invalid(rig, WB_INVALID_LAUNCH, "local memory");
  rig = rig_new(past_end, 4, 4);
  rig_param(rig, WB_ARG_BUFFER, WB_MEMORY_GLOBAL, "a", "uint*", (struct wb_dtype){WB_FLOAT, 1});
  check_invalid(rig, WB_INVALID_ARGUMENT, "declared as uint*, but is given float elements");
  rig = rig_new(past_end, 4, 4);
  rig_param(rig, WB_ARG_BUFFER, WB_MEMORY_PRIVATE, "n", "int", (struct wb_dtype){WB_INT, 1});
  check_invalid(rig, WB_INVALID_ARGUMENT, "is given a buffer");
  rig = rig_new(past_end, 4, 4);
  rig_param(rig, WB_ARG_SCALAR, WB_MEMORY_PRIVATE, "n", "long", (struct wb_dtype){WB_INT, 1});
  check_invalid(rig, WB_INVALID_ARGUMENT, "declared as long");
  rig = rig_new(past_end, 4, 4);
  rig->info.n_params = 2;
  check_invalid(rig, WB_INVALID_ARGUMENT, "2 parameters, but is given 0");
}

/* ---- printf
 * -------------------------------------------------------------------------------------- */

KERNEL(print) {
  struct wbrt_printf_arg a[4] = {{.kind = 'i', .lanes = 1, .bytes = 4, .value.integer = {~0ULL}},
                                 {.kind = 'f', .lanes = 4, .bytes = 4, .value.real = {1, 2, 3, 4}},
                                 {.kind = 's', .lanes = 1, .bytes = 8},
                                 {.kind = 'u', .lanes = 1, .bytes = 1, .value.integer = {255}}};
  (void)args;
  a[2].value.integer[0] = c->objects[TILE + 1].base;
  wbrt_printf(c, 1, c->objects[TILE].base, a, 4);
}

static void test_printf(void) {
  struct rig *rig = rig_new(print, 1, 1);
  const char format[] = "%5d|%v4hlf|%-4s|%%|%#x %n\n";
  rig_static(rig, WB_MEMORY_CONSTANT, "format", sizeof format, format);
  rig_static(rig, WB_MEMORY_CONSTANT, "text", 3, "ok");
  rig_run(rig);
  CHECK_STRING(rig->outcome.text, "   -1|1.000000,2.000000,3.000000,4.000000|ok  |%|0xff %n\n");
  rig_free(rig);
}

int main(void) {
  tap_run("writes past the end are one finding with a count and ids", test_past_end);
  tap_run("negative and far indices are told as such", test_before_start);
  tap_run("a refused read gives zero and the kernel goes on", test_refused_read_is_zero);
  tap_run("a vector that reaches past the end names its first bad element", test_vector_past_end);
  tap_run("null, forged and plain pointers are told apart", test_pointers);
  tap_run("alignment and access rights are checked", test_rights);
  tap_run("races name both sides", test_races);
  tap_run("neighbours, atomics and own elements do not race", test_no_races);
  tap_run("barriers order the memory whose fence they name", test_barriers);
  tap_run("divergent barriers are found in every order", test_divergence);
  tap_run("unwritten values matter where they decide", test_unwritten);
  tap_run("buffers know their unwritten bytes and broken guards", test_buffer_state);
  tap_run("a launch's process has none of the other buffers, which later launches get",
          test_buffers_of_others_are_hidden);
  tap_run("endless loops and crashes end, and findings survive", test_limits);
  tap_run("output and memory have limits", test_more_limits);
  tap_run("one buffer may be two arguments; findings beyond the room are counted",
          test_twins_and_many);
  tap_run("launches that cannot be are findings", test_invalid);
  tap_run("printf knows vectors, strings and odd formats", test_printf);
  return tap_finish();
}
