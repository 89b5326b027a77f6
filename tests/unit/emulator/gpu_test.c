#include "emulator/profile/gpu.h"

#include "tap.h"

static void widths_have_devices(void) {
  CHECK_STRING(wb_gpu_for(64)->like, "AMD");
  CHECK_STRING(wb_gpu_for(32)->like, "NVIDIA");
  CHECK_STRING(wb_gpu_for(0)->like, "NVIDIA");
  for (uint32_t width = 1; width < 32; width *= 2) CHECK_STRING(wb_gpu_for(width)->like, "Intel");
}

static uint64_t occupancy(uint64_t items, uint64_t local_bytes) {
  return wb_gpu_occupancy(wb_gpu_for(32), 32, items, local_bytes);
}

static void full_units_are_full(void) {
  CHECK_INT(occupancy(64, 0), 100);
  CHECK_INT(occupancy(256, 0), 100);
  CHECK_INT(occupancy(1024, 0), 100);
}

static void small_groups_leave_room(void) {
  CHECK_INT(occupancy(32, 0), 50); /* 32 groups at most */
  CHECK_INT(occupancy(1, 0), 50);  /* a sub-group of one is a sub-group */
}

static void groups_that_do_not_divide_leave_room(void) {
  CHECK_INT(occupancy(768, 0), 75); /* two of 24 in 64 places */
  CHECK_INT(occupancy(33, 0), 100); /* two sub-groups each */
}

static void local_memory_limits_groups(void) {
  CHECK_INT(occupancy(256, 12800), 100);
  CHECK_INT(occupancy(256, 12801), 87); /* seven groups */
  CHECK_INT(occupancy(64, 100 << 10), 3);
  CHECK_INT(occupancy(64, (100 << 10) + 1), 0); /* not even one */
}

static void wider_subgroups_than_the_device_has(void) {
  CHECK_INT(wb_gpu_occupancy(wb_gpu_for(16), 16, 256, 0), 100);
  CHECK_INT(wb_gpu_occupancy(wb_gpu_for(64), 64, 64, 4 << 10), 50); /* 16 groups of 32 places */
  CHECK_INT(wb_gpu_occupancy(wb_gpu_for(1), 1, 64, 0), 100);
}

static void a_phase_wants_128_bytes(void) {
  CHECK_INT(wb_gpu_phase(1), 32);
  CHECK_INT(wb_gpu_phase(4), 32);
  CHECK_INT(wb_gpu_phase(6), 16); /* three halves lie as four do */
  CHECK_INT(wb_gpu_phase(8), 16);
  CHECK_INT(wb_gpu_phase(12), 8);
  CHECK_INT(wb_gpu_phase(16), 8);
}

int main(void) {
  tap_run("every width of sub-groups has a device", widths_have_devices);
  tap_run("groups that fit leave no room", full_units_are_full);
  tap_run("small groups leave room", small_groups_leave_room);
  tap_run("groups that do not divide a unit leave room", groups_that_do_not_divide_leave_room);
  tap_run("local memory limits how many groups there are", local_memory_limits_groups);
  tap_run("other widths count in their own sub-groups", wider_subgroups_than_the_device_has);
  tap_run("local memory serves as many work-items at a time as want 128 bytes",
          a_phase_wants_128_bytes);
  return tap_finish();
}
