/* Rows of work-items in lockstep (instrument/lockstep.c, run/lockstep.c) give what the same
 * work-items give one by one, and loops without checks (instrument/loop_reads.c) what they give
 * with them: findings, counters, buffers, and what of those is written. Random kernels, right ones
 * and wrong ones, are launched so that it is told what they touch, which neither a row nor such a
 * loop can tell, and then in code of both tiers, in one process and in slices.
 *
 * FUZZ_SECONDS and FUZZ_SEED as in tests/fuzz/rounds.h; FUZZ_SHOW=1 prints the kernels. */
#include <stdarg.h>
#include <unistd.h>

#include "base/file.h"
#include "emulator/emulator.h"
#include "fuzz/lab.h"
#include "fuzz/rounds.h"

enum {
  MAX_BYTES = 8192,
  MAX_TEXT = 4096,
  LAUNCHES = 2,
  PIECE = 128,
  MAX_OFFSET = 16, /* of those that are not to be subtracted */
  ROUNDS = 60,
  SAMPLE_ROUNDS = 12
};

/* A kernel `test(x, y, a, n, m)` with its launch. */
struct plan {
  char text[MAX_TEXT];
  unsigned dimensions;
  size_t global[3], local[3], offset, bytes[3]; /* the last of x, y, a */
  enum wb_buffer_access x_access;
  enum wb_schedule_kind order;
  bool same_buffer, reads_x, reads_part; /* x and y are one; a is x; or less than a whole buffer */
  bool column;                           /* i runs in dimension 1, and the other has one item */
  size_t part;                           /* of a that is written */
  int n[LAUNCHES], m;
  uint64_t steps; /* a work-item may take in loops */
};

/* ---- random kernels ------------------------------------------------------------------ */

/* Numbers of splitmix64, by the state. */
static uint64_t pick(uint64_t *random, uint64_t count) {
  uint64_t x = *random += 0x9E3779B97F4A7C15ULL;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
  return (x ^ x >> 31) % count;
}

static void add(struct plan *plan, const char *format, ...) {
  const size_t length = strlen(plan->text);
  va_list args;
  va_start(args, format);
  vsnprintf(plan->text + length, sizeof plan->text - length, format, args);
  va_end(args);
}

/* Most are the work-item's own element, so that some kernels are right. */
static const char *random_index(const struct plan *plan, uint64_t *random) {
  enum { OWN = 3 }; /* of four */
  static const char *const INDICES[] = {"n - 1 - i",
                                        "2 * i",
                                        "3 * i + 1",
                                        "m",
                                        "i / 2",
                                        "i ^ 1",
                                        "0",
                                        "j * 8 + i",
                                        "i + j * get_global_size(0)",
                                        "get_global_size(0) - 1 - i",
                                        "(long)(int)(i - 3u) + 3",
                                        "(i + 0x80000000u) - 0x80000000u",
                                        "i & 7",
                                        "(uint)i",
                                        "(uint)i - 4u",
                                        "(int)i - 2",
                                        "(uint)i + (uint)(m - (int)i)",
                                        "(ushort)i",
                                        "(uint)i * 65537u",
                                        "i * 0x100000001ul",
                                        "((uint)i + 0xfffffff8u) + ((uint)(-(int)i) + 8u)",
                                        "(uint)i - (uint)get_global_offset(0)",
                                        "(int)i - (int)get_global_offset(0)",
                                        "i * 0x2000000000000001ul",
                                        "(uint)i + 0x100000000ul",
                                        "i > 3 ? i : 0"};
  /* Neighbours have the same elements as others of their row. */
  static const char *const NEIGHBOURS[] = {"i + 1", "i - 1", "i + m", "i - get_global_offset(0)"};
  /* Steps that are known only when the kernel runs. */
  static const char *const SCALED[] = {"i * m + j",
                                       "i * m",
                                       "(uint)i * (uint)m + (uint)j",
                                       "(int)i * m",
                                       "m * (i - 2)",
                                       "(i + 3) * m - 3 * m",
                                       "(uint)(i * m)",
                                       "(n - 1 - i) * m",
                                       "(long)((int)i * m * m)",
                                       "(i * m) / 2",
                                       "i * n",
                                       "(ushort)(i * m)",
                                       "(uint)i * n",
                                       "(uint)i * (uint)(m + 0x40000000)",
                                       "i * (m * 0x100000001ul)",
                                       "(uint)i * (uint)m + 0x100000000ul",
                                       "((uint)i * (uint)m + 0xfffffff8u) + 8u",
                                       "((uint)i * (uint)m + 0xfffffff8u) + 8ul",
                                       "i * (m * 0x1000000000000001ul)",
                                       "i * (m * 0x1000000000000001ul)",
                                       "i * m + (n - i)"};
  if (plan->column && pick(random, 3) > 0)
    return SCALED[pick(random, pick(random, 4) > 0 ? 4 : sizeof SCALED / sizeof SCALED[0])];
  if (pick(random, 4) < OWN) return "i";
  if (pick(random, 2) == 0) return NEIGHBOURS[pick(random, 4)];
  return INDICES[pick(random, sizeof INDICES / sizeof INDICES[0])];
}

static void add_statement(struct plan *plan, uint64_t *random) {
  static const char *const FROM[] = {"a", "a", "a", "x", "y"};
  const char *to = pick(random, 3) == 0 ? "y" : "x";
  add(plan, "    %s[%s] = %s[%s]", to, random_index(plan, random), FROM[pick(random, 5)],
      random_index(plan, random));
  if (pick(random, 2) == 0)
    add(plan, " + %s[%s]", FROM[pick(random, 5)], random_index(plan, random));
  if (pick(random, 4) == 0) add(plan, " * (%s)i", "int");
  add(plan, ";\n");
}

static size_t size_of(const char *type) {
  return strchr(type, '4') != NULL       ? 16
         : strcmp(type, "long") == 0     ? 8
         : strcmp(type, "int") == 0      ? 4
         : strstr(type, "short") != NULL ? 2
                                         : 1;
}

static void add_kernel(struct plan *plan, uint64_t *random) {
  static const char *const TYPES[] = {"int", "int", "int", "long", "uchar", "ushort", "int4"};
  static const char *const IDS[] = {"size_t", "size_t", "uint", "int"};
  static const char *const GUARDS[] = {"true",
                                       "i < n",
                                       "i < n",
                                       "i >= 4",
                                       "i != 5",
                                       "m < 3",
                                       "i <= m",
                                       "n - i > 0u",
                                       "(int)i < m",
                                       "i < n && i > 2",
                                       "(uint)i - 2u < n",
                                       "(int)((uint)i + 0x7ffffff0u) > 0",
                                       "(uint)i * 65536u >= 65536u",
                                       "(short)i < m"};
  static const char *const SCALED[] = {"i * m < n",
                                       "(uint)i * (uint)m < n",
                                       "(int)i * m < (int)n",
                                       "(int)i * m > -9",
                                       "j < n && i < n",
                                       "(uint)i * (uint)m - 2u < n",
                                       "i * n != 6",
                                       "(uint)i * (uint)m + 0xfffffff0u >= 8u",
                                       "(uint)i * (uint)(m + 0x3fffffff) < 0x50000000u",
                                       "(uint)i * (uint)m + 0xfffffff8u != 0u",
                                       "(int)((uint)(i * m) + 0x7ffffff0u) > 0"};
  const char *type = TYPES[pick(random, 7)];
  add(plan,
      "__kernel void test(__global %s *x, __global %s *y, __global const %s *a, uint n, int m) {\n",
      type, type, type);
  add(plan, "  const %s i = get_global_id(%d);\n", IDS[pick(random, 4)], plan->column);
  add(plan, "  const size_t j = get_global_id(%d);\n", !plan->column);
  if (plan->column && pick(random, 3) == 0)
    add(plan, "  if (%s)\n", SCALED[pick(random, sizeof SCALED / sizeof SCALED[0])]);
  add(plan, "  if (%s) {\n", GUARDS[pick(random, sizeof GUARDS / sizeof GUARDS[0])]);
  for (uint64_t n = 1 + pick(random, 3); n > 0; n--) add_statement(plan, random);
  add(plan, "  }\n}\n");
  const size_t before = plan->offset < MAX_OFFSET ? plan->offset : 0;
  const size_t items = before + plan->global[0] * plan->global[1] * plan->global[2];
  const size_t size = size_of(type), width = plan->column && plan->m > 1 ? (size_t)plan->m : 1;
  for (size_t k = 0; k < 3; k++) {
    const size_t spare = pick(random, 3) * 4;
    plan->bytes[k] = (items * width + spare - (pick(random, 8) == 0 ? 2 : 0)) * size;
    if (plan->bytes[k] > MAX_BYTES) plan->bytes[k] = MAX_BYTES;
  }
  plan->part = pick(random, 3) == 0 ? plan->bytes[2] / 2 : plan->bytes[2];
}

/* What loops are made of. */
static const char *const HEADERS[] = {"for (uint k = 0; k < n; k++)",
                                      "for (uint k = 0; k < n; k++)",
                                      "for (int k = 0; k < m + 12; k++)",
                                      "for (int k = m + 9; k >= 0; k--)",
                                      "for (uint k = n; k > 0; k--)",
                                      "for (size_t k = i; k < n; k += get_local_size(0))",
                                      "for (size_t k = l; k < n; k += n - m)",
                                      "for (uint k = 0; k <= n; k += 3)",
                                      "for (uint k = 0; n > k; ++k)",
                                      "for (uint k = 0; k < 1500; k++)",
                                      "for (uint k = 0xfffffff0u; k > 5u; k++)",
                                      "for (int k = 0x7ffffff8; k > 0; k += 2)",
                                      "for (uint k = 4; k - 4 < n; k += m)",
                                      "for (short k = 0; k < m + 9; k++)",
                                      "for (int k = 0; 2 * k < m + 20; k++)",
                                      "for (long k = -3; k != 9; k++)",
                                      "for (ulong k = 0; k < n * 3ul; k += 5)",
                                      "for (uchar k = 250; k != 6; k++)",
                                      "for (ulong k = -4ul; k + 8 < n; k++)",
                                      "for (uint k = 0; k < 0x7fffffffu; k += 0x100000)",
                                      "for (int k = 0x7fffffff; k > m; k -= 0x0fffff)",
                                      "for (uint k = l; k < n; k += 0x80000001u)",
                                      "for (long k = n; k > m; k -= l)",
                                      "for (int k = 0; k < m + 9 && k <= (int)i; k++)",
                                      "for (uint k = 0, e = n; e-- > 0; k += 2)"};
static const char *const INDICES[] = {"k",
                                      "k",
                                      "i + k",
                                      "(k + l) % 64",
                                      "k * m",
                                      "n - 1 - k",
                                      "k * n + i",
                                      "i * n + k",
                                      "k & 7",
                                      "i",
                                      "(uint)k - 2u",
                                      "(k + i) / 2",
                                      "2 * k + l",
                                      "(uint)k * 0x10000001u",
                                      "(uint)k * 0x40000000u",
                                      "(long)k - m",
                                      "(ushort)k",
                                      "(uint)(m - (int)k) + 40ul",
                                      "(int)(0x7ffffffbu + (uint)k) + 0x80000028l",
                                      "(k & 0xffffu) * 0x100000001ul",
                                      "k + 0x100000000ul",
                                      "k * 0x4000000000000001ul",
                                      "k > 3 ? k : 3",
                                      "((long)k << 40) >> 40",
                                      "~k"};
static const char *const FROM[] = {"a",
                                   "a",
                                   "a",
                                   "a",
                                   "a",
                                   "a",
                                   "y",
                                   "y",
                                   "x",
                                   "t",
                                   "(a + m)",
                                   "((const __global uchar *)a)",
                                   "(m > 2 ? a : y)",
                                   "((const __global struct s *)a)->r[m & 3]"};
static const char *const EXTRAS[] = {"",
                                     "",
                                     "",
                                     "",
                                     "if (k > n + 2) break;",
                                     "if (k == 7) continue;",
                                     "sum += k / (m - 2);",
                                     "sum += n / (uint)(k - 9);",
                                     "n -= m & 1;",
                                     "if (k > i) break;",
                                     "if (sum > 1000000) break;",
                                     "y[i] = sum;"};

/* A loop that only reads, mostly, of arrays of which some can be read without checks. */
static void add_loop(struct plan *plan, uint64_t *random) {
  const uint64_t indices = sizeof INDICES / sizeof INDICES[0], from = sizeof FROM / sizeof FROM[0];
  add(plan, "  %s {\n    sum += %s[%s]", HEADERS[pick(random, sizeof HEADERS / sizeof HEADERS[0])],
      FROM[pick(random, from)], INDICES[pick(random, indices)]);
  for (uint64_t n = pick(random, 3); n > 0; n--)
    add(plan, " %s %s[%s]", pick(random, 2) == 0 ? "+" : "*", FROM[pick(random, from)],
        INDICES[pick(random, indices)]);
  add(plan, ";\n    %s\n  }\n", EXTRAS[pick(random, sizeof EXTRAS / sizeof EXTRAS[0])]);
}

/* Work-items that read in loops, of what others have read as well. */
static void add_loops(struct plan *plan, uint64_t *random) {
  static const char *const TYPES[] = {"int", "int", "long", "uchar", "float"};
  static const char *const SUMS[] = {"sum = 0", "sum = 0", "sum"};
  static const char *const BARRIERS[] = {"CLK_LOCAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE",
                                         "CLK_GLOBAL_MEM_FENCE"};
  const char *type = TYPES[pick(random, 5)];
  const bool waits = pick(random, 3) > 0;
  if (pick(random, 4) > 0) plan->x_access = WB_BUFFER_READ_WRITE;
  add(plan,
      "struct s {\n  %s head, r[4][8];\n};\n"
      "__kernel void test(__global %s *x, __global %s *y, __global const %s *a, uint n, int m) {\n"
      "  __local %s t[64];\n  const size_t i = get_global_id(0), l = get_local_id(0);\n  %s %s;\n",
      type, type, type, type, type, type, SUMS[pick(random, 3)]);
  if (pick(random, 4) > 0)
    add(plan, "  for (size_t k = l; k < %d; k += get_local_size(0)) t[k] = a[k];\n",
        pick(random, 4) == 0 ? 24 : 64);
  if (waits) add(plan, "  barrier(%s);\n", BARRIERS[pick(random, 3)]);
  for (uint64_t n = 1 + pick(random, 2); n > 0; n--) add_loop(plan, random);
  if (waits && pick(random, 2) == 0) {
    add(plan, "  t[l] = sum;\n  barrier(CLK_LOCAL_MEM_FENCE);\n");
    add_loop(plan, random);
  }
  add(plan, "  %s[i] = sum;\n}\n", pick(random, 3) == 0 ? "y" : "x");
  for (size_t k = 0; k < 3; k++) plan->bytes[k] = MAX_BYTES - 64 * pick(random, 100);
  plan->part = pick(random, 4) == 0 ? 256 : plan->bytes[2];
  plan->steps = pick(random, 5) == 0 ? pick(random, 60) : plan->steps;
}

/* Mostly the first ones, so that some kernels are right. */
static const char *usual(uint64_t *random, const char *const *list, uint64_t first, uint64_t all) {
  return list[pick(random, pick(random, 8) > 0 ? first : all)];
}

#define USUAL(list, first) usual(random, list, first, sizeof(list) / sizeof *(list))

/* What work-items read of tiles that they have filled, some of it twice, some before the others are
 * done with it; each read has its line, so that its races are not taken for another's. */
static void add_tile_loop(struct plan *plan, uint64_t *random) {
  static const char *const LOOPS[] = {
      "for (uint k = 0; k < 8; k++)",     "for (int k = 7; k >= 0; k--)",
      "for (uint k = 0; k < 8; k += 2)",  "for (uint k = 0; k < s; k++)",
      "for (uint k = l; k < 64; k += s)", "for (ulong k = 0; k < n % 16; k++)",
      "for (uint k = 0; k < 12; k += 2)", "for (int k = 0; k < m + 6; k++)"};
  static const char *const READS[] = {"t[k]",
                                      "u[l % 8][k]",
                                      "u[k][l % 12]",
                                      "t[k * 4 + j]",
                                      "t[63 - k]",
                                      "t[7 - k]",
                                      "t[l]",
                                      "t[l + k]",
                                      "t[(uint)k % 64]",
                                      "u[k][j]",
                                      "a[k]",
                                      "u[k][k]",
                                      "u[7 - l % 8][8 - k]",
                                      "(&u[0][0])[k * 11 + l]",
                                      "a[k * s + l]",
                                      "t[k + m]",
                                      "u[k][l]",
                                      "u[m & 7][k]",
                                      "(&u[0][0])[k * 12 + l]",
                                      "((__local uchar *)t)[k]"};
  add(plan, "    %s sum += %s", USUAL(LOOPS, 3), USUAL(READS, 15));
  for (uint64_t n = pick(random, 3); n > 0; n--)
    add(plan, "\n      %s %s", pick(random, 2) == 0 ? "+" : "*", USUAL(READS, 15));
  add(plan, ";\n");
}

static void add_tiles(struct plan *plan, uint64_t *random) {
  static const char *const TYPES[] = {"int", "int", "long", "uchar", "float"};
  static const char *const FILLS[] = {
      "for (size_t k = l + j * s; k < 64; k += s * get_local_size(1)) t[k] = a[k + r];",
      "if (l + j == 0) for (uint k = 0; k < 64; k++) t[k] = a[k];",
      "event_t e = async_work_group_copy(t, a, 64, 0); wait_group_events(1, &e);",
      "t[l + j * s] = a[i + r];", "t[l] = a[l];"};
  static const char *const ROWS[] = {
      "for (uint k = j; k < 8; k += get_local_size(1))\n"
      "      for (uint c = l; c < 12; c += s) u[k][c] = a[k * 12 + c];",
      "for (uint k = l; k < 96; k += s) if (j == 0) u[k / 12][k % 12] = a[k] + r;",
      "u[l % 8][j] = r;"};
  static const char *const BARRIERS[] = {"barrier(CLK_LOCAL_MEM_FENCE);",
                                         "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
                                         "barrier(CLK_GLOBAL_MEM_FENCE);", ""};
  static const char *const WRITES[] = {"",
                                       "t[l] = sum;",
                                       "t[7 - l % 8] = sum;",
                                       "if (l == m) t[3] = sum;",
                                       "u[j][l % 12] = sum;",
                                       "if (l == 1 && j == 0) u[2][m & 7] = 1;",
                                       "atomic_inc((volatile __local int *)t + l % 4);"};
  const char *type = TYPES[pick(random, 5)];
  add(plan,
      "__kernel void test(__global %s *x, __global %s *y, __global const %s *a, uint n, int m) {\n"
      "  __local %s t[64], u[8][12];\n  const size_t i = get_global_id(0), l = get_local_id(0);\n"
      "  const size_t j = get_local_id(1), s = get_local_size(0);\n  %s sum = 0;\n"
      "  for (uint r = 0; r < %u; r++) {\n    %s\n    %s\n    %s\n",
      type, type, type, type, type, 1 + (unsigned)pick(random, 3), USUAL(FILLS, 3), USUAL(ROWS, 2),
      USUAL(BARRIERS, 2));
  for (uint64_t n = 1 + pick(random, 2); n > 0; n--) add_tile_loop(plan, random);
  add(plan, "    %s\n", WRITES[pick(random, 2) * pick(random, 7)]);
  if (pick(random, 2) == 0) add_tile_loop(plan, random);
  add(plan, "    %s\n  }\n  x[i + get_global_id(1) * get_global_size(0)] = sum;\n}\n",
      USUAL(BARRIERS, 2));
  if (pick(random, 4) > 0) plan->x_access = WB_BUFFER_READ_WRITE;
  for (size_t k = 0; k < 3; k++) plan->bytes[k] = MAX_BYTES - 64 * pick(random, 50);
  plan->part = pick(random, 8) == 0 ? 256 : plan->bytes[2];
  plan->steps = pick(random, 8) == 0 ? pick(random, 120) : plan->steps;
}

/* As many work-items one above the other as were side by side. */
static void make_column(struct plan *plan, uint64_t *random) {
  static const int WIDTHS[] = {1, 1, 1, 1, 2, 3, 0, -1, 5, 1 << 16, (1 << 16) + 1};
  plan->column = true;
  if (plan->dimensions < 2) plan->dimensions = 2;
  plan->global[1] = pick(random, 8) == 0 ? 1100 * plan->local[0] : plan->global[0];
  plan->local[1] = plan->local[0];
  plan->global[0] = plan->local[0] = 1;
  plan->n[0] = (int)plan->global[1] - (int)pick(random, 3);
  plan->n[1] = plan->n[0];
  plan->m = WIDTHS[pick(random, sizeof WIDTHS / sizeof WIDTHS[0])];
}

static void make_plan(struct plan *plan, uint64_t seed) {
  static const enum wb_buffer_access ACCESS[] = {WB_BUFFER_READ_WRITE, WB_BUFFER_WRITE_ONLY,
                                                 WB_BUFFER_WRITE_ONLY};
  static const enum wb_schedule_kind ORDERS[] = {WB_SCHEDULE_REVERSE, WB_SCHEDULE_SHUFFLE,
                                                 WB_SCHEDULE_INTERLEAVE};
  static const size_t LOCAL[] = {4, 8, 16, 5, 13, 1, 2},
                      OFFSETS[] = {1, 3, 8, 0x7ffffffa, 0xfffffffb, 0};
  uint64_t random = seed;
  *plan = (struct plan){.dimensions = pick(&random, 3) == 0 ? 2 + (unsigned)pick(&random, 2) : 1};
  plan->local[0] = LOCAL[pick(&random, 7)];
  plan->local[1] = plan->dimensions >= 2 ? 1 + pick(&random, 2) : 1;
  plan->local[2] = 1;
  plan->global[0] = plan->local[0] * (1 + pick(&random, plan->local[0] > 2 ? 4 : 32));
  plan->global[1] = plan->dimensions >= 2 ? 4 : 1;
  plan->global[2] = plan->dimensions == 3 ? 2 : 1;
  plan->offset = pick(&random, 6) == 0 ? OFFSETS[pick(&random, 6)] : 0;
  plan->order = pick(&random, 4) == 0 ? ORDERS[pick(&random, 3)] : WB_SCHEDULE_FORWARD;
  plan->x_access = ACCESS[pick(&random, 3)];
  plan->same_buffer = pick(&random, 8) == 0;
  plan->reads_x = pick(&random, 12) == 0;
  plan->reads_part = pick(&random, 8) == 0;
  plan->n[0] = (int)plan->global[0] - (int)pick(&random, 3);
  plan->n[1] = pick(&random, 6) == 0 ? (int)(0x7ffffff8U + pick(&random, 16)) : plan->n[0];
  plan->m = (int)pick(&random, 12) - 3;
  plan->steps = 1000000;
  const uint64_t kind = pick(&random, 4);
  if (kind == 3) make_column(plan, &random);
  if (kind == 0 || kind == 3)
    add_kernel(plan, &random);
  else if (kind == 1)
    add_loops(plan, &random);
  else
    add_tiles(plan, &random);
}

/* ---- a launch as text ---------------------------------------------------------------- */

static void add_item(struct wb_str *out, const struct wb_item_id *who) {
  for (int d = 0; d < 3; d++)
    wb_str_addf(out, " %llu/%llu", (unsigned long long)who->item[d],
                (unsigned long long)who->group[d]);
}

static void add_finding(struct wb_str *out, const struct wb_finding *f) {
  wb_str_addf(out, "%d %d line %u:%u %s, %lld, %llu times, other %u:%u", (int)f->kind,
              (int)f->severity, f->line, f->column, f->message, (long long)f->index,
              (unsigned long long)f->count, f->other.line, f->other.column);
  for (size_t i = 0; i < f->n_first; i++) add_item(out, &f->first[i]);
  if (f->other.present) add_item(out, &f->other.who);
  wb_str_add_char(out, '\n');
}

static void add_launch(struct wb_str *out, struct wb_device *device,
                       const struct wb_launch *launch) {
  struct wb_outcome outcome;
  struct wb_error err = {0};
  wb_outcome_init(&outcome);
  enum wb_status status = wb_device_launch(device, launch, &outcome, &err);
  if (status == WB_OK) status = wb_device_finish(device, &err);
  if (!CHECK(status == WB_OK)) printf("# %s\n", err.message);
  wb_str_addf(out, "outcome %d %s\n", (int)outcome.kind, outcome.detail);
  for (size_t i = 0; i < outcome.n_findings; i++) add_finding(out, &outcome.findings[i]);
  const struct wb_counters *c = &outcome.counters;
  wb_str_addf(out, "items %llu, read %llu %llu, written %llu %llu\n", (unsigned long long)c->items,
              (unsigned long long)c->global_reads, (unsigned long long)c->max_global_reads,
              (unsigned long long)c->global_writes, (unsigned long long)c->max_global_writes);
  wb_str_addf(out, "local, read %llu %llu, written %llu\n", (unsigned long long)c->local_reads,
              (unsigned long long)c->max_local_reads, (unsigned long long)c->local_writes);
  wb_outcome_release(&outcome);
}

static void add_buffer(struct wb_str *out, struct wb_device *device, wb_handle buffer,
                       size_t size) {
  static unsigned char bytes[MAX_BYTES];
  CHECK(wb_buffer_read(device, buffer, 0, bytes, size, NULL) == WB_OK);
  /* FNV-1a of each piece, so that a difference has few lines. */
  for (size_t at = 0; at < size; at += PIECE) {
    uint32_t hash = 2166136261U;
    for (size_t i = at; i < at + PIECE && i < size; i++) hash = (hash ^ bytes[i]) * 16777619U;
    wb_str_addf(out, "bytes from %zu: %08x\n", at, hash);
  }
}

static wb_handle make_buffer(struct wb_device *device, const char *name, size_t bytes, size_t part,
                             enum wb_buffer_access access) {
  static unsigned char content[MAX_BYTES];
  const struct wb_buffer_desc desc = {
      .name = name, .type = {WB_UCHAR, 1}, .bytes = bytes, .access = access};
  wb_handle buffer = 0;
  for (size_t i = 0; i < sizeof content; i++) content[i] = (unsigned char)(i * 7 / 3);
  CHECK(wb_buffer_create(device, &desc, &buffer, NULL) == WB_OK);
  if (access != WB_BUFFER_WRITE_ONLY)
    CHECK(wb_buffer_write(device, buffer, 0, content, part, NULL) == WB_OK);
  return buffer;
}

static wb_handle build(struct wb_device *device, const char *text) {
  const struct wb_build_request request = {.source = text,
                                           .length = strlen(text),
                                           .file_name = "kernel.cl",
                                           .options = "",
                                           .time_limit_ms = 20000};
  struct wb_build_result result;
  struct wb_error err = {0};
  wb_build_result_init(&result);
  if (!CHECK(wb_device_build(device, &request, &result, &err) == WB_OK)) printf("# %s\n", text);
  const wb_handle program = result.program;
  wb_build_result_release(&result);
  return program;
}

struct way {
  const char *tier, *jobs;
  bool one_by_one; /* without rows */
};

/* Two launches on the same buffers: what the first has written the second may read. */
static void run_plan(const struct plan *plan, const struct way *way, struct wb_str *out) {
  struct wb_device *device = NULL;
  struct wb_arg args[5] = {0};
  setenv("WORKBENCH_TIER", way->tier, 1);
  setenv("WORKBENCH_JOBS", way->jobs, 1);
  if (!CHECK(wb_emulator_open("emulator", &device, NULL) == WB_OK)) return;
  const struct wb_launch launch = {
      .program = build(device, plan->text),
      .kernel = "test",
      .dimensions = plan->dimensions,
      .global = {plan->global[0], plan->global[1], plan->global[2]},
      .local = {plan->local[0], plan->local[1], plan->local[2]},
      .offset = {plan->column ? 0 : plan->offset, plan->column ? plan->offset : 0, 0},
      .args = args,
      .n_args = 5,
      .schedule = {plan->order, 1},
      .touched_told = way->one_by_one,
      .limits = {20000, 256U << 20, 65536, plan->steps}};
  wb_handle buffers[3] = {
      make_buffer(device, "x", plan->bytes[0], plan->bytes[0], plan->x_access),
      make_buffer(device, "y", plan->bytes[1], plan->bytes[1], WB_BUFFER_READ_WRITE),
      make_buffer(device, "a", plan->bytes[2], plan->part, WB_BUFFER_READ_ONLY)};
  for (size_t i = 0; i < 3; i++)
    args[i] = (struct wb_arg){.kind = WB_ARG_BUFFER, .value.buffer = buffers[i]};
  if (plan->same_buffer) args[1].value.buffer = buffers[0];
  if (plan->reads_x) args[2].value.buffer = buffers[0];
  const size_t whole = plan->bytes[plan->reads_x ? 0 : 2];
  if (plan->reads_part && whole > PIECE) {
    args[2].buffer_offset = PIECE;
    args[2].buffer_bytes = whole - PIECE;
  }
  for (size_t i = 3; i < 5; i++)
    args[i] = (struct wb_arg){.kind = WB_ARG_SCALAR, .type = {WB_INT, 1}};
  memcpy(args[4].value.scalar, &plan->m, sizeof plan->m);
  for (int i = 0; i < LAUNCHES && launch.program != 0; i++) {
    memcpy(args[3].value.scalar, &plan->n[i], sizeof plan->n[i]);
    add_launch(out, device, &launch);
    for (size_t k = 0; k < 2; k++) add_buffer(out, device, buffers[k], plan->bytes[k]);
  }
  wb_device_close(device);
}

/* ---- the tests ------------------------------------------------------------------------ */

static unsigned n_clean, n_wrong;

/* With the first lines that differ. */
static void print_difference(const struct plan *plan, uint64_t seed, const char *got,
                             const char *expected) {
  const char *begin = got;
  for (; *got != '\0' && *got == *expected; got++, expected++)
    if (*got == '\n') begin = got + 1;
  const size_t before = (size_t)(got - begin);
  printf("# FUZZ_SEED=%llu\n%s# got:      %.*s\n# expected: %.*s\n", (unsigned long long)seed,
         plan->text, (int)strcspn(begin, "\n"), begin, (int)strcspn(expected - before, "\n"),
         expected - before);
}

static void check_plan(const struct plan *plan, uint64_t seed) {
  static const struct way REFERENCE = {"quick", "1", true};
  static const struct way WAYS[] = {
      {"quick", "1", false}, {"optimised", "1", false}, {"optimised", "3", false}};
  struct wb_str expected;
  wb_str_init(&expected);
  run_plan(plan, &REFERENCE, &expected);
  *(strstr(expected.data, " line ") != NULL ? &n_wrong : &n_clean) += 1;
  for (size_t i = 0; i < sizeof WAYS / sizeof WAYS[0]; i++) {
    struct wb_str got;
    wb_str_init(&got);
    run_plan(plan, &WAYS[i], &got);
    if (!CHECK(strcmp(got.data, expected.data) == 0))
      print_difference(plan, seed, got.data, expected.data);
    wb_str_release(&got);
  }
  wb_str_release(&expected);
}

static void check_seed(uint64_t seed) {
  struct plan plan;
  make_plan(&plan, seed);
  if (getenv("FUZZ_SHOW") != NULL) printf("# seed %llu\n%s", (unsigned long long)seed, plan.text);
  check_plan(&plan, seed);
}

/* Numbers that wrap, once and more than once, between the first work-item of a column and the
 * last, in which nothing shows it. */
static void test_steps_at_run_time(void) {
  static const struct {
    const char *statement;
    int m;
  } KERNELS[] = {{"x[i * m] = a[i * m] + 1;", 1},
                 {"x[i * m + j] = a[i * m + j];", 2},
                 {"if ((uint)i * (uint)m + 0xfffffff0u >= 8u) x[i] = 5;", 4},
                 {"if ((int)((uint)i * (uint)m + 0x7ffffff0u) > 0) x[i] = 5;", 4},
                 {"if (24u - (uint)i * (uint)m >= 8u) x[i] = 5;", 5},
                 {"if ((uint)i * (uint)(m + 0x3fffffff) < 0x50000000u) x[i] = 5;", 1},
                 {"if ((uint)i * (uint)(0 - m) + 0x20000000u < 0x50000000u) x[i] = 5;", 0x40000000},
                 {"x[i] = a[(uint)i * (uint)m % 64];", 0x40000000},
                 {"x[i] = a[i * (m * 0x1000000000000001ul)];", 1},
                 {"x[i] = a[(uint)i * (uint)m + 8ul];", 0x40000000},
                 {"x[i] = a[(uint)i * (uint)m + 0xfffffff8u + 8ul];", 1},
                 {"x[i] = a[(int)i * m + 0x7ffffff8 - 0x7ffffff8l];", 1}};
  for (size_t k = 0; k < sizeof KERNELS / sizeof KERNELS[0]; k++) {
    struct plan plan = {.dimensions = 2,
                        .global = {1, 13, 1},
                        .local = {1, 1, 1},
                        .bytes = {256, 256, 256},
                        .part = 256,
                        .x_access = WB_BUFFER_READ_WRITE,
                        .n = {13, 12},
                        .m = KERNELS[k].m,
                        .steps = 1000,
                        .column = true};
    add(&plan,
        "__kernel void test(__global int *x, __global int *y, __global const int *a, uint n, "
        "int m) {\n  const size_t i = get_global_id(1), j = get_global_id(0);\n  %s\n}\n",
        KERNELS[k].statement);
    check_plan(&plan, k);
  }
}

static void test_random_kernels(void) {
  struct fuzz_rounds fuzz = fuzz_begin(sample_is_wanted() ? SAMPLE_ROUNDS : ROUNDS);
  while (fuzz_next(&fuzz)) check_seed(fuzz.seed);
  printf("# %u kernels were clean, %u had findings\n", n_clean, n_wrong);
  /* Of a few random ones all may be wrong. */
  CHECK(fuzz.done < ROUNDS || (n_clean > 0 && n_wrong > 0));
}

int main(void) {
  lab_use_build();
  setenv("WORKBENCH_CACHE", "off", 1); /* what is found there tells nothing of how it was made */
  setenv("WORKBENCH_SLICE", "1", 1);
  tap_run("a step that is known only at run time wraps nowhere unseen", test_steps_at_run_time);
  tap_run("random kernels give in rows and loops what they give one work-item after the other",
          test_random_kernels);
  return tap_finish();
}
