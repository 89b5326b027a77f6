#include "judge/enclosure.h"

#include "sandbox/sandbox.h"

/* Newer versions let no signal out: the worker, which was started before, could not be ended. */
enum { MOST_ABI = 5 };

enum wb_status wb_judge_enclose(const char *course, struct wb_error *err) {
  struct wb_places places = {.count = 0};
  struct wb_enclosure enclosure = {.role = WB_ROLE_SCRIPT, .places = &places, .guard = -1};
  enum wb_status status = wb_walls_choose(&enclosure.walls, err);
  if (status != WB_OK) return status;
  if (enclosure.walls.landlock_abi > MOST_ABI) enclosure.walls.landlock_abi = MOST_ABI;
  wb_places_add(&places, course, WB_MAY_READ | WB_MAY_LIST);
  /* Time zones for what a spec prints, and what a sweep of descendants reads. */
  wb_places_add(&places, "/etc/localtime", WB_MAY_READ);
  wb_places_add(&places, "/proc/self", WB_MAY_READ | WB_MAY_LIST);
  return wb_walls_enter(&enclosure, err);
}
