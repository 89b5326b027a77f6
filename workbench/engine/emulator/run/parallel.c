#include "emulator/run/parallel.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emulator/run/marks.h"
#include "emulator/run/memory.h"
#include "emulator/run/packed.h"
#include "emulator/run/touched.h"
#include "emulator/run/written.h"

enum {
  MAX_SLICES = 8,
  PAGE = 4096,
  WORTH_FORKING = 50000 /* work-items, weighed, that a slice has at least */
};
static const uint64_t MAX_SNAPSHOT = 64 << 20, MAX_EXTRA_CELLS = 256 << 20;

/* A buffer whose cells the launch notes, with what must be kept to take back what it writes. What
 * of it is written is told only when all slices have come to a good end. */
struct tracked {
  const struct wbrt_object *object; /* all of it */
  struct wb_emulator_buffer *buffer;
  size_t arg;
  uint64_t cells;
  unsigned char *bytes;
};

struct slice {
  pid_t process;
  struct wb_shared *shared;
  struct wb_touch_marks marks[WB_MAX_ARGS];
};

struct parallel {
  struct wbrt_run *run;
  size_t n_slices, n_tracked;
  struct slice slices[MAX_SLICES];
  struct tracked tracked[WB_MAX_ARGS];
};

/* ---- whether ------------------------------------------------------------------- */

size_t wb_parallel_processors(void) {
  const char *chosen = getenv("WORKBENCH_JOBS");
  cpu_set_t set;
  long count = chosen != NULL ? strtol(chosen, NULL, 10) : 0;
  if (count <= 0 && sched_getaffinity(0, sizeof set, &set) == 0) count = CPU_COUNT(&set);
  return count < 1 ? 1 : count > MAX_SLICES ? MAX_SLICES : (size_t)count;
}

static uint64_t worth_forking(const struct wb_kernel_image *image) {
  const char *chosen = getenv("WORKBENCH_SLICE");
  const long work = chosen != NULL ? strtol(chosen, NULL, 10) : 0;
  const uint64_t worth = image->in_lockstep ? WB_ITEMS_IN_LOCKSTEP * WORTH_FORKING : WORTH_FORKING;
  return work > 0 ? (uint64_t)work : worth;
}

uint64_t wb_parallel_work(const struct wb_kernel_image *image, uint64_t items) {
  const uint64_t weight = image->weight > 0 ? image->weight : 1;
  return items > UINT64_MAX / weight ? UINT64_MAX : items * weight;
}

static uint64_t slices_worth(const struct wb_kernel_image *image, uint64_t groups, uint64_t items) {
  const uint64_t slices = wb_parallel_work(image, items) / worth_forking(image);
  return slices < groups ? slices : groups;
}

bool wb_parallel_is_worth(const struct wb_kernel_image *image, uint64_t groups, uint64_t items) {
  return image->parallel && slices_worth(image, groups, items) >= 2;
}

static void find_tracked(struct parallel *p) {
  struct wbrt_run *run = p->run;
  for (size_t arg = 0; arg < run->launch->n_args; arg++) {
    const struct wbrt_object *object = &run->wholes[arg];
    struct wb_emulator_buffer *buffer = run->info[WBRT_FIRST_ARGUMENT + arg].buffer;
    if (buffer == NULL || object->race == NULL) continue;
    p->tracked[p->n_tracked++] =
        (struct tracked){.object = object,
                         .buffer = buffer,
                         .arg = arg,
                         .cells = (object->size >> object->granule_shift) + 1};
  }
}

static bool must_be_kept(const struct tracked *tracked) {
  return !tracked->object->read_only && !tracked->buffer->fresh && tracked->object->size > 0;
}

/* Histories stay within twice the buffers, or are small: slices that touch the
 * same pages have them once each. */
static bool memory_allows(const struct parallel *p) {
  uint64_t cells = 0, snapshot = 0, buffers = 0;
  for (size_t arg = 0; arg < p->run->launch->n_args; arg++) {
    const size_t object = WBRT_FIRST_ARGUMENT + arg;
    buffers += p->run->info[object].buffer != NULL ? p->run->wholes[arg].size
                                                   : p->run->context->objects[object].size;
  }
  for (size_t i = 0; i < p->n_tracked; i++) {
    const struct tracked *tracked = &p->tracked[i];
    cells += wb_cell_words(tracked->object) * sizeof(struct wbrt_cell);
    if (must_be_kept(tracked)) snapshot += tracked->object->size;
  }
  return snapshot <= MAX_SNAPSHOT &&
         (cells * p->n_slices <= 2 * buffers || cells * p->n_slices <= MAX_EXTRA_CELLS);
}

/* ---- taking back ---------------------------------------------------------------- */

static void *map_pages(uint64_t bytes, int sharing) {
  void *at =
      mmap(NULL, bytes, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

static void *data_of(const struct wbrt_object *object) { return (void *)(uintptr_t)object->base; }

static bool keep_bytes(struct tracked *tracked) {
  const struct wbrt_object *object = tracked->object;
  if (!must_be_kept(tracked)) return true;
  tracked->bytes = map_pages(object->size, MAP_PRIVATE);
  if (tracked->bytes != NULL) memcpy(tracked->bytes, data_of(object), object->size);
  return tracked->bytes != NULL;
}

static void take_back(struct parallel *p) {
  for (size_t i = 0; i < p->n_tracked; i++) {
    const struct tracked *tracked = &p->tracked[i];
    const struct wbrt_object *object = tracked->object;
    if (object->size == 0 || object->read_only) continue;
    if (tracked->buffer->fresh)
      memset(data_of(object), WB_POISON_BYTE, object->size);
    else if (tracked->bytes != NULL) /* always: keep_bytes() made them */
      memcpy(data_of(object), tracked->bytes, object->size);
  }
}

/* ---- a slice ---------------------------------------------------------------------- */

static _Noreturn void run_slice(struct parallel *p, size_t index, pid_t parent) {
  struct wbrt_run *run = p->run;
  struct slice *slice = &p->slices[index];
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  run->shared = slice->shared;
  wb_launch_report_init(&run->report, run->shared, run->image);
  run->in_slice = true;
  wb_run_enclose(run);
  wb_run_groups(run, run->n_groups * index / p->n_slices,
                run->n_groups * (index + 1) / p->n_slices);
  wb_run_total(run);
  run->shared->busy_items = run->context->busy;
  run->shared->idle_groups = run->idle_groups;
  if (run->stopped || run->shared->n_findings > 0) *run->abandon = 1;
  for (size_t i = 0; i < p->n_tracked && *run->abandon == 0; i++)
    if (run->launch->touched_told)
      wb_touched_gather(run, p->tracked[i].arg, &slice->marks[i]);
    else
      wb_touch_of(run, p->tracked[i].object, &slice->marks[i]);
  run->shared->finished = 1;
  _exit(0);
}

static bool prepare_slice(struct parallel *p, struct slice *slice) {
  slice->shared = wb_shared_new(0, 0);
  bool good = slice->shared != NULL;
  for (size_t i = 0; i < p->n_tracked && good; i++) {
    good = wb_touch_init(&slice->marks[i], p->tracked[i].object, p->run->launch->touched_told,
                         MAP_SHARED);
  }
  return good;
}

static bool start_slices(struct parallel *p) {
  const pid_t parent = getpid();
  bool good = true;
  for (size_t i = 0; i < p->n_slices && good; i++) {
    p->slices[i].process = fork();
    if (p->slices[i].process == 0) run_slice(p, i, parent);
    good = p->slices[i].process > 0;
  }
  return good;
}

/* ---- together ---------------------------------------------------------------------- */

/* Whether a slice ended as one of a clean launch does. Otherwise nothing that it left is used: the
 * launch is run again in one process, whose report does not depend on how it was shared. */
static bool wait_for(const struct slice *slice) {
  int status = 0;
  pid_t got;
  if (slice->process <= 0) return false;
  do got = waitpid(slice->process, &status, 0);
  while (got < 0 && errno == EINTR);
  const struct wb_shared *shared = slice->shared;
  return got > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0 && shared->finished == 1 &&
         shared->kind == WB_OUTCOME_DONE && shared->n_findings == 0 &&
         shared->findings_dropped == 0 && shared->text_length == 0;
}

static bool wait_for_all(struct parallel *p) {
  bool clean = true;
  for (size_t i = 0; i < p->n_slices; i++) {
    clean &= wait_for(&p->slices[i]);
    if (!clean) *p->run->abandon = 1;
  }
  return clean && *p->run->abandon == 0;
}

/* Whether two slices touched a cell that one of them wrote. */
static bool slices_conflict(const struct parallel *p, size_t index) {
  const uint64_t words = wb_touch_words(p->tracked[index].object);
  bool found = false;
  for (uint64_t word = 0; word < words && !found; word++) {
    uint64_t touched = 0, written = 0;
    for (size_t i = 0; i < p->n_slices; i++) {
      const uint64_t also_touched = p->slices[i].marks[index].touched[word];
      const uint64_t also_written = p->slices[i].marks[index].written[word];
      found |= (touched & also_written) != 0 || (written & also_touched) != 0;
      touched |= also_touched;
      written |= also_written;
    }
  }
  return found;
}

static void raise_to(uint64_t *most, uint64_t value) {
  if (value > *most) *most = value;
}

static void add_counts(struct wbrt_run *run, const struct wb_counters *from) {
  struct wbrt_item_counts *total = &run->context->total, *most = &run->context->most;
  total->global_reads += from->global_reads;
  total->global_writes += from->global_writes;
  total->local_reads += from->local_reads;
  total->local_writes += from->local_writes;
  total->global_atomics += from->global_atomics;
  total->local_atomics += from->local_atomics;
  raise_to(&most->global_reads, from->max_global_reads);
  raise_to(&most->global_writes, from->max_global_writes);
  raise_to(&most->local_reads, from->max_local_reads);
  raise_to(&most->local_writes, from->max_local_writes);
  raise_to(&most->global_atomics, from->max_global_atomics);
  raise_to(&most->local_atomics, from->max_local_atomics);
  run->context->items += from->items;
  run->shared->counters.barriers += from->barriers;
}

/* Whether all slices together have executed no more than the launch may. */
static bool add_costs(struct parallel *p) {
  struct wbrt_context *context = p->run->context;
  context->cost_left = wb_run_cost_limit(p->run->launch);
  for (size_t i = 0; i < p->n_slices; i++)
    if (__builtin_sub_overflow(context->cost_left, (int64_t)p->slices[i].shared->cost,
                               &context->cost_left))
      context->cost_left = -1;
  return context->cost_left >= 0;
}

static void tell_written(const struct parallel *p) {
  for (size_t i = 0; i < p->n_tracked; i++) {
    const struct tracked *tracked = &p->tracked[i];
    if (tracked->object->set == NULL) continue;
    for (size_t k = 0; k < p->n_slices; k++)
      wb_written_cells(tracked->buffer, tracked->object->granule_shift,
                       p->slices[k].marks[i].written, tracked->cells);
  }
}

static void tell_touched(const struct parallel *p) {
  struct wbrt_run *run = p->run;
  if (!run->launch->touched_told) return;
  for (size_t i = 0; i < p->n_slices; i++) {
    run->idle_groups += p->slices[i].shared->idle_groups;
    run->context->busy += p->slices[i].shared->busy_items;
  }
  for (size_t i = 0; i < p->n_tracked; i++) {
    const struct wb_touch_marks *marks[MAX_SLICES];
    for (size_t k = 0; k < p->n_slices; k++) marks[k] = &p->slices[k].marks[i];
    wb_touched_marks(run, p->tracked[i].arg, marks, p->n_slices);
  }
}

static bool settle_slices(struct parallel *p, bool clean) {
  struct wbrt_run *run = p->run;
  clean = clean && add_costs(p);
  for (size_t i = 0; i < p->n_tracked && clean; i++) clean = !slices_conflict(p, i);
  if (clean) {
    for (size_t i = 0; i < p->n_slices; i++) add_counts(run, &p->slices[i].shared->counters);
    tell_written(p);
    tell_touched(p);
  } else {
    take_back(p);
  }
  return clean;
}

/* What a finished launch leaves mapped goes with its process; before a second run there must be
 * room. */
static void release_slices(struct parallel *p) {
  for (size_t i = 0; i < p->n_slices; i++) {
    for (size_t k = 0; k < p->n_tracked; k++) {
      wb_touch_release(&p->slices[i].marks[k], p->tracked[k].object);
    }
    wb_shared_free(p->slices[i].shared, 0, 0);
  }
  for (size_t k = 0; k < p->n_tracked; k++)
    if (p->tracked[k].bytes != NULL) munmap(p->tracked[k].bytes, p->tracked[k].object->size);
}

bool wb_parallel_run(struct wbrt_run *run) {
  struct parallel *p = NULL;
  bool done = false, good = true;
  const uint64_t items = run->n_groups * run->context->group_items;
  if (!wb_parallel_is_worth(run->image, run->n_groups, items) || wb_parallel_processors() < 2)
    return false;
  p = calloc(1, sizeof *p);
  if (p == NULL) return false;
  p->run = run;
  const uint64_t slices = slices_worth(run->image, run->n_groups, items);
  p->n_slices = slices < wb_parallel_processors() ? (size_t)slices : wb_parallel_processors();
  find_tracked(p);
  good = memory_allows(p);
  run->abandon = good ? map_pages(PAGE, MAP_SHARED) : NULL;
  good = run->abandon != NULL;
  for (size_t i = 0; i < p->n_slices && good; i++) good = prepare_slice(p, &p->slices[i]);
  for (size_t i = 0; i < p->n_tracked && good; i++) good = keep_bytes(&p->tracked[i]);
  if (good) {
    bool started = start_slices(p);
    if (!started) *run->abandon = 1;
    done = settle_slices(p, wait_for_all(p) && started);
  }
  release_slices(p);
  if (run->abandon != NULL) munmap((void *)(uintptr_t)run->abandon, PAGE);
  run->abandon = NULL;
  free(p);
  return done;
}
