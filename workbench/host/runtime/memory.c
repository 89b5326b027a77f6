/* Blocks of memory and the handles that see them. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/private.h"

/* ---- the memory that the program shares with its devices ------------------------------------ */

enum { PAGE = 4096 };

static uint64_t round_up(uint64_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }

/* The first hole that is large enough, else the end. */
static uint64_t take_place(struct wb_host *host, uint64_t length) {
  for (size_t i = 0; i < host->holes.count; i++) {
    if (host->holes.items[i].length < length) continue;
    const uint64_t offset = host->holes.items[i].offset;
    host->holes.items[i].offset += length;
    host->holes.items[i].length -= length;
    if (host->holes.items[i].length == 0)
      host->holes.items[i] = host->holes.items[--host->holes.count];
    return offset;
  }
  return host->memory_end;
}

static void give_place_back(struct wb_host *host, uint64_t offset, uint64_t length) {
  fallocate(host->memory_fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)offset,
            (off_t)length);
  host->holes.items = wb_grow(host->holes.items, &host->holes.capacity, host->holes.count + 1,
                              sizeof host->holes.items[0]);
  host->holes.items[host->holes.count].offset = offset;
  host->holes.items[host->holes.count++].length = length;
}

void wb_host_add_free_memory(struct wb_host *host, uint64_t bytes) {
  host->memory_end = bytes;
  give_place_back(host, 0, bytes);
}

/* ---- memory that is kept: the first use of its pages is dear, on both sides -------------------
 */

enum { LEAST_SPARE = 64 << 10, MOST_SPARE = 512 << 20 }; /* of one; of all */

static void unmap_spare(struct wb_host *host, struct wb_spare_memory *spare) {
  if (spare->memory == NULL) return;
  munmap(spare->memory, spare->length);
  give_place_back(host, spare->offset, spare->length);
  *spare = (struct wb_spare_memory){.memory = NULL};
}

static uint64_t spare_bytes(const struct wb_host *host) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < WB_SPARE_MEMORIES; i++) bytes += host->spares[i].length;
  return bytes;
}

/* Whether it is kept; then the oldest are not, as far as they are too many. */
static bool keep_spare(struct wb_host *host, const struct wb_spare_memory *spare) {
  const uint64_t limit = host->options.memory_bytes;
  const uint64_t most = limit < MOST_SPARE ? limit : MOST_SPARE;
  if (spare->length < LEAST_SPARE || spare->length > most) return false;
  unmap_spare(host, &host->spares[host->next_spare]);
  for (size_t i = 1; i < WB_SPARE_MEMORIES && spare_bytes(host) > most - spare->length; i++)
    unmap_spare(host, &host->spares[(host->next_spare + i) % WB_SPARE_MEMORIES]);
  host->spares[host->next_spare] = *spare;
  host->next_spare = (host->next_spare + 1) % WB_SPARE_MEMORIES;
  return true;
}

static bool take_spare(struct wb_host *host, uint64_t length, struct wb_spare_memory *taken) {
  size_t i = 0;
  while (i < WB_SPARE_MEMORIES && host->spares[i].length != length) i++;
  if (i == WB_SPARE_MEMORIES) return false;
  *taken = host->spares[i];
  host->spares[i] = (struct wb_spare_memory){.memory = NULL};
  return true;
}

static void take_memory(struct wb_host_block *block, const struct wb_spare_memory *memory) {
  block->memory = memory->memory;
  block->offset = memory->offset;
  memset(block->memory, WB_POISON_BYTE, block->bytes);
}

static enum wb_status share_memory(struct wb_host_block *block, struct wb_error *err) {
  struct wb_host *host = block->host;
  const uint64_t length = round_up(block->bytes > 0 ? block->bytes : 1);
  struct wb_spare_memory taken;
  if (take_spare(host, length, &taken)) {
    take_memory(block, &taken);
    return WB_OK;
  }
  const uint64_t offset = take_place(host, length);
  const bool grows = offset == host->memory_end;
  if (grows && ftruncate(host->memory_fd, (off_t)(offset + length)) != 0)
    return wb_fail_errno(err, "cannot make a host buffer of %llu bytes",
                         (unsigned long long)block->bytes);
  if (grows) host->memory_end = offset + length;
  void *memory =
      mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, host->memory_fd, (off_t)offset);
  if (memory == MAP_FAILED) {
    give_place_back(host, offset, length);
    return wb_fail_errno(err, "cannot make a host buffer of %llu bytes",
                         (unsigned long long)block->bytes);
  }
  take_memory(block, &(struct wb_spare_memory){.memory = memory, .offset = offset});
  return WB_OK;
}

static void unshare_memory(struct wb_host_block *block) {
  struct wb_host *host = block->host;
  struct wb_spare_memory spare = {.memory = block->memory,
                                  .offset = block->offset,
                                  .length = round_up(block->bytes > 0 ? block->bytes : 1)};
  if (!keep_spare(host, &spare)) unmap_spare(host, &spare);
  block->memory = NULL;
}

/* ---- blocks -------------------------------------------------------------------------------- */

static void count_bytes(struct wb_host *host, uint64_t bytes) {
  host->counts.held_bytes += bytes;
  if (host->counts.held_bytes > host->counts.peak_bytes)
    host->counts.peak_bytes = host->counts.held_bytes;
}

static enum wb_status make_memory(struct wb_host_block *block, struct wb_dtype type,
                                  struct wb_error *err) {
  struct wb_buffer_desc desc = {.type = type, .bytes = block->bytes, .access = block->access};
  char name[WB_FINDING_NAME_MAX];
  if (block->side == WB_HOST_SIDE) return share_memory(block, err);
  snprintf(name, sizeof name, "buffer of line %u", block->made.line);
  desc.name = name;
  return wb_buffer_create(block->context->device->device, &desc, &block->handle, err);
}

static bool has_room(const struct wb_host *host, uint64_t bytes) {
  return bytes <= host->options.memory_bytes &&
         host->counts.held_bytes <= host->options.memory_bytes - bytes;
}

/* Commands that wait hold buffers which the program may have lost: where there are very many, or
 * their bytes are needed, they are carried out first. */
static enum wb_status make_place(struct wb_host *host, uint64_t bytes, struct wb_error *err) {
  enum wb_status status = WB_OK;
  if (host->live_blocks >= WB_HOST_MAX_BLOCKS || !has_room(host, bytes))
    status = wb_host_complete_all(host, err);
  if (status != WB_OK) return status;
  if (host->live_blocks >= WB_HOST_MAX_BLOCKS)
    return wb_fail(err, WB_ERR_LIMIT,
                   "a program can have %d buffers at one time: release those that it needs no more",
                   WB_HOST_MAX_BLOCKS);
  if (has_room(host, bytes)) return WB_OK;
  return wb_fail(err, WB_ERR_LIMIT,
                 "a buffer of %llu bytes is too much: %llu of %llu bytes are in use",
                 (unsigned long long)bytes, (unsigned long long)host->counts.held_bytes,
                 (unsigned long long)host->options.memory_bytes);
}

enum wb_status wb_block_new(struct wb_host_context *context, enum wb_host_side side,
                            enum wb_buffer_access access, struct wb_dtype type, uint64_t bytes,
                            struct wb_host_block **out, struct wb_error *err) {
  struct wb_host *host = context->host;
  enum wb_status status = make_place(host, bytes, err);
  if (status != WB_OK) return status;
  struct wb_host_block *block = wb_alloc(sizeof *block);
  block->host = host;
  block->context = context;
  block->serial = ++host->n_blocks;
  block->side = side;
  block->access = access;
  block->bytes = bytes;
  block->references = 1;
  block->made = wb_host_here(host);
  status = make_memory(block, type, err);
  if (status != WB_OK) {
    free(block);
    return status;
  }
  block->next = host->blocks;
  block->link = &host->blocks;
  if (block->next != NULL) block->next->link = &block->next;
  host->blocks = block;
  wb_context_hold(context);
  count_bytes(host, bytes);
  host->live_blocks++;
  context->queue->news = true;
  *out = block;
  return WB_OK;
}

struct wb_host_block *wb_block_hold(struct wb_host_block *block) {
  block->references++;
  return block;
}

/* Whether a kernel wrote beside the buffer: what a device that checks no access can tell. */
static void check_guards(struct wb_host_block *block) {
  struct wb_host *host = block->host;
  const struct wb_host_device *device = block->context->device;
  struct wb_buffer_state state = {0};
  struct wb_error why = {0};
  if (!block->launched_on || device->holds_back || device->dead) return;
  const enum wb_status status = wb_buffer_state(device->device, block->handle, &state, &why);
  if (status != WB_OK) wb_host_keep_failure(host, block->made, &why);
  if (status != WB_OK || state.guards_intact) return;
  wb_host_report(
      host,
      &(struct wb_host_fault){.kind = WB_OUT_OF_BOUNDS,
                              .severity = WB_SEVERITY_ERROR,
                              .place = block->made,
                              .block = block,
                              .access = WB_ACCESS_WRITE},
      "a kernel wrote beside %s, at byte %lld of its %llu; run it on the emulator to see "
      "which work-item does",
      wb_host_block_name(block), (long long)state.first_broken, (unsigned long long)block->bytes);
}

static void release_handle(struct wb_host_block *block) {
  const struct wb_host_device *device = block->context->device;
  struct wb_error why = {0};
  check_guards(block);
  if (wb_buffer_release(device->device, block->handle, &why) != WB_OK && !device->dead)
    wb_host_keep_failure(block->host, block->made, &why);
}

static void empty_block(struct wb_host_block *block) {
  if (block->memory == NULL && block->handle == 0) return;
  wb_origins_keep(block);
  if (block->memory != NULL) unshare_memory(block);
  if (block->handle != 0) release_handle(block);
  block->handle = 0;
  block->host->counts.held_bytes -= block->bytes;
  block->host->live_blocks--;
  wb_spans_release(&block->spans);
}

/* The end of the program: handles may still be there. */
void wb_block_leave(struct wb_host_block *block) {
  empty_block(block);
  *block->link = block->next;
  if (block->next != NULL) block->next->link = block->link;
  block->next = NULL;
  block->link = &block->next;
}

void wb_block_drop(struct wb_host_block *block) {
  if (--block->references > 0) return;
  wb_block_leave(block);
  wb_context_let_go(block->context);
  free(block->uses.items);
  free(block);
}

/* ---- handles ------------------------------------------------------------------------------- */

static enum wb_status refuse_released(struct wb_host_buffer *buffer, const char *doing,
                                      struct wb_error *err) {
  struct wb_host_block *block = buffer->block;
  const struct wb_host_place other = buffer->released ? buffer->released_at : block->released_at;
  const bool mapping = buffer->is_part == false && buffer->released && !block->released;
  return wb_host_refuse(block->host,
                        &(struct wb_host_fault){.kind = WB_USE_AFTER_RELEASE,
                                                .severity = WB_SEVERITY_ERROR,
                                                .place = wb_host_here(block->host),
                                                .other = other,
                                                .block = block},
                        err, "%s %s%s after its %s", doing,
                        buffer->is_part && !buffer->released ? "a part of " : "",
                        wb_host_block_name(block),
                        mapping                                ? "unmapping"
                        : buffer->is_part && !buffer->released ? "owner's release"
                                                               : "release");
}

static enum wb_status check_usable(struct wb_host_buffer *buffer, const char *doing,
                                   struct wb_error *err) {
  return buffer->released || buffer->block->released ? refuse_released(buffer, doing, err) : WB_OK;
}

static struct wb_host_buffer *new_handle(struct wb_host_block *block,
                                         const struct wb_host_buffer_options *options) {
  struct wb_host *host = block->host;
  struct wb_host_buffer *buffer = wb_alloc(sizeof *buffer);
  buffer->block = block;
  buffer->type = options->type;
  buffer->element_bytes =
      options->element_bytes > 0 ? options->element_bytes : wb_dtype_size(options->type);
  buffer->count = options->count;
  buffer->bytes = options->count * buffer->element_bytes;
  buffer->made = wb_host_here(host);
  buffer->next = host->buffers;
  buffer->link = &host->buffers;
  if (buffer->next != NULL) buffer->next->link = &buffer->next;
  host->buffers = buffer;
  host->room_taken += sizeof *buffer;
  return buffer;
}

static enum wb_status check_size(const struct wb_host_buffer_options *options, uint64_t *bytes,
                                 struct wb_error *err) {
  const size_t element =
      options->element_bytes > 0 ? options->element_bytes : wb_dtype_size(options->type);
  if (options->count > (uint64_t)INT64_MAX / element)
    return wb_fail(err, WB_ERR_USAGE, "a buffer of %llu elements of %zu bytes is too large",
                   (unsigned long long)options->count, element);
  *bytes = options->count * element;
  return WB_OK;
}

enum wb_status wb_host_buffer_new(struct wb_host_context *context,
                                  const struct wb_host_buffer_options *options,
                                  struct wb_host_buffer **out, struct wb_error *err) {
  struct wb_host_block *block = NULL;
  const struct wb_dtype bytewise = {WB_UCHAR, 1};
  uint64_t bytes = 0;
  enum wb_status status = check_size(options, &bytes, err);
  if (status == WB_OK)
    status =
        wb_block_new(context, options->side, options->access,
                     options->element_bytes > 0 ? bytewise : options->type, bytes, &block, err);
  if (status != WB_OK) return status;
  *out = new_handle(block, options);
  block->whole = *out;
  if (options->name != NULL) snprintf(block->name, sizeof block->name, "%s", options->name);
  return WB_OK;
}

enum wb_status wb_host_buffer_part(struct wb_host_buffer *owner, uint64_t offset,
                                   const struct wb_host_buffer_options *options,
                                   struct wb_host_buffer **out, struct wb_error *err) {
  const size_t element =
      options->element_bytes > 0 ? options->element_bytes : wb_dtype_size(options->type);
  uint64_t bytes = 0;
  enum wb_status status = check_usable(owner, "makes a part of", err);
  if (status == WB_OK) status = check_size(options, &bytes, err);
  if (status == WB_OK && wb_host_room_left(owner->block->host) < sizeof **out)
    status = wb_host_take_room(owner->block->host, sizeof **out, err);
  if (status != WB_OK) return status;
  if (offset > owner->bytes / element || bytes > owner->bytes - offset * element)
    return wb_host_refuse(
        owner->block->host,
        &(struct wb_host_fault){.kind = WB_COPY_OUT_OF_RANGE,
                                .severity = WB_SEVERITY_ERROR,
                                .place = wb_host_here(owner->block->host),
                                .other = owner->made,
                                .block = owner->block},
        err,
        "a part of %llu elements of %zu bytes from element %llu on does not lie in %s, which "
        "has %llu bytes",
        (unsigned long long)options->count, element, (unsigned long long)offset,
        wb_host_block_name(owner->block), (unsigned long long)owner->bytes);
  *out = new_handle(wb_block_hold(owner->block), options);
  (*out)->is_part = true;
  (*out)->offset = owner->offset + offset * element;
  return WB_OK;
}

static void free_handle(struct wb_host_buffer *buffer) {
  if (buffer->block->whole == buffer) {
    (void)wb_host_block_name(buffer->block); /* while its name can be asked for */
    buffer->block->whole = NULL;
  }
  *buffer->link = buffer->next;
  if (buffer->next != NULL) buffer->next->link = buffer->link;
  wb_host_give_room(buffer->block->host, sizeof *buffer);
  wb_block_drop(buffer->block);
  free(buffer);
}

/* Until it is unmapped a mapping needs the queue that it was made in. */
static void let_queue_go(struct wb_host_buffer *mapping) {
  if (mapping->mapping_queue != NULL) wb_host_queue_drop(mapping->mapping_queue);
  mapping->mapping_queue = NULL;
}

void wb_host_buffer_drop(struct wb_host_buffer *buffer) {
  struct wb_host_buffer *of = buffer->mapping_of;
  if (of != NULL && !buffer->released) /* it can never be unmapped now */
    wb_host_report(buffer->block->host,
                   &(struct wb_host_fault){.kind = WB_MAPPED_ACCESS,
                                           .severity = WB_SEVERITY_ERROR,
                                           .place = buffer->made,
                                           .block = of->block},
                   "maps %s and never unmaps it: the device does not get what was written",
                   wb_host_block_name(of->block));
  if (of != NULL && of->block->mapping == buffer) of->block->mapping = NULL;
  if (of != NULL) of->n_mappings--;
  for (struct wb_host_buffer *b = buffer->block->host->buffers; b != NULL && buffer->n_mappings > 0;
       b = b->next)
    if (b->mapping_of == buffer) {
      b->mapping_of = NULL;
      buffer->n_mappings--;
      let_queue_go(b);
    }
  let_queue_go(buffer);
  free_handle(buffer);
}

/* The device would never get what was written. */
static enum wb_status refuse_mapping(struct wb_host_buffer *mapping, struct wb_error *err) {
  struct wb_host_block *block = mapping->mapping_of->block;
  return wb_host_refuse(block->host,
                        &(struct wb_host_fault){.kind = WB_MAPPED_ACCESS,
                                                .severity = WB_SEVERITY_ERROR,
                                                .place = wb_host_here(block->host),
                                                .other = block->mapped_at,
                                                .block = block},
                        err, "releases a mapping of %s, which has to be unmapped",
                        wb_host_block_name(block));
}

/* Memory of the host that is freed is gone for a command that has not read it yet. A device's
 * drivers keep theirs until then, but not all systems do. */
enum wb_status wb_host_buffer_release(struct wb_host_buffer *buffer, struct wb_error *err) {
  struct wb_host_block *block = buffer->block;
  enum wb_status status = wb_buffer_commandable(buffer, "releases", err);
  if (status == WB_OK && buffer->mapping_of != NULL) status = refuse_mapping(buffer, err);
  if (status != WB_OK) return status;
  const struct wb_host_place here = wb_host_here(block->host);
  struct wb_use use = {0};
  const bool in_use = !buffer->is_part && wb_uses_open(block, &use);
  if (in_use)
    wb_host_report(
        block->host,
        &(struct wb_host_fault){
            .kind = WB_RELEASED_IN_USE,
            .severity = block->side == WB_HOST_SIDE ? WB_SEVERITY_ERROR : WB_SEVERITY_WARNING,
            .place = here,
            .other = use.place,
            .block = block},
        "releases %s while a command that %s it has not been waited for", wb_host_block_name(block),
        use.writes ? "writes" : "reads");
  buffer->released = true;
  buffer->released_at = here;
  if (buffer->is_part) return WB_OK;
  block->released = true;
  block->released_at = here;
  /* What is pending still gets its bytes, and must not find others there. */
  if (!in_use && block->references == 1) empty_block(block);
  return WB_OK;
}

enum wb_status wb_buffer_commandable(struct wb_host_buffer *buffer, const char *doing,
                                     struct wb_error *err) {
  struct wb_host_block *block = buffer->block;
  enum wb_status status = check_usable(buffer, doing, err);
  if (status != WB_OK || block->mapping == NULL) return status;
  return wb_host_refuse(block->host,
                        &(struct wb_host_fault){.kind = WB_MAPPED_ACCESS,
                                                .severity = WB_SEVERITY_ERROR,
                                                .place = wb_host_here(block->host),
                                                .other = block->mapped_at,
                                                .block = block},
                        err, "%s %s while it is mapped to the host", doing,
                        wb_host_block_name(block));
}

void wb_host_buffer_info(const struct wb_host_buffer *buffer, struct wb_host_buffer_info *info) {
  *info = (struct wb_host_buffer_info){.type = buffer->type,
                                       .element_bytes = buffer->element_bytes,
                                       .count = buffer->count,
                                       .bytes = buffer->bytes,
                                       .side = buffer->block->side,
                                       .access = buffer->block->access,
                                       .released = buffer->released || buffer->block->released,
                                       .is_part = buffer->is_part,
                                       .is_mapping = buffer->mapping_of != NULL,
                                       .made = {.line = buffer->made.line}};
  snprintf(info->made.file, sizeof info->made.file, "%s",
           buffer->made.file != NULL ? buffer->made.file : "");
}

struct wb_host_context *wb_host_buffer_context(struct wb_host_buffer *buffer) {
  return buffer->block->context;
}

/* ---- what the program does with its own memory --------------------------------------------- */

static enum wb_status refuse_elements(struct wb_host_buffer *buffer, uint64_t first, uint64_t count,
                                      struct wb_error *err) {
  return wb_fail(err, WB_ERR_USAGE, "%s has elements 0 to %lld; %s%llu is none of them",
                 wb_host_block_name(buffer->block), (long long)buffer->count - 1,
                 count > 1 ? "some from " : "", (unsigned long long)first);
}

struct wb_elements wb_buffer_elements(const struct wb_host_buffer *buffer) {
  const size_t scalar = wb_scalar_size(buffer->type.scalar);
  struct wb_elements elements = {buffer->element_bytes, buffer->element_bytes, false};
  if (buffer->element_bytes != wb_dtype_size(buffer->type))
    elements.is_struct = true;
  else if (buffer->type.lanes == 3)
    elements.used = 3 * scalar;
  return elements;
}

/* Where the padding ends that bytes [gap, end), which nobody wrote, begin with; `gap`: they are
 * none. C pads a struct's field, or its end, to a multiple of a power of two, and with fewer bytes
 * than that. */
static uint64_t skip_padding(const struct wb_elements *elements, uint64_t origin, uint64_t gap,
                             uint64_t end) {
  enum { LARGEST_ALIGNMENT = 16 };
  if (elements->bytes == 0) return gap;
  const uint64_t within = (gap - origin) % elements->bytes, next = gap - within + elements->bytes;
  const uint64_t stop = end < next ? end : next, length = stop - gap;
  uint64_t alignment = 2;
  if (!elements->is_struct) return within >= elements->used ? stop : gap;
  while (alignment <= length) alignment *= 2;
  const bool aligned = (within + length) % alignment == 0;
  return within > 0 && aligned && alignment <= LARGEST_ALIGNMENT ? stop : gap;
}

bool wb_block_gap(struct wb_host_block *block, const struct wb_elements *elements, uint64_t origin,
                  uint64_t start, uint64_t end, uint64_t *gap) {
  struct wb_spans *spans = &block->spans;
  while (wb_spans_gap(spans, start, end, gap)) {
    const size_t next = wb_spans_find(spans, *gap);
    const bool ends = next < spans->count && spans->items[next].start < end;
    start = skip_padding(elements, origin, *gap, ends ? spans->items[next].start : end);
    if (start == *gap) return true;
  }
  return false;
}

static void report_unwritten(struct wb_host_buffer *buffer, uint64_t gap) {
  struct wb_host_block *block = buffer->block;
  const int64_t index = (int64_t)((gap - buffer->offset) / buffer->element_bytes);
  char words[WB_ELEMENT_WORDS_MAX];
  wb_host_report(block->host,
                 &(struct wb_host_fault){.kind = WB_UNINITIALIZED_READ,
                                         .severity = WB_SEVERITY_ERROR,
                                         .place = wb_host_here(block->host),
                                         .other = block->made,
                                         .block = block,
                                         .access = WB_ACCESS_READ,
                                         .has_index = true,
                                         .index = index},
                 "reads %s, which nobody wrote",
                 wb_host_element_words(block, (uint64_t)index, words));
}

static void note_host_write(struct wb_host_buffer *buffer, uint64_t start, uint64_t end) {
  const struct wb_host_span like = {.writer = WB_BY_HOST,
                                    .origin = wb_origin_of_host(buffer->block->host)};
  const struct wb_range range = {start, end};
  wb_spans_write(&buffer->block->spans, &range, start < end, &like);
  buffer->block->version++;
}

enum wb_status wb_host_buffer_touch(struct wb_host_buffer *buffer, uint64_t first, uint64_t count,
                                    enum wb_access access, void **bytes, struct wb_error *err) {
  struct wb_host_block *block = buffer->block;
  const bool writes = access == WB_ACCESS_WRITE;
  uint64_t gap = 0;
  if (buffer->released || block->released)
    return refuse_released(buffer, writes ? "writes" : "reads", err);
  if (block->side != WB_HOST_SIDE)
    return wb_fail(
        err, WB_ERR_USAGE,
        "%s lies on the device: copy it to a host buffer, or map it, to see its elements",
        wb_host_block_name(block));
  if (first > buffer->count || count > buffer->count - first)
    return refuse_elements(buffer, first, count, err);
  if (writes && buffer->mapping_of != NULL && buffer->mapping_read_only)
    return wb_host_refuse(block->host,
                          &(struct wb_host_fault){.kind = WB_READ_ONLY_WRITE,
                                                  .severity = WB_SEVERITY_ERROR,
                                                  .place = wb_host_here(block->host),
                                                  .other = buffer->made,
                                                  .block = block,
                                                  .access = WB_ACCESS_WRITE},
                          err, "writes a buffer that is mapped for reading only");
  const uint64_t start = buffer->offset + first * buffer->element_bytes;
  const uint64_t end = start + count * buffer->element_bytes;
  const struct wb_elements elements = wb_buffer_elements(buffer);
  *bytes = block->memory + start;
  if (block->host->options.unchecked) return WB_OK;
  const bool raced =
      block->uses.count > 0 && wb_uses_check_host(block, start, end, writes, buffer, first);
  if (writes)
    note_host_write(buffer, start, end);
  else if (!raced && wb_block_gap(block, &elements, buffer->offset, start, end, &gap))
    report_unwritten(buffer, gap);
  return WB_OK;
}

/* ---- mapping --------------------------------------------------------------------------------- */

static enum wb_status make_mapping(struct wb_host_queue *queue, struct wb_host_buffer *buffer,
                                   struct wb_host_buffer **mapping, struct wb_error *err) {
  const struct wb_host_buffer_options like = {.type = buffer->type,
                                              .element_bytes = buffer->element_bytes,
                                              .count = buffer->count,
                                              .side = WB_HOST_SIDE};
  enum wb_status status = wb_host_buffer_new(queue->context, &like, mapping, err);
  if (status != WB_OK) return status;
  (*mapping)->element_bytes = buffer->element_bytes;
  status = wb_host_copy_unseen(queue, *mapping, buffer, err);
  if (status == WB_OK)
    status = wb_host_synchronize_quietly(queue, buffer->count * buffer->element_bytes, err);
  if (status != WB_OK) {
    wb_host_buffer_drop(*mapping);
    *mapping = NULL;
  }
  return status;
}

enum wb_status wb_host_map(struct wb_host_queue *queue, struct wb_host_buffer *buffer,
                           bool read_only, struct wb_host_buffer **mapping, struct wb_error *err) {
  struct wb_host_block *block = buffer->block;
  enum wb_status status = wb_buffer_commandable(buffer, "maps", err);
  if (status != WB_OK) return status;
  if (block->side == WB_HOST_SIDE)
    return wb_fail(err, WB_ERR_USAGE, "%s is a host buffer already: it needs no mapping",
                   wb_host_block_name(block));
  status = make_mapping(queue, buffer, mapping, err);
  if (status != WB_OK) return status;
  (*mapping)->mapping_of = buffer;
  buffer->n_mappings++;
  (*mapping)->mapping_queue = queue;
  queue->uses++;
  (*mapping)->mapping_read_only = read_only;
  block->mapping = *mapping;
  block->mapped_at = (*mapping)->made;
  return WB_OK;
}

enum wb_status wb_host_unmap(struct wb_host_buffer *mapping, struct wb_error *err) {
  struct wb_host_buffer *buffer = mapping->mapping_of;
  enum wb_status status = check_usable(mapping, "unmaps", err);
  if (status != WB_OK) return status;
  if (buffer == NULL) return wb_fail(err, WB_ERR_USAGE, "this buffer is no mapping");
  buffer->block->mapping = NULL;
  mapping->released = true;
  mapping->released_at = wb_host_here(mapping->block->host);
  if (!mapping->mapping_read_only) {
    status = wb_host_copy_unseen(mapping->mapping_queue, buffer, mapping, err);
    if (status == WB_OK)
      status = wb_host_synchronize_quietly(mapping->mapping_queue,
                                           buffer->count * buffer->element_bytes, err);
  }
  let_queue_go(mapping);
  if (mapping->block->references == 1) empty_block(mapping->block);
  return status;
}

void wb_host_free_memory(struct wb_host *host) {
  for (struct wb_host_buffer *buffer = host->buffers, *next; buffer != NULL; buffer = next) {
    next = buffer->next;
    free_handle(buffer);
  }
  for (struct wb_host_block *block = host->blocks, *next; block != NULL; block = next) {
    next = block->next;
    wb_block_leave(block);
    free(block->uses.items);
    free(block);
  }
  for (size_t i = 0; i < WB_SPARE_MEMORIES; i++) unmap_spare(host, &host->spares[i]);
}
