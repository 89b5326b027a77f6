/* What the checks keep of a buffer takes at most twice the buffer's memory, as
 * long as no two work-items share what is in a cell: counted in pages that are there, when
 * the last work-item of a launch in one process runs. */
#include <sys/mman.h>
#include <unistd.h>

#include "emulator/run/packed.h"
#include "rig.h"
#include "sample.h"

enum { BYTES = 16 << 20, GROUP_ITEMS = 256, SLACK = 3 << 20, OUT = WBRT_FIRST_ARGUMENT };

/* Bytes of a mapping that begins at a page and has memory. */
static uint64_t resident(const void *start, uint64_t bytes) {
  const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), pages = (bytes + page - 1) / page;
  uint64_t there = 0;
  unsigned char *map = calloc(1, pages);
  if (map == NULL || mincore((void *)(uintptr_t)start, pages * page, map) != 0) abort();
  for (uint64_t i = 0; i < pages; i++) there += (map[i] & 1) != 0 ? page : 0;
  free(map);
  return there;
}

static uint64_t shadow_of(const struct wbrt_context *c, uint32_t object) {
  const struct wbrt_object *o = &c->objects[object];
  const uint64_t cells = wb_cell_words(o) * sizeof *o->race;
  uint64_t sum = o->state != NULL ? resident(o->state, o->size) : 0;
  if (o->race != NULL) sum += resident(o->race, cells);
  if (o->set != NULL && o->set != o->race) sum += resident(o->set, cells);
  if (c->run->n_splits > 0) sum += c->run->n_splits * sizeof *c->run->splits;
  return sum;
}

/* What this process's launch is to do; made in the parent, read in the child. */
static struct plan {
  uint32_t element;
  bool in_place;
} plan;

static void touch(struct wbrt_context *c, const void *const *args) {
  const uint64_t at = pointer_arg(args, 0) + c->global_id[0] * plan.element;
  unsigned char value[16] = {0};
  if (plan.in_place) {
    uint64_t use = wbrt_check(c, at, OUT, plan.element, plan.element, WBRT_READ, 0);
    if (wbrt_unwritten(c, use, OUT, plan.element, WBRT_READ, 0)) abort();
    memcpy(value, (const void *)(uintptr_t)use, plan.element);
  }
  store_bytes(c, at, OUT, 1, value, plan.element);
  if (c->global_id[0] + 1 == c->global_size[0])
    c->run->shared->findings_dropped = shadow_of(c, OUT) / 1024; /* brought home */
}

/* Bytes that the checks of one launch keep. */
static uint64_t shadow(uint32_t element, bool in_place) {
  const size_t items = BYTES / element;
  struct rig *rig = rig_new(touch, items, GROUP_ITEMS);
  struct wb_buffer_state state;
  plan = (struct plan){element, in_place};
  rig_buffer(rig, "out", BYTES / 4, WB_BUFFER_READ_WRITE, in_place);
  rig->image.param_least[0] = (uint8_t)element;
  const struct wb_outcome *outcome = rig_run(rig);
  const uint64_t bytes = (uint64_t)outcome->findings_dropped * 1024;
  CHECK_INT(outcome->n_findings, 0);
  CHECK(outcome->kind == WB_OUTCOME_DONE && bytes > 0);
  wb_emulator_buffer_state(rig->buffers[0], &state);
  CHECK_INT(state.unwritten_bytes, 0);
  printf("# %u bytes an access%s: %.2f times the buffer\n", element, in_place ? ", in place" : "",
         (double)bytes / BYTES);
  rig_free(rig);
  return bytes;
}

/* Accesses of single bytes take the longest, since there are most of them. */
static void test_words(void) {
  static const char *const names[] = {"1 byte", "2 bytes", "4 bytes", "8 bytes", "16 bytes"};
  enum { WIDTHS = sizeof names / sizeof names[0] };
  bool takes[WIDTHS];
  sample_choose(names, WIDTHS, WIDTHS, "widths of accesses", takes);
  for (unsigned i = 0; i < WIDTHS; i++) {
    const uint32_t element = 1U << i;
    const uint64_t bound = 2ULL * BYTES / (element > 4 ? element / 4 : 1) + SLACK;
    if (!takes[i]) continue;
    CHECK(shadow(element, false) <= bound);
    CHECK(shadow(element, true) <= bound);
  }
}

static void only_first_kernel(struct wbrt_context *c, const void *const *args) {
  if (c->global_id[0] == 0) store(c, args, 0, 0, 0, 1);
  if (c->global_id[0] + 1 == c->global_size[0])
    c->run->shared->findings_dropped = shadow_of(c, OUT) / 1024;
}

static void test_untouched(void) {
  struct rig *rig = rig_new(only_first_kernel, 512, GROUP_ITEMS);
  struct wb_buffer_state state;
  rig_buffer(rig, "out", BYTES / 4, WB_BUFFER_READ_WRITE, false);
  const struct wb_outcome *outcome = rig_run(rig);
  CHECK(rig->outcome.kind == WB_OUTCOME_DONE && outcome->findings_dropped * 1024 <= SLACK);
  wb_emulator_buffer_state(rig->buffers[0], &state);
  CHECK_INT(state.unwritten_bytes, BYTES - 4);
  CHECK_INT(state.first_unwritten, 4);
  rig_free(rig);
}

int main(void) {
  setenv("WORKBENCH_JOBS", "1", 1);
  tap_run(
      "what the checks keep of a buffer is at most twice the buffer, whatever the width of "
      "accesses",
      test_words);
  tap_run("what a launch does not touch takes no memory", test_untouched);
  return tap_finish();
}
