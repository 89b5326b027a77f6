#include "device/host_memory.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "base/str.h"

static const uint64_t LEAST = (uint64_t)64 << 20; /* addresses that are reserved at a time */

enum { PAGE = 4096 };

struct wb_memory_view {
  unsigned char *base;
  uint64_t start;    /* of the memory: what lies at `base` */
  uint64_t mapped;   /* bytes from there on that are there, */
  uint64_t reserved; /* and for which there are addresses */
};

void wb_host_memory_init(struct wb_host_memory *memory, int fd) {
  *memory = (struct wb_host_memory){.fd = fd};
}

void wb_host_memory_end(struct wb_host_memory *memory) {
  for (size_t i = 0; i < memory->n_views; i++)
    munmap(memory->views[i].base, memory->views[i].reserved);
  free(memory->views);
  wb_host_memory_init(memory, -1);
}

/* Whether these bytes are among the first `size` of the view. */
static bool is_within(const struct wb_memory_view *view, uint64_t size, uint64_t offset,
                      uint64_t length) {
  return view->start <= offset && length <= size && offset - view->start <= size - length;
}

/* The one with these bytes, mapped or at least with addresses for them; NULL: none has. */
static struct wb_memory_view *find_view(const struct wb_host_memory *memory, uint64_t offset,
                                        uint64_t length, bool mapped) {
  for (size_t i = memory->n_views; i > 0; i--) {
    struct wb_memory_view *view = &memory->views[i - 1];
    if (is_within(view, mapped ? view->mapped : view->reserved, offset, length)) return view;
  }
  return NULL;
}

static void *reserve_addresses(uint64_t length) {
  return mmap(NULL, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

/* Twice as many as are needed now, so that views stay few while the memory grows; where a limit
 * forbids that (ulimit -v), as few as are needed. */
static enum wb_status add_view(struct wb_host_memory *memory, uint64_t start, uint64_t needed,
                               struct wb_memory_view **view, struct wb_error *err) {
  uint64_t reserved = 2 * needed > LEAST ? 2 * needed : LEAST;
  void *base = reserve_addresses(reserved);
  if (base == MAP_FAILED) base = reserve_addresses(reserved = (needed + PAGE - 1) / PAGE * PAGE);
  if (base == MAP_FAILED)
    return wb_fail_errno(err, "the device cannot map %llu bytes of the host's memory",
                         (unsigned long long)needed);
  memory->views =
      wb_grow(memory->views, &memory->capacity, memory->n_views + 1, sizeof *memory->views);
  *view = &memory->views[memory->n_views++];
  **view = (struct wb_memory_view){.base = base, .start = start, .reserved = reserved};
  return WB_OK;
}

/* A kernel's process, which is forked, has no business there. */
static enum wb_status map_more(const struct wb_host_memory *memory, struct wb_memory_view *view,
                               uint64_t size, struct wb_error *err) {
  const uint64_t left = size - view->start;
  const uint64_t length = left < view->reserved ? left : view->reserved;
  unsigned char *at = view->base + view->mapped;
  if (mmap(at, length - view->mapped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory->fd,
           (off_t)(view->start + view->mapped)) == MAP_FAILED)
    return wb_fail_errno(err, "cannot map the host's memory");
  madvise(at, length - view->mapped, MADV_DONTFORK);
  view->mapped = length;
  return WB_OK;
}

/* Maps what is not mapped yet of that. */
static enum wb_status map_bytes(struct wb_host_memory *memory, uint64_t offset, uint64_t length,
                                struct wb_memory_view **view, struct wb_error *err) {
  struct stat now;
  enum wb_status status = WB_OK;
  if (fstat(memory->fd, &now) != 0) return wb_fail_errno(err, "cannot see the host's memory");
  const uint64_t size = (uint64_t)now.st_size, start = offset / PAGE * PAGE;
  if (offset > size || length > size - offset)
    return wb_fail(err, WB_ERR_USAGE, "%llu bytes at byte %llu do not lie in the host's memory",
                   (unsigned long long)length, (unsigned long long)offset);
  *view = find_view(memory, offset, length, false);
  if (*view == NULL) status = add_view(memory, start, offset - start + length, view, err);
  return status == WB_OK ? map_more(memory, *view, size, err) : status;
}

enum wb_status wb_host_memory_at(struct wb_host_memory *memory, uint64_t offset, uint64_t length,
                                 unsigned char **bytes, struct wb_error *err) {
  enum wb_status status = WB_OK;
  if (memory->fd < 0)
    return wb_fail(err, WB_ERR_USAGE, "a command names host memory, and there is none");
  struct wb_memory_view *view = find_view(memory, offset, length, true);
  if (view == NULL) status = map_bytes(memory, offset, length, &view, err);
  if (status == WB_OK) *bytes = view->base + (offset - view->start);
  return status;
}
