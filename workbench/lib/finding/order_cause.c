#include "finding/order_cause.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "finding/trace.h"

/* From read to write to read …: no chain of causes that helps anybody is longer. */
enum { MOST_STEPS = 64 };
static const size_t NONE = SIZE_MAX;

struct access {
  uint64_t item;  /* by groups, then by linear ids in them */
  size_t at;      /* its place among all of the run */
  uint32_t place; /* in the run's own table */
  uint64_t offset;
  unsigned char value[WB_TRACE_VALUE_MAX];
  uint16_t unset; /* of its bytes, as a record has it */
};

struct run {
  struct wb_trace trace;
  struct access *list; /* sorted by work-item, each in the order of its program */
  size_t *by_time;     /* list[by_time[at]].at is `at` */
  size_t count, capacity;
  uint64_t group_items;
};

/* ---- reading ----------------------------------------------------------------------- */

static int by_item(const void *a, const void *b) {
  const struct access *one = a, *other = b;
  if (one->item != other->item) return one->item < other->item ? -1 : 1;
  return one->at < other->at ? -1 : one->at > other->at;
}

static bool read_all(const struct wb_order_run *from, struct run *run) {
  struct wb_trace_record record;
  struct wb_trace *trace = &run->trace;
  if (wb_trace_open(trace, from->bytes, from->length, NULL) != WB_OK) return false;
  const uint64_t *local = trace->launch.local;
  run->group_items = local[0] * local[1] * local[2];
  while (wb_trace_next(trace, &record)) {
    if (record.kind != WB_TRACE_ACCESS) continue;
    run->list = wb_grow(run->list, &run->capacity, run->count + 1, sizeof *run->list);
    struct access *access = &run->list[run->count];
    *access = (struct access){.item = record.group * run->group_items + record.item,
                              .at = run->count,
                              .place = record.place,
                              .offset = record.offset};
    memcpy(access->value, record.value, sizeof access->value);
    access->unset = record.unset;
    run->count++;
  }
  if (run->count == 0) return false;
  qsort(run->list, run->count, sizeof *run->list, by_item);
  run->by_time = wb_alloc(run->count * sizeof *run->by_time);
  for (size_t i = 0; i < run->count; i++) run->by_time[run->list[i].at] = i;
  return trace->state == WB_TRACE_COMPLETE && trace->dropped_records == 0 &&
         trace->dropped_groups == 0;
}

static void release_run(struct run *run) {
  wb_trace_release(&run->trace);
  free(run->list);
  free(run->by_time);
}

static const struct wb_trace_place *place_of(const struct run *run, const struct access *access) {
  return &run->trace.places[access->place];
}

static const struct wb_trace_array *array_of(const struct run *run, const struct access *access) {
  const uint32_t array = place_of(run, access)->array;
  return array != WB_TRACE_NO_ARRAY ? &run->trace.arrays[array] : NULL;
}

static bool is_atomic(const struct run *run, const struct access *access) {
  return place_of(run, access)->access == WB_ACCESS_ATOMIC;
}

static bool access_writes(const struct run *run, const struct access *access) {
  const struct wb_trace_place *place = place_of(run, access);
  return place->access == WB_ACCESS_WRITE ||
         (place->access == WB_ACCESS_ATOMIC && !place->only_reads);
}

/* ---- memory ------------------------------------------------------------------------ */

/* Bytes of an array. Those of local and private memory are other ones in each group, or
 * work-item. */
struct cell {
  const struct wb_trace_array *array;
  uint64_t offset, bytes, item;
};

static struct cell cell_of(const struct run *run, const struct access *access) {
  return (struct cell){array_of(run, access), access->offset, place_of(run, access)->bytes,
                       access->item};
}

static bool same_memory(const struct run *run, const struct cell *cell,
                        const struct access *access) {
  const struct wb_trace_array *array = array_of(run, access);
  if (array != cell->array || array == NULL) return false;
  if (array->memory == WB_MEMORY_PRIVATE) return access->item == cell->item;
  return array->memory != WB_MEMORY_LOCAL ||
         access->item / run->group_items == cell->item / run->group_items;
}

/* The last write of any of the bytes before the time `until`; NONE: there is none. */
static size_t last_write(const struct run *run, const struct cell *cell, size_t until) {
  size_t found = NONE;
  for (size_t t = until; t-- > 0 && found == NONE;) {
    const struct access *access = &run->list[run->by_time[t]];
    if (access_writes(run, access) && same_memory(run, cell, access) &&
        access->offset < cell->offset + cell->bytes &&
        access->offset + place_of(run, access)->bytes > cell->offset)
      found = run->by_time[t];
  }
  return found;
}

/* The element `index` of a global array; bytes 0 where nobody touched it. */
static struct cell element_of(const struct run *run, const char *name, uint64_t index) {
  struct cell cell = {0};
  for (size_t i = 0; i < run->trace.n_arrays && cell.bytes == 0; i++) {
    const struct wb_trace_array *array = &run->trace.arrays[i];
    if (array->memory == WB_MEMORY_GLOBAL && strcmp(array->name, name) == 0)
      cell = (struct cell){array, index * array->element_bytes, array->element_bytes, 0};
  }
  return cell;
}

/* What an atomic operation found. */
enum found { FOUND_UNKNOWN, FOUND_INITIAL, FOUND_VALUE };

static enum found find_before(const struct run *run, const struct access *atomic,
                              unsigned char value[WB_TRACE_VALUE_MAX]) {
  const struct cell cell = cell_of(run, atomic);
  memcpy(value, atomic->value, WB_TRACE_VALUE_MAX);
  if (place_of(run, atomic)->only_reads) return FOUND_VALUE;
  const size_t write = last_write(run, &cell, atomic->at);
  if (write == NONE) return FOUND_INITIAL;
  const struct access *by = &run->list[write];
  if (by->offset > cell.offset ||
      by->offset + place_of(run, by)->bytes < cell.offset + cell.bytes ||
      cell.offset - by->offset + cell.bytes > WB_TRACE_VALUE_MAX)
    return FOUND_UNKNOWN;
  memcpy(value, by->value + (cell.offset - by->offset), cell.bytes);
  return FOUND_VALUE;
}

/* ---- two accesses -------------------------------------------------------------------- */

struct pair {
  const struct access *of[2];
};

/* The same line does the same thing … */
static bool same_place(const struct run runs[2], const struct pair *pair) {
  const struct wb_trace_place *one = place_of(&runs[0], pair->of[0]);
  const struct wb_trace_place *other = place_of(&runs[1], pair->of[1]);
  return one->line == other->line && one->column == other->column && one->access == other->access &&
         one->bytes == other->bytes && strcmp(one->file, other->file) == 0;
}

/* … with the same bytes. */
static bool same_access(const struct run runs[2], const struct pair *pair) {
  return same_place(runs, pair) && pair->of[0]->offset == pair->of[1]->offset;
}

static uint32_t value_bytes(const struct run *run, const struct access *access) {
  const uint32_t bytes = place_of(run, access)->bytes;
  return bytes < WB_TRACE_VALUE_MAX ? bytes : WB_TRACE_VALUE_MAX;
}

static bool same_value(const struct run runs[2], const struct pair *pair) {
  return memcmp(pair->of[0]->value, pair->of[1]->value, value_bytes(&runs[0], pair->of[0])) == 0;
}

static bool same_before(const struct run runs[2], const struct pair *pair) {
  unsigned char values[2][WB_TRACE_VALUE_MAX];
  const enum found found[2] = {find_before(&runs[0], pair->of[0], values[0]),
                               find_before(&runs[1], pair->of[1], values[1])};
  if (found[0] == FOUND_UNKNOWN || found[1] == FOUND_UNKNOWN) return same_value(runs, pair);
  return found[0] == found[1] &&
         (found[0] == FOUND_INITIAL ||
          memcmp(values[0], values[1], value_bytes(&runs[0], pair->of[0])) == 0);
}

/* A number of up to eight bytes. */
static uint64_t number_of(const unsigned char *value, uint64_t bytes) {
  uint64_t number = 0;
  for (uint64_t i = 0; i < bytes && i < sizeof number; i++) number |= (uint64_t)value[i] << 8 * i;
  return number;
}

static uint64_t number_difference(const unsigned char *a, const unsigned char *b, uint64_t bytes) {
  const uint64_t mask = bytes < 8 ? (UINT64_C(1) << 8 * bytes) - 1 : UINT64_MAX;
  return (number_of(b, bytes) - number_of(a, bytes)) & mask;
}

/* Whether what an atomic operation gave differs by as much as the place of a later
 * access does, in elements, or its value. */
static bool cause_fits(const struct run runs[2], const struct pair *cause,
                       const struct pair *effect) {
  const struct wb_trace_array *array = array_of(&runs[0], effect->of[0]);
  const uint64_t bytes = value_bytes(&runs[0], cause->of[0]);
  const uint64_t mask = bytes < 8 ? (UINT64_C(1) << 8 * bytes) - 1 : UINT64_MAX;
  unsigned char before[2][WB_TRACE_VALUE_MAX];
  const bool known = find_before(&runs[0], cause->of[0], before[0]) == FOUND_VALUE &&
                     find_before(&runs[1], cause->of[1], before[1]) == FOUND_VALUE;
  /* For the first to come only what it left is known, which says as much about counters. */
  const uint64_t by = known ? number_difference(before[0], before[1], bytes)
                            : number_difference(cause->of[0]->value, cause->of[1]->value, bytes);
  const uint64_t element = array != NULL && array->element_bytes > 0 ? array->element_bytes : 1;
  if (effect->of[0]->offset != effect->of[1]->offset)
    return ((effect->of[1]->offset / element - effect->of[0]->offset / element) & mask) == by;
  return value_bytes(&runs[0], effect->of[0]) == bytes &&
         number_difference(effect->of[0]->value, effect->of[1]->value, bytes) == by;
}

/* ---- one work-item ----------------------------------------------------------------- */

static size_t begin_of(const struct run *run, uint64_t item) {
  size_t low = 0, high = run->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (run->list[middle].item < item)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* What a work-item did in both runs, up to one of its accesses. */
struct history {
  struct pair parted;   /* where it went other ways, or the last of it; .of[0] NULL: the other
                           run has no more of this work-item */
  struct pair read;     /* the first plain read that gave another value; NULL: none */
  struct pair *atomics; /* that gave another result, which is used */
  size_t n_atomics, capacity;
  uint32_t place; /* of the last of these, in run 0 */
};

static void note_pair(const struct run runs[2], const struct pair *pair, struct history *history) {
  const struct wb_trace_place *place = place_of(&runs[0], pair->of[0]);
  const struct wb_trace_array *array = array_of(&runs[0], pair->of[0]);
  if (is_atomic(&runs[0], pair->of[0])) {
    if (place->unused || same_before(runs, pair)) return;
    history->atomics = wb_grow(history->atomics, &history->capacity, history->n_atomics + 1,
                               sizeof *history->atomics);
    history->atomics[history->n_atomics++] = *pair;
    history->place = pair->of[0]->place;
  } else if (place->access == WB_ACCESS_READ && array != NULL &&
             array->memory != WB_MEMORY_PRIVATE && history->read.of[0] == NULL &&
             !same_value(runs, pair)) {
    history->read = *pair;
  }
}

/* Of the work-item of list[last] in the run `which`; release frees. */
static void look_back(const struct run runs[2], int which, size_t last, struct history *history) {
  const uint64_t item = runs[which].list[last].item;
  const size_t begin = begin_of(&runs[which], item), other = begin_of(&runs[1 - which], item);
  bool together = true;
  *history = (struct history){0};
  for (size_t i = 0; begin + i <= last && together; i++) {
    const size_t at = other + i;
    const bool there = at < runs[1 - which].count && runs[1 - which].list[at].item == item;
    history->parted.of[which] = &runs[which].list[begin + i];
    history->parted.of[1 - which] = there ? &runs[1 - which].list[at] : NULL;
    together = there && same_access(runs, &history->parted);
    if (together && begin + i < last) note_pair(runs, &history->parted, history);
  }
  /* An access that is the same is a cause, too, of its own value. */
  if (together && history->parted.of[0] != NULL) note_pair(runs, &history->parted, history);
}

/* The latest that fits what followed, else of the latest place the first. */
static struct pair choose_cause(const struct run runs[2], const struct history *history) {
  const struct pair *effect = &history->parted;
  const struct pair *atomics = history->atomics;
  const bool comparable =
      effect->of[0] != NULL && effect->of[1] != NULL && same_place(runs, effect);
  for (size_t i = history->n_atomics; i-- > 0 && comparable;)
    if (cause_fits(runs, &atomics[i], effect)) return atomics[i];
  size_t chosen = history->n_atomics - 1;
  for (size_t i = chosen; i-- > 0;)
    if (atomics[i].of[0] != NULL && atomics[i].of[0]->place == history->place) chosen = i;
  return atomics[chosen];
}

/* ---- the whole ------------------------------------------------------------------------ */

struct search {
  struct pair pair; /* what was found */
  int which;        /* the run whose work-item it is */
  bool of_write;    /* it is two writes of one element, perhaps of two work-items */
};

/* Goes back from the write list[write] of the run `which`. `outcome` are the accesses
 * that saw what it left, or the last writes themselves. */
static bool explain_write(const struct run runs[2], int which, size_t write, struct pair outcome,
                          struct search *search) {
  bool found = false;
  for (int step = 0; step < MOST_STEPS && !found; step++) {
    struct history history;
    size_t next = NONE;
    look_back(runs, which, write, &history);
    *search = (struct search){.which = which};
    found = true;
    if (history.n_atomics > 0) {
      search->pair = choose_cause(runs, &history);
    } else if (history.read.of[0] != NULL) {
      search->pair = history.read;
      for (int k = 0; k < 2 && next == NONE; k++) {
        const int in = k == 0 ? which : 1 - which;
        const struct cell cell = cell_of(&runs[in], history.read.of[in]);
        next = last_write(&runs[in], &cell, history.read.of[in]->at);
        if (next != NONE) which = in;
      }
    } else if (history.parted.of[0] != NULL && history.parted.of[1] != NULL &&
               !same_access(runs, &history.parted)) {
      search->pair = history.parted;
    } else {
      search->pair = outcome;
      search->pair.of[which] = &runs[which].list[write];
      search->of_write = true;
    }
    if (next != NONE) {
      found = false;
      outcome = history.read;
      write = next;
    }
    free(history.atomics);
  }
  return found || search->pair.of[1] != NULL;
}

static bool find_cause(const struct run runs[2], const char *array, uint64_t index,
                       struct search *search) {
  size_t last[2];
  struct pair outcome = {{NULL, NULL}};
  for (int i = 0; i < 2; i++) {
    const struct cell cell = element_of(&runs[i], array, index);
    last[i] = cell.bytes > 0 ? last_write(&runs[i], &cell, runs[i].count) : NONE;
    if (last[i] != NONE) outcome.of[i] = &runs[i].list[last[i]];
  }
  if (last[1] != NONE) return explain_write(runs, 1, last[1], outcome, search);
  return last[0] != NONE && explain_write(runs, 0, last[0], outcome, search);
}

static void add_value(const struct run *run, const struct access *access,
                      const unsigned char *value, uint16_t unset,
                      char out[WB_ORDER_CAUSE_VALUE_MAX]) {
  struct wb_str text;
  wb_str_init(&text);
  wb_trace_value(place_of(run, access), value, unset, &text);
  snprintf(out, WB_ORDER_CAUSE_VALUE_MAX, "%s", text.data);
  wb_str_release(&text);
}

/* What is there, where the two accesses differ in it. */
static void describe_values(const struct run runs[2], const struct search *search,
                            struct wb_order_cause *cause) {
  const struct pair *pair = &search->pair;
  unsigned char before[2][WB_TRACE_VALUE_MAX];
  bool known = true;
  for (int i = 0; i < 2; i++)
    add_value(&runs[i], pair->of[i], pair->of[i]->value, pair->of[i]->unset, cause->values[i]);
  if (strcmp(cause->values[0], cause->values[1]) != 0) return;
  for (int i = 0; i < 2; i++)
    known = known && is_atomic(&runs[i], pair->of[i]) &&
            find_before(&runs[i], pair->of[i], before[i]) == FOUND_VALUE;
  cause->before = known;
  if (!known) cause->element[0] = '\0';
  for (int i = 0; i < 2 && known; i++)
    add_value(&runs[i], pair->of[i], before[i], 0, cause->values[i]);
}

static void describe_cause(const struct run runs[2], const struct search *search,
                           struct wb_order_cause *cause) {
  const struct run *run = &runs[search->which];
  const struct access *access = search->pair.of[search->which];
  const struct wb_trace_place *place = place_of(run, access);
  const struct wb_trace_array *array = array_of(run, access);
  const struct wb_trace_record record = {.group = access->item / run->group_items,
                                         .item = access->item % run->group_items};
  const bool both = search->pair.of[0] != NULL && search->pair.of[1] != NULL;
  *cause = (struct wb_order_cause){.line = place->line,
                                   .column = place->column,
                                   .access = place->access,
                                   .reads = place->only_reads,
                                   .who = wb_trace_who(&run->trace, &record)};
  memcpy(cause->file, place->file, sizeof cause->file);
  if (!both || array == NULL || array->element_bytes == 0) return;
  if (search->of_write
          ? value_bytes(&runs[0], search->pair.of[0]) != value_bytes(&runs[1], search->pair.of[1])
          : !same_access(runs, &search->pair))
    return;
  snprintf(cause->element, sizeof cause->element, "%s[%" PRIu64 "]", array->name,
           access->offset / array->element_bytes);
  describe_values(runs, search, cause);
}

bool wb_order_cause_find(const struct wb_order_run traced[2], const char *array, uint64_t index,
                         struct wb_order_cause *cause) {
  struct run runs[2] = {0};
  struct search search = {0};
  bool found = true;
  for (int i = 0; i < 2; i++) found = found && read_all(&traced[i], &runs[i]);
  found = found && runs[0].group_items == runs[1].group_items && runs[0].group_items > 0;
  found = found && find_cause(runs, array, index, &search);
  if (found) describe_cause(runs, &search, cause);
  for (int i = 0; i < 2; i++) release_run(&runs[i]);
  return found;
}

void wb_order_cause_words(const struct wb_order_cause *cause,
                          char words[WB_ORDER_CAUSE_WORDS_MAX]) {
  const char *verb = cause->before ? "was" : cause->reads ? "is read as" : "becomes";
  if (cause->element[0] != '\0')
    snprintf(words, WB_ORDER_CAUSE_WORDS_MAX, "the two orders diverge here, where %s %s %s and %s",
             cause->element, verb, cause->values[0], cause->values[1]);
  else
    snprintf(words, WB_ORDER_CAUSE_WORDS_MAX, "the two orders diverge here");
}
