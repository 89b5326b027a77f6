/* Compiled programs, damaged: the worker that loads one must survive whatever a compiler's process
 * or a disk made of it.
 *
 *   FUZZ_SECONDS=300 FUZZ_SEED=1 build-asan/tests/unit/emulator/package_fuzz.t
 *
 * goes on for so long; without it, a second. */
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"
#include "device/registry.h"
#include "emulator/compile/compiler_protocol.h"
#include "emulator/compile/package.h"
#include "fuzz/damage.h"
#include "fuzz/lab.h"
#include "fuzz/rounds.h"
#include "tap.h"

enum { ROUNDS = 20000, LIMIT_MS = 20000 };

static const char SOURCE[] =
    "constant int table[4] = {1, 2, 3, 4};\n"
    "kernel void scale(global float *out, global const float *a, float by) {\n"
    "  local float tile[16];\n"
    "  size_t i = get_global_id(0);\n"
    "  tile[get_local_id(0)] = a[i] * by;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  out[i] = tile[15 - get_local_id(0)] + table[i & 3];\n"
    "}\n"
    "kernel void count(global int *n) { atomic_inc(n); printf(\"%d\\n\", *n); }\n";

static enum wb_status start_compiler(struct wb_process *process, int *socket) {
  int ends[2];
  char *path = wb_helper_path("workbench-compiler");
  const char *const argv[] = {path, "--serve", "--in", NULL};
  enum wb_status status = path != NULL ? wb_socket_pair(ends, NULL) : WB_ERR_MISSING;
  if (status == WB_OK) {
    const struct wb_fd_map fds[] = {{2, 2}, {ends[1], WB_COMPILER_FD}};
    const struct wb_spawn spawn = {.argv = argv, .fds = fds, .n_fds = 2, .new_group = true};
    status = wb_process_spawn(process, &spawn, NULL);
    *socket = ends[0];
    close(ends[1]);
  }
  free(path);
  return status;
}

/* The package that the compiler's process makes of SOURCE. */
static bool compile(struct wb_str *package) {
  static const struct wb_build_request REQUEST = {.source = SOURCE,
                                                  .length = sizeof SOURCE - 1,
                                                  .file_name = "k.cl",
                                                  .options = "",
                                                  .time_limit_ms = LIMIT_MS};
  struct wb_process process = {0};
  struct wb_compilation compilation;
  struct wb_str content, reply;
  enum wb_compiler_word word;
  int socket = -1;
  wb_str_init(&content);
  wb_str_init(&reply);
  wb_compilation_init(&compilation);
  bool made = start_compiler(&process, &socket) == WB_OK;
  wb_put_tier(&content, WB_TIER_QUICK);
  wb_put_build_request(&content, &REQUEST);
  made = made && wb_compiler_send(socket, WB_COMPILER_COMPILE, &content, NULL) == WB_OK &&
         wb_compiler_receive(socket, wb_clock_ns() + LIMIT_MS * UINT64_C(1000000), &word, &reply,
                             NULL) == WB_OK;
  if (made) {
    struct wb_reader in = wb_reader_of(reply.data, reply.length);
    wb_get_compilation(&in, &compilation);
    made = compilation.status == WB_OK;
  }
  if (made) wb_str_add_bytes(package, compilation.package.data, compilation.package.length);
  if (socket >= 0) close(socket);
  wb_process_kill(&process);
  wb_compilation_release(&compilation);
  wb_str_release(&reply);
  wb_str_release(&content);
  return made;
}

/* What the worker asks of a program that it has loaded. */
static void look_through(struct wb_program *program) {
  size_t n_kernels = 0;
  const char *const *names = wb_program_kernels(program, &n_kernels);
  struct wb_str all;
  wb_str_init(&all);
  for (size_t i = 0; i < n_kernels; i++) {
    const struct wb_kernel_image *image = NULL;
    if (wb_program_kernel(program, names[i], &image, NULL) != WB_OK) continue;
    for (size_t p = 0; p < image->info->n_params; p++)
      wb_str_addf(&all, "%s %s %d %u;", image->info->params[p].type_name,
                  image->info->params[p].name, (int)image->info->params[p].memory,
                  image->param_bytes[p]);
    for (uint32_t s = 0; s < image->n_sites; s++)
      wb_str_addf(&all, "%s:%u %s;", image->sites[s].file != NULL ? image->sites[s].file : "",
                  image->sites[s].line, image->sites[s].array != NULL ? image->sites[s].array : "");
    for (uint32_t o = 0; o < image->n_objects; o++)
      wb_str_addf(&all, "%s;", image->objects[o].name != NULL ? image->objects[o].name : "");
  }
  wb_str_release(&all);
}

static void damaged_packages_are_survived(void) {
  struct wb_str whole, damaged;
  struct fuzz_rounds fuzz = fuzz_begin(ROUNDS);
  uint64_t loaded = 0;
  wb_str_init(&whole);
  wb_str_init(&damaged);
  while (CHECK(whole.length > 0 || compile(&whole)) && fuzz_next(&fuzz)) {
    struct wb_program *program = NULL;
    struct chance chance;
    chance_begin(&chance, fuzz.seed);
    wb_str_clear(&damaged);
    wb_str_add_bytes(&damaged, whole.data, whole.length);
    if (fuzz.done > 1) damage(&chance, &damaged); /* the first is as it should be */
    char *exact = memcpy(malloc(damaged.length + 1), damaged.data, damaged.length);
    enum wb_status status = wb_package_open(exact, damaged.length, &program, NULL);
    free(exact);
    CHECK(status == WB_OK || status == WB_ERR_CRASH);
    CHECK((status == WB_OK) == (program != NULL));
    CHECK(fuzz.done > 1 || status == WB_OK);
    if (program != NULL) {
      look_through(program);
      wb_program_free(program);
      loaded++;
    }
  }
  printf("# %llu packages, %llu loaded\n", (unsigned long long)fuzz.done,
         (unsigned long long)loaded);
  wb_str_release(&whole);
  wb_str_release(&damaged);
}

int main(void) {
  lab_use_build();
  tap_run("a compiled program that is damaged is refused or loaded, and harms nobody",
          damaged_packages_are_survived);
  return tap_finish();
}
