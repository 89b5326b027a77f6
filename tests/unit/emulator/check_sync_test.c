/* The order that atomics, fences and barriers of sub-groups make, against an
 * oracle that keeps for every work-item the set of all accesses that happen
 * before its next one.
 *
 * Random little programs of several groups and sub-groups: plain accesses and
 * atomic ones of all orders and of scope device or work-group, fences, barriers
 * of the group and of its sub-groups, all with random flags. After every access
 * the finding is compared with what the definition of a race says. A sample has a
 * tenth of the programs. */
#include "rig.h"
#include "sample.h"

enum {
  WORDS = 4,
  MAX_GROUPS = 4,
  MAX_ITEMS = 6,
  MAX_STEPS = 16,
  MAX_MADE = MAX_GROUPS * MAX_ITEMS * MAX_STEPS,
  MEMORIES = 2, /* local, global, as their flags */
  MAX_HEADS = MAX_MADE,
  BUFFER = WBRT_FIRST_ARGUMENT,
  TILE = WBRT_FIRST_STATIC
};
enum { PERIOD = 10 };
#ifdef __SANITIZE_ADDRESS__
enum { PROGRAMS = 400 };
#else
enum { PROGRAMS = 6000 };
#endif

enum kind { ACCESS, FENCE, BARRIER, SUBGROUP_BARRIER };

struct step {
  enum kind kind;
  uint32_t flags; /* of the access, of fences and barriers */
  uint32_t object, word, site, order, scope, value;
};

/* Made in the parent, read in the child. */
static struct program {
  size_t groups, items, steps, subgroup;
  bool fences;
  struct step step[MAX_GROUPS][MAX_ITEMS][MAX_STEPS];
} program;

/* ---- the oracle's memory, in the child ------------------------------------------- */

struct set {
  uint64_t bits[(MAX_MADE + 63) / 64];
};

static struct made {
  uint64_t group, item;
  struct step step;
} made[MAX_MADE];
static size_t n_made;
static uint64_t n_races, n_ordered;

/* Something that an acquire may read: the releases behind a value in memory. */
struct head {
  struct set known[MEMORIES];
  uint32_t mask, scope;
  uint64_t group;
};

struct heads {
  struct head *list;
  size_t n;
};

static struct item {
  uint64_t group; /* 1 + */
  struct set known[MEMORIES];
  struct heads seen;
  struct head fence;
  bool fenced;
} items[MAX_ITEMS];

static struct place {
  struct heads heads;
  uint64_t group, item; /* 1 + of the last store or release */
} places[MEMORIES][WORDS];
static uint64_t place_group;
static struct set meeting[MAX_GROUPS][MAX_ITEMS][MAX_STEPS][MEMORIES];

static uint64_t random_state = 7;
static uint32_t random_below(uint32_t n) {
  random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (uint32_t)(random_state >> 33) % n;
}

static void unite(struct set *to, const struct set *from) {
  for (size_t i = 0; i < sizeof to->bits / sizeof to->bits[0]; i++) to->bits[i] |= from->bits[i];
}

static bool has(const struct set *set, size_t i) {
  return (set->bits[i / 64] >> (i % 64) & 1) != 0;
}

static void add_head(struct heads *heads, const struct head *head) {
  heads->list = realloc(heads->list, (heads->n + 1) * sizeof *heads->list);
  if (heads->list == NULL) abort();
  heads->list[heads->n++] = *head;
}

/* ---- what orders ------------------------------------------------------------------- */

static bool acquires(uint32_t order) {
  return order == WBRT_ORDER_ACQUIRE || order >= WBRT_ORDER_ACQ_REL;
}

static bool releases(uint32_t order) {
  return order == WBRT_ORDER_RELEASE || order >= WBRT_ORDER_ACQ_REL;
}

/* Scopes here are the device or the group. */
static bool include(uint32_t a, uint32_t b, bool same_group) {
  return same_group || (a == WBRT_SCOPE_DEVICE && b == WBRT_SCOPE_DEVICE);
}

static void take(struct item *item, const struct head *head, uint32_t mask, uint32_t scope) {
  if (!include(head->scope, scope, head->group == item->group)) return;
  for (uint32_t m = 0; m < MEMORIES; m++)
    if ((mask & head->mask & 1U << m) != 0) unite(&item->known[m], &head->known[m]);
}

static struct head make_head(const struct item *item, uint32_t mask, uint32_t scope) {
  struct head head = {.mask = mask, .scope = scope, .group = item->group};
  memcpy(head.known, item->known, sizeof head.known);
  return head;
}

static uint32_t narrower(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void operate(struct item *item, uint64_t number, const struct step *step) {
  const uint32_t memory = step->object == TILE ? 0 : 1;
  struct place *place = &places[memory][step->word];
  const bool reads = (step->flags & WBRT_READ) != 0, writes = (step->flags & WBRT_WRITE) != 0;
  const bool mine = place->group == item->group && place->item == number + 1;
  for (size_t i = 0; i < place->heads.n && reads; i++) {
    struct head head = place->heads.list[i];
    if (!include(head.scope, step->scope, head.group == item->group)) continue;
    if (acquires(step->order)) take(item, &head, 1U << memory, step->scope);
    head.scope = narrower(head.scope, step->scope);
    add_head(&item->seen, &head);
  }
  if (!writes) return;
  if (!reads && (!mine || releases(step->order))) place->heads.n = 0;
  if (!reads || releases(step->order)) {
    place->group = item->group;
    place->item = number + 1;
  }
  if (item->fenced) {
    struct head head = item->fence;
    head.scope = narrower(head.scope, step->scope);
    add_head(&place->heads, &head);
  }
  if (releases(step->order)) {
    const struct head head = make_head(item, 1U << memory, step->scope);
    add_head(&place->heads, &head);
  }
}

static void fence(struct item *item, const struct step *step) {
  for (size_t i = 0; i < item->seen.n && acquires(step->order); i++)
    take(item, &item->seen.list[i], step->flags, step->scope);
  if (!releases(step->order) || step->flags == 0) return;
  item->fence = make_head(item, step->flags, step->scope);
  item->fenced = true;
}

/* ---- races -------------------------------------------------------------------------- */

static bool races(const struct made *now, const struct item *item, size_t other) {
  const struct made *b = &made[other];
  const uint32_t memory = now->step.object == TILE ? 0 : 1;
  const bool narrow = now->step.scope != WBRT_SCOPE_DEVICE || b->step.scope != WBRT_SCOPE_DEVICE;
  if (now->step.object != b->step.object || now->step.word != b->step.word) return false;
  if (((now->step.flags | b->step.flags) & WBRT_WRITE) == 0) return false;
  if (now->group == b->group && now->item == b->item) return false;
  if (memory == 0 && now->group != b->group) return false;
  if ((now->step.flags & b->step.flags & WBRT_ATOMIC) != 0 && (now->group == b->group || !narrow))
    return false;
  if (!has(&item->known[memory], other)) return true;
  n_ordered++;
  return false;
}

static struct wbrt_run *the_run;

static void fail(const char *what, const struct made *now) {
  snprintf(the_run->shared->detail, sizeof the_run->shared->detail,
           "%s: group %d item %d site %u object %u word %u flags %u order %u scope %u", what,
           (int)now->group, (int)now->item, now->step.site, now->step.object, now->step.word,
           now->step.flags, now->step.order, now->step.scope);
  abort();
}

static void compare(struct wbrt_run *run, const struct made *now, const struct item *item) {
  struct wb_shared *shared = run->shared;
  const struct wb_finding *finding = &shared->findings[0];
  bool expected = false, named = false;
  for (size_t i = 0; i < n_made; i++) {
    if (!races(now, item, i)) continue;
    expected = true;
    named |= made[i].step.site + 10 == finding->other.line;
  }
  if ((shared->n_findings != 0) != expected)
    fail(expected ? "a race was missed" : "a race that is none", now);
  if (!expected) return;
  if (finding->line != now->step.site + 10) fail("another line", now);
  if (!named) fail("the other access does not race", now);
  n_races++;
  wb_launch_report_init(&run->report, shared, run->image);
  shared->n_findings = 0;
}

/* ---- the kernel ------------------------------------------------------------------------ */

static void make_access(struct wbrt_context *c, struct item *item, const struct step *step) {
  const uint64_t number = c->local_id[0];
  struct made now = {c->group_id[0], number, *step};
  uint64_t address = c->objects[step->object].base + 4 * step->word;
  const bool atomic = (step->flags & WBRT_ATOMIC) != 0;
  const bool reads = (step->flags & WBRT_READ) != 0, writes = (step->flags & WBRT_WRITE) != 0;
  if (wbrt_check(c, address, step->object, 4, 4, step->flags | WBRT_ORDERED, step->site) != address)
    fail("refused", &now);
  if (writes) {
    memcpy((void *)(uintptr_t)address, &step->value, 4);
    wbrt_mark(c, address, step->object, 4, step->flags, false);
  }
  compare(c->run, &now, item);
  for (uint32_t m = 0; m < MEMORIES; m++) item->known[m].bits[n_made / 64] |= 1ULL << (n_made % 64);
  made[n_made++] = now;
  if (!atomic) return;
  wbrt_sync(c, address,
            reads && writes ? WBRT_SYNC_UPDATE
            : writes        ? WBRT_SYNC_STORE
                            : WBRT_SYNC_LOAD,
            step->order, step->scope);
  operate(item, number, step);
}

/* Everybody leaves what it knows before the barrier and takes all of it behind. */
static void wait(struct wbrt_context *c, struct item *item, const struct step *step, size_t at) {
  const bool whole = step->kind == BARRIER;
  const size_t which = whole ? 0 : c->local_id[0] / program.subgroup;
  struct set *all = meeting[c->group_id[0]][which][at];
  struct wbrt_collective_data place = {.argument = {step->flags}, .keys = 1, .key = {at}};
  for (uint32_t m = 0; m < MEMORIES; m++) unite(&all[m], &item->known[m]);
  if (whole)
    wbrt_barrier(c, step->flags, step->site, at);
  else
    wbrt_collective(c, WBRT_COLLECTIVE_BARRIER, 0, step->site, (uint64_t)(uintptr_t)&place);
  for (uint32_t m = 0; m < MEMORIES; m++)
    if ((step->flags & 1U << m) != 0) unite(&item->known[m], &all[m]);
}

static void begin(struct wbrt_context *c, struct item *item) {
  free(item->seen.list);
  memset(item, 0, sizeof *item);
  item->group = c->group_id[0] + 1;
  if (place_group == item->group) return;
  place_group = item->group;
  for (size_t i = 0; i < WORDS; i++) places[0][i].heads.n = places[0][i].group = 0;
}

static void interpret(struct wbrt_context *c, const void *const *args) {
  const uint64_t group = c->group_id[0], number = c->local_id[0];
  struct item *item = &items[number];
  (void)args;
  the_run = c->run;
  begin(c, item);
  for (size_t i = 0; i < program.steps; i++) {
    const struct step *step = &program.step[group][number][i];
    if (step->kind == ACCESS) {
      make_access(c, item, step);
    } else if (step->kind == FENCE) {
      wbrt_sync(c, step->flags, WBRT_SYNC_FENCE, step->order, step->scope);
      fence(item, step);
    } else {
      wait(c, item, step, i);
    }
  }
  c->run->shared->findings_dropped = n_races | n_ordered << 32; /* brought home */
}

/* ---- random programs -------------------------------------------------------------------- */

static uint32_t random_order(uint32_t flags) {
  static const uint32_t all[] = {WBRT_ORDER_RELAXED, WBRT_ORDER_ACQUIRE, WBRT_ORDER_RELEASE,
                                 WBRT_ORDER_ACQ_REL, WBRT_ORDER_SEQ_CST};
  static const uint32_t loads[] = {WBRT_ORDER_RELAXED, WBRT_ORDER_ACQUIRE, WBRT_ORDER_SEQ_CST};
  static const uint32_t stores[] = {WBRT_ORDER_RELAXED, WBRT_ORDER_RELEASE, WBRT_ORDER_SEQ_CST};
  if ((flags & WBRT_WRITE) == 0) return loads[random_below(3)];
  return (flags & WBRT_READ) == 0 ? stores[random_below(3)] : all[random_below(5)];
}

static struct step random_step(uint32_t site, uint32_t *value) {
  static const uint32_t flags[] = {WBRT_READ, WBRT_READ, WBRT_WRITE};
  struct step step = {.kind = ACCESS, .site = site, .scope = WBRT_SCOPE_DEVICE};
  step.object = random_below(3) == 0 ? TILE : BUFFER;
  step.value = ++*value;
  if (program.fences && random_below(5) == 0) {
    step.kind = FENCE;
    step.flags = random_below(4);
    step.order = 2 + random_below(4);
  } else if (random_below(2) == 0) { /* the first two words are mostly for atomics */
    step.word = random_below(8) == 0 ? random_below(WORDS) : random_below(2);
    step.flags = WBRT_ATOMIC | (1 + random_below(3));
    step.order = random_order(step.flags);
  } else {
    step.word = random_below(8) == 0 ? random_below(WORDS) : 2 + random_below(WORDS - 2);
    step.flags = flags[random_below(3)];
  }
  if ((step.kind == FENCE || (step.flags & WBRT_ATOMIC) != 0) && random_below(8) == 0)
    step.scope = WBRT_SCOPE_GROUP;
  return step;
}

static void make_program(void) {
  uint32_t site = 0, value = 0;
  program.groups = 1 + random_below(MAX_GROUPS);
  program.items = 1 + random_below(MAX_ITEMS);
  program.steps = 1 + random_below(MAX_STEPS);
  program.subgroup = 1U << random_below(3);
  program.fences = random_below(2) == 0;
  for (size_t g = 0; g < program.groups; g++)
    for (size_t s = 0; s < program.steps; s++) {
      const uint32_t what = random_below(8), flags = random_below(4), at = site++;
      for (size_t i = 0; i < program.items; i++) {
        struct step *step = &program.step[g][i][s];
        *step = random_step(site++, &value);
        if (what > 1) continue;
        *step = (struct step){.kind = what == 0 ? BARRIER : SUBGROUP_BARRIER, .flags = flags};
        step->site = at;
      }
    }
}

static void mark_narrow(struct rig *rig) {
  for (size_t g = 0; g < program.groups; g++)
    for (size_t i = 0; i < program.items; i++)
      for (size_t s = 0; s < program.steps; s++) {
        const struct step *step = &program.step[g][i][s];
        rig->sites[step->site].narrow = step->kind == ACCESS && step->scope == WBRT_SCOPE_GROUP;
      }
}

static bool run_program(enum wb_schedule_kind order, uint64_t seed, uint64_t found[2]) {
  struct rig *rig = rig_new(interpret, program.groups * program.items, program.items);
  rig->image.has_barrier = rig->image.has_collectives = rig->image.orders = true;
  rig->image.has_fences = program.fences;
  rig->launch.subgroup = (uint32_t)program.subgroup;
  rig->launch.schedule = (struct wb_schedule){order, seed};
  mark_narrow(rig);
  rig_buffer(rig, "a", WORDS, WB_BUFFER_READ_WRITE, true);
  rig_static(rig, WB_MEMORY_LOCAL, "tile", 4 * WORDS, NULL);
  const struct wb_outcome *outcome = rig_run(rig);
  bool good = outcome->kind == WB_OUTCOME_DONE && outcome->counters.items > 0;
  if (!good) printf("# %s\n", outcome->detail);
  found[0] += outcome->findings_dropped & UINT32_MAX;
  found[1] += outcome->findings_dropped >> 32;
  rig_free(rig);
  return good;
}

static void test_random_programs(void) {
  uint64_t found[2] = {0, 0};
  unsigned run = 0;
  bool good = true;
  for (unsigned i = 0; i < PROGRAMS && good; i++) {
    make_program();
    if (!sample_takes_number(i, PERIOD)) continue;
    run++;
    good = run_program((enum wb_schedule_kind)(i % 3), i, found);
    if (!good)
      printf("# program %u: %zu groups of %zu, sub-groups of %zu, fences %d\n", i, program.groups,
             program.items, program.subgroup, program.fences);
  }
  CHECK(good);
  CHECK(run > 0 && found[0] > run);
  CHECK(found[1] > run);
  sample_say(PROGRAMS - run, PROGRAMS, "random programs");
  printf("# %llu accesses raced, %llu pairs were ordered\n", (unsigned long long)found[0],
         (unsigned long long)found[1]);
}

int main(void) {
  tap_run("atomics, fences and sub-groups order what an oracle of all that happened before says",
          test_random_programs);
  return tap_finish();
}
