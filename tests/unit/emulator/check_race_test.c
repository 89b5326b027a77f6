/* Race histories against an oracle that remembers everything.
 *
 * Random little programs: several groups and work-items, random accesses of
 * all classes and sizes to a few bytes of global memory (through two arguments
 * that are one buffer) and local memory, random barriers with random fences,
 * in random orders. After every single access, the finding that the checks
 * gave is compared with what the definition of a race says about all accesses
 * before it: whether there is one, how severe, and whether the access that is
 * named as the other one does race. The same for what is written: the buffer is
 * so in part when the launch begins, each read is compared with a memory of every
 * byte, and so is what the host is told in the end. A sample has a tenth of the programs. */
#include "rig.h"
#include "sample.h"

enum {
  ARRAY_BYTES = 24,
  MAX_GROUPS = 4,
  MAX_ITEMS = 5,
  MAX_STEPS = 14,
  GLOBAL_A = WBRT_FIRST_ARGUMENT,
  LOCAL = WBRT_FIRST_STATIC
};
enum { PERIOD = 10 };
#ifdef __SANITIZE_ADDRESS__
enum { PROGRAMS = 400 };
#else
enum { PROGRAMS = 6000 };
#endif

struct step {
  bool barrier;
  uint32_t flags; /* of the barrier, or WBRT_ ones of an access */
  uint32_t object, offset, size, site;
  uint64_t value;
};

/* Made in the parent, read in the child. */
static struct program {
  size_t groups, items, steps;
  bool atomics; /* none: checks are told so */
  bool known;   /* granules are known when the kernel is compiled */
  uint32_t least[3];
  bool written[ARRAY_BYTES]; /* of the buffer, by the host */
  struct step step[MAX_GROUPS][MAX_ITEMS][MAX_STEPS];
} program;

/* The child's memory of all accesses. */
static struct made {
  uint64_t group, item, local_phase, global_phase;
  struct step step;
} made[MAX_GROUPS * MAX_ITEMS * MAX_STEPS];
static size_t n_made;
static bool written[ARRAY_BYTES];     /* of the buffer, so far */
static uint64_t n_errors, n_warnings; /* so that the test knows it tests something */

static uint64_t random_state = 1;
static uint32_t random_below(uint32_t n) {
  random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (uint32_t)(random_state >> 33) % n;
}

/* ---- the definition ------------------------------------------------------------ */

static bool is_local(const struct step *step) { return step->object == LOCAL; }

static uint32_t least_of(const struct step *step) {
  return program.least[is_local(step) ? 2 : step->object - GLOBAL_A];
}

static bool overlap(const struct step *a, const struct step *b) {
  return is_local(a) == is_local(b) && a->offset < b->offset + b->size &&
         b->offset < a->offset + a->size;
}

static bool unordered(const struct made *a, const struct made *b) {
  if (a->group != b->group) return !is_local(&a->step);
  if (a->item == b->item) return false;
  return is_local(&a->step) ? a->local_phase == b->local_phase : a->global_phase == b->global_phase;
}

static bool races(const struct made *a, const struct made *b) {
  bool writes = ((a->step.flags | b->step.flags) & WBRT_WRITE) != 0;
  bool atomic = (a->step.flags & b->step.flags & WBRT_ATOMIC) != 0;
  return writes && !atomic && overlap(&a->step, &b->step) && unordered(a, b);
}

static bool plain_writes(const struct made *a, const struct made *b) {
  return a->step.flags == WBRT_WRITE && b->step.flags == WBRT_WRITE;
}

/* Whether the write changes a byte that the other one wrote. */
static bool differs(const struct made *now, const struct made *before, const unsigned char *old) {
  const unsigned char *new = (const unsigned char *)&now->step.value;
  for (uint32_t i = 0; i < now->step.size; i++) {
    uint32_t at = now->step.offset + i;
    bool shared = at >= before->step.offset && at < before->step.offset + before->step.size;
    if (shared && old[i] != new[i]) return true;
  }
  return false;
}

enum expectation { CLEAN, WARNING, ERROR };

static enum expectation expect(const struct made *now, const unsigned char *old) {
  enum expectation expected = CLEAN;
  for (size_t i = 0; i < n_made; i++) {
    if (!races(now, &made[i])) continue;
    if (!plain_writes(now, &made[i]) || differs(now, &made[i], old)) return ERROR;
    expected = WARNING;
  }
  return expected;
}

/* ---- the kernel ---------------------------------------------------------------- */

static void fail(const char *what, const struct made *now) {
  fprintf(stderr, "# %s: group %d item %d site %u object %u offset %u size %u flags %u\n", what,
          (int)now->group, (int)now->item, now->step.site, now->step.object, now->step.offset,
          now->step.size, now->step.flags);
  abort();
}

static void check_other(const struct wb_finding *finding, const struct made *now) {
  bool found = false;
  for (size_t i = 0; i < n_made && !found; i++)
    found = made[i].step.site + 10 == finding->other.line && races(now, &made[i]) &&
            made[i].group == finding->other.who.group[0] &&
            made[i].group * program.items + made[i].item == finding->other.who.item[0];
  if (!found) fail("the other access does not race, or is another work-item's", now);
}

static void compare(struct wbrt_run *run, const struct made *now, enum expectation expected) {
  struct wb_shared *shared = run->shared;
  const struct wb_finding *finding = &shared->findings[0];
  if ((shared->n_findings != 0) != (expected != CLEAN))
    fail(expected == CLEAN ? "a race that is none" : "a race was missed", now);
  if (expected == CLEAN) return;
  if ((finding->severity == WB_SEVERITY_ERROR) != (expected == ERROR))
    fail(expected == ERROR ? "only a warning" : "more than a warning", now);
  if (finding->line != now->step.site + 10) fail("another line", now);
  check_other(finding, now);
  *(expected == ERROR ? &n_errors : &n_warnings) += 1;
  wb_launch_report_init(&run->report, shared, run->image);
  shared->n_findings = 0;
}

/* As refine.c knows them: those of the argument, not of the buffer. */
static uint32_t flags_of(const struct step *step) {
  const uint32_t memory = is_local(step) ? WB_MEMORY_LOCAL : WB_MEMORY_GLOBAL;
  const uint32_t granule = wb_granule_shift(least_of(step)) + 1U;
  uint32_t flags = step->flags | (program.atomics ? 0 : WBRT_NO_ATOMICS);
  if (program.known) flags |= memory << WBRT_MEMORY_SHIFT | granule << WBRT_GRANULE_SHIFT;
  return flags;
}

static void check_written(struct wbrt_context *c, const struct made *now, uint64_t use) {
  const struct step *step = &now->step;
  bool all = true;
  for (uint32_t i = 0; i < step->size; i++) all &= written[step->offset + i];
  if (wbrt_unwritten(c, use, step->object, step->size, flags_of(step), step->site) == all)
    fail(all ? "written, but not known to be" : "not written, but taken to be", now);
}

static void access_memory(struct wbrt_context *c, const struct step *step) {
  struct made now = {c->group_id[0], c->local_id[0], c->local_phase, c->global_phase, *step};
  unsigned char old[8];
  uint64_t address = c->objects[step->object].base + step->offset;
  memcpy(old, (const void *)(uintptr_t)address, step->size);
  enum expectation expected = expect(&now, old);
  if (n_made == 0) memcpy(written, program.written, sizeof written);
  uint64_t use =
      wbrt_check(c, address, step->object, step->size, step->size, flags_of(step), step->site);
  if (use != address) fail("refused", &now);
  if ((step->flags & WBRT_READ) != 0 && !is_local(step)) check_written(c, &now, use);
  if ((step->flags & WBRT_WRITE) != 0) {
    memcpy((void *)(uintptr_t)use, &step->value, step->size);
    wbrt_mark(c, use, step->object, step->size, flags_of(step), false);
    if (!is_local(step)) memset(written + step->offset, true, step->size);
  }
  compare(c->run, &now, expected);
  made[n_made++] = now;
}

static void interpret(struct wbrt_context *c, const void *const *args) {
  (void)args;
  for (size_t i = 0; i < program.steps; i++) {
    const struct step *step = &program.step[c->group_id[0]][c->local_id[0]][i];
    if (step->barrier)
      wbrt_barrier(c, step->flags, step->site, i);
    else
      access_memory(c, step);
  }
  c->run->shared->findings_dropped = n_errors + n_warnings; /* brought home */
}

/* ---- random programs --------------------------------------------------------------- */

/* Half of them in a row: the next work-item has the next place. */
static uint32_t random_offset(const struct step *step, size_t item, uint32_t in_row) {
  const uint32_t places = ARRAY_BYTES / step->size;
  if (in_row == 0) return random_below(places) * step->size;
  return ((uint32_t)item + in_row) % places * step->size;
}

static struct step random_access(uint32_t site, size_t item, uint32_t size, uint32_t in_row) {
  static const uint32_t flags[] = {WBRT_READ,
                                   WBRT_READ,
                                   WBRT_WRITE,
                                   WBRT_WRITE,
                                   WBRT_READ | WBRT_ATOMIC,
                                   WBRT_WRITE | WBRT_ATOMIC,
                                   WBRT_READ | WBRT_WRITE | WBRT_ATOMIC};
  struct step step = {.site = site};
  step.flags = flags[random_below(program.atomics ? sizeof flags / sizeof flags[0] : 4)];
  step.object = random_below(3) == 2 ? LOCAL : GLOBAL_A + random_below(2);
  do step.size = in_row != 0 && size >= least_of(&step) ? size : 1U << random_below(4);
  while (step.size < least_of(&step));
  step.offset = random_offset(&step, item, in_row);
  /* Mostly one value, so that some writes are of what is there. */
  memset(&step.value, random_below(5) == 0 ? 7 : 3, 8);
  return step;
}

static void make_program(void) {
  uint32_t site = 0;
  program.groups = 1 + random_below(MAX_GROUPS);
  program.items = 1 + random_below(MAX_ITEMS);
  program.steps = 1 + random_below(MAX_STEPS);
  program.atomics = random_below(3) > 0;
  program.known = random_below(2) == 0;
  for (size_t i = 0; i < 3; i++) program.least[i] = 1U << random_below(4);
  const uint32_t unset = random_below(3); /* none, some, all but some */
  for (size_t i = 0; i < ARRAY_BYTES; i++)
    program.written[i] = unset == 0 || (random_below(4) == 0) == (unset == 2);
  for (size_t g = 0; g < program.groups; g++)
    for (size_t s = 0; s < program.steps; s++) {
      bool barrier = random_below(3) == 0;
      uint32_t fences = random_below(4), at = site++;
      const uint32_t size = 1U << random_below(3), in_row = random_below(2) * (1 + random_below(9));
      const bool one_site = in_row != 0 && random_below(2) == 0;
      for (size_t i = 0; i < program.items; i++) {
        struct step *step = &program.step[g][i][s];
        *step = random_access(barrier || one_site ? at : site++, i, size, in_row);
        if (one_site && i > 0) {
          *step = program.step[g][0][s];
          step->offset = random_offset(step, i, in_row);
        }
        step->barrier = barrier;
        if (barrier) step->flags = fences;
      }
    }
}

static void set_bytes(struct wb_emulator_buffer *buffer) {
  const unsigned char zero = 0;
  for (size_t i = 0; i < ARRAY_BYTES; i++)
    if (program.written[i]) wb_emulator_buffer_write(buffer, i, &zero, 1);
}

/* What the host is told is written afterwards. */
static bool host_knows(struct rig *rig) {
  bool all[ARRAY_BYTES];
  size_t unwritten = 0;
  struct wb_buffer_state state;
  memcpy(all, program.written, sizeof all);
  for (size_t g = 0; g < program.groups; g++)
    for (size_t i = 0; i < program.items; i++)
      for (size_t s = 0; s < program.steps; s++) {
        const struct step *step = &program.step[g][i][s];
        const bool writes = !step->barrier && (step->flags & WBRT_WRITE) != 0;
        if (writes && !is_local(step)) memset(all + step->offset, true, step->size);
      }
  for (size_t i = 0; i < ARRAY_BYTES; i++) unwritten += !all[i];
  wb_emulator_buffer_state(rig->buffers[0], &state);
  return state.unwritten_bytes == unwritten;
}

static bool run_program(enum wb_schedule_kind order, uint64_t seed, uint64_t *races_found) {
  struct rig *rig = rig_new(interpret, program.groups * program.items, program.items);
  rig->image.has_barrier = true;
  rig->launch.schedule = (struct wb_schedule){order, seed};
  set_bytes(rig_buffer(rig, "a", ARRAY_BYTES / 4, WB_BUFFER_READ_WRITE, false));
  rig_param(rig, WB_ARG_BUFFER, WB_MEMORY_GLOBAL, "b", "int*", (struct wb_dtype){WB_INT, 1});
  rig->args[1].value.buffer = 1;
  rig->bound.of[1] = rig->buffers[0];
  rig_static(rig, WB_MEMORY_LOCAL, "tile", ARRAY_BYTES, NULL);
  for (size_t i = 0; i < 2; i++) rig->image.param_least[i] = (uint8_t)program.least[i];
  rig->statics[0].least_access = program.least[2];
  const struct wb_outcome *outcome = rig_run(rig);
  bool good = outcome->kind == WB_OUTCOME_DONE && outcome->counters.items > 0;
  if (!good) printf("# %s\n", outcome->detail);
  if (good && !CHECK(host_knows(rig))) good = false;
  *races_found += outcome->findings_dropped;
  rig_free(rig);
  return good;
}

static void test_random_programs(void) {
  uint64_t found = 0;
  unsigned run = 0;
  bool good = true;
  for (unsigned i = 0; i < PROGRAMS && good; i++) {
    make_program();
    if (!sample_takes_number(i, PERIOD)) continue;
    run++;
    good = run_program((enum wb_schedule_kind)(i % 3), i, &found);
    if (!good) printf("# program %u\n", i);
  }
  CHECK(good);
  CHECK(run > 0 && found > run);
  sample_say(PROGRAMS - run, PROGRAMS, "random programs");
}

int main(void) {
  tap_run("every access of a random program is judged as by one who remembers all",
          test_random_programs);
  return tap_finish();
}
