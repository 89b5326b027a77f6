#include "emulator/fiber.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define WB_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WB_ASAN 1
#endif
#endif

#ifdef WB_ASAN
#include <sanitizer/common_interface_defs.h>
enum { STACK_BYTES = 512 * 1024 };
#else
enum { STACK_BYTES = 128 * 1024 };
#endif

enum { GUARD_BYTES = 4096, COLOUR_BYTES = 192, COLOURS = 64 };

/* Boost.Context's C entry points, as boost/context/detail/fcontext.hpp (which
 * is C++) declares them. */
struct transfer {
  void *context;
  void *data;
};
struct transfer jump_fcontext(void *to, void *data);
void *make_fcontext(void *stack_top, size_t size, void (*run)(struct transfer));

static void about_to_switch(void **fake_stack, const void *bottom, size_t size) {
#ifdef WB_ASAN
  __sanitizer_start_switch_fiber(fake_stack, bottom, size);
#else
  (void)fake_stack, (void)bottom, (void)size;
#endif
}

static void have_switched(void *fake_stack, const void **bottom, size_t *size) {
#ifdef WB_ASAN
  __sanitizer_finish_switch_fiber(fake_stack, bottom, size);
#else
  (void)fake_stack, (void)bottom, (void)size;
#endif
}

size_t wb_fiber_stack_bytes(void) { return STACK_BYTES; }

enum wb_status wb_fibers_init(struct wb_fibers *set, size_t count, struct wb_error *err) {
  const size_t stride = GUARD_BYTES + STACK_BYTES;
  *set = (struct wb_fibers){.count = count, .map_size = count * stride};
  set->fibers = calloc(count, sizeof *set->fibers);
  if (set->fibers == NULL) return wb_fail(err, WB_ERR_NOMEM, "no memory for work-items");
  void *map = mmap(NULL, set->map_size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) return wb_fail_errno(err, "no memory for the work-items' stacks");
  set->map = map;
  for (size_t i = 0; i < count; i++) {
    unsigned char *guard = set->map + i * stride;
    if (mprotect(guard, GUARD_BYTES, PROT_NONE) != 0)
      return wb_fail_errno(err, "cannot guard the work-items' stacks");
    set->fibers[i].stack = guard + GUARD_BYTES;
    set->fibers[i].stack_size = STACK_BYTES;
  }
  return WB_OK;
}

void wb_fibers_release(struct wb_fibers *set) {
  if (set->map != NULL) munmap(set->map, set->map_size);
  free(set->fibers);
  *set = (struct wb_fibers){0};
}

static void enter(struct transfer from) {
  struct wb_fibers *set = from.data;
  have_switched(NULL, &set->scheduler_stack, &set->scheduler_stack_size);
  set->scheduler = from.context;
  set->running->run(set->running->data);
  wb_bug("a fiber has returned");
}

void wb_fiber_start(struct wb_fibers *set, size_t i, void (*run)(void *data), void *data) {
  struct wb_fiber *fiber = &set->fibers[i];
  /* Stacks are a power of two apart or nearly: without another start for each
   * their hot ends would share the same few cache sets. */
  size_t used = fiber->stack_size - i % COLOURS * COLOUR_BYTES;
  fiber->run = run;
  fiber->data = data;
  fiber->fake_stack = NULL;
  fiber->context = make_fcontext(fiber->stack + used, used, enter);
}

void wb_fiber_resume(struct wb_fibers *set, size_t i) {
  struct wb_fiber *fiber = &set->fibers[i];
  set->running = fiber;
  about_to_switch(&set->scheduler_fake_stack, fiber->stack, fiber->stack_size);
  struct transfer back = jump_fcontext(fiber->context, set);
  have_switched(set->scheduler_fake_stack, NULL, NULL);
  fiber->context = back.context;
  set->running = NULL;
}

void wb_fiber_yield(struct wb_fibers *set) {
  struct wb_fiber *self = set->running;
  about_to_switch(&self->fake_stack, set->scheduler_stack, set->scheduler_stack_size);
  struct transfer back = jump_fcontext(set->scheduler, NULL);
  have_switched(self->fake_stack, &set->scheduler_stack, &set->scheduler_stack_size);
  set->scheduler = back.context;
}

_Noreturn void wb_fiber_leave(struct wb_fibers *set) {
  about_to_switch(NULL, set->scheduler_stack, set->scheduler_stack_size);
  jump_fcontext(set->scheduler, NULL);
  wb_bug("a fiber that has left was resumed");
}

bool wb_fibers_is_guard(const struct wb_fibers *set, uintptr_t address) {
  const size_t stride = GUARD_BYTES + STACK_BYTES;
  uintptr_t offset = address - (uintptr_t)set->map;
  return set->map != NULL && offset < set->map_size && offset % stride < GUARD_BYTES;
}
