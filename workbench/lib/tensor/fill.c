#include "tensor/fill.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "tensor/convert.h"

static const char *const names[WB_FILL_KIND_COUNT] = {
    [WB_FILL_ZEROS] = "zeros",           [WB_FILL_ONES] = "ones",
    [WB_FILL_CONSTANT] = "constant",     [WB_FILL_RANGE] = "range",
    [WB_FILL_RANDOM] = "random",         [WB_FILL_EXTREMES] = "extremes",
    [WB_FILL_ASYMMETRIC] = "asymmetric", [WB_FILL_PERMUTATION] = "permutation",
};

const char *wb_fill_name(enum wb_fill_kind kind) {
  if ((unsigned)kind >= WB_FILL_KIND_COUNT) wb_bug("no fill %d", (int)kind);
  return names[kind];
}

bool wb_fill_parse(const char *word, enum wb_fill_kind *out) {
  for (unsigned i = 0; i < WB_FILL_KIND_COUNT; i++) {
    if (strcmp(word, names[i]) != 0) continue;
    *out = (enum wb_fill_kind)i;
    return true;
  }
  return false;
}

const char *const *wb_fill_names(size_t *count) {
  *count = WB_FILL_KIND_COUNT;
  return names;
}

struct wb_fill wb_fill_default_random(enum wb_scalar scalar) {
  struct wb_fill fill = {.kind = WB_FILL_RANDOM, .first = 0, .last = 100};
  if (scalar == WB_BOOL) fill.last = 1;
  if (wb_scalar_is_signed(scalar)) fill.first = -100;
  if (wb_scalar_is_float(scalar)) fill.first = -1, fill.last = 1;
  return fill;
}

/* SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
 * Generators, 2014), entered at any place of its sequence. */
uint64_t wb_random_at(uint64_t seed, uint64_t index) {
  uint64_t z = seed + (index + 1) * UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

/* A shuffle of 0 … 2^bits - 1: every step (times an odd number, plus a
 * constant, folded onto itself) can be undone, so no two numbers meet. */
enum { ROUNDS = 4 };
struct shuffle {
  unsigned bits;
  uint64_t factor[ROUNDS], addend[ROUNDS];
};

static void shuffle_init(struct shuffle *shuffle, uint64_t seed, unsigned bits) {
  shuffle->bits = bits;
  for (uint64_t round = 0; round < ROUNDS; round++) {
    shuffle->factor[round] = wb_random_at(seed, 2 * round) | 1;
    shuffle->addend[round] = wb_random_at(seed, 2 * round + 1);
  }
}

static uint64_t shuffle_bits(const struct shuffle *shuffle, uint64_t x) {
  uint64_t mask = (UINT64_C(1) << shuffle->bits) - 1;
  for (int round = 0; round < ROUNDS; round++) {
    x = (x * shuffle->factor[round] + shuffle->addend[round]) & mask;
    x ^= x >> (shuffle->bits + 1) / 2;
  }
  return x;
}

static unsigned bits_for(uint64_t count) {
  unsigned bits = 1;
  while (bits < 62 && UINT64_C(1) << bits < count) bits++;
  return bits;
}

/* Numbers of a range where kernels go wrong. */
struct extremes {
  double numbers[24];
  unsigned count;
};

/* What a fill is asked for: the value of component `index` of `count`. */
struct place {
  enum wb_scalar type;
  bool is_float;
  uint64_t index, count, seed;
  int64_t least;          /* the integers of a range: the first one, */
  uint64_t choices;       /* and how many there are; 0: as many as a word has */
  bool begun;             /* for the two fills that use a shuffle: it is made, */
  struct shuffle shuffle; /* and for which stretch */
  uint64_t stretch;
  bool has_extremes;
  struct extremes extremes;
};

struct number {
  bool is_int;
  int64_t whole;
  double real;
};

static struct number whole_number(int64_t value) { return (struct number){true, value, 0}; }

static struct number real_number(double value) { return (struct number){false, 0, value}; }

static struct number fill_zeros(const struct wb_fill *fill, struct place *at) {
  (void)fill, (void)at;
  return whole_number(0);
}

static struct number fill_ones(const struct wb_fill *fill, struct place *at) {
  (void)fill, (void)at;
  return whole_number(1);
}

static struct number fill_constant(const struct wb_fill *fill, struct place *at) {
  (void)at;
  return real_number(fill->first);
}

static struct number fill_range(const struct wb_fill *fill, struct place *at) {
  return real_number(fill->first + fill->step * (double)at->index);
}

__extension__ typedef unsigned __int128 wide;

/* Signed, since that is what processors convert: it has 53 bits. */
static double random_real(const struct wb_fill *fill, uint64_t bits) {
  const double share = (double)(int64_t)(bits >> 11) * 0x1p-53;
  return fill->first * (1 - share) + fill->last * share;
}

/* One of 0 … count - 1: the high half of bits × count is uniform enough for any range of ours. */
static uint64_t choose(uint64_t bits, uint64_t count) {
  return (uint64_t)((wide)bits * count >> 64);
}

static struct number random_multiple(const struct wb_fill *fill, uint64_t bits) {
  const double steps = floor((fill->last - fill->first) / fill->step);
  return real_number(fill->first + fill->step * (double)choose(bits, (uint64_t)steps + 1));
}

static struct number fill_random(const struct wb_fill *fill, struct place *at) {
  uint64_t bits = wb_random_at(at->seed, at->index);
  if (fill->step > 0) return random_multiple(fill, bits);
  if (at->is_float) return real_number(random_real(fill, bits));
  const uint64_t step = at->choices == 0 ? bits : choose(bits, at->choices);
  return whole_number((int64_t)((uint64_t)at->least + step));
}

static void add_extreme(struct extremes *extremes, const struct wb_fill *fill, double number) {
  const bool is_in = number >= fill->first && number <= fill->last;
  const double steps = fill->step > 0 ? (number - fill->first) / fill->step : 0;
  if (is_in && steps == floor(steps)) extremes->numbers[extremes->count++] = number;
}

static struct extremes extremes_of(const struct wb_fill *fill, bool is_float) {
  static const double of_all[] = {0, 1, -1};
  static const double of_wide[] = {0x1p24,  0x1.000002p24, 65535.5, 65536, -65536, 0x1p31,
                                   -0x1p31, 0.1,           -0.1,    1e30,  -1e-30, 0x1p-126};
  const double next = fill->step > 0 ? fill->step : is_float ? 0 : 1;
  struct extremes extremes = {.count = 0};
  add_extreme(&extremes, fill, fill->first);
  add_extreme(&extremes, fill, fill->last);
  for (size_t i = 0; i < 3; i++) add_extreme(&extremes, fill, of_all[i]);
  if (next > 0) add_extreme(&extremes, fill, fill->first + next);
  if (next > 0) add_extreme(&extremes, fill, fill->last - next);
  if (is_float && fill->step == 0 && fill->last > 1e30)
    for (size_t i = 0; i < sizeof of_wide / sizeof of_wide[0]; i++)
      add_extreme(&extremes, fill, of_wide[i]);
  return extremes;
}

/* Numbers of any size: what lies evenly between the ends of a wide range is huge. */
static double random_of_any_size(uint64_t bits) {
  const double part = 1 + (double)(bits >> 41) * 0x1p-23;
  return ldexp(bits & 1 ? part : -part, (int)choose(bits << 24, 60) - 30);
}

static struct number fill_extremes(const struct wb_fill *fill, struct place *at) {
  const uint64_t bits = wb_random_at(at->seed, at->index);
  const bool is_wide = at->is_float && fill->step == 0 && fill->last > 1e30 && fill->first < -1e30;
  if ((bits & 2) != 0) {
    if (is_wide) return real_number(random_of_any_size(bits));
    const struct number number = fill_random(fill, at); /* numbers of a run are of one kind */
    return real_number(number.is_int ? (double)number.whole : number.real);
  }
  if (!at->has_extremes) at->extremes = extremes_of(fill, at->is_float);
  at->has_extremes = true;
  return real_number(at->extremes.numbers[choose(bits, at->extremes.count)]);
}

/* How many bits of distinct values a type can tell apart exactly. */
static unsigned distinct_bits(enum wb_scalar type) {
  unsigned bits = 32;
  if (type == WB_BOOL) bits = 1;
  if (wb_scalar_size(type) == 1 && type != WB_BOOL) bits = 8;
  if (type == WB_SHORT || type == WB_USHORT) bits = 16;
  if (type == WB_HALF) bits = 12;  /* ±1 … ±2048 */
  if (type == WB_FLOAT) bits = 25; /* ±1 … ±2^24 */
  return bits;
}

/* Shuffled bits as a value: never zero where the type has room beside it
 * (a kernel that writes nothing must differ), of both signs where it has
 * them, and in quarters for floats (a kernel that truncates must differ). */
static struct number asymmetric_value(enum wb_scalar type, unsigned bits, uint64_t shuffled) {
  int64_t half_range = INT64_C(1) << (bits - 1);
  int64_t value = (int64_t)shuffled;
  bool full = !wb_scalar_is_float(type) && bits == 8 * wb_scalar_size(type);
  if (type == WB_BOOL) return whole_number(value);
  if (wb_scalar_is_signed(type)) {
    value -= half_range;
    if (value >= 0 && !full) value++;
  } else if (!full) {
    value++;
  }
  return wb_scalar_is_float(type) ? real_number((double)value / 4) : whole_number(value);
}

/* At least 64 different values to choose from, so that short arrays look
 * irregular too; where a type has fewer values than the array has elements,
 * each stretch of the array is shuffled in its own way. */
static struct number fill_asymmetric(const struct wb_fill *fill, struct place *at) {
  (void)fill;
  unsigned most = distinct_bits(at->type);
  unsigned bits = bits_for(at->count > 32 ? 2 * at->count : 64);
  if (bits > most) bits = most;
  uint64_t stretch = at->index >> bits;
  uint64_t within = at->index & ((UINT64_C(1) << bits) - 1);
  if (!at->begun || stretch != at->stretch)
    shuffle_init(&at->shuffle, wb_random_at(at->seed, stretch), bits);
  at->begun = true;
  at->stretch = stretch;
  return asymmetric_value(at->type, bits, shuffle_bits(&at->shuffle, within));
}

/* A number that lands at or beyond the count walks on. */
static struct number fill_permutation(const struct wb_fill *fill, struct place *at) {
  (void)fill;
  uint64_t x = at->index;
  if (!at->begun) shuffle_init(&at->shuffle, at->seed, bits_for(at->count));
  at->begun = true;
  do x = shuffle_bits(&at->shuffle, x);
  while (x >= at->count);
  return whole_number((int64_t)x);
}

/* Values of the components from `at->index` on. A fill gives integers or reals, for all of them. */
struct run {
  int64_t whole[WB_RUN];
  double real[WB_RUN];
};

/* A loop for each kind, so that a value is not a call: a large case waits for them. */
typedef bool fill_function(const struct wb_fill *fill, struct place *at, size_t n, struct run *run);
#define FOR_EACH_KIND(X)            \
  X(WB_FILL_ZEROS, zeros)           \
  X(WB_FILL_ONES, ones)             \
  X(WB_FILL_CONSTANT, constant)     \
  X(WB_FILL_RANGE, range)           \
  X(WB_FILL_RANDOM, random)         \
  X(WB_FILL_EXTREMES, extremes)     \
  X(WB_FILL_ASYMMETRIC, asymmetric) \
  X(WB_FILL_PERMUTATION, permutation)
#define DEFINE_RUN(KIND, NAME)                                                      \
  static bool run_of_##NAME(const struct wb_fill *fill, struct place *at, size_t n, \
                            struct run *run) {                                      \
    struct place here = *at; /* which no store of the loop can change */            \
    bool is_int = false;                                                            \
    for (size_t i = 0; i < n; i++, here.index++) {                                  \
      const struct number value = fill_##NAME(fill, &here);                         \
      run->whole[i] = value.whole;                                                  \
      run->real[i] = value.real;                                                    \
      is_int = value.is_int;                                                        \
    }                                                                               \
    *at = here;                                                                     \
    return is_int;                                                                  \
  }
FOR_EACH_KIND(DEFINE_RUN)

/* What large cases are mostly made of. */
static bool run_of_random_reals(const struct wb_fill *fill, struct place *at, size_t n,
                                struct run *run) {
  const struct wb_fill range = *fill;
  const uint64_t seed = at->seed, index = at->index;
  for (size_t i = 0; i < n; i++) run->real[i] = random_real(&range, wb_random_at(seed, index + i));
  at->index += n;
  return false;
}

static fill_function *const functions[WB_FILL_KIND_COUNT] = {
#define NAME_RUN(KIND, NAME) [KIND] = run_of_##NAME,
    FOR_EACH_KIND(NAME_RUN)
#undef NAME_RUN
};

/* Integers are exact in double wherever a fill gives them to floats: they count components. */
static void store_run(struct wb_tensor *tensor, size_t first, size_t n, struct run *run,
                      bool is_int) {
  const enum wb_scalar type = tensor->type.scalar;
  if (is_int && !wb_scalar_is_float(type)) {
    wb_tensor_store_ints(type, tensor->data, first, n, run->whole);
  } else {
    for (size_t i = 0; i < n && is_int; i++) run->real[i] = (double)run->whole[i];
    wb_tensor_store_doubles(type, tensor->data, first, n, run->real);
  }
}

static fill_function *function_of(const struct wb_fill *fill, bool is_float) {
  if ((unsigned)fill->kind >= WB_FILL_KIND_COUNT) wb_bug("no fill %d", (int)fill->kind);
  return fill->kind == WB_FILL_RANDOM && fill->step == 0 && is_float ? run_of_random_reals
                                                                     : functions[fill->kind];
}

/* ---- tensors ---- */

struct part {
  struct wb_tensor *tensor;
  const struct wb_fill *fill;
  uint64_t seed;
  size_t first, end; /* elements */
};

/* Whole runs where components lie side by side; a vector of three has a fourth place, which stays
 * as it is. */
static void fill_part(const struct part *part) {
  const struct wb_tensor *tensor = part->tensor;
  const size_t lanes = tensor->type.lanes, stride = wb_dtype_stride(tensor->type);
  const size_t most = stride == lanes ? WB_RUN : lanes, end = part->end * lanes;
  const bool is_float = wb_scalar_is_float(tensor->type.scalar);
  const double least = ceil(part->fill->first);
  struct place at = {
      .type = tensor->type.scalar,
      .is_float = is_float,
      .index = part->first * lanes,
      .count = wb_tensor_count(tensor) * lanes,
      .seed = part->seed,
      .least = wb_tensor_wrap_to_int(least),
      .choices = (uint64_t)wb_tensor_wrap_to_int(floor(part->fill->last) - least) + 1};
  fill_function *const function = function_of(part->fill, is_float);
  struct run run;
  for (size_t first = part->first * lanes, n; first < end; first += n) {
    n = end - first < most ? end - first : most;
    const bool is_int = function(part->fill, &at, n, &run);
    store_run(part->tensor, first / lanes * stride + first % lanes, n, &run, is_int);
  }
}

void wb_tensor_fill(struct wb_tensor *tensor, const struct wb_fill *fill, uint64_t seed) {
  fill_part(&(struct part){tensor, fill, seed, 0, wb_tensor_count(tensor)});
}

/* ---- large ones, by several threads ---- */

enum { WORTH_A_THREAD = 1 << 18, MAX_THREADS = 8 }; /* the first in components: some 0.5 ms */

static size_t threads_for(const struct wb_tensor *tensor) {
  const size_t wanted = wb_tensor_count(tensor) * tensor->type.lanes / WORTH_A_THREAD;
  size_t most = 1;
  cpu_set_t set;
  if (wanted > 1 && sched_getaffinity(0, sizeof set, &set) == 0) most = (size_t)CPU_COUNT(&set);
  if (most > MAX_THREADS) most = MAX_THREADS;
  return wanted < 1 ? 1 : wanted < most ? wanted : most;
}

static void *run_part(void *data) {
  fill_part(data);
  return NULL;
}

/* What finds no thread is done here, as the last part always is. */
static void fill_by_threads(struct wb_tensor *tensor, const struct wb_fill *fill, uint64_t seed) {
  const size_t count = wb_tensor_count(tensor), n = threads_for(tensor);
  struct part parts[MAX_THREADS];
  pthread_t threads[MAX_THREADS];
  bool started[MAX_THREADS] = {false};
  for (size_t i = 0; i < n; i++) {
    parts[i] = (struct part){tensor, fill, seed, count / n * i, count / n * (i + 1)};
    if (i + 1 == n) parts[i].end = count;
    started[i] = i + 1 < n && pthread_create(&threads[i], NULL, run_part, &parts[i]) == 0;
    if (!started[i]) fill_part(&parts[i]);
  }
  for (size_t i = 0; i < n; i++)
    if (started[i]) pthread_join(threads[i], NULL);
}

enum wb_status wb_tensor_init_filled(struct wb_tensor *tensor, struct wb_dtype type,
                                     const struct wb_shape *shape, const struct wb_fill *fill,
                                     uint64_t seed, struct wb_error *err) {
  const bool padded = wb_dtype_stride(type) != type.lanes;
  const enum wb_status status = padded ? wb_tensor_init(tensor, type, shape, err)
                                       : wb_tensor_init_unset(tensor, type, shape, err);
  if (status == WB_OK) fill_by_threads(tensor, fill, seed);
  return status;
}
