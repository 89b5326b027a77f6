#include "emulator/run/memory.h"
#include "emulator/run/image_access.h"
#include "emulator/run/maps.h"
#include "emulator/run/packed.h"
#include "emulator/run/written.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/large_pages.h"

enum { PAGE = 4096, PRIVATE_REDZONE = 64 };

#ifndef MADV_POPULATE_READ /* since Linux 5.14; an older one refuses, and pages come one by one */
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

static uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

static uint64_t middle_of(uint32_t object) { return WBRT_MIDDLE_OF(object); }

/* Where the guard before an argument's object begins. */
static uint64_t place_of(size_t arg) {
  return middle_of((uint32_t)(WBRT_FIRST_ARGUMENT + arg)) - WB_GUARD_BYTES;
}

/* Zero bytes, anywhere, for memory that most of a large launch will touch: a fault of the usual
 * size costs more than what is done with its page. The last large page is whole, too. */
static void *map_large(struct wbrt_run *run, uint64_t size) {
  const uint64_t whole = round_up(size + 1, WB_LARGE_PAGE);
  if (size < WB_LARGE_PAGE) return wb_maps_zero(run, 0, size);
  void *map = wb_large_pages_map(whole, 0);
  if (map != NULL) wb_maps_add(run, map, whole);
  return map;
}

static enum wb_status no_memory(struct wb_error *err, const char *what) {
  return wb_fail(err, WB_ERR_NOMEM, "no memory for %s", what);
}

/* ---- buffers ------------------------------------------------------------------ */

/* The buffer's bytes at `address`. Shared memory is mapped a second time: that is what an old size
 * of 0 asks of mremap. A view of the child's own is moved there from `now`, where it is now: from
 * the host's place, and for each further argument with the same buffer there is a copy. */
static bool map_there(struct wbrt_run *run, const struct wb_emulator_buffer *buffer, uint64_t now,
                      uint64_t address, bool writable) {
  const size_t size = buffer->map_size;
  const bool shared = wb_emulator_buffer_is_shared(buffer), first = now == (uintptr_t)buffer->map;
  void *from = (void *)(uintptr_t)now, *to = (void *)(uintptr_t)address;
  void *there = MAP_FAILED;
  if (shared || first)
    there = mremap(from, shared ? 0 : size, size, MREMAP_MAYMOVE | MREMAP_FIXED, to);
  else if ((there = wb_maps_zero(run, address, size - 1)) != NULL)
    memcpy(there, from, size);
  bool done = there != MAP_FAILED && there != NULL;
  if (done && (shared || first)) run->mapped += size;
  if (done && !writable) done = mprotect(there, size, PROT_READ) == 0;
  return done;
}

/* Whether what the kernel does to a copy of it need not be seen through another argument, or by
 * another process: slices (parallel.h) are there before walls are. */
static bool may_copy(const struct wbrt_run *run, const struct wb_bound_buffers *buffers,
                     size_t arg) {
  size_t bound = 0;
  for (size_t i = 0; i < run->launch->n_args; i++) bound += buffers->of[i] == buffers->of[arg];
  return run->enclosed && (bound == 1 || !wb_emulator_buffer_is_shared(buffers->of[arg]));
}

static bool map_buffer(struct wbrt_run *run, const struct wb_bound_buffers *buffers, size_t arg,
                       uint64_t now, bool writable) {
  const struct wb_emulator_buffer *buffer = buffers->of[arg];
  struct wb_object_info *info = &run->info[WBRT_FIRST_ARGUMENT + arg];
  const uint64_t address = place_of(arg);
  info->copied =
      may_copy(run, buffers, arg) && wb_maps_copy(run, arg, address, buffer->map, buffer->map_size);
  if (info->copied) return true;
  wb_maps_drop_copy(run, arg, address);
  run->placed |= UINT64_C(1) << arg;
  return map_there(run, buffer, now, address, writable);
}

/* The first argument that has the same buffer: `arg` itself where there is none before it. */
static size_t first_of(const struct wb_bound_buffers *buffers, size_t arg) {
  size_t i = 0;
  while (buffers->of[i] != buffers->of[arg]) i++;
  return i;
}

/* Cells serve three ends: races, where the kernel writes; what is not written yet, in a buffer of
 * which that is not all; and who touches what, where that shall be told. */
static bool make_cells(struct wbrt_run *run, struct wbrt_object *whole,
                       const struct wb_emulator_buffer *buffer, bool written) {
  const uint64_t count = wb_cell_words(whole);
  const bool tracked = written || run->launch->touched_told;
  if (!tracked && buffer->all_written) return true;
  struct wbrt_cell *cells = map_large(run, count * sizeof *cells);
  if (cells == NULL) return false;
  if (tracked) {
    whole->race = cells;
    /* A packed word at the end is split into cells beyond the object as well. */
    run->max_histories += (whole->size >> whole->granule_shift) + WBRT_PACKED_BYTES;
  }
  if (!buffer->all_written) whole->set = cells;
  if (whole->packed) run->max_splits += count;
  return true;
}

/* Whether the kernel may write an argument's buffer, through whichever argument. */
static bool is_written(const struct wbrt_run *run, const struct wb_bound_buffers *buffers,
                       size_t arg) {
  bool written = false;
  if (buffers->of[arg]->access == WB_BUFFER_READ_ONLY) return false;
  for (size_t i = 0; i < run->launch->n_args; i++)
    written |= buffers->of[i] == buffers->of[arg] && (run->image->never_written >> i & 1) == 0;
  return written;
}

/* What all arguments that have the same buffer agree on; check/race.h says what
 * it means if that is less than one of them could have. */
static uint8_t granule_shift(struct wbrt_run *run, const struct wb_bound_buffers *buffers,
                             size_t arg) {
  const uint8_t own = wb_granule_shift(run->image->param_least[arg]);
  uint8_t least = own;
  for (size_t i = 0; i < run->launch->n_args; i++) {
    const uint8_t shift = wb_granule_shift(run->image->param_least[i]);
    if (buffers->of[i] == buffers->of[arg] && shift < least) least = shift;
  }
  if (least < own) run->first_segment = WBRT_NO_CELL_SEGMENT;
  return least;
}

/* The part of the whole that the argument is. Accesses through one argument race with those
 * through another one that has the same bytes: they have the same cells. */
static void take_part(struct wbrt_run *run, struct wbrt_object *whole, size_t arg) {
  const struct wb_arg *given = &run->launch->args[arg];
  struct wbrt_object *object = &run->context->objects[WBRT_FIRST_ARGUMENT + arg];
  const uint64_t offset = given->buffer_bytes > 0 ? given->buffer_offset : 0;
  const uint64_t cells = offset >> (whole->packed ? WBRT_PACKED_SHIFT : whole->granule_shift);
  run->info[WBRT_FIRST_ARGUMENT + arg].whole = whole;
  object->base += offset;
  object->size = given->buffer_bytes > 0 ? given->buffer_bytes : whole->size;
  object->race = whole->race != NULL ? whole->race + cells : NULL;
  object->set = whole->set != NULL ? whole->set + cells : NULL;
}

static enum wb_status bind_buffer(struct wbrt_run *run, const struct wb_bound_buffers *buffers,
                                  size_t arg, struct wb_error *err) {
  struct wb_emulator_buffer *buffer = buffers->of[arg];
  struct wbrt_object *object = &run->context->objects[WBRT_FIRST_ARGUMENT + arg];
  const size_t first = first_of(buffers, arg);
  struct wbrt_object *whole = &run->wholes[first];
  const bool constant = run->image->info->params[arg].memory == WB_MEMORY_CONSTANT;
  object->memory = constant ? WB_MEMORY_CONSTANT : WB_MEMORY_GLOBAL;
  object->base = middle_of((uint32_t)(WBRT_FIRST_ARGUMENT + arg));
  object->size = buffer->bytes;
  object->granule_shift = granule_shift(run, buffers, arg);
  object->packed = wbrt_is_narrow(object->granule_shift);
  object->read_only = constant || buffer->access == WB_BUFFER_READ_ONLY;
  run->info[WBRT_FIRST_ARGUMENT + arg].fresh = buffer->fresh;
  if (!wb_scalar_is_signed(buffer->type.scalar))
    run->info[WBRT_FIRST_ARGUMENT + arg].natural_bytes =
        (uint8_t)wb_scalar_size(buffer->type.scalar);
  const bool moved = first != arg && !wb_emulator_buffer_is_shared(buffer);
  const uint64_t now = moved ? whole->base - WB_GUARD_BYTES : (uintptr_t)buffer->map;
  if (!map_buffer(run, buffers, arg, now, !object->read_only)) return no_memory(err, "a buffer");
  if (first == arg) {
    const bool written = is_written(run, buffers, arg);
    *whole = *object;
    whole->read_only = !written;
    run->info[WBRT_FIRST_ARGUMENT + arg].buffer = buffer;
    if (!make_cells(run, whole, buffer, written)) return no_memory(err, "race histories");
  } else if (!object->read_only) {
    whole->base = object->base; /* where it may be changed, whatever the first one is */
  }
  take_part(run, whole, arg);
  run->pointers[arg] = object->base;
  return WB_OK;
}

/* ---- local, constant and private objects ------------------------------------------ */

static enum wb_status make_local(struct wbrt_run *run, uint32_t number, uint64_t size,
                                 uint32_t least_access, struct wb_error *err) {
  struct wbrt_object *object = &run->context->objects[number];
  object->memory = WB_MEMORY_LOCAL;
  run->has_local = true;
  object->granule_shift = wb_granule_shift(least_access);
  object->base = middle_of(number);
  object->size = size;
  const uint64_t cells = (size >> object->granule_shift) + 1;
  object->state = wb_maps_zero(run, 0, size);
  object->race = wb_maps_zero(run, 0, cells * sizeof(struct wbrt_history));
  object->quiet = wb_maps_zero(run, 0, cells * sizeof *object->quiet);
  if (wb_maps_zero(run, object->base, size) == NULL || object->state == NULL ||
      object->race == NULL || object->quiet == NULL)
    return no_memory(err, "local memory");
  return WB_OK;
}

static enum wb_status make_constant(struct wbrt_run *run, uint32_t number,
                                    const struct wb_static_object *from, struct wb_error *err) {
  struct wbrt_object *object = &run->context->objects[number];
  object->memory = WB_MEMORY_CONSTANT;
  object->base = middle_of(number);
  object->size = from->size;
  object->read_only = true;
  void *map = wb_maps_zero(run, object->base, from->size);
  if (map == NULL) return no_memory(err, "constant memory");
  if (from->initial != NULL) memcpy(map, from->initial, from->size);
  mprotect(map, (size_t)round_up(from->size + 1, PAGE), PROT_READ);
  return WB_OK;
}

/* A variable of the program, which every launch begins with afresh. */
static enum wb_status make_variable(struct wbrt_run *run, uint32_t number,
                                    const struct wb_static_object *from, struct wb_error *err) {
  struct wbrt_object *object = &run->context->objects[number];
  object->memory = WB_MEMORY_GLOBAL;
  object->read_only = from->read_only;
  object->granule_shift = wb_granule_shift(from->least_access);
  object->base = middle_of(number);
  object->size = from->size;
  const uint64_t cells = (from->size >> object->granule_shift) + 1;
  object->race = map_large(run, cells * sizeof *object->race);
  run->max_histories += cells;
  void *map = wb_maps_zero(run, object->base, from->size);
  if (map == NULL || object->race == NULL) return no_memory(err, "the program's variables");
  if (from->initial != NULL) memcpy(map, from->initial, from->size);
  return WB_OK;
}

static uint64_t private_stride(const struct wb_static_object *object) {
  uint64_t align = object->align > WBRT_OBJECT_ALIGN ? object->align : WBRT_OBJECT_ALIGN;
  return round_up(object->size + PRIVATE_REDZONE, align);
}

uint64_t wb_memory_private_bytes(const struct wb_kernel_image *image, uint64_t slots) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < image->n_objects; i++)
    if (image->objects[i].memory == WB_MEMORY_PRIVATE)
      sum += private_stride(&image->objects[i]) * slots;
  return sum;
}

bool wb_memory_privates_fit(const struct wbrt_run *run, uint64_t slots) {
  const uint64_t limit = run->launch->limits.memory_bytes;
  return limit == 0 || wb_memory_private_bytes(run->image, slots) <= limit;
}

bool wb_memory_frames_fit(const struct wbrt_run *run, uint64_t slots) {
  const uint64_t limit = run->launch->limits.memory_bytes;
  return limit == 0 || run->image->stack_bytes <= limit / slots;
}

static enum wb_status make_private(struct wbrt_run *run, uint32_t number,
                                   const struct wb_static_object *from, uint64_t slots,
                                   struct wb_error *err) {
  struct wbrt_object *object = &run->context->objects[number];
  struct wb_private_object *private = &run->privates[run->n_privates++];
  private->object = number;
  private->first_base = middle_of(number);
  private->stride = private_stride(from);
  private->first_state = wb_maps_zero(run, 0, slots * private->stride);
  object->memory = WB_MEMORY_PRIVATE;
  object->per_item = true;
  object->size = from->size;
  if (wb_maps_zero(run, private->first_base, slots * private->stride) == NULL ||
      private->first_state == NULL)
    return no_memory(err, "private memory");
  return WB_OK;
}

static enum wb_status make_statics(struct wbrt_run *run, uint64_t slots, struct wb_error *err) {
  enum wb_status status = WB_OK;
  for (uint32_t i = 0; i < run->image->n_objects && status == WB_OK; i++) {
    const struct wb_static_object *from = &run->image->objects[i];
    const uint32_t number = WBRT_FIRST_STATIC + i;
    run->info[number].name = from->name;
    run->info[number].builtin = from->builtin;
    run->context->objects[number].number_bytes = from->number_bytes;
    memcpy(run->info[number].inner, from->inner, sizeof from->inner);
    if (from->memory == WB_MEMORY_LOCAL)
      status = make_local(run, number, from->size, from->least_access, err);
    else if (from->memory == WB_MEMORY_CONSTANT)
      status = make_constant(run, number, from, err);
    else if (from->memory == WB_MEMORY_GLOBAL)
      status = make_variable(run, number, from, err);
    else
      status = make_private(run, number, from, slots, err);
  }
  return status;
}

/* ---- arguments ---------------------------------------------------------------------- */

static enum wb_status bind_argument(struct wbrt_run *run, const struct wb_bound_buffers *buffers,
                                    size_t i, struct wb_error *err) {
  const struct wb_arg *arg = &run->launch->args[i];
  const uint32_t number = (uint32_t)(WBRT_FIRST_ARGUMENT + i);
  const struct wb_param_info *param = &run->image->info->params[i];
  enum wb_status status = WB_OK;
  run->args[i] = &run->pointers[i];
  run->info[number].name = param->name[0] != '\0' ? param->name : arg->name;
  run->info[number].element_bytes = (uint32_t)wb_dtype_size(arg->type);
  run->context->objects[number].memory = (uint8_t)param->memory;
  run->context->objects[number].number_bytes = run->image->param_number[i];
  wb_image_describe(run, i);
  if (buffers->of[i] == NULL) wb_maps_drop_copy(run, i, place_of(i));
  if (arg->kind == WB_ARG_SCALAR) {
    run->args[i] = arg->value.scalar;
  } else if (arg->kind == WB_ARG_LOCAL) {
    run->placed |= UINT64_C(1) << i;
    status = make_local(run, number, arg->value.local_bytes, run->image->param_least[i], err);
    run->pointers[i] = middle_of(number);
  } else if (buffers->of[i] != NULL) {
    status = bind_buffer(run, buffers, i, err);
  }
  return status;
}

/* Each buffer once; and only those that are not all written. */
static void begin_buffers(struct wbrt_run *run) {
  for (size_t arg = 0; arg < run->launch->n_args; arg++) {
    const uint32_t number = (uint32_t)(WBRT_FIRST_ARGUMENT + arg);
    const struct wbrt_object *whole = &run->wholes[arg];
    if (run->info[number].buffer != NULL && whole->set != NULL)
      wb_written_begin(run, whole, run->info[number].buffer);
  }
}

enum wb_status wb_memory_init(struct wbrt_run *run, const struct wb_bound_buffers *buffers,
                              uint64_t slots, struct wb_error *err) {
  enum wb_status status = WB_OK;
  run->first_segment = 1;
  for (size_t i = 0; i < run->launch->n_args && status == WB_OK; i++)
    status = bind_argument(run, buffers, i, err);
  for (size_t i = run->launch->n_args; i < WB_MAX_ARGS; i++) wb_maps_drop_copy(run, i, place_of(i));
  if (status == WB_OK) status = make_statics(run, slots, err);
  if (status != WB_OK) return status;
  run->histories = wb_maps_zero(run, 0, run->max_histories * sizeof *run->histories);
  run->splits = wb_maps_zero(run, 0, run->max_splits * sizeof *run->splits);
  void *sink = wb_maps_zero(run, 0, WB_SINK_BYTES);
  if (run->histories == NULL || run->splits == NULL || sink == NULL)
    return no_memory(err, "race histories");
  begin_buffers(run);
  run->context->sink = (uint64_t)(uintptr_t)sink;
  return WB_OK;
}

static void unmap_objects(uint32_t first, uint32_t end) {
  const uint64_t at = middle_of(first) - WB_GUARD_BYTES;
  munmap((void *)(uintptr_t)at, middle_of(end) - WB_GUARD_BYTES - at);
}

void wb_memory_release(struct wbrt_run *run) {
  for (uint32_t arg = 0; arg < run->launch->n_args; arg++)
    if ((run->placed >> arg & 1) != 0)
      unmap_objects(WBRT_FIRST_ARGUMENT + arg, WBRT_FIRST_ARGUMENT + arg + 1);
  if (run->image->n_objects > 0) unmap_objects(WBRT_FIRST_STATIC, WBRT_MAX_OBJECTS);
  wb_maps_release(run);
}

void wb_memory_copy_back(const struct wbrt_run *run) {
  for (size_t arg = 0; arg < run->launch->n_args; arg++) {
    const struct wb_object_info *info = &run->info[WBRT_FIRST_ARGUMENT + arg];
    if (info->buffer == NULL || !info->copied || run->wholes[arg].read_only) continue;
    memcpy(info->buffer->map, (const void *)(uintptr_t)place_of(arg), info->buffer->map_size);
  }
}

void wb_memory_end(struct wbrt_run *run) {
  for (size_t arg = 0; arg < run->launch->n_args; arg++) {
    const uint32_t number = (uint32_t)(WBRT_FIRST_ARGUMENT + arg);
    const struct wbrt_object *whole = &run->wholes[arg];
    if (run->info[number].buffer == NULL || whole->set == NULL || whole->read_only) continue;
    if (!wb_lockstep_end(run, whole, run->info[number].buffer))
      wb_written_end(run, whole, run->info[number].buffer);
  }
  wb_memory_copy_back(run);
}

/* What part `at` of `parts` of `size` begins with, down to a page. */
static uint64_t part_of(uint64_t size, uint64_t at, uint64_t parts) {
  /* The product of integers might not fit, and a page more or less does no harm. */
  const uint64_t begin = (uint64_t)((double)size * ((double)at / (double)parts));
  return at >= parts ? round_up(size, PAGE) : begin / PAGE * PAGE;
}

/* One call for all pages, where each would come by a fault of its own. */
void wb_memory_expect(struct wbrt_run *run, uint64_t first, uint64_t end) {
  for (size_t arg = 0; arg < run->launch->n_args; arg++) {
    const struct wbrt_object *object = &run->context->objects[WBRT_FIRST_ARGUMENT + arg];
    const uint64_t from = part_of(object->size, first, run->n_groups);
    const uint64_t to = part_of(object->size, end, run->n_groups);
    if (run->launch->args[arg].kind != WB_ARG_BUFFER || object->base == 0 || to <= from ||
        run->info[WBRT_FIRST_ARGUMENT + arg].copied)
      continue;
    const uint64_t page = (object->base + from) / PAGE * PAGE; /* a part begins within one */
    madvise((void *)(uintptr_t)page, to - from,
            object->read_only ? MADV_POPULATE_READ : MADV_POPULATE_WRITE);
  }
}

static void wipe_local(struct wbrt_run *run, uint32_t number) {
  const struct wbrt_object *object = &run->context->objects[number];
  if (object->memory != WB_MEMORY_LOCAL || object->base == 0) return;
  memset(object->state, WBRT_UNWRITTEN, object->size);
  memset((void *)(uintptr_t)object->base, WB_POISON_BYTE, object->size);
  run->context->cost_left -= (int64_t)(object->size / 2);
}

void wb_memory_begin_group(struct wbrt_run *run) {
  if (run->carried.n > 0) wb_carry_forget(run, 0, UINT64_MAX);
  if (!run->has_local) return;
  for (uint32_t i = 0; i < run->launch->n_args; i++) wipe_local(run, WBRT_FIRST_ARGUMENT + i);
  for (uint32_t i = 0; i < run->image->n_objects; i++) wipe_local(run, WBRT_FIRST_STATIC + i);
}
