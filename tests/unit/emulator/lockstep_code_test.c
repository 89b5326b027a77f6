/* Of which kernels the compiler makes rows and columns in lockstep (instrument/lockstep.c), and
 * loops without checks (instrument/loop_reads.c). What these give is tested in lockstep_test.c. */
#include <unistd.h>

#include "base/file.h"
#include "emulator/compile/program.h"
#include "fuzz/lab.h"

/* Whether code of both tiers has rows, and such as go on in the next group, also in dimension 1,
 * and optimised code a loop without checks. */
struct made {
  bool rows, lines, columns, loops;
};

static struct made make_code(const char *body) {
  static const char *const STAGES[] = {"1-clang", "2-inlined", "3-lowered", "4-checked",
                                       "5-optimised"};
  char folder[] = "/tmp/lockstep-XXXXXX", path[64];
  struct wb_compiler *compiler = NULL;
  struct wb_program *program = NULL;
  const struct wb_kernel_image *image = NULL;
  struct wb_build_result result;
  struct wb_str text, code;
  wb_str_init(&text);
  wb_str_init(&code);
  CHECK(mkdtemp(folder) != NULL);
  setenv("WORKBENCH_DUMP_IR", folder, 1);
  wb_str_addf(&text,
              "__kernel void test(__global float *x, __global const float *a, __local float *t, "
              "uint n) {\n  const size_t i = get_global_id(0);\n  %s\n}\n",
              body);
  const struct wb_build_request request = {.source = text.data,
                                           .length = text.length,
                                           .file_name = "kernel.cl",
                                           .options = "",
                                           .time_limit_ms = 20000};
  wb_build_result_init(&result);
  CHECK(wb_compiler_new(&compiler, NULL) == WB_OK);
  CHECK(wb_compile(compiler, &request, &program, &result, NULL) == WB_OK);
  CHECK(program != NULL && wb_program_kernel(program, "test", &image, NULL) == WB_OK);
  const bool quick = image != NULL && image->in_lockstep;
  const struct wb_program *before = program;
  if (program != NULL) wb_compiler_improve(compiler, &program);
  CHECK(program != before); /* which it stays where the better code is refused */
  CHECK(program != NULL && wb_program_kernel(program, "test", &image, NULL) == WB_OK);
  CHECK(image != NULL && image->in_lockstep == quick);
  snprintf(path, sizeof path, "%s/4-checked.ll", folder);
  CHECK(wb_file_read(path, 1 << 20, &code, NULL) == WB_OK);
  const struct made made = {.rows = image != NULL && image->in_lockstep,
                            .lines = image != NULL && image->crosses_groups,
                            .columns = image != NULL && image->has_columns,
                            .loops = strstr(code.data, "\nunchecked") != NULL};
  for (size_t i = 0; i < sizeof STAGES / sizeof STAGES[0]; i++) {
    snprintf(path, sizeof path, "%s/%s.ll", folder, STAGES[i]);
    unlink(path);
  }
  rmdir(folder);
  unsetenv("WORKBENCH_DUMP_IR");
  wb_str_release(&code);
  wb_program_free(program);
  wb_build_result_release(&result);
  wb_compiler_free(compiler);
  wb_str_release(&text);
  return made;
}

static bool has_rows(const char *body) { return make_code(body).rows; }
static bool has_lines(const char *body) { return make_code(body).lines; }
static bool has_columns(const char *body) { return make_code(body).columns; }
static bool has_loop(const char *body) { return make_code(body).loops; }

static void test_which_have_rows(void) {
  CHECK(has_rows("x[i] = a[i] + 1;"));
  CHECK(has_rows("if (i < n) x[i] = a[i] * x[i];"));
  CHECK(has_rows("if (i >= n) return; x[i] = sqrt(a[2 * i + 1]);"));
  CHECK(has_rows("x[get_global_id(1) * n + i] = max(a[n - 1 - i], a[0]);"));
  CHECK(!has_rows("for (uint k = 0; k < n; k++) x[i] += a[k];"));
  CHECK(!has_rows("t[0] = a[i]; x[i] = t[0];"));
  CHECK(!has_rows("x[i] = a[(uint)a[i]];"));
  CHECK(!has_rows("if (a[i] > 0) x[i] = 1;"));
  CHECK(!has_rows("atomic_inc((volatile __global int *)&x[i]);"));
  CHECK(!has_rows("x[i] = a[(ushort)i];"));
  CHECK(!has_rows("if (i != n) x[i] = 1;"));
  CHECK(!has_rows("x[i] = (int)a[i];"));
  CHECK(!has_rows("printf(\"%f\", a[i]);"));
}

static void test_which_cross_groups(void) {
  CHECK(has_lines("x[i] = a[i] + 1;"));
  CHECK(has_lines("if (i < n && get_global_size(0) > 3) x[i] = a[i] * get_local_size(0);"));
  CHECK(!has_lines("x[i] = get_local_id(0);"));
  CHECK(!has_lines("x[i] = a[i] + get_local_id(1);"));
  CHECK(!has_lines("if (get_group_id(0) < n) x[i] = a[i];"));
  CHECK(!has_lines("if (a[i] > 0) x[i] = 1;"));
}

static void test_which_have_columns(void) {
  CHECK(has_columns("x[get_global_id(1)] = a[get_global_id(1)] + 1;"));
  CHECK(has_columns("x[get_global_id(1) * n + i] = a[get_global_id(1) * n + i];"));
  CHECK(has_columns("if (get_global_id(1) < n && i < n) x[get_global_id(1) * n + i] = 1;"));
  CHECK(has_columns("if (get_global_id(1) * n < 7) x[get_global_id(1)] = i;"));
  CHECK(!has_columns("x[i] = a[i] + 1;"));
  CHECK(!has_columns("x[get_global_id(1) * n + i] = get_local_id(1);"));
  CHECK(!has_columns("x[get_global_id(1) * get_global_id(1)] = 1;"));
  CHECK(!has_columns("x[get_global_id(1) * n / 2] = 1;"));
  CHECK(!has_columns("x[(ushort)get_global_id(1)] = 1;"));
}

static void test_which_have_loops(void) {
  CHECK(has_loop("float s = 0; for (uint k = 0; k < n; k++) s += a[k * n + i]; x[i] = s;"));
  CHECK(has_loop("float s = 0; for (int k = n; k >= 0; k--) s = fmax(s, a[k]); x[i] = s;"));
  CHECK(
      has_loop("float s = 0; for (size_t k = i; k < n; k += get_global_size(0)) s += a[k] * a[k];"
               " t[i] = s; barrier(CLK_LOCAL_MEM_FENCE); x[i] = t[0];"));
  CHECK(has_loop("float s = 0; uint k = 0; do s += a[n - k]; while (++k < n); x[i] = s;"));
  CHECK(has_loop(
      "float s; for (uint k = 0; k < n; k += 2) { if (k > i) break; s += a[k]; } x[i] = s;"));
  CHECK(has_loop("float s = 0; for (uint k = 0; k < n; k++) s += t[k] * t[k + 1]; x[i] = s;"));
  CHECK(!has_loop("float s = 0; for (uint k = 0; k < n; k++) s += t[k] = a[k]; x[i] = s;"));
  CHECK(!has_loop("for (uint k = 0; k < n; k++) x[i] += a[k];"));
  CHECK(!has_loop("float s = 0; for (uint k = 0; k < n; k++) if (k & 1) s += a[k]; x[i] = s;"));
  CHECK(!has_loop("float s = 0; for (uint k = 0; a[k] > 0; k++) s += a[k]; x[i] = s;"));
  CHECK(!has_loop("float s = 0; for (uint k = 0; k < n; k++) s += a[(uint)a[k]]; x[i] = s;"));
  CHECK(!has_loop("float s = 0; for (uint k = 1; k < n; k *= 2) s += a[k]; x[i] = s;"));
  CHECK(!has_loop("float s = 0; for (uint k = 0; k != n; k++) s += a[k]; x[i] = s;"));
  CHECK(!has_loop("float s = 0; for (_BitInt(128) k = 0; k < n; k++) s += a[(uint)k]; x[i] = s;"));
  CHECK(!has_loop("for (uint k = 0; k < n; k++) { barrier(CLK_LOCAL_MEM_FENCE); x[i] = a[k]; }"));
}

int main(void) {
  lab_use_build();
  setenv("WORKBENCH_CACHE", "off", 1); /* what is found there tells nothing of how it was made */
  tap_run("rows are made of kernels whose accesses are known before, and no others",
          test_which_have_rows);
  tap_run("they cross groups where nothing tells a work-item's place in its group, or its group's",
          test_which_cross_groups);
  tap_run("columns are made where work-items of dimension 1 touch elements one after the other",
          test_which_have_columns);
  tap_run("loops without checks are made of those that read at places known before, and no others",
          test_which_have_loops);
  return tap_finish();
}
