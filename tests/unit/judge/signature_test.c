/* Whether a kernel takes what a puzzle passes, and where kernels stand in
 * their source. */
#include "judge/signature.h"

#include "base/kernel_scan.h"
#include "tap.h"

static char *name_of(const char *text) { return (char *)(uintptr_t)text; }

static size_t check(struct wb_param param, struct wb_param_info info, char *message) {
  struct wb_puzzle puzzle = {.entry = name_of("k"), .params = &param, .n_params = 1};
  struct wb_case_stage_arg arg = {.param = 0};
  const struct wb_case_stage stage = {.entry = puzzle.entry, .args = &arg, .n_args = 1};
  struct wb_kernel_info kernel = {.n_params = 1, .params = {info}};
  struct wb_finding findings[4];
  size_t count = wb_signature_check(&puzzle, &stage, &kernel, 5, findings, 4);
  message[0] = '\0';
  if (count > 0) {
    CHECK_INT(findings[0].kind, WB_INVALID_ARGUMENT);
    CHECK_INT(findings[0].line, 5);
    snprintf(message, WB_FINDING_MESSAGE_MAX, "%s", findings[0].message);
  }
  return count;
}

static void spellings_of_one_type_fit(void) {
  static const struct {
    enum wb_param_kind kind;
    struct wb_dtype type;
    struct wb_param_info info;
  } fits[] = {
      {WB_PARAM_INPUT,
       {WB_FLOAT, 1},
       {"a", "float*", WB_MEMORY_GLOBAL, true, 0, 0, "", false, false, {0}}},
      {WB_PARAM_INPUT,
       {WB_FLOAT, 1},
       {"a", "const float *", WB_MEMORY_CONSTANT, true, 0, 0, "", false, false, {0}}},
      {WB_PARAM_OUTPUT,
       {WB_UINT, 1},
       {"a", "unsigned int*", WB_MEMORY_GLOBAL, false, 0, 0, "", false, false, {0}}},
      {WB_PARAM_INOUT,
       {WB_INT, 4},
       {"a", "int4*", WB_MEMORY_GLOBAL, false, 0, 0, "", false, false, {0}}},
      {WB_PARAM_SCALAR,
       {WB_UINT, 1},
       {"n", "uint", WB_MEMORY_PRIVATE, false, 0, 0, "", false, false, {0}}},
      {WB_PARAM_SCALAR,
       {WB_ULONG, 1},
       {"n", "unsigned long", WB_MEMORY_PRIVATE, false, 0, 0, "", false, false, {0}}},
      {WB_PARAM_LOCAL,
       {WB_FLOAT, 1},
       {"t", "float*", WB_MEMORY_LOCAL, false, 0, 0, "", false, false, {0}}},
      {WB_PARAM_INPUT,
       {WB_FLOAT, 1},
       {"a", "", WB_MEMORY_NONE, false, 0, 0, "", false, false, {0}}},
      {WB_PARAM_INPUT,
       {WB_FLOAT, 1},
       {"a", "real*", WB_MEMORY_GLOBAL, false, 0, 0, "", false, false, {0}}},
  };
  char message[WB_FINDING_MESSAGE_MAX];
  for (size_t i = 0; i < sizeof fits / sizeof fits[0]; i++) {
    struct wb_param param = {.name = name_of("a"), .kind = fits[i].kind, .type = fits[i].type};
    if (!CHECK_INT(check(param, fits[i].info, message), 0)) printf("# %zu: %s\n", i, message);
  }
}

static void others_are_named(void) {
  char message[WB_FINDING_MESSAGE_MAX];
  struct wb_param input = {.name = name_of("a"), .kind = WB_PARAM_INPUT, .type = {WB_FLOAT, 1}};
  struct wb_param scalar = {.name = name_of("n"), .kind = WB_PARAM_SCALAR, .type = {WB_UINT, 1}};
  CHECK_INT(check(input,
                  (struct wb_param_info){
                      "a", "float*", WB_MEMORY_LOCAL, false, 0, 0, "", false, false, {0}},
                  message),
            1);
  CHECK_STRING(message,
               "parameter 1 must be \"__global const float *a\", but the kernel has \"__local "
               "float *a\"");
  CHECK_INT(check(input,
                  (struct wb_param_info){
                      "a", "float", WB_MEMORY_PRIVATE, false, 0, 0, "", false, false, {0}},
                  message),
            1);
  CHECK_STRING(message,
               "parameter 1 must be \"__global const float *a\", but the kernel has \"float a\"");
  CHECK_INT(check(scalar,
                  (struct wb_param_info){
                      "n", "int", WB_MEMORY_PRIVATE, false, 0, 0, "", false, false, {0}},
                  message),
            1);
  CHECK_STRING(message, "parameter 1 must be \"uint n\", but the kernel has \"int n\"");
  CHECK_INT(check(scalar,
                  (struct wb_param_info){
                      "n", "uint*", WB_MEMORY_GLOBAL, false, 0, 0, "", false, false, {0}},
                  message),
            1);
}

static void count_of_parameters_is_told(void) {
  struct wb_param params[] = {
      {.name = name_of("a"), .kind = WB_PARAM_OUTPUT, .type = {WB_FLOAT, 1}},
      {.name = name_of("n"), .kind = WB_PARAM_SCALAR, .type = {WB_UINT, 1}}};
  struct wb_puzzle puzzle = {.entry = name_of("k"), .params = params, .n_params = 2};
  struct wb_case_stage_arg args[] = {{.param = 0}, {.param = 1}};
  const struct wb_case_stage stage = {.entry = puzzle.entry, .args = args, .n_args = 2};
  struct wb_kernel_info kernel = {.n_params = 1};
  struct wb_finding finding;
  CHECK_INT(wb_signature_check(&puzzle, &stage, &kernel, 0, &finding, 1), 1);
  CHECK_STRING(finding.message,
               "the kernel k has 1 parameter, but the puzzle passes 2; the first missing one is "
               "\"uint n\"");
}

static void a_launch_passes_parameters_in_its_own_order(void) {
  struct wb_param params[] = {
      {.name = name_of("a"), .kind = WB_PARAM_INPUT, .type = {WB_FLOAT, 1}},
      {.name = name_of("b"), .kind = WB_PARAM_OUTPUT, .type = {WB_INT, 1}},
      {.name = name_of("n"), .kind = WB_PARAM_SCALAR, .type = {WB_UINT, 1}}};
  const struct wb_puzzle puzzle = {.entry = name_of("k"), .params = params, .n_params = 3};
  struct wb_case_stage_arg args[] = {{.param = 2}, {.param = 1}};
  const struct wb_case_stage stage = {.entry = name_of("other"), .args = args, .n_args = 2};
  struct wb_kernel_info kernel = {
      .n_params = 2,
      .params = {{"n", "uint", WB_MEMORY_PRIVATE, false, 0, 0, "", false, false, {0}},
                 {"b", "int*", WB_MEMORY_GLOBAL, false, 0, 0, "", false, false, {0}}}};
  struct wb_finding finding;
  CHECK_INT(wb_signature_check(&puzzle, &stage, &kernel, 0, &finding, 1), 0);
  snprintf(kernel.params[1].type_name, sizeof kernel.params[1].type_name, "float*");
  CHECK_INT(wb_signature_check(&puzzle, &stage, &kernel, 0, &finding, 1), 1);
  CHECK_STRING(finding.message,
               "parameter 2 must be \"__global int *b\", but the kernel has \"__global float *b\"");
  CHECK_STRING(finding.kernel, "other");
  kernel.n_params = 1;
  CHECK_INT(wb_signature_check(&puzzle, &stage, &kernel, 0, &finding, 1), 1);
  CHECK_STRING(
      finding.message,
      "the kernel other has 1 parameter, but the puzzle passes 2; the first missing one is "
      "\"__global int *b\"");
}

static void kernels_are_found_in_source(void) {
  static const char source[] =
      "// __kernel void comment(int a)\n"
      "#define X __kernel void macro(int a)\n"
      "/* kernel void comment2() */\n"
      "__constant char *s = \"kernel void text()\";\n"
      "__kernel void first(__global int *a) {}\n"
      "kernel __attribute__((reqd_work_group_size(8, 1, 1)))\n"
      "void second(__global int *kernel_like) { }\n"
      "__kernel void first(__global int *again);\n"
      "int kernel_x(void);\n";
  struct wb_kernel_place places[WB_SCAN_KERNELS_MAX];
  CHECK_INT(wb_scan_kernels(source, sizeof source - 1, places), 2);
  CHECK_STRING(places[0].name, "first");
  CHECK_INT(places[0].line, 5);
  CHECK_STRING(places[1].name, "second");
  CHECK_INT(places[1].line, 7);
  CHECK_INT(wb_scan_kernel_line(source, sizeof source - 1, "second"), 7);
  CHECK_INT(wb_scan_kernel_line(source, sizeof source - 1, "third"), 0);
  CHECK_INT(wb_scan_group_line(source, sizeof source - 1, "second"), 6);
  CHECK_INT(wb_scan_group_line(source, sizeof source - 1, "third"), 0);
}

static void sizes_of_groups_are_found(void) {
  static const char source[] =
      "// reqd_work_group_size(1, 1, 1)\n"
      "__attribute__((reqd_work_group_size(2, 1, 1)))\n"
      "__kernel void above(void) {\n"
      "}\n"
      "__kernel void without(void) {}\n"
      "__kernel\n"
      "__attribute__((reqd_work_group_size(3, 1, 1)))\n"
      "void within(\n"
      ") {}\n";
  CHECK_INT(wb_scan_group_line(source, sizeof source - 1, "above"), 2);
  CHECK_INT(wb_scan_group_line(source, sizeof source - 1, "without"), 5);
  CHECK_INT(wb_scan_group_line(source, sizeof source - 1, "within"), 7);
  CHECK_INT(wb_scan_kernel_line(source, sizeof source - 1, "within"), 8);
}

static void broken_source_is_scanned_without_harm(void) {
  static const char source[] = "kernel __attribute__((x \"un\\\"closed /* kernel void f(";
  struct wb_kernel_place places[WB_SCAN_KERNELS_MAX];
  for (size_t length = 0; length < sizeof source; length++)
    CHECK_INT(wb_scan_kernels(source, length, places), 0);
}

int main(void) {
  tap_run("all spellings of one type fit", spellings_of_one_type_fit);
  tap_run("other types and memories are named", others_are_named);
  tap_run("the count of parameters is told, with the first missing", count_of_parameters_is_told);
  tap_run("a launch passes parameters in its own order",
          a_launch_passes_parameters_in_its_own_order);
  tap_run("kernels are found in source, not in comments or texts", kernels_are_found_in_source);
  tap_run("so is where they say how large their groups are", sizes_of_groups_are_found);
  tap_run("broken source is scanned without harm", broken_source_is_scanned_without_harm);
  return tap_finish();
}
