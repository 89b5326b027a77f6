/* Launches that one process runs in a row: each has the outcome and the memory that it has in a
 * process of its own, whatever ran before it, or is undone. */
#include "rig.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emulator/run/barrier.h"

enum { ITEMS = 64, GROUP = 16, LIMIT_MIB = 4096 };
#ifdef __SANITIZE_ADDRESS__
enum { TRIAL_MS = 200 }; /* a process begins with much of a sanitizer's */
#else
enum { TRIAL_MS = 30 };
#endif
enum { TILE = WBRT_FIRST_STATIC, COUNT, OWN, HUGE_OBJECT };

#define KERNEL(name) static void name(struct wbrt_context *c, const void *const *args)

static int64_t id_of(const struct wbrt_context *c) { return (int64_t)c->global_id[0]; }

KERNEL(compute) { store(c, args, 0, id_of(c), 1, (int)id_of(c) * 3); }
KERNEL(leave_some) {
  if (id_of(c) % 2 == 0) store(c, args, 0, id_of(c), 1, 9);
}
KERNEL(race) { store(c, args, 0, id_of(c) + (id_of(c) == 3), 2, (int)id_of(c)); }
KERNEL(go_outside) { store(c, args, 0, id_of(c) + 5, 3, 1); }
KERNEL(fill_tile) {
  store_object(c, TILE, id_of(c) % GROUP, 4, 77);
  store(c, args, 0, id_of(c), 5, 1);
}
/* Of an array that nobody writes: what a launch before has left there is not its own. */
KERNEL(read_tile) { store(c, args, 0, id_of(c), 7, load_object(c, TILE, id_of(c) % GROUP, 6)); }
KERNEL(fill_own) {
  for (int i = 0; i < 4; i++) store_object(c, OWN, i, 8, 88);
  store(c, args, 0, id_of(c), 28, 2);
}
KERNEL(read_own) { store(c, args, 0, id_of(c), 10, load_object(c, OWN, id_of(c) % 4, 9)); }
/* A variable of the program, which begins with 5. */
KERNEL(count) {
  if (id_of(c) != 0) return;
  const int now = load_object(c, COUNT, 0, 11);
  store_object(c, COUNT, 0, 12, now + 1);
  store(c, args, 0, 0, 13, now);
}
KERNEL(meet) {
  store_object(c, TILE, id_of(c) % GROUP, 14, (int)id_of(c));
  wbrt_barrier(c, WB_FENCE_LOCAL, 15, 0);
  store(c, args, 0, id_of(c), 17, load_object(c, TILE, (id_of(c) + 1) % GROUP, 16));
}
KERNEL(part) {
  if (id_of(c) % GROUP != 1) wbrt_barrier(c, WB_FENCE_LOCAL, 18, 0);
  store(c, args, 0, id_of(c), 19, 1);
}
KERNEL(give_up_time) {
  if (id_of(c) == 2) wb_run_stop(c->run, WB_OUTCOME_TIME_LIMIT, "enough");
  store(c, args, 0, id_of(c), 20, 4);
}
KERNEL(give_up_memory) {
  store(c, args, 0, id_of(c), 21, 5);
  if (id_of(c) == 2) wb_run_stop(c->run, WB_OUTCOME_MEMORY_LIMIT, "too much");
}
KERNEL(crash) {
  store(c, args, 0, id_of(c), 22, 6);
  if (id_of(c) == 2) *(volatile int *)(uintptr_t)c->global_id[0] = 1;
}
KERNEL(kill_itself) {
  store(c, args, 0, id_of(c), 23, 7);
  if (id_of(c) == 2) _exit(3);
}
KERNEL(call) {
  store(c, args, 0, id_of(c), 24, 8);
  if (id_of(c) == 2) syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0);
}
KERNEL(spin) {
  store(c, args, 0, id_of(c), 25, 9);
  while (id_of(c) == 2) __asm__ volatile("");
}

/* Whether a kernel gets so many. */
static void map_mib(struct wbrt_context *c, const void *const *args, size_t mib) {
  if (id_of(c) != 0) return;
  void *at = mmap(NULL, mib << 20, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  store(c, args, 0, 0, 29, at != MAP_FAILED ? 1 : 2);
  if (at != MAP_FAILED) munmap(at, mib << 20);
}
KERNEL(map_what_it_may) { map_mib(c, args, LIMIT_MIB - 4); }
KERNEL(map_more) { map_mib(c, args, LIMIT_MIB + 1); }

static int deep(volatile int *depth) {
  volatile char frame[4000];
  frame[0] = (char)++*depth;
  return *depth > 1000000 ? 0 : deep(depth) + frame[0];
}
KERNEL(overflow) {
  volatile int depth = 0;
  store(c, args, 0, id_of(c), 26, 3);
  if (id_of(c) == 2) store(c, args, 0, 0, 27, deep(&depth));
}

KERNEL(write_by_two) {
  store(c, args, 0, id_of(c), 30, (int)id_of(c));
  store(c, args, 1, id_of(c), 31, load(c, args, 1, id_of(c), 32) + 1);
}
/* What nobody has written, too. */
KERNEL(use_second) {
  const int before = load(c, args, 1, id_of(c), 33);
  store(c, args, 1, id_of(c), 34, before + (int)id_of(c));
  store(c, args, 0, id_of(c), 35, load(c, args, 1, id_of(c), 36));
}
/* Past the check. */
KERNEL(damage_guard) {
  int *last = (int *)(uintptr_t)(pointer_arg(args, 0) + ITEMS * 4);
  store(c, args, 0, id_of(c), 37, 5);
  *last = 1;
}

static void bind_twice(struct rig *rig) {
  const struct wb_dtype type = {WB_INT, 1};
  rig_param(rig, WB_ARG_BUFFER, WB_MEMORY_GLOBAL, "again", "int*", type);
  rig->args[1].value.buffer = rig->args[0].value.buffer;
  rig->bound.of[1] = rig->bound.of[0];
}
static void have_second(struct rig *rig) {
  rig_buffer(rig, "second", ITEMS + 3, WB_BUFFER_WRITE_ONLY, false);
}
static void have_large_second(struct rig *rig) {
  rig_buffer(rig, "second", 20000, WB_BUFFER_READ_WRITE, true);
}
static void have_constant_second(struct rig *rig) {
  rig_buffer(rig, "second", ITEMS, WB_BUFFER_READ_ONLY, true);
}
static void have_local_second(struct rig *rig) {
  const struct wb_dtype type = {WB_INT, 1};
  rig_param(rig, WB_ARG_LOCAL, WB_MEMORY_LOCAL, "second", "int*", type);
  rig->args[1].value.local_bytes = ITEMS * 4;
}
static void wait_at_barriers(struct rig *rig) { rig->image.has_barrier = true; }
static void tell_touched(struct rig *rig) { rig->launch.touched_told = true; }
static void be_backwards(struct rig *rig) { rig->launch.schedule.kind = WB_SCHEDULE_REVERSE; }
/* What the counts need is mapped for each launch, and no more than once at a time. */
static void count_all(struct rig *rig) { rig->image.profile = true; }
/* More than may be mapped for a launch that is not the first, but no more than its limit. */
static void have_much(struct rig *rig) {
  rig_static(rig, WB_MEMORY_PRIVATE, "much", (uint64_t)1 << 30, NULL);
}

/* What becomes of a launch in a row: it is as in a process of its own, and others can follow, or
 * none; or it is undone; or it breaks the row, which is undone as a whole. */
enum fate { FOLLOWED, LAST, UNDONE, BREAKS };
#if defined(__SANITIZE_ADDRESS__) /* which looks at files when a process ends on another stack */
enum { OVERFLOWS = BREAKS };
#else
enum { OVERFLOWS = LAST };
#endif

static const struct kind {
  const char *name;
  rig_kernel *kernel;
  void (*change)(struct rig *rig);
  enum fate fate;
  bool endless; /* alone */
} KINDS[] = {
    {"compute", compute, NULL, FOLLOWED, false},
    {"compute, backwards", compute, be_backwards, FOLLOWED, false},
    {"compute, with what is touched", compute, tell_touched, FOLLOWED, false},
    {"compute, and count all accesses", compute, count_all, FOLLOWED, false},
    {"leave some unwritten", leave_some, NULL, FOLLOWED, false},
    {"race", race, NULL, FOLLOWED, false},
    {"go outside", go_outside, NULL, FOLLOWED, false},
    {"fill a tile", fill_tile, NULL, FOLLOWED, false},
    {"read a tile", read_tile, NULL, FOLLOWED, false},
    {"fill an array of its own", fill_own, NULL, FOLLOWED, false},
    {"read an array of its own", read_own, NULL, FOLLOWED, false},
    {"count", count, NULL, FOLLOWED, false},
    {"meet at a barrier", meet, wait_at_barriers, FOLLOWED, false},
    {"part at a barrier", part, wait_at_barriers, FOLLOWED, false},
    {"map what it may", map_what_it_may, NULL, FOLLOWED, false},
    {"map more than it may", map_more, NULL, FOLLOWED, false},
    {"write one buffer by two arguments", write_by_two, bind_twice, FOLLOWED, false},
    {"use a second buffer", use_second, have_second, FOLLOWED, false},
    {"use a large second buffer", use_second, have_large_second, FOLLOWED, false},
    {"write a buffer for reading", use_second, have_constant_second, FOLLOWED, false},
    {"use local memory for an argument", use_second, have_local_second, FOLLOWED, false},
    {"come to a limit of time", give_up_time, NULL, LAST, false},
    {"come to a limit of memory", give_up_memory, NULL, UNDONE, false},
    {"have much private memory", compute, have_much, UNDONE, false},
    {"crash", crash, NULL, BREAKS, false},
    {"end its process", kill_itself, NULL, BREAKS, false},
    {"make a system call", call, NULL, BREAKS, false},
    {"run for ever", spin, NULL, UNDONE, true},
    {"have too deep a stack", overflow, NULL, (enum fate)OVERFLOWS, false},
};
enum { N_KINDS = sizeof KINDS / sizeof KINDS[0] };

static struct rig *make(const struct kind *kind) {
  static const int five = 5;
  struct rig *rig = rig_new(kind->kernel, ITEMS, GROUP);
  rig->launch.limits.memory_bytes = (uint64_t)LIMIT_MIB << 20;
  rig_buffer(rig, "out", ITEMS, WB_BUFFER_READ_WRITE, true);
  rig_static(rig, WB_MEMORY_LOCAL, "tile", GROUP * 4, NULL);
  rig_static(rig, WB_MEMORY_GLOBAL, "count", 4, &five);
  rig_static(rig, WB_MEMORY_PRIVATE, "own", 16, NULL);
  if (kind->change != NULL) kind->change(rig);
  return rig;
}

static bool same_buffers(struct rig *a, struct rig *b) {
  struct wb_buffer_state of_a, of_b;
  int in_a[ITEMS], in_b[ITEMS];
  wb_emulator_buffer_read(a->buffers[0], 0, in_a, sizeof in_a);
  wb_emulator_buffer_read(b->buffers[0], 0, in_b, sizeof in_b);
  wb_emulator_buffer_state(a->buffers[0], &of_a);
  wb_emulator_buffer_state(b->buffers[0], &of_b);
  return memcmp(in_a, in_b, sizeof in_a) == 0 && of_a.guards_intact == of_b.guards_intact &&
         of_a.unwritten_bytes == of_b.unwritten_bytes;
}

static bool same_touched(const struct wb_outcome *a, const struct wb_outcome *b) {
  return a->knows_touched == b->knows_touched && a->n_touched == b->n_touched &&
         a->idle_items == b->idle_items && a->idle_groups == b->idle_groups &&
         (a->n_touched == 0 ||
          memcmp(a->touched, b->touched, a->n_touched * sizeof *a->touched) == 0);
}

static bool same_outcomes(const struct wb_outcome *a, const struct wb_outcome *b) {
  return a->kind == b->kind && strcmp(a->detail, b->detail) == 0 &&
         a->n_findings == b->n_findings && a->findings_dropped == b->findings_dropped &&
         memcmp(a->findings, b->findings, a->n_findings * sizeof a->findings[0]) == 0 &&
         memcmp(&a->counters, &b->counters, sizeof a->counters) == 0 && same_touched(a, b);
}

/* One row, and what is known of each of its launches alone. */
struct row {
  struct wb_launch_process *process;
  struct rig *rigs[WB_LAUNCHES_IN_ROW];
  bool gave_up;
};

static void start(struct row *row, const struct kind *const *kinds, size_t n) {
  struct wb_emulator_buffer *buffers[WB_LAUNCHES_IN_ROW];
  row->process = wb_launch_process_new();
  for (size_t i = 0; i < n; i++) {
    row->rigs[i] = make(kinds[i]);
    buffers[i] = row->rigs[i]->buffers[0];
    struct wb_launch_job job = rig_job(row->rigs[i]);
    job.trial_ms = TRIAL_MS;
    wb_outcome_init(&row->rigs[i]->outcome);
    CHECK(wb_launch_process_add(row->process, &job, &row->rigs[i]->outcome));
  }
  struct wb_launch_host host = rig_host(row->rigs[0]);
  host.buffers = buffers;
  host.n_buffers = n;
  struct wb_error err = {0};
  CHECK_INT(wb_launch_process_left(row->process), n);
  if (!CHECK_INT(wb_launch_process_start(row->process, &host, &err), WB_OK) ||
      !CHECK_INT(wb_launch_process_end(row->process, &row->gave_up, &err), WB_OK))
    printf("# %s\n", err.message);
}

/* With all that its outcome holds. */
static void release(struct rig *rig) {
  wb_outcome_release(&rig->outcome);
  rig->outcome.text = NULL;
  rig_free(rig);
}

static void end(struct row *row, size_t n) {
  wb_launch_process_free(row->process);
  for (size_t i = 0; i < n; i++) release(row->rigs[i]);
}

/* In a process of its own; made once. */
static struct rig *alone(size_t kind) {
  static struct rig *made[N_KINDS];
  if (made[kind] == NULL) {
    made[kind] = make(&KINDS[kind]);
    if (!KINDS[kind].endless) rig_run(made[kind]);
  }
  return made[kind];
}

static size_t number_of(const struct kind *kind) { return (size_t)(kind - KINDS); }

/* Of a launch at a place in its row: who begins with much may have it, and those after it, too. */
static enum fate fate_at(const struct kind *const *kinds, size_t index) {
  const bool begins_with_much = kinds[0]->change == have_much;
  return begins_with_much && kinds[index]->change == have_much ? FOLLOWED : kinds[index]->fate;
}

/* How many of a row are done. */
static size_t count_done(const struct kind *const *kinds, size_t n) {
  size_t i = 0;
  while (i < n && fate_at(kinds, i) == FOLLOWED) i++;
  if (i < n && fate_at(kinds, i) == BREAKS) return 0;
  return i < n && fate_at(kinds, i) == LAST ? i + 1 : i;
}

static void take(struct row *row, size_t index, const struct kind *kind, bool is_done) {
  struct rig *rig = row->rigs[index], *untouched = make(kind);
  bool done = false;
  CHECK_INT(wb_launch_process_take(row->process, &done, NULL), WB_OK);
  bool good = CHECK_INT(done, is_done);
  if (done)
    good &= CHECK(same_outcomes(&rig->outcome, &alone(number_of(kind))->outcome)) &&
            CHECK(same_buffers(rig, alone(number_of(kind))));
  else
    good &= CHECK(same_buffers(rig, untouched));
  if (!good) printf("# %s, launch %zu: %s\n", kind->name, index, rig->outcome.detail);
  rig_free(untouched);
}

static void check_row(const struct kind *const *kinds, size_t n) {
  struct row row = {0};
  const size_t n_done = count_done(kinds, n);
  start(&row, kinds, n);
  for (size_t i = 0; i < n; i++) take(&row, i, kinds[i], i < n_done);
  CHECK_INT(wb_launch_process_left(row.process), 0);
  end(&row, n);
}

static void each_after_each(void) {
  for (size_t a = 0; a < N_KINDS; a++)
    for (size_t b = 0; b < N_KINDS; b++) {
      const struct kind *const kinds[] = {&KINDS[a], &KINDS[b], &KINDS[0]};
      check_row(kinds, 3);
    }
}

/* All that let another one follow, round and round. */
static void many(void) {
  const struct kind *kinds[WB_LAUNCHES_IN_ROW];
  size_t at = 0;
  for (size_t i = 0; i < WB_LAUNCHES_IN_ROW; i++) {
    while (KINDS[at % N_KINDS].fate != FOLLOWED) at++;
    kinds[i] = &KINDS[at++ % N_KINDS];
  }
  check_row(kinds, WB_LAUNCHES_IN_ROW);
}

static void a_guard_that_is_damaged_is_found(void) {
  static const struct kind damage = {"damage a guard", damage_guard, NULL, FOLLOWED, false};
  const struct kind *const kinds[] = {&damage, &damage, &KINDS[0]};
  struct row row = {0};
  start(&row, kinds, 3);
  for (size_t i = 0; i < 3; i++) {
    struct wb_buffer_state state;
    wb_emulator_buffer_state(row.rigs[i]->buffers[0], &state);
    CHECK_INT(state.guards_intact, kinds[i] != &damage);
  }
  end(&row, 3);
}

static const unsigned char *looked_at;
KERNEL(look) {
  if (id_of(c) == 2) store(c, args, 0, 0, 38, *(const volatile unsigned char *)looked_at);
}

static struct wb_emulator_buffer *slot(struct wb_spares *spares, enum wb_buffer_access access) {
  const struct wb_buffer_desc desc = {
      .name = "slot", .type = {WB_INT, 1}, .bytes = ITEMS * 4, .access = access};
  struct wb_emulator_buffer *buffer = wb_spares_take(spares, &desc);
  if (!CHECK(buffer != NULL && buffer->in_slab)) exit(1);
  wb_emulator_buffer_settle(buffer);
  return buffer;
}

/* Where nothing is, it crashes. The bits of its own buffer stay. */
static void other_slots_are_not_there(void) {
  struct wb_spares spares = {.next = 0};
  struct wb_emulator_buffer *others[] = {
      slot(&spares, WB_BUFFER_READ_WRITE), slot(&spares, WB_BUFFER_READ_ONLY),
      slot(&spares, WB_BUFFER_READ_WRITE), slot(&spares, WB_BUFFER_READ_WRITE)};
  struct rig *rig = rig_new(look, ITEMS, GROUP);
  rig_buffer(rig, "out", ITEMS, WB_BUFFER_WRITE_ONLY, false);
  rig->bound.of[0] = others[2];
  wb_spares_put(&spares, others[3]); /* a spare, whose slot is as little for others */
  for (size_t i = 0; i < 4; i++) {
    struct wb_launch_host host = rig_host(rig);
    const struct wb_launch_job job = rig_job(rig);
    host.spares = &spares;
    looked_at = i == 2 ? (const unsigned char *)others[i]->written : others[i]->map;
    wb_outcome_init(&rig->outcome);
    CHECK(wb_launch_run(&host, &job, &rig->outcome, NULL) == WB_OK);
    CHECK_INT(rig->outcome.kind, i == 2 ? WB_OUTCOME_DONE : WB_OUTCOME_CRASHED);
    wb_outcome_release(&rig->outcome);
  }
  for (size_t i = 0; i < 3; i++) wb_emulator_buffer_free(others[i]);
  wb_spares_free(&spares);
  rig->outcome.text = NULL;
  rig_free(rig);
}

static void the_one_that_takes_long_is_given_up(void) {
  const struct kind *const kinds[] = {&KINDS[0], &KINDS[N_KINDS - 2], &KINDS[0]};
  struct row row = {0};
  start(&row, kinds, 3);
  CHECK(row.gave_up);
  end(&row, 3);
}

int main(void) {
  CHECK(KINDS[N_KINDS - 2].endless);
  tap_run("each after each other is as alone, or undone", each_after_each);
  tap_run("as many as a row has", many);
  tap_run("a guard that is damaged is found, in the buffer whose it is",
          a_guard_that_is_damaged_is_found);
  tap_run("a launch has no slot of a slab but those of its buffers", other_slots_are_not_there);
  tap_run("only the one that takes long is given up", the_one_that_takes_long_is_given_up);
  for (size_t i = 0; i < N_KINDS; i++) release(alone(i));
  return tap_finish();
}
