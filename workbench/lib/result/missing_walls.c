#include "result/missing_walls.h"

#include <stddef.h>

#include "sandbox/walls.h"

static const struct wb_missing_walls both = {
    "no sandbox",
    "Kernels run without a sandbox: only checks of their text keep them from this machine's files "
    "(`workbench doctor` says what this machine grants)",
    "without a sandbox: only checks of its text kept the kernel from this machine's files "
    "(see `workbench doctor`)"};
static const struct wb_missing_walls files = {
    "no Landlock",
    "Kernels run without the sandbox's wall Landlock, around files (`workbench doctor` says what "
    "this machine grants)",
    "without the sandbox's wall Landlock, around files (see `workbench doctor`)"};
static const struct wb_missing_walls calls = {
    "no seccomp",
    "Kernels run without the sandbox's wall seccomp, around system calls (`workbench doctor` says "
    "what this machine grants)",
    "without the sandbox's wall seccomp, around system calls (see `workbench doctor`)"};

const struct wb_missing_walls *wb_missing_walls(bool has_files, bool has_calls) {
  if (has_files && has_calls) return NULL;
  return has_calls ? &files : has_files ? &calls : &both;
}

const struct wb_missing_walls *wb_missing_walls_here(void) {
  struct wb_walls walls;
  if (wb_walls_choose(&walls, NULL) != WB_OK) return NULL;
  return wb_missing_walls((walls.which & WB_WALL_LANDLOCK) != 0,
                          (walls.which & WB_WALL_SECCOMP) != 0);
}
