/* What relaxed reads give in the order `stale` is allowed by OpenCL's memory model (that of C11):
 * random litmus tests, each a few operations a work-item on a few atomic variables, whose results
 * are compared with the model's axioms of coherence. All changes write numbers of their own, so
 * that what an operation returned says which change it saw; and changes of a variable come in the
 * order in which work-items ran, one after the other.
 *
 * Source: Batty, Donaldson, Wickerson: "Overhauling SC atomics in C11 and OpenCL" (POPL 2016),
 * whose axioms of coherence these are, with all operations of scope device.
 *
 * FUZZ_KERNELS, or FUZZ_SECONDS, and FUZZ_SEED widen and move the search. */
#include "fuzz/lab.h"
#include "fuzz/rounds.h"

enum { MOST_ITEMS = 6, STEPS = 8, EVENTS = MOST_ITEMS * STEPS, VARIABLES = 3, INITIAL = -1 };
enum { DEFAULT_TESTS = 400, SAMPLE_TESTS = 60 };

enum {
  LOAD,
  LOAD_ACQUIRE,
  READ_BY_OR,
  STORE,
  STORE_RELEASE,
  EXCHANGE,
  EXCHANGE_BOTH,
  N_OPERATIONS
};
enum { FENCE_ACQUIRE = N_OPERATIONS, FENCE_RELEASE, N_WITH_FENCES };

static const char SOURCE[] =
    "#define X __global atomic_uint *x = &xs[var[i]]\n"
    "#define D memory_scope_device\n"
    "__kernel void litmus(__global atomic_uint *xs, __global const uint *op,\n"
    "                     __global const uint *var, __global uint *got) {\n"
    "  for (uint k = 0; k < 8; k++) {\n"
    "    uint i = get_global_id(0) * 8 + k, was = 0;\n"
    "    X;\n"
    "    switch (op[i]) {\n"
    "      case 0: was = atomic_load_explicit(x, memory_order_relaxed, D); break;\n"
    "      case 1: was = atomic_load_explicit(x, memory_order_acquire, D); break;\n"
    "      case 2: was = atomic_fetch_or_explicit(x, 0, memory_order_relaxed, D); break;\n"
    "      case 3: atomic_store_explicit(x, i + 1, memory_order_relaxed, D); break;\n"
    "      case 4: atomic_store_explicit(x, i + 1, memory_order_release, D); break;\n"
    "      case 5: was = atomic_exchange_explicit(x, i + 1, memory_order_relaxed, D); break;\n"
    "      case 6: was = atomic_exchange_explicit(x, i + 1, memory_order_acq_rel, D); break;\n"
    "      FENCES\n"
    "    }\n"
    "    got[i] = was;\n"
    "  }\n"
    "}\n";
static const char NO_FENCES[] = "-cl-std=CL2.0 -DFENCES=";
static const char FENCES[] =
    "-cl-std=CL2.0 "
    "-DFENCE(O)=atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE,memory_order_##O,D);break; "
    "-DFENCES=case(7):FENCE(acquire)case(8):FENCE(release)";

struct litmus {
  size_t items, n; /* n: events */
  uint32_t op[EVENTS], var[EVENTS], got[EVENTS];
  bool before[EVENTS][EVENTS]; /* happens-before */
};

struct totals {
  uint64_t reads, stale, wrong;
};

static uint64_t pick(uint64_t *random, uint64_t count) {
  *random += UINT64_C(0x9E3779B97F4A7C15);
  uint64_t x = *random;
  x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
  return (x ^ x >> 31) % count;
}

/* ---- events ---------------------------------------------------------------------- */

static bool reads(uint32_t op) {
  return op == LOAD || op == LOAD_ACQUIRE || op == READ_BY_OR || op == EXCHANGE ||
         op == EXCHANGE_BOTH;
}
static bool changes(uint32_t op) {
  return op == STORE || op == STORE_RELEASE || op == EXCHANGE || op == EXCHANGE_BOTH;
}
static bool exchanges(uint32_t op) { return op == EXCHANGE || op == EXCHANGE_BOTH; }
static size_t item_of(size_t event) { return event / STEPS; }

/* The change that an event saw, by its number. */
static int seen_by(const struct litmus *l, size_t event) { return (int)l->got[event] - 1; }

/* ---- happens-before --------------------------------------------------------------- */

/* Whether the change `write` is in a release sequence that `head` begins: changes of one variable
 * that follow it at once, each an update or of the same work-item. */
static bool in_sequence(const struct litmus *l, size_t head, size_t write) {
  bool in = l->var[head] == l->var[write] && head <= write;
  for (size_t i = head + 1; i <= write && in; i++)
    if (changes(l->op[i]) && l->var[i] == l->var[head])
      in = exchanges(l->op[i]) || item_of(i) == item_of(head);
  return in;
}

/* From which of an item's events on others learn of what it did, by the change `write`: that
 * change, if it releases, or a fence before it. */
static bool releases(const struct litmus *l, size_t from, size_t head) {
  if (from == head) return l->op[from] == STORE_RELEASE || l->op[from] == EXCHANGE_BOTH;
  return l->op[from] == FENCE_RELEASE && from < head && item_of(from) == item_of(head);
}

static bool acquires(const struct litmus *l, size_t read, size_t to) {
  if (read == to) return l->op[to] == LOAD_ACQUIRE || l->op[to] == EXCHANGE_BOTH;
  return l->op[to] == FENCE_ACQUIRE && read < to && item_of(read) == item_of(to);
}

static void add_synchronisation(struct litmus *l, size_t read) {
  const int write = seen_by(l, read);
  for (size_t head = 0; (int)head <= write; head++) {
    if (!changes(l->op[head]) || !in_sequence(l, head, (size_t)write)) continue;
    for (size_t from = 0; from <= head; from++)
      for (size_t to = read; to < l->n; to++)
        if (releases(l, from, head) && acquires(l, read, to) && item_of(from) != item_of(to))
          l->before[from][to] = true;
  }
}

static void find_order(struct litmus *l) {
  memset(l->before, 0, sizeof l->before);
  for (size_t i = 0; i < l->n; i++) {
    for (size_t k = i + 1; k < l->n && item_of(k) == item_of(i); k++) l->before[i][k] = true;
    if (reads(l->op[i])) add_synchronisation(l, i);
  }
  for (size_t k = 0; k < l->n; k++)
    for (size_t i = 0; i < l->n; i++)
      for (size_t j = 0; j < l->n && l->before[i][k]; j++) l->before[i][j] |= l->before[k][j];
}

/* ---- coherence ---------------------------------------------------------------------- */

/* The last change of the event's variable before it, as work-items ran. */
static int latest_before(const struct litmus *l, size_t event) {
  int latest = INITIAL;
  for (size_t i = 0; i < event; i++)
    if (changes(l->op[i]) && l->var[i] == l->var[event]) latest = (int)i;
  return latest;
}

/* Nothing that happened before the read was newer than what it gave. */
static bool is_coherent(const struct litmus *l, size_t read) {
  const int seen = seen_by(l, read);
  bool good = seen < (int)read;
  if (seen >= 0) good = good && changes(l->op[seen]) && l->var[seen] == l->var[read];
  if (exchanges(l->op[read])) good = good && seen == latest_before(l, read);
  for (size_t i = 0; i < l->n && good; i++) {
    if (!l->before[i][read] || l->var[i] != l->var[read]) continue;
    if (changes(l->op[i])) good = (int)i <= seen;
    if (good && reads(l->op[i])) good = seen_by(l, i) <= seen;
  }
  return good;
}

static void print_litmus(const struct litmus *l) {
  static const char *const NAMES[] = {
      "load",     "load acquire",     "or 0",          "store",        "store release",
      "exchange", "exchange acq_rel", "fence acquire", "fence release"};
  for (size_t i = 0; i < l->n; i++)
    printf("# %zu.%zu %s %c%s%u\n", item_of(i), i % STEPS, NAMES[l->op[i]],
           (char)('x' + (char)l->var[i]), reads(l->op[i]) ? " gave " : "", l->got[i]);
}

/* ---- one test ----------------------------------------------------------------------- */

static void make_litmus(struct litmus *l, uint64_t *random, bool fences) {
  const size_t variables = 1 + pick(random, VARIABLES);
  *l = (struct litmus){.items = 2 + pick(random, MOST_ITEMS - 1)};
  l->n = l->items * STEPS;
  for (size_t i = 0; i < l->n; i++) {
    l->op[i] = (uint32_t)pick(random, fences ? N_WITH_FENCES : N_OPERATIONS);
    l->var[i] = (uint32_t)pick(random, variables);
  }
}

static bool run_litmus(struct wb_device *device, wb_handle program, struct litmus *l,
                       size_t local) {
  const struct wb_dtype word = {WB_UINT, 1};
  uint32_t xs[VARIABLES] = {0};
  const struct lab_launch lab = {
      .kernel = "litmus",
      .global = {l->items},
      .local = {l->items % local == 0 ? local : 1},
      .arrays = {{"xs", word, WB_BUFFER_READ_WRITE, xs, sizeof xs},
                 {"op", word, WB_BUFFER_READ_ONLY, l->op, l->n * sizeof *l->op},
                 {"var", word, WB_BUFFER_READ_ONLY, l->var, l->n * sizeof *l->var},
                 {"got", word, WB_BUFFER_WRITE_ONLY, l->got, l->n * sizeof *l->got}},
      .n_arrays = 4,
      .schedule = {.kind = WB_SCHEDULE_STALE}};
  return lab_run_clean(device, program, &lab);
}

static void check_litmus(struct litmus *l, uint64_t seed, struct totals *totals) {
  find_order(l);
  for (size_t i = 0; i < l->n; i++) {
    if (!reads(l->op[i])) continue;
    totals->reads++;
    totals->stale += seen_by(l, i) != latest_before(l, i);
    if (is_coherent(l, i)) continue;
    if (totals->wrong++ == 0) {
      printf("# FUZZ_SEED=%llu FUZZ_KERNELS=1: event %zu.%zu\n", (unsigned long long)seed,
             item_of(i), i % STEPS);
      print_litmus(l);
    }
  }
}

static void run_tests(const char *options, bool fences) {
  struct totals totals = {0};
  struct fuzz_rounds fuzz =
      fuzz_begin(lab_setting("FUZZ_KERNELS", sample_is_wanted() ? SAMPLE_TESTS : DEFAULT_TESTS));
  struct wb_device *device = lab_open("emulator");
  if (device == NULL) return;
  wb_handle program = lab_build_with(device, SOURCE, options);
  if (!CHECK(program != 0)) goto out;
  while (fuzz_next(&fuzz)) {
    struct litmus l;
    uint64_t random = fuzz.seed;
    make_litmus(&l, &random, fences);
    if (CHECK(run_litmus(device, program, &l, 1 + pick(&random, 3))))
      check_litmus(&l, fuzz.seed, &totals);
  }
  printf("# %llu reads, %llu of them stale\n", (unsigned long long)totals.reads,
         (unsigned long long)totals.stale);
  CHECK_INT(totals.wrong, 0);
  CHECK(totals.stale > totals.reads / 50);
out:
  wb_device_close(device);
}

static void operations_are_coherent(void) { run_tests(NO_FENCES, false); }
static void fences_are_coherent(void) { run_tests(FENCES, true); }

int main(void) {
  lab_use_build();
  tap_run("stale reads are coherent among operations that acquire and release",
          operations_are_coherent);
  tap_run("and among fences", fences_are_coherent);
  return tap_finish();
}
