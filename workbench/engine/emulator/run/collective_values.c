#include <math.h>
#include <string.h>

#include "emulator/run/collective.h"
#include "tensor/half.h"

/* One lane of an operand. */
union number {
  int64_t is_signed;
  uint64_t bits;
  double real;
};

enum { MAX_BYTES = sizeof((struct wbrt_collective_data *)0)->value };

struct operands {
  struct wbrt_run *run;
  const uint32_t *who;
  uint32_t count;
  uint64_t first;
  uint32_t function, operation, kind, lane_bytes, bytes;
};

static struct wbrt_collective_data *data_of(const struct operands *o, uint32_t index) {
  return o->run->items[o->who[index]].collective;
}

static uint64_t lane_of(const struct operands *o, uint32_t index) {
  return o->who[index] - o->first;
}

/* Reals are computed as doubles, and rounded to what they are after each step. */
enum { HALF_BYTES = 2 };

/* ---- numbers ---------------------------------------------------------------------- */

static union number number_at(const struct operands *o, uint32_t index) {
  union number n = {.bits = 0};
  const unsigned unused = 64 - 8 * o->lane_bytes;
  float narrow;
  memcpy(&n, data_of(o, index)->value, o->lane_bytes);
  if (o->kind == WBRT_COLLECTIVE_REAL && o->lane_bytes == sizeof narrow) {
    memcpy(&narrow, &n, sizeof narrow);
    n.real = (double)narrow;
  } else if (o->kind == WBRT_COLLECTIVE_REAL && o->lane_bytes == HALF_BYTES) {
    const uint16_t half = (uint16_t)n.bits;
    n.real = (double)wb_half_to_float(half);
  } else if (o->kind == WBRT_COLLECTIVE_SIGNED && unused > 0) {
    const uint64_t on_top = n.bits << unused;
    n.is_signed = (int64_t)on_top >> unused;
  }
  return n;
}

static void put_number(const struct operands *o, uint32_t index, union number n) {
  const float narrow = (float)n.real;
  if (o->kind == WBRT_COLLECTIVE_REAL && o->lane_bytes == sizeof narrow) memcpy(&n, &narrow, 4);
  if (o->kind == WBRT_COLLECTIVE_REAL && o->lane_bytes == HALF_BYTES) {
    const uint16_t half = wb_half_from_double(n.real);
    n.bits = half;
  }
  memcpy(data_of(o, index)->value, &n, o->lane_bytes);
}

/* What a sum or product begins with. */
static union number identity_of(const struct operands *o) {
  union number n = {.bits = 0};
  const unsigned bits = 8 * o->lane_bytes;
  const uint64_t ones = bits < 64 ? (1ULL << bits) - 1 : UINT64_MAX;
  const bool real = o->kind == WBRT_COLLECTIVE_REAL, is_signed = o->kind == WBRT_COLLECTIVE_SIGNED;
  switch ((enum wbrt_collective_operation)o->operation) {
    case WBRT_COLLECTIVE_MUL:
      n.bits = 1;
      if (real) n.real = 1;
      break;
    case WBRT_COLLECTIVE_MIN:
      n.bits = is_signed ? ones >> 1 : ones;
      if (real) n.real = (double)INFINITY;
      break;
    case WBRT_COLLECTIVE_MAX:
      if (is_signed) n.is_signed = -(int64_t)(ones >> 1) - 1;
      if (real) n.real = -(double)INFINITY;
      break;
    case WBRT_COLLECTIVE_AND:
      n.bits = ones;
      break;
    case WBRT_COLLECTIVE_LOGICAL_AND:
      n.bits = 1;
      break;
    default:
      break;
  }
  return n;
}

static double combine_reals(const struct operands *o, double a, double b) {
  double result = 0;
  switch ((enum wbrt_collective_operation)o->operation) {
    case WBRT_COLLECTIVE_MUL:
      result = a * b;
      break;
    case WBRT_COLLECTIVE_MIN:
      result = fmin(a, b);
      break;
    case WBRT_COLLECTIVE_MAX:
      result = fmax(a, b);
      break;
    default:
      result = a + b;
      break;
  }
  if (o->lane_bytes == HALF_BYTES)
    result = (double)wb_half_to_float(wb_half_from_double(result));
  else if (o->lane_bytes == sizeof(float))
    result = (double)(float)result;
  return result;
}

static bool is_less(const struct operands *o, union number a, union number b) {
  return o->kind == WBRT_COLLECTIVE_SIGNED ? a.is_signed < b.is_signed : a.bits < b.bits;
}

static union number combine_numbers(const struct operands *o, union number a, union number b) {
  union number n = {.bits = 0};
  if (o->kind == WBRT_COLLECTIVE_REAL)
    return (union number){.real = combine_reals(o, a.real, b.real)};
  switch ((enum wbrt_collective_operation)o->operation) {
    case WBRT_COLLECTIVE_ADD:
      n.bits = a.bits + b.bits;
      break;
    case WBRT_COLLECTIVE_MUL:
      n.bits = a.bits * b.bits;
      break;
    case WBRT_COLLECTIVE_MIN:
      n = is_less(o, b, a) ? b : a;
      break;
    case WBRT_COLLECTIVE_MAX:
      n = is_less(o, a, b) ? b : a;
      break;
    case WBRT_COLLECTIVE_AND:
      n.bits = a.bits & b.bits;
      break;
    case WBRT_COLLECTIVE_OR:
      n.bits = a.bits | b.bits;
      break;
    case WBRT_COLLECTIVE_XOR:
      n.bits = a.bits ^ b.bits;
      break;
    case WBRT_COLLECTIVE_LOGICAL_AND:
      n.bits = a.bits != 0 && b.bits != 0;
      break;
    case WBRT_COLLECTIVE_LOGICAL_OR:
      n.bits = a.bits != 0 || b.bits != 0;
      break;
    case WBRT_COLLECTIVE_LOGICAL_XOR:
      n.bits = (a.bits != 0) != (b.bits != 0);
      break;
  }
  return n;
}

/* ---- reductions and scans ----------------------------------------------------------- */

/* Work-items [from, to) of those that take part. */
static void reduce_items(const struct operands *o, uint32_t from, uint32_t to) {
  union number sum = identity_of(o);
  uint64_t unwritten = 0;
  for (uint32_t i = from; i < to; i++) {
    sum = combine_numbers(o, sum, number_at(o, i));
    unwritten |= data_of(o, i)->unwritten;
  }
  for (uint32_t i = from; i < to; i++) {
    put_number(o, i, sum);
    data_of(o, i)->unwritten = unwritten;
  }
}

static void scan_items(const struct operands *o, bool inclusive) {
  union number sum = identity_of(o);
  uint64_t unwritten = 0;
  for (uint32_t i = 0; i < o->count; i++) {
    const union number next = combine_numbers(o, sum, number_at(o, i));
    const uint64_t then = unwritten | data_of(o, i)->unwritten;
    put_number(o, i, inclusive ? next : sum);
    data_of(o, i)->unwritten = inclusive ? then : unwritten;
    sum = next;
    unwritten = then;
  }
}

/* By clusters of lanes, whose size all give. */
static void reduce_clusters(const struct operands *o) {
  const uint64_t given = data_of(o, 0)->argument[0], size = given > 0 ? given : 1;
  uint32_t from = 0;
  for (uint32_t i = 1; i <= o->count; i++) {
    if (i < o->count && lane_of(o, i) / size == lane_of(o, from) / size) continue;
    reduce_items(o, from, i);
    from = i;
  }
}

/* ---- votes ---------------------------------------------------------------------------- */

static void give_all(const struct operands *o, const void *result, size_t bytes,
                     uint64_t unwritten) {
  for (uint32_t i = 0; i < o->count; i++) {
    memcpy(data_of(o, i)->value, result, bytes);
    data_of(o, i)->unwritten = unwritten;
  }
}

static bool same_values(const struct operands *o, uint32_t a, uint32_t b) {
  if (o->kind == WBRT_COLLECTIVE_REAL && o->bytes == o->lane_bytes)
    return !(number_at(o, a).real < number_at(o, b).real) &&
           !(number_at(o, a).real > number_at(o, b).real);
  return memcmp(data_of(o, a)->value, data_of(o, b)->value, o->bytes) == 0;
}

static void vote_items(const struct operands *o) {
  uint32_t yes = 0, alike = 0;
  uint64_t unwritten = 0, ballot[2] = {0, 0};
  for (uint32_t i = 0; i < o->count; i++) {
    const bool given = number_at(o, i).bits != 0;
    yes += given;
    alike += same_values(o, 0, i);
    if (given && lane_of(o, i) < 64) ballot[0] |= 1ULL << lane_of(o, i);
    unwritten |= data_of(o, i)->unwritten != 0;
  }
  if (o->function == WBRT_COLLECTIVE_BALLOT) {
    give_all(o, ballot, sizeof ballot, unwritten != 0 ? 0xF : 0);
    return;
  }
  const int32_t result = o->function == WBRT_COLLECTIVE_ALL         ? yes == o->count
                         : o->function == WBRT_COLLECTIVE_ALL_EQUAL ? alike == o->count
                                                                    : yes > 0;
  give_all(o, &result, sizeof result, unwritten);
}

static void elect_item(const struct operands *o) {
  for (uint32_t i = 0; i < o->count; i++) {
    const int32_t first = i == 0;
    memcpy(data_of(o, i)->value, &first, sizeof first);
    data_of(o, i)->unwritten = 0;
  }
}

/* ---- values of others -------------------------------------------------------------------- */

/* The lane that a work-item takes its value from; UINT64_MAX: none. */
static uint64_t source_of(const struct operands *o, uint32_t index) {
  const uint64_t lane = lane_of(o, index), given = data_of(o, index)->argument[0];
  const uint64_t width = o->run->subgroup, left = o->run->context->group_items - o->first;
  const uint64_t size = left < width ? left : width;
  const uint64_t asked = data_of(o, index)->argument[1];
  const uint64_t cluster = asked > 0 && asked < size ? asked : size;
  switch (o->function) {
    case WBRT_COLLECTIVE_BROADCAST_FIRST:
      return lane_of(o, 0);
    case WBRT_COLLECTIVE_SHUFFLE_XOR:
      return lane ^ given;
    case WBRT_COLLECTIVE_SHUFFLE_UP:
      return given <= lane ? lane - given : UINT64_MAX;
    case WBRT_COLLECTIVE_SHUFFLE_DOWN:
      return given < UINT64_MAX - lane ? lane + given : UINT64_MAX;
    case WBRT_COLLECTIVE_ROTATE:
      return (lane + size + given % size) % size;
    case WBRT_COLLECTIVE_CLUSTERED_ROTATE:
      return lane / cluster * cluster + (lane % cluster + cluster + given % cluster) % cluster;
    default:
      return given;
  }
}

/* work_group_broadcast has an id for each dimension. */
static uint64_t group_source(const struct operands *o) {
  const struct wbrt_context *context = o->run->context;
  const uint64_t *at = data_of(o, 0)->argument;
  bool inside = true;
  for (int d = 0; d < 3; d++) inside &= at[d] < context->local_size[d];
  return inside ? (at[2] * context->local_size[1] + at[1]) * context->local_size[0] + at[0]
                : UINT64_MAX;
}

static void move_values(const struct operands *o, bool of_group) {
  static const uint64_t NOBODY = UINT64_MAX;
  struct wb_collective_copy *copies = o->run->collective_values;
  for (uint32_t i = 0; i < o->count; i++) {
    memcpy(copies[i].value, data_of(o, i)->value, o->bytes);
    copies[i].unwritten = data_of(o, i)->unwritten;
  }
  for (uint32_t i = 0; i < o->count; i++) {
    const uint64_t lane = of_group ? group_source(o) : source_of(o, i);
    uint32_t from = 0;
    while (lane != NOBODY && from < o->count && lane_of(o, from) != lane) from++;
    const bool there = lane != NOBODY && from < o->count;
    if (there) memcpy(data_of(o, i)->value, copies[from].value, o->bytes);
    data_of(o, i)->unwritten = there ? copies[from].unwritten : UINT64_MAX;
  }
}

void wb_collective_compute(struct wbrt_run *run, const uint32_t *who, uint32_t count,
                           uint64_t first) {
  const struct wb_work_item *item = &run->items[who[0]];
  const struct operands o = {.run = run,
                             .who = who,
                             .count = count,
                             .first = first,
                             .function = item->function & WBRT_COLLECTIVE_FUNCTION_MASK,
                             .operation = item->operation & 0xFF,
                             .kind = item->operation >> WBRT_COLLECTIVE_KIND_SHIFT & 0xF,
                             .lane_bytes = item->operation >> WBRT_COLLECTIVE_LANE_SHIFT & 0xFF,
                             .bytes = item->operation >> WBRT_COLLECTIVE_BYTES_SHIFT};
  switch ((enum wbrt_collective_function)o.function) {
    case WBRT_COLLECTIVE_ALL:
    case WBRT_COLLECTIVE_ANY:
    case WBRT_COLLECTIVE_ALL_EQUAL:
    case WBRT_COLLECTIVE_BALLOT:
      vote_items(&o);
      break;
    case WBRT_COLLECTIVE_ELECT:
      elect_item(&o);
      break;
    case WBRT_COLLECTIVE_REDUCE:
      reduce_items(&o, 0, count);
      break;
    case WBRT_COLLECTIVE_SCAN_INCLUSIVE:
    case WBRT_COLLECTIVE_SCAN_EXCLUSIVE:
      scan_items(&o, o.function == WBRT_COLLECTIVE_SCAN_INCLUSIVE);
      break;
    case WBRT_COLLECTIVE_CLUSTERED_REDUCE:
      reduce_clusters(&o);
      break;
    default:
      move_values(&o, (item->function & WBRT_COLLECTIVE_GROUP) != 0);
      break;
  }
}
