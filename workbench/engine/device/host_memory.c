#include "device/host_memory.h"

#include <sys/mman.h>
#include <sys/stat.h>

static const uint64_t MOST = (uint64_t)1 << 42; /* addresses that are reserved */

void wb_host_memory_init(struct wb_host_memory *memory, int fd) {
  *memory = (struct wb_host_memory){.fd = fd};
}

void wb_host_memory_end(struct wb_host_memory *memory) {
  if (memory->base != NULL) munmap(memory->base, MOST);
  wb_host_memory_init(memory, -1);
}

static enum wb_status reserve(struct wb_host_memory *memory, struct wb_error *err) {
  void *base = mmap(NULL, MOST, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) return wb_fail_errno(err, "cannot reserve addresses for host memory");
  memory->base = base;
  return WB_OK;
}

/* A kernel's process, which is forked, has no business there. */
static enum wb_status map_more(struct wb_host_memory *memory, struct wb_error *err) {
  struct stat now;
  if (fstat(memory->fd, &now) != 0) return wb_fail_errno(err, "cannot see the host's memory");
  const uint64_t length = (uint64_t)now.st_size < MOST ? (uint64_t)now.st_size : MOST;
  if (length <= memory->mapped) return WB_OK;
  unsigned char *at = memory->base + memory->mapped;
  if (mmap(at, length - memory->mapped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory->fd,
           (off_t)memory->mapped) == MAP_FAILED)
    return wb_fail_errno(err, "cannot map the host's memory");
  madvise(at, length - memory->mapped, MADV_DONTFORK);
  memory->mapped = length;
  return WB_OK;
}

enum wb_status wb_host_memory_at(struct wb_host_memory *memory, uint64_t offset, uint64_t length,
                                 unsigned char **bytes, struct wb_error *err) {
  enum wb_status status = WB_OK;
  if (memory->fd < 0)
    return wb_fail(err, WB_ERR_USAGE, "a command names host memory, and there is none");
  if (memory->base == NULL) status = reserve(memory, err);
  const bool there = offset <= memory->mapped && length <= memory->mapped - offset;
  if (status == WB_OK && !there) status = map_more(memory, err);
  if (status != WB_OK) return status;
  if (offset > memory->mapped || length > memory->mapped - offset)
    return wb_fail(err, WB_ERR_USAGE, "%llu bytes at byte %llu do not lie in the host's memory",
                   (unsigned long long)length, (unsigned long long)offset);
  *bytes = memory->base + offset;
  return WB_OK;
}
