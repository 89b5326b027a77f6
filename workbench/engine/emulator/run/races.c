/* The slow path of race histories (check/race.h says how they work). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/run/packed.h"
#include "emulator/run/touched.h"

#define SITE_MASK ((1ULL << WBRT_SITE_BITS) - 1)

static uint64_t segment_of(uint64_t entry) { return entry >> WBRT_SITE_BITS; }

/* Entries of a segment that no work-item has stand for asynchronous copies
 * (async.h): always first, so that the fast path sees them. */
static uint64_t held_entry(size_t index) {
  return WBRT_MAX_SEGMENT << WBRT_SITE_BITS | (index & SITE_MASK);
}

static bool is_held(uint64_t entry) { return segment_of(entry) == WBRT_MAX_SEGMENT; }

/* The access being noted. */
struct access {
  struct wbrt_run *run;
  const struct wbrt_object *object;
  uint64_t window;
  enum wbrt_class class;
  uint32_t site;
};

static bool of_earlier_group(const struct access *access, uint64_t entry) {
  return entry < access->run->context->group_window;
}

static bool is_mine(const struct access *access, uint64_t entry) {
  const struct wbrt_run *run = access->run;
  const struct wbrt_context *context = run->context;
  /* Nobody knows which of the group's work-items makes a part of a copy. */
  if (run->async.copying != 0 && context->group_items > 1) return false;
  return !of_earlier_group(access, entry) &&
         (segment_of(entry) - run->group_segment) % context->group_items ==
             context->local_linear_id;
}

/* Whether nothing orders an entry before this access. */
static bool is_live(const struct access *access, uint64_t entry) {
  bool global = access->object->memory != WB_MEMORY_LOCAL;
  bool live = entry >= access->window || (global && entry != 0 && of_earlier_group(access, entry));
  if (live && access->run->image->orders)
    live = !wb_sync_orders(access->run, global ? WB_SYNC_GLOBAL : WB_SYNC_LOCAL, segment_of(entry));
  return live;
}

static bool is_racing(const struct access *access, uint64_t entry) {
  return entry != 0 && !is_held(entry) && !is_mine(access, entry) && is_live(access, entry);
}

/* Whether the scope of one of two atomic accesses leaves the other out. */
static bool scopes_apart(const struct access *access, uint64_t entry) {
  const struct wbrt_run *run = access->run;
  return of_earlier_group(access, entry) &&
         (wb_launch_report_site(&run->report, access->site)->narrow ||
          wb_launch_report_site(&run->report, (int64_t)(entry & SITE_MASK))->narrow);
}

typedef bool entry_test(const struct access *access, uint64_t entry);

/* An entry of the class that races and passes the test, if there is one; 0 if
 * there is none. */
static uint64_t find_racing(const struct access *access, const struct wbrt_history *history,
                            enum wbrt_class class, entry_test *test) {
  const uint64_t *entry = history->entry[class];
  const struct wb_history_overflow *overflow =
      entry[0] != 0 ? wb_history_overflow_find(&access->run->overflows, entry) : NULL;
  const size_t more = overflow != NULL ? overflow->n : 0;
  uint64_t found = 0;
  for (size_t i = 0; i < 2 + more && found == 0; i++) {
    const uint64_t at = i < 2 ? entry[i] : overflow->entries[i - 2];
    if (at != 0 && (test == NULL || test(access, at)) && is_racing(access, at)) found = at;
  }
  return found;
}

static uint64_t racing_entry(const struct access *access, const struct wbrt_history *history,
                             enum wbrt_class class) {
  return find_racing(access, history, class, NULL);
}

/* ---- with more orders than barriers: all entries that may be needed ------------- */

/* Whether whatever races with the entry races with this access, too. Of two
 * atomic ones the scopes count: one of another group concerns others. */
static bool is_useless(const struct access *access, uint64_t entry) {
  const struct wbrt_run *run = access->run;
  bool needed = is_racing(access, entry);
  const bool local = access->object->memory == WB_MEMORY_LOCAL;
  if (!needed && run->narrow && !local && (access->class & 2) != 0)
    needed = of_earlier_group(access, entry) ||
             (wb_launch_report_site(&run->report, (int64_t)(entry & SITE_MASK))->narrow &&
              !wb_launch_report_site(&run->report, access->site)->narrow);
  return !needed;
}

/* Each work-item of this group counts by its last entry only; entries come in order. */
static void drop_useless(const struct access *access, struct wb_history_overflow *overflow) {
  struct wbrt_run *run = access->run;
  const uint64_t items = run->context->group_items;
  uint64_t *later = calloc(items, sizeof *later);
  size_t kept = overflow->n;
  for (size_t i = overflow->n; i-- > 0;) {
    const uint64_t entry = overflow->entries[i], segment = segment_of(entry);
    const uint64_t item = of_earlier_group(access, entry) || later == NULL
                              ? items
                              : (segment - run->group_segment) % items;
    const uint64_t kind =
        wb_launch_report_site(&run->report, (int64_t)(entry & SITE_MASK))->narrow ? 2 : 1;
    bool again = item < items && (later[item] & kind) != 0;
    if (item < items) later[item] |= kind;
    if (!again && !is_useless(access, entry)) overflow->entries[--kept] = entry;
  }
  memmove(overflow->entries, overflow->entries + kept,
          (overflow->n - kept) * sizeof *overflow->entries);
  run->overflows.entries -= kept;
  overflow->n -= kept;
  /* Twice as many, so that each entry is looked at a constant number of times on average. */
  overflow->tidy_at = 2 * overflow->n + 16;
  free(later);
}

static uint64_t take_needed(const struct access *access, struct wb_history_overflow *overflow) {
  uint64_t found = 0;
  while (overflow != NULL && overflow->n > 0 && found == 0) {
    const uint64_t entry = overflow->entries[--overflow->n];
    access->run->overflows.entries--;
    if (!is_useless(access, entry)) found = entry;
  }
  return found;
}

static void note_among_all(const struct access *access, struct wbrt_history *history) {
  struct wbrt_run *run = access->run;
  uint64_t *entry = history->entry[access->class];
  const uint64_t mine = run->context->segment | access->site;
  struct wb_history_overflow *overflow =
      entry[0] != 0 ? wb_history_overflow_find(&run->overflows, entry) : NULL;
  const int first = is_held(entry[0]) ? 1 : 0;
  if (overflow != NULL && overflow->n >= overflow->tidy_at) drop_useless(access, overflow);
  for (int i = first; i < 2; i++) {
    if (entry[i] != 0 && is_useless(access, entry[i])) entry[i] = 0;
    if (entry[i] == 0) entry[i] = take_needed(access, overflow);
  }
  if (entry[0] == 0) {
    entry[0] = entry[1];
    entry[1] = 0;
  }
  if (entry[0] == 0)
    entry[0] = mine;
  else if (entry[1] == 0)
    entry[1] = mine;
  else if (!wb_history_overflow_add(&run->overflows, entry, mine))
    wb_run_stop(run, WB_OUTCOME_MEMORY_LIMIT,
                "more accesses to the same memory than can be remembered are ordered by nothing "
                "but atomic operations");
}

/* ---- where barriers say it all: rules (1) to (5) --------------------------------- */

static void note_access(const struct access *access, struct wbrt_history *history) {
  uint64_t *entry = history->entry[access->class];
  const uint64_t mine = access->run->context->segment | access->site;
  bool global = access->object->memory != WB_MEMORY_LOCAL;
  uint64_t first = is_held(entry[0]) ? entry[1] : entry[0];
  if (global && first != 0 && of_earlier_group(access, first)) return;
  if (entry[0] < access->window)
    entry[0] = mine;
  else if ((is_held(entry[0]) || !is_mine(access, entry[0])) && entry[1] < access->window)
    entry[1] = mine;
}

/* ---- compact cells ------------------------------------------------------------ */

static uint64_t cell_entry(uint64_t word, int shift) {
  uint64_t site = word >> shift & WBRT_CELL_SITE_MASK;
  return site != 0 ? word >> WBRT_CELL_SEGMENT_SHIFT << WBRT_SITE_BITS | (site - 1) : 0;
}

/* The full history of a cell, which has it from now on. */
static struct wbrt_history *history_of(struct wbrt_run *run, struct wbrt_cell *cell) {
  struct wbrt_history *history;
  if ((cell->word & WBRT_CELL_FULL) != 0) {
    history = &run->histories[cell->word >> WBRT_CELL_INDEX_SHIFT];
  } else {
    if (run->n_histories == run->max_histories) wb_bug("more race histories than cells");
    history = &run->histories[run->n_histories];
    history->entry[WBRT_CLASS_WRITE][0] = cell_entry(cell->word, WBRT_CELL_WRITE_SHIFT);
    history->entry[WBRT_CLASS_READ][0] = cell_entry(cell->word, WBRT_CELL_READ_SHIFT);
    cell->word =
        run->n_histories++ << WBRT_CELL_INDEX_SHIFT | (cell->word & WBRT_CELL_SET) | WBRT_CELL_FULL;
  }
  return history;
}

void wb_race_remember(struct wbrt_run *run, const struct wbrt_object *object, uint64_t cell) {
  if (object->race != NULL) history_of(run, wb_cell_at(run, object, object->race, cell));
}

/* ---- reporting ---------------------------------------------------------------- */

static const enum wb_access access_names[WBRT_CLASSES] = {
    [WBRT_CLASS_READ] = WB_ACCESS_READ,
    [WBRT_CLASS_WRITE] = WB_ACCESS_WRITE,
    [WBRT_CLASS_ATOMIC_READ] = WB_ACCESS_ATOMIC,
    [WBRT_CLASS_ATOMIC_WRITE] = WB_ACCESS_ATOMIC,
};

static const char *const class_words[WBRT_CLASSES] = {
    [WBRT_CLASS_READ] = "a read",
    [WBRT_CLASS_WRITE] = "a write",
    [WBRT_CLASS_ATOMIC_READ] = "an atomic read",
    [WBRT_CLASS_ATOMIC_WRITE] = "an atomic update",
};

static const char *const class_nouns[WBRT_CLASSES] = {
    [WBRT_CLASS_READ] = "the read",
    [WBRT_CLASS_WRITE] = "the write",
    [WBRT_CLASS_ATOMIC_READ] = "the atomic read",
    [WBRT_CLASS_ATOMIC_WRITE] = "the atomic update",
};

struct race {
  uint64_t offset; /* of the first byte concerned */
  uint64_t entry;  /* the other access */
  enum wbrt_class other;
  enum wb_severity severity;
  bool scope; /* both are atomic: that is what is wrong */
};

/* What is wrong, and why nothing orders the two. */
struct reason {
  enum wb_race_cause cause;
  char text[160];
};

static struct reason make_reason(enum wb_race_cause cause, const char *text) {
  struct reason reason = {.cause = cause};
  snprintf(reason.text, sizeof reason.text, "%s", text);
  return reason;
}

static const struct wbrt_site *other_site(const struct access *access, const struct race *race) {
  return wb_launch_report_site(&access->run->report, (int64_t)(race->entry & SITE_MASK));
}

static bool is_same_file(const struct wbrt_site *a, const struct wbrt_site *b) {
  return a->file == b->file ||
         (a->file != NULL && b->file != NULL && strcmp(a->file, b->file) == 0);
}

static bool is_same_line(const struct wbrt_site *a, const struct wbrt_site *b) {
  return is_same_file(a, b) && a->line == b->line;
}

/* Of two groups. */
static struct reason group_reason(const struct access *access, const struct race *race) {
  const bool orders = access->run->image->orders;
  struct reason reason = make_reason(
      WB_RACE_OTHER_GROUP, "nothing orders work-items of different groups within a launch");
  if (orders && !race->scope && access->object->memory != WB_MEMORY_LOCAL &&
      wb_sync_stops_at_barrier(access->run, WB_SYNC_GLOBAL, segment_of(race->entry)))
    reason = make_reason(WB_RACE_FENCE,
                         "another work-item of the group has acquired it, but the barrier since "
                         "then lacks CLK_GLOBAL_MEM_FENCE");
  else if (orders && race->scope)
    reason = make_reason(WB_RACE_SCOPE,
                         "the scope of one of them does not include the other's work-group");
  else if (orders)
    reason = make_reason(WB_RACE_OTHER_GROUP,
                         "no release and acquire, with scopes that include both, order the two "
                         "groups");
  return reason;
}

/* The barriers between the two order other memory. */
static struct reason fence_reason(const struct access *access) {
  const struct wbrt_run *run = access->run;
  const bool local = access->object->memory == WB_MEMORY_LOCAL;
  const struct wbrt_site *barrier = wb_launch_report_site(&run->report, run->last_barrier);
  struct reason reason = make_reason(WB_RACE_FENCE, "no barrier between them orders this memory");
  if (run->last_was_narrow)
    snprintf(reason.text, sizeof reason.text,
             "the barrier of line %u, between them, has a scope that does not include the group",
             barrier->line);
  else if (!run->last_was_wait)
    snprintf(reason.text, sizeof reason.text, "the barrier of line %u, between them, lacks %s",
             barrier->line, local ? "CLK_LOCAL_MEM_FENCE" : "CLK_GLOBAL_MEM_FENCE");
  return reason;
}

/* A loop has come back to a place that is before the last barrier in the text. In functions that
 * are called the order of lines says nothing. */
static bool is_of_next_round(const struct wbrt_run *run, const struct wbrt_site *site) {
  const struct wbrt_site *barrier = wb_launch_report_site(&run->report, run->last_barrier);
  return !barrier->called && !site->called && is_same_file(site, barrier) &&
         (site->line < barrier->line ||
          (site->line == barrier->line && site->column < barrier->column));
}

/* No barrier has come between them. */
static struct reason phase_reason(const struct access *access, const struct race *race) {
  const struct wbrt_run *run = access->run;
  const bool local = access->object->memory == WB_MEMORY_LOCAL;
  const bool reads = (access->class == WBRT_CLASS_READ && race->other == WBRT_CLASS_WRITE) ||
                     (access->class == WBRT_CLASS_WRITE && race->other == WBRT_CLASS_READ);
  const bool next = is_of_next_round(run, wb_launch_report_site(&run->report, access->site));
  struct reason reason = make_reason(WB_RACE_NO_BARRIER, "no barrier stands between them");
  if (next != is_of_next_round(run, other_site(access, race))) {
    reason.cause = WB_RACE_NEXT_ROUND;
    snprintf(reason.text, sizeof reason.text,
             "%s is of the next round of the loop, and the barrier of line %u stands before both, "
             "not between them",
             next ? class_nouns[access->class] : class_nouns[race->other],
             wb_launch_report_site(&run->report, run->last_barrier)->line);
  } else if (!local && !run->image->has_barrier) {
    /* A kernel that shares nothing on purpose has another mistake than a missing barrier. */
    reason = make_reason(reads ? WB_RACE_NEIGHBOUR : WB_RACE_NO_BARRIER,
                         reads ? "one reads the other's element, and nothing orders the two"
                               : "nothing orders the two");
  }
  return reason;
}

static struct reason order_reason(const struct access *access, const struct race *race) {
  if (of_earlier_group(access, race->entry)) return group_reason(access, race);
  if (race->entry < access->run->context->phase_first) return fence_reason(access);
  return phase_reason(access, race);
}

/* One element is stored by one line of two work-items. A hint at barriers would make people add
 * one; but no barrier helps where both compute the same index, as with a guard that lets too
 * many through. */
static bool is_same_index(const struct access *access, const struct race *race) {
  const struct wbrt_site *mine = wb_launch_report_site(&access->run->report, access->site);
  const struct wbrt_site *other = other_site(access, race);
  return access->class == WBRT_CLASS_WRITE && race->other == WBRT_CLASS_WRITE &&
         is_same_line(mine, other) && mine->bytes == mine->element_bytes &&
         other->bytes == mine->bytes;
}

/* Both change the element in one line. Between two lines a barrier may be what is missing. */
static bool is_update(const struct access *access, const struct race *race) {
  const struct wbrt_site *mine = wb_launch_report_site(&access->run->report, access->site);
  const struct wbrt_site *other = other_site(access, race);
  return mine->updates && other->updates && is_same_line(mine, other);
}

/* A read that is only tried, and an atomic operation: what it reads is whole, and where it is stale
 * the compare-exchange that uses it fails. */
static bool is_guess(const struct access *access, const struct race *race) {
  const struct wbrt_site *mine = wb_launch_report_site(&access->run->report, access->site);
  const struct wbrt_site *other = other_site(access, race);
  return (access->class == WBRT_CLASS_READ && mine->guesses && (race->other & 2) != 0) ||
         (race->other == WBRT_CLASS_READ && other->guesses && (access->class & 2) != 0);
}

static uint32_t object_of(const struct access *access) {
  return (uint32_t)(access->object - access->run->context->objects);
}

static struct reason find_reason(const struct access *access, const struct race *race,
                                 int64_t index) {
  struct reason reason = order_reason(access, race);
  if (is_same_index(access, race)) {
    reason.cause = WB_RACE_SAME_INDEX;
    const char *who = race->severity == WB_SEVERITY_WARNING ? "each computes" : "both compute";
    if (wb_run_has_dimensions(access->run, object_of(access), access->site))
      snprintf(reason.text, sizeof reason.text, "%s these indices", who);
    else
      snprintf(reason.text, sizeof reason.text, "%s the index %" PRId64, who, index);
  } else if (is_guess(access, race)) {
    reason.cause = WB_RACE_GUESS;
  } else if (is_update(access, race)) {
    reason.cause = WB_RACE_UPDATE;
  }
  return reason;
}

static void describe_race(const struct access *access, const struct race *race,
                          struct wb_finding *finding) {
  const struct reason why = find_reason(access, race, finding->index);
  char *text = finding->message;
  const size_t size = sizeof finding->message;
  char element[WB_FINDING_NAME_MAX + 32];
  wb_run_place(access->run, object_of(access), access->site, finding->index, element,
               sizeof element);
  if (why.cause == WB_RACE_GUESS)
    snprintf(text, size,
             "a plain read of %s races with atomic operations; it is volatile, and nothing but a "
             "compare-exchange uses its value, so that devices get it right: a stale one fails "
             "there. An atomic read, as atomic_or(p, 0), would be no race",
             element);
  else if (race->severity == WB_SEVERITY_WARNING)
    snprintf(text, size, "several work-items write %s, and %s; they write the same value", element,
             why.text);
  else if (why.cause == WB_RACE_UPDATE)
    snprintf(text, size,
             "several work-items update %s at the same time: each reads it, changes it and "
             "writes it back, and another may do so in between; no barrier makes this one "
             "step, it takes an atomic operation or one writer",
             element);
  else
    snprintf(text, size, "%s of %s races with %s by another work-item: %s",
             class_words[access->class], element, class_words[race->other], why.text);
  finding->cause = why.cause;
}

static void report_race(const struct access *access, const struct race *race) {
  struct wbrt_run *run = access->run;
  const uint32_t object = (uint32_t)(access->object - run->context->objects);
  struct wb_hit hit = wb_run_hit(run, WB_DATA_RACE, access->site);
  struct wb_finding finding;
  hit.severity = race->severity;
  hit.other_site = (int64_t)(race->entry & SITE_MASK);
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  const struct wbrt_site *other = wb_launch_report_site(&run->report, hit.other_site);
  finding.access = access_names[access->class];
  finding.memory = (enum wb_memory)access->object->memory;
  finding.has_index = true;
  finding.index = wb_run_index(run, object, access->site, (int64_t)race->offset);
  finding.other = (struct wb_other_access){.present = true,
                                           .line = other->line,
                                           .column = other->column,
                                           .access = access_names[race->other]};
  finding.other.who = wb_item_ids_of_segment(run, segment_of(race->entry));
  snprintf(finding.array, sizeof finding.array, "%s", wb_run_array(run, object, access->site));
  describe_race(access, race, &finding);
  wb_launch_report_add(&run->report, &hit, &finding);
}

/* ---- stores that race with stores --------------------------------------------- */

static uint64_t cell_bytes(const struct wbrt_object *object) {
  return 1ULL << object->granule_shift;
}

/* Remembers the memory as it is before the store: whether two stores wrote the same value, which
 * is a warning only, is known when the second one has been made. */
static void begin_pending(const struct access *access, uint64_t offset, uint32_t size) {
  struct wb_pending *pending = &access->run->pending;
  pending->object = access->object;
  pending->offset = offset;
  pending->size = size;
  pending->site = access->site;
  memset(pending->racing, 0, sizeof pending->racing);
  memcpy(pending->before, (const void *)(uintptr_t)(access->object->base + offset), size);
  access->run->context->pending = 1;
}

/* Whether the store changed a byte of the cell that begins at `cell`. */
static bool cell_changed(const struct wb_pending *pending, uint64_t cell) {
  const unsigned char *now = (const unsigned char *)(uintptr_t)pending->object->base;
  const uint64_t end = cell + cell_bytes(pending->object);
  bool differs = false;
  for (uint32_t i = 0; i < pending->size && !differs; i++) {
    uint64_t at = pending->offset + i;
    if (at >= cell && at < end) differs = now[at] != pending->before[i];
  }
  return differs;
}

void wbrt_race_stored(struct wbrt_context *context) {
  struct wbrt_run *run = context->run;
  const struct wb_pending *pending = &run->pending;
  const struct access access = {
      .run = run, .object = pending->object, .class = WBRT_CLASS_WRITE, .site = pending->site};
  const uint64_t bytes = cell_bytes(pending->object);
  struct race race = {.other = WBRT_CLASS_WRITE, .severity = WB_SEVERITY_WARNING};
  uint64_t cell = pending->offset / bytes * bytes;
  context->pending = 0;
  for (uint32_t i = 0; cell < pending->offset + pending->size; i++, cell += bytes) {
    if (pending->racing[i] == 0) continue;
    bool differs = cell_changed(pending, cell);
    if (race.entry != 0 && !differs) continue;
    race.offset = cell > pending->offset ? cell : pending->offset;
    race.entry = pending->racing[i];
    if (differs) {
      race.severity = WB_SEVERITY_ERROR;
      break;
    }
  }
  if (race.entry != 0) report_race(&access, &race);
}

/* ---- one access ---------------------------------------------------------------- */

/* The entry of another class than plain write that races, or 0. */
static uint64_t hard_race(const struct access *access, const struct wbrt_history *history,
                          enum wbrt_class *other) {
  uint64_t entry = 0;
  for (int class = 0; class < WBRT_CLASSES && entry == 0; class ++) {
    if (!wbrt_classes_race(access->class, (enum wbrt_class) class)) continue;
    if (class == WBRT_CLASS_WRITE && access->class == WBRT_CLASS_WRITE) continue;
    entry = racing_entry(access, history, (enum wbrt_class) class);
    *other = (enum wbrt_class) class;
  }
  return entry;
}

/* An atomic operation of another group that leaves this one out, or is left
 * out by it. */
static uint64_t scope_race(const struct access *access, const struct wbrt_history *history,
                           enum wbrt_class *other) {
  const struct wbrt_run *run = access->run;
  uint64_t entry = 0;
  if (!run->image->orders || !run->narrow || access->object->memory == WB_MEMORY_LOCAL) return 0;
  for (int class = WBRT_CLASS_ATOMIC_READ; class < WBRT_CLASSES && entry == 0; class ++) {
    if ((access->class & 2) == 0 || (((int)access->class | class) & 1) == 0) continue;
    entry = find_racing(access, history, (enum wbrt_class) class, scopes_apart);
    *other = (enum wbrt_class) class;
  }
  return entry;
}

static uint64_t soft_race(const struct access *access, const struct wbrt_history *history) {
  return access->class == WBRT_CLASS_WRITE ? racing_entry(access, history, WBRT_CLASS_WRITE) : 0;
}

static struct wbrt_history *history_at(const struct access *access, uint64_t cell) {
  if (access->object->memory == WB_MEMORY_LOCAL)
    return (struct wbrt_history *)(void *)access->object->race + cell;
  return history_of(access->run,
                    wb_cell_at(access->run, access->object, access->object->race, cell));
}

/* A write ends what reads found quiet. */
static void end_quiet(const struct access *access, uint64_t cell) {
  if ((access->class & 1) != 0 && access->object->quiet != NULL) access->object->quiet[cell] = 0;
}

static struct access make_access(struct wbrt_context *context, const struct wbrt_object *object,
                                 uint32_t flags, uint32_t site) {
  bool local = object->memory == WB_MEMORY_LOCAL;
  return (struct access){.run = context->run,
                         .object = object,
                         .window = local ? context->local_window : context->global_window,
                         .class = wbrt_class_of(flags),
                         .site = site};
}

/* Reports what touches memory that another copy than the one being made has. */
static void check_held(const struct access *access, const struct wbrt_history *history,
                       uint64_t offset, uint32_t flags) {
  for (int class = WBRT_CLASS_READ; class <= WBRT_CLASS_WRITE; class ++) {
    const uint64_t entry = history->entry[class][0];
    const size_t index = entry & SITE_MASK;
    if (!is_held(entry) || !wbrt_classes_race(access->class, (enum wbrt_class) class)) continue;
    if (index >= WB_FIRST_WAIT) {
      wb_poll_ended(access->run, index - WB_FIRST_WAIT, access->site);
      continue;
    }
    if (access->run->async.copying != index + 1)
      wb_async_misused(access->run, index, access->object, offset, flags, access->site);
  }
}

void wb_race_hold(struct wbrt_run *run, size_t index, const struct wbrt_object *object,
                  uint64_t offset, uint32_t bytes, uint32_t flags) {
  const struct access access = make_access(run->context, object, flags, 0);
  const uint64_t last = (offset + bytes - 1) >> object->granule_shift;
  if (object->race == NULL) return;
  for (uint64_t cell = offset >> object->granule_shift; cell <= last; cell++) {
    uint64_t *entry = history_at(&access, cell)->entry[access.class];
    end_quiet(&access, cell);
    if (is_held(entry[0])) continue;
    if (run->image->orders && entry[1] != 0)
      wb_history_overflow_add(&run->overflows, entry, entry[1]);
    entry[1] = entry[0];
    entry[0] = held_entry(index);
  }
}

void wb_race_release(struct wbrt_run *run, size_t index, const struct wbrt_object *object,
                     uint64_t offset, uint32_t bytes, uint32_t flags) {
  const struct access access = make_access(run->context, object, flags, 0);
  const uint64_t last = (offset + bytes - 1) >> object->granule_shift;
  if (object->race == NULL) return;
  for (uint64_t cell = offset >> object->granule_shift; cell <= last; cell++) {
    uint64_t *entry = history_at(&access, cell)->entry[access.class];
    if (entry[0] != held_entry(index)) continue;
    struct wb_history_overflow *overflow = wb_history_overflow_find(&run->overflows, entry);
    entry[0] = entry[1];
    entry[1] = overflow != NULL && overflow->n > 0 ? overflow->entries[--overflow->n] : 0;
  }
}

bool wb_race_writer(struct wbrt_run *run, const struct wbrt_object *object, uint64_t offset,
                    struct wb_item_id *who, uint32_t *site) {
  const struct access access = make_access(run->context, object, WBRT_WRITE, 0);
  uint64_t last = 0;
  if (object->race == NULL) return false;
  const struct wbrt_history *history = history_at(&access, offset >> object->granule_shift);
  for (int class = WBRT_CLASS_WRITE; class < WBRT_CLASSES; class += 2) {
    for (int i = 0; i < 2; i++) {
      uint64_t entry = history->entry[class][i];
      if (entry > last && !is_held(entry) && !is_mine(&access, entry)) last = entry;
    }
  }
  if (last == 0) return false;
  *who = wb_item_ids_of_segment(run, segment_of(last));
  *site = (uint32_t)(last & SITE_MASK);
  return true;
}

/* Noted as a read before; a write where it was refused is none. */
void wbrt_exchanged(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t bytes,
                    uint32_t site) {
  const struct wbrt_object *o = wbrt_object_of(context, address, object);
  const uint32_t flags = WBRT_READ | WBRT_WRITE | WBRT_ATOMIC;
  if (o == NULL || !wbrt_inside(o, address, bytes)) return;
  wbrt_race_check(context, o, address - o->base, bytes,
                  flags | (context->run->image->orders ? (uint32_t)WBRT_ORDERED : 0), site);
}

/* What a plain store writes into a buffer (check/state.h). */
static void note_written(const struct access *access, uint64_t first, uint64_t last) {
  const struct wbrt_object *object = access->object;
  if (access->class != WBRT_CLASS_WRITE || object->memory == WB_MEMORY_LOCAL) return;
  for (uint64_t cell = first; cell <= last; cell++)
    wb_cell_at(access->run, object, object->race, cell)->word |= WBRT_CELL_SET;
}

void wbrt_race(struct wbrt_context *context, const struct wbrt_object *object, uint64_t offset,
               uint32_t size, uint32_t flags, uint32_t site) {
  const struct access access = make_access(context, object, flags, site);
  const uint64_t first = offset >> object->granule_shift;
  const uint64_t last = (offset + size - 1) >> object->granule_shift;
  struct race race = {.severity = WB_SEVERITY_ERROR};
  if (context->pending != 0) wbrt_race_stored(context);
  if (context->run->interleave != NULL) {
    note_written(&access, first, last);
    wb_touched_note(context->run, object, first, last, access.class);
    return;
  }
  for (uint64_t cell = first; cell <= last; cell++) {
    struct wbrt_history *history = history_at(&access, cell);
    uint64_t start = cell << object->granule_shift;
    if (start < offset) start = offset;
    /* What an atomic operation finds there is asked for after this (wbrt_mark). */
    note_written(&access, cell, cell);
    end_quiet(&access, cell);
    check_held(&access, history, start, flags);
    uint64_t soft = soft_race(&access, history);
    if (race.entry == 0) {
      race.entry = hard_race(&access, history, &race.other);
      race.scope = race.entry == 0;
      if (race.scope) race.entry = scope_race(&access, history, &race.other);
      race.offset = start;
      if (race.entry != 0 && is_guess(&access, &race)) race.severity = WB_SEVERITY_WARNING;
    }
    if (soft != 0 && race.entry == 0 && size > WB_MAX_STORE_BYTES) {
      race.entry = soft;
      race.other = WBRT_CLASS_WRITE;
      race.offset = start;
    } else if (soft != 0 && size <= WB_MAX_STORE_BYTES) {
      if (context->pending == 0) begin_pending(&access, offset, size);
      context->run->pending.racing[cell - first] = soft;
    }
    if (context->run->async.copying != 0 && object->memory == WB_MEMORY_LOCAL)
      continue; /* async.h */
    if (context->run->image->orders)
      note_among_all(&access, history);
    else
      note_access(&access, history);
  }
  if (race.entry != 0) {
    report_race(&access, &race);
    context->pending = 0; /* one access, one finding */
  }
}
