/* Mutants that the compiler makes: which there are of small kernels, with their words and forms,
 * and what the emulator says of them.
 *
 *   build/tests/unit/compiler/mutants.t FILE...
 *
 * prints those of each file instead, and fails where one is not valid code. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "emulator/emulator.h"
#include "tap.h"

static struct wb_device *open_emulator(void) {
  struct wb_device *device = NULL;
  struct wb_error err = {0};
  if (wb_emulator_open("emulator", &device, &err) == WB_OK) return device;
  printf("Bail out! %s\n", err.message);
  exit(1);
}

static struct wb_build_request request_for(const char *text) {
  return (struct wb_build_request){.source = text,
                                   .length = strlen(text),
                                   .file_name = "k.cl",
                                   .options = "-cl-std=CL3.0",
                                   .time_limit_ms = 60000,
                                   .wants_fingerprint = true};
}

static enum wb_status list_mutants(struct wb_device *device, const char *text,
                                   struct wb_build_result *result) {
  struct wb_build_request request = request_for(text);
  struct wb_error err = {0};
  request.lists_mutants = true;
  wb_build_result_init(result);
  enum wb_status status = wb_device_build(device, &request, result, &err);
  if (status != WB_OK) printf("# %s\n%s\n", err.message, result->log);
  if (status == WB_OK) wb_program_release(device, result->program, NULL);
  return status;
}

static void print_mutant(const struct wb_code_mutant *mutant, struct wb_str *out) {
  wb_str_addf(out, "%u:%u %s: %s\n", mutant->line, mutant->column, mutant->operator, mutant->words);
  if (mutant->rewritten != NULL) wb_str_addf(out, "+ %s\n", mutant->rewritten);
}

static int print_file(struct wb_device *device, const char *path) {
  struct wb_build_result result;
  struct wb_str text, list;
  wb_str_init(&text);
  wb_str_init(&list);
  wb_file_read(path, 1 << 20, &text, NULL);
  enum wb_status status = list_mutants(device, text.data, &result);
  for (size_t i = 0; i < result.mutants.count; i++) {
    wb_str_addf(&list, "%u. ", result.mutants.items[i].number);
    print_mutant(&result.mutants.items[i], &list);
  }
  printf("%s%zu mutants, %u invalid\n", list.data, result.mutants.count, result.mutants.invalid);
  const bool good = status == WB_OK && result.mutants.invalid == 0;
  wb_build_result_release(&result);
  wb_str_release(&text);
  wb_str_release(&list);
  return good ? 0 : 1;
}

/* ---- lists --------------------------------------------------------------------------------- */

static void check_list(struct wb_device *device, const char *text, const char *expected) {
  struct wb_build_result result;
  struct wb_str list;
  wb_str_init(&list);
  CHECK_INT(list_mutants(device, text, &result), WB_OK);
  for (size_t i = 0; i < result.mutants.count; i++) print_mutant(&result.mutants.items[i], &list);
  CHECK_STRING(list.data, expected);
  CHECK_INT(result.mutants.invalid, 0);
  CHECK_INT(result.mutants.left_out, 0);
  wb_str_release(&list);
  wb_build_result_release(&result);
}

/* Kernels, and all that is made of them. */
static const struct {
  const char *text, *mutants;
} lists[] = {
    {"kernel void k(global int *out, int n) {\n"
     "  int i = get_global_id(0);\n"
     "  if (i < n) out[i + 1] = -n;\n"
     "}\n",
     "3:9 comparison: `<` becomes `<=`\n"
     "+   if (i <= n) out[i + 1] = -n;\n"
     "3:9 comparison: `<` becomes `>=`\n"
     "+   if (i >= n) out[i + 1] = -n;\n"
     "3:7 branch: `i < n` is always true\n"
     "+   if (true) out[i + 1] = -n;\n"
     "3:7 branch: `i < n` is always false\n"
     "+   if (false) out[i + 1] = -n;\n"
     "3:27 sign: the sign `-` is dropped\n"
     "+   if (i < n) out[i + 1] = n;\n"
     "3:20 operator: `+` becomes `-`\n"
     "+   if (i < n) out[i - 1] = -n;\n"
     "3:22 index: 1 in the index becomes 2\n"
     "+   if (i < n) out[i + 2] = -n;\n"
     "3:22 index: 1 in the index becomes 0\n"
     "+   if (i < n) out[i + 0] = -n;\n"
     "3:14 store: the store is skipped\n"
     "+   if (i < n) ;\n"
     "3:14 store-in-last-group: the store is skipped in the last group\n"
     "+   if (i < n) if (get_group_id(0) + 1 < get_num_groups(0)) out[i + 1] = -n;\n"},
    {"kernel void k(global uint *n) {\n"
     "  local uint sum;\n"
     "  sum = 0;\n"
     "  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
     "  atomic_max(n, (uchar)sum);\n"
     "}\n",
     "2:3 local-memory: `sum` is private to each work-item\n"
     "+   __private uint sum;\n"
     "3:3 store: the store is skipped\n"
     "+   ;\n"
     "3:3 store-in-last-group: the store is skipped in the last group\n"
     "+   if (get_group_id(0) + 1 < get_num_groups(0)) sum = 0;\n"
     "4:11 fence-flags: `CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE` becomes "
     "`CLK_LOCAL_MEM_FENCE`\n"
     "+   barrier(CLK_LOCAL_MEM_FENCE);\n"
     "4:11 fence-flags: `CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE` becomes "
     "`CLK_GLOBAL_MEM_FENCE`\n"
     "+   barrier(CLK_GLOBAL_MEM_FENCE);\n"
     "5:18 cast: a number of 8 bits is taken as signed\n"
     "+   atomic_max(n, (char)sum);\n"
     "5:17 cast: the cast is dropped\n"
     "+   atomic_max(n, sum);\n"
     "5:3 atomic: the atomic is a plain load and store\n"},
    {"#define LAST(n) ((n) - 1)\n"
     "kernel void k(global atomic_int *f, global int *a, int n) {\n"
     "  if (n > 3) a[0] = LAST(n); else a[n] = 1;\n"
     "  atomic_store_explicit(f, select(n, 2, n), memory_order_release,\n"
     "                        memory_scope_device);\n"
     "}\n",
     "3:9 comparison: `>` becomes `>=`\n"
     "+   if (n >= 3) a[0] = LAST(n); else a[n] = 1;\n"
     "3:9 comparison: `>` becomes `<=`\n"
     "+   if (n <= 3) a[0] = LAST(n); else a[n] = 1;\n"
     "3:7 branch: `n > 3` is always true\n"
     "+   if (true) a[0] = LAST(n); else a[n] = 1;\n"
     "3:7 branch: `n > 3` is always false\n"
     "+   if (false) a[0] = LAST(n); else a[n] = 1;\n"
     "3:21 operator: `-` becomes `+`\n"
     "3:16 index: 0 in the index becomes 1\n"
     "+   if (n > 3) a[1] = LAST(n); else a[n] = 1;\n"
     "3:14 store: the store is skipped\n"
     "+   if (n > 3) ; else a[n] = 1;\n"
     "3:14 store-in-last-group: the store is skipped in the last group\n"
     "+   if (n > 3) { if (get_group_id(0) + 1 < get_num_groups(0)) a[0] = LAST(n); } else "
     "a[n] = 1;\n"
     "3:35 store: the store is skipped\n"
     "+   if (n > 3) a[0] = LAST(n); else ;\n"
     "3:35 store-in-last-group: the store is skipped in the last group\n"
     "+   if (n > 3) a[0] = LAST(n); else if (get_group_id(0) + 1 < get_num_groups(0)) "
     "a[n] = 1;\n"
     "4:28 choice: the choice is always the first value\n"
     "+   atomic_store_explicit(f, n, memory_order_release,\n"
     "4:28 choice: the choice is always the second value\n"
     "+   atomic_store_explicit(f, 2, memory_order_release,\n"
     "4:45 memory-order: `memory_order_release` becomes `memory_order_relaxed`\n"
     "+   atomic_store_explicit(f, select(n, 2, n), memory_order_relaxed,\n"
     "5:25 memory-scope: the scope becomes `memory_scope_work_group`\n"
     "+                         memory_scope_work_group);\n"
     "4:3 atomic: the atomic is a plain store\n"},
};

static void lists_are_exact(void) {
  struct wb_device *device = open_emulator();
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
    check_list(device, lists[i].text, lists[i].mutants);
  wb_device_close(device);
}

/* All changes of a statement are alike, so that their number follows from that of the statements.
 */
static void long_texts_are_cut(void) {
  enum { STATEMENTS = 120 };
  struct wb_device *device = open_emulator();
  struct wb_build_result result;
  struct wb_str text;
  wb_str_init(&text);
  wb_str_add(&text, "kernel void k(global int *out, int x) {\n");
  for (int i = 0; i < STATEMENTS; i++)
    wb_str_addf(&text, "  x = x * %d + (x < %d ? x - 1 : %d);\n", i + 2, i, i + 1);
  wb_str_add(&text, "  out[0] = x;\n}\n");
  CHECK_INT(list_mutants(device, text.data, &result), WB_OK);
  CHECK(result.mutants.count > STATEMENTS);
  CHECK(result.mutants.left_out > STATEMENTS);
  const size_t last = result.mutants.count - 1;
  if (result.mutants.count > 0)
    CHECK_INT((result.mutants.items[last].number + result.mutants.left_out) / STATEMENTS, 7);
  wb_build_result_release(&result);
  wb_str_release(&text);
  wb_device_close(device);
}

/* ---- forms --------------------------------------------------------------------------------- */

static char *with_line(const char *text, uint32_t number, const char *line) {
  const char *at = text;
  for (uint32_t i = 1; i < number; i++) at = strchr(at, '\n') + 1;
  return wb_format("%.*s%s%s", (int)(at - text), text, line, strchr(at, '\n'));
}

static enum wb_status build(struct wb_device *device, const char *text, uint32_t mutant,
                            wb_handle *program, char fingerprint[WB_FINGERPRINT_MAX]) {
  struct wb_build_request request = request_for(text);
  struct wb_build_result result;
  struct wb_error err = {0};
  request.mutant = mutant;
  wb_build_result_init(&result);
  enum wb_status status = wb_device_build(device, &request, &result, &err);
  if (status != WB_OK && status != WB_ERR_NOT_FOUND) printf("# %s\n%s\n", err.message, result.log);
  *program = result.program;
  memcpy(fingerprint, result.fingerprint, WB_FINGERPRINT_MAX);
  wb_build_result_release(&result);
  return status;
}

/* For these clang makes the very same program of the new line. Of others it leaves out what can
 * never run, or the blocks and variables are in another order. */
static bool is_same_in_text(const char *operator) {
  static const char *const SAME[] = {"comparison", "operator",    "sign",
                                     "index",      "fence-flags", "memory-scope"};
  for (size_t i = 0; i < sizeof SAME / sizeof SAME[0]; i++)
    if (strcmp(SAME[i], operator) == 0) return true;
  return false;
}

static const char EVERYTHING[] =
    "kernel void k(global int *out, global const char *a, global atomic_int *f, uint n) {\n"
    "  local int tile[4];\n"
    "  size_t i = get_global_id(0), l = get_local_id(0);\n"
    "  float real = a[i] * 0.5f;\n"
    "  tile[l] = i < n ? (uchar)n : 0;\n"
    "  tile[3] += tile[(l + 1) % 4] & 6;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (uint j = 0; j < n && n != 7; j++) { out[2 * i + 3] -= -tile[l] >> 1; }\n"
    "  while (real > 2.0f || !n) real = real / 4 - 1.0f;\n"
    "  atomic_fetch_add(f, (int)real);\n"
    "  int old = atomic_fetch_min_explicit(f, ~3, memory_order_acq_rel, memory_scope_device);\n"
    "  if (old == 3) out[i] = old > 5 ? 1 : 2; else out[old] = select(1, 2, old);\n"
    "  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);\n"
    "}\n";

static void forms_are_the_mutants(void) {
  struct wb_device *device = open_emulator();
  struct wb_build_result result;
  size_t forms = 0;
  CHECK_INT(list_mutants(device, EVERYTHING, &result), WB_OK);
  for (size_t i = 0; i < result.mutants.count; i++) {
    const struct wb_code_mutant *mutant = &result.mutants.items[i];
    char fingerprint[WB_FINGERPRINT_MAX];
    wb_handle program = 0;
    if (mutant->rewritten == NULL) continue;
    forms++;
    char *text = with_line(EVERYTHING, mutant->line, mutant->rewritten);
    bool good = CHECK_INT(build(device, text, 0, &program, fingerprint), WB_OK);
    if (good) wb_program_release(device, program, NULL);
    if (is_same_in_text(mutant->operator)) good &= CHECK_STRING(fingerprint, mutant->fingerprint);
    if (!good) printf("# %s, %s\n", mutant->operator, mutant->rewritten);
    free(text);
  }
  CHECK(forms > 60);
  wb_build_result_release(&result);
  wb_device_close(device);
}

static void numbers_are_stable(void) {
  struct wb_device *device = open_emulator(), *other = open_emulator();
  struct wb_build_result result;
  char fingerprint[WB_FINGERPRINT_MAX];
  wb_handle program = 0;
  CHECK_INT(list_mutants(device, EVERYTHING, &result), WB_OK);
  for (size_t i = 0; i < result.mutants.count; i++) {
    const struct wb_code_mutant *mutant = &result.mutants.items[i];
    if (i > 0) CHECK(mutant->number > mutant[-1].number);
    if (i % 8 != 0) continue;
    CHECK_INT(build(other, EVERYTHING, mutant->number, &program, fingerprint), WB_OK);
    CHECK_STRING(fingerprint, mutant->fingerprint);
    wb_program_release(other, program, NULL);
  }
  CHECK_INT(build(other, EVERYTHING, 10000, &program, fingerprint), WB_ERR_NOT_FOUND);
  wb_build_result_release(&result);
  wb_device_close(device);
  wb_device_close(other);
}

/* ---- verdicts
 * ------------------------------------------------------------------------------------ */

enum { ITEMS = 8 };

/* What a launch over eight work-items in groups of four comes to, in words: what was found, or what
 * is in `out`. The arguments are out, a (1 … 8), and 6. */
static void describe_launch(struct wb_device *device, wb_handle program, struct wb_str *out) {
  static const struct wb_dtype INT = {WB_INT, 1};
  const struct wb_buffer_desc descs[] = {
      {.name = "out", .type = INT, .bytes = 4 * ITEMS, .access = WB_BUFFER_READ_WRITE},
      {.name = "a", .type = INT, .bytes = 4 * ITEMS, .access = WB_BUFFER_READ_ONLY}};
  struct wb_arg args[3] = {{.kind = WB_ARG_BUFFER, .name = "out", .type = INT},
                           {.kind = WB_ARG_BUFFER, .name = "a", .type = INT},
                           {.kind = WB_ARG_SCALAR, .name = "n", .type = INT}};
  const int values[ITEMS] = {1, 2, 3, 4, 5, 6, 7, 8}, zeros[ITEMS] = {0}, n = 6;
  const struct wb_launch launch = {
      .program = program,
      .kernel = "k",
      .dimensions = 1,
      .global = {ITEMS},
      .local = {ITEMS / 2},
      .args = args,
      .n_args = 3,
      .limits = {.time_ms = 20000, .memory_bytes = 256 << 20, .output_bytes = 100, .steps = 1000}};
  struct wb_outcome outcome;
  int result[ITEMS];
  memcpy(args[2].value.scalar, &n, sizeof n);
  for (int i = 0; i < 2; i++) {
    CHECK_INT(wb_buffer_create(device, &descs[i], &args[i].value.buffer, NULL), WB_OK);
    wb_buffer_write(device, args[i].value.buffer, 0, i == 0 ? zeros : values, sizeof values, NULL);
  }
  wb_outcome_init(&outcome);
  CHECK_INT(wb_device_launch(device, &launch, &outcome, NULL), WB_OK);
  CHECK_INT(wb_device_finish(device, NULL), WB_OK);
  wb_buffer_read(device, args[0].value.buffer, 0, result, sizeof result, NULL);
  wb_str_clear(out);
  if (outcome.kind != WB_OUTCOME_DONE) wb_str_addf(out, "outcome %d", (int)outcome.kind);
  for (size_t i = 0; i < outcome.n_findings; i++)
    wb_str_addf(out, "%s:%u ", wb_finding_kind_name(outcome.findings[i].kind),
                outcome.findings[i].line);
  const bool clean = out->length == 0;
  for (int i = 0; i < ITEMS && clean; i++) wb_str_addf(out, "%s%d", i > 0 ? " " : "= ", result[i]);
  wb_outcome_release(&outcome);
  for (int i = 0; i < 2; i++) wb_buffer_release(device, args[i].value.buffer, NULL);
}

#define BEGIN                                                      \
  "kernel void k(global int *out, global const int *a, int n) {\n" \
  "  int i = get_global_id(0), l = get_local_id(0);\n"

/* Kernels without a fault, and the mutant of theirs, by operator and the number among those, that
 * the launch tells from them in the way given. */
static const struct case_of {
  const char *operator;
  unsigned index;
  const char *text, *mutant;
} CASES[] = {
    {"comparison", 0, BEGIN "  if (i < n) out[i] = 1;\n}\n", "= 1 1 1 1 1 1 1 0"},
    {"comparison", 1, BEGIN "  if (i < n) out[i] = 1;\n}\n", "= 0 0 0 0 0 0 1 1"},
    {"operator", 0, BEGIN "  out[i] = a[i] + n;\n}\n", "= -5 -4 -3 -2 -1 0 1 2"},
    {"sign", 0, BEGIN "  out[i] = -a[i];\n}\n", "= 1 2 3 4 5 6 7 8"},
    {"cast", 0, BEGIN "  out[i] = (char)(a[i] + 250);\n}\n", "= 251 252 253 254 255 0 1 2"},
    {"cast", 1, BEGIN "  out[i] = (char)(a[i] + 250);\n}\n", "= 251 252 253 254 255 256 257 258"},
    {"index", 0, BEGIN "  out[i] = a[7 - i];\n}\n", "out-of-bounds:3 "},
    {"branch", 0, BEGIN "  if (i < n) out[i] = 1;\n}\n", "= 1 1 1 1 1 1 1 1"},
    {"branch", 1, BEGIN "  if (i < n) out[i] = 1;\n}\n", "= 0 0 0 0 0 0 0 0"},
    {"choice", 0, BEGIN "  out[i] = i < n ? 5 : 6;\n}\n", "= 5 5 5 5 5 5 5 5"},
    {"choice", 1, BEGIN "  out[i] = select(5, 6, i < n);\n}\n", "= 6 6 6 6 6 6 6 6"},
    {"store", 0, BEGIN "  out[i] = 1;\n}\n", "= 0 0 0 0 0 0 0 0"},
    {"store-in-last-group", 0, BEGIN "  out[i] = 1;\n}\n", "= 1 1 1 1 0 0 0 0"},
    {"local-memory", 0,
     BEGIN
     "  local int t[4];\n  t[l] = i;\n  barrier(CLK_LOCAL_MEM_FENCE);\n  out[i] = t[3 - l];\n}\n",
     "uninitialized-read:6 "},
    {"fence-flags", 0,
     BEGIN
     "  local int t[4];\n  t[l] = i;\n  barrier(CLK_LOCAL_MEM_FENCE);\n  out[i] = t[3 - l];\n}\n",
     "data-race:6 "},
    {"memory-order", 0,
     BEGIN "  global atomic_int *f = (global atomic_int *)out;\n"
           "  if (i == 0) {\n    out[7] = 3;\n"
           "    atomic_store_explicit(f, 1, memory_order_release, memory_scope_device);\n"
           "  } else if (i == 4 && atomic_load_explicit(f, memory_order_acquire, "
           "memory_scope_device)) {\n    out[6] = out[7];\n  }\n}\n",
     "data-race:8 "},
    {"memory-scope", 0,
     BEGIN "  global atomic_int *f = (global atomic_int *)out;\n"
           "  if (i == 0) {\n    out[7] = 3;\n"
           "    atomic_store_explicit(f, 1, memory_order_release, memory_scope_device);\n"
           "  } else if (i == 4 && atomic_load_explicit(f, memory_order_acquire, "
           "memory_scope_device)) {\n    out[6] = out[7];\n  }\n}\n",
     "data-race:7 data-race:8 "},
    {"atomic", 0, BEGIN "  atomic_add(out, a[i]);\n}\n", "data-race:3 "},
    {"atomic", 0, BEGIN "  atomic_max(&out[1], a[i]);\n}\n", "data-race:3 "},
};

static uint32_t find_mutant(const struct wb_code_mutants *mutants, const struct case_of *of) {
  unsigned index = of->index;
  for (size_t i = 0; i < mutants->count; i++)
    if (strcmp(mutants->items[i].operator, of->operator) == 0 && index-- == 0)
      return mutants->items[i].number;
  return 0;
}

static void verdicts_change(void) {
  struct wb_device *device = open_emulator();
  struct wb_str before, after;
  wb_str_init(&before);
  wb_str_init(&after);
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    struct wb_build_result result;
    char fingerprint[WB_FINGERPRINT_MAX];
    wb_handle plain = 0, mutant = 0;
    bool good = CHECK_INT(list_mutants(device, CASES[i].text, &result), WB_OK);
    const uint32_t number = find_mutant(&result.mutants, &CASES[i]);
    good &= CHECK(number > 0);
    good &= CHECK_INT(build(device, CASES[i].text, 0, &plain, fingerprint), WB_OK);
    good &= CHECK_INT(build(device, CASES[i].text, number, &mutant, fingerprint), WB_OK);
    if (good) {
      describe_launch(device, plain, &before);
      describe_launch(device, mutant, &after);
      good &= CHECK(before.data[0] == '=');
      good &= CHECK_STRING(after.data, CASES[i].mutant);
    }
    if (!good) printf("# %s %u: %s\n", CASES[i].operator, CASES[i].index, before.data);
    wb_build_result_release(&result);
  }
  wb_str_release(&before);
  wb_str_release(&after);
  wb_device_close(device);
}

int main(int argc, char **argv) {
  setenv("WORKBENCH_LIBEXEC", WB_TEST_BUILD, 1);
  setenv("WORKBENCH_CACHE", "off", 1);
  struct wb_device *device = open_emulator();
  int code = 0;
  if (argc == 1) {
    wb_device_close(device);
    tap_run("the mutants of a text, in words and as lines", lists_are_exact);
    tap_run("of a text that is very long it is said how many are left out", long_texts_are_cut);
    tap_run("a line that is given makes that mutant", forms_are_the_mutants);
    tap_run("a number is always the same mutant", numbers_are_stable);
    tap_run("each operator makes a kernel that is told from the right one", verdicts_change);
    return tap_finish();
  }
  for (int i = 1; i < argc; i++) code |= print_file(device, argv[i]);
  wb_device_close(device);
  return code;
}
