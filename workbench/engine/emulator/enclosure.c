/* The walls of the worker. */
#include <stdlib.h>

#include "base/cache.h"
#include "device/registry.h"
#include "emulator/emulator.h"
#include "sandbox/sandbox.h"

/* What is read is not known yet: requests name folders. What comes of a learner's text
 * stands within walls of its own: the compiler's process, clang, launches. */
enum wb_status wb_emulator_enclose(const char *folder, char *const *included, bool keeps,
                                   struct wb_error *err) {
  struct wb_places places = {.count = 0};
  struct wb_enclosure enclosure = {.role = WB_ROLE_EMULATOR, .places = &places, .guard = -1};
  enum wb_status status = wb_walls_choose(&enclosure.walls, err);
  if (status == WB_OK) status = wb_walls_hand_on(&enclosure.walls, err);
  if (status != WB_OK) return status;
  char *cache = wb_cache_folder_of_kernels(), *compiler = wb_helper_path("workbench-compiler");
  (void)folder;
  (void)included; /* among what can be read */
  (void)keeps; /* what is compiled is kept in any case, and read by the compiler's client alone */
  wb_cache_make(cache);
  wb_places_add(&places, "/", WB_MAY_READ | WB_MAY_LIST);
  wb_places_add_libraries(&places);
  wb_places_add(&places, compiler, WB_MAY_RUN);
  wb_places_add(&places, "/dev/null", WB_MAY_READ | WB_MAY_WRITE);
  wb_places_add(&places, cache, WB_MAY_READ | WB_MAY_LIST | WB_MAY_CHANGE);
  wb_places_add(&places, getenv("WORKBENCH_DUMP_IR"), WB_MAY_CHANGE);
  status = wb_walls_enter(&enclosure, err);
  free(cache);
  free(compiler);
  return status;
}
