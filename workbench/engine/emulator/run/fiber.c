#include "emulator/run/fiber.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/large_pages.h"

#ifdef WB_ASAN
#include <sanitizer/common_interface_defs.h>
enum { STACK_BYTES = 512 * 1024 };
#else
enum { STACK_BYTES = 128 * 1024 };
#endif

/* As wide as functions leave a stack untouched: compiled kernels (codegen.c) touch each 4 KiB, C
 * functions with -fstack-clash-protection each 4 KiB on x86-64 and each 64 KiB elsewhere, where
 * pages may be so large, too. */
#ifdef __x86_64__
enum { GUARD_BYTES = 4096 };
#else
enum { GUARD_BYTES = 64 * 1024 };
#endif

/* Of a stack, what any work-item uses. */
enum { HOT_BYTES = 1024 };

enum { COLOUR_BYTES = 192, COLOURS = 64 };

#ifndef MADV_GUARD_INSTALL /* since Linux 6.13; an older one refuses it */
#define MADV_GUARD_INSTALL 102
#endif

/* A context is where a fiber or the scheduler goes on. On x86-64 it is a stack pointer, on top
 * of what the calling convention makes the callee keep; the floating-point controls are the
 * same for all. There are two functions that switch, into a fiber and back, so that each one's
 * jump goes where it went the last time and the processor's prediction holds. Elsewhere
 * Boost.Context does it; WB_BOOST_SWITCH lets tests look at that here, too. */
#if defined(__x86_64__) && !defined(WB_BOOST_SWITCH)

void wb_switch_start(void);

#define SWITCH(name, calls)                                                              \
  ".globl " name "\n.hidden " name "\n.type " name ",@function\n" name                   \
  ":\n"                                                                                  \
  "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n" \
  "  movq %rsp, (%rdi)\n" calls                                                          \
  "  movq %rsi, %rsp\n"                                                                  \
  "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"       \
  "  popq %rdx\n  jmp *%rdx\n"                                                           \
  ".size " name ", .-" name "\n"

/* A fiber's first switch pops what make_context put there. Its function returns to 0, behind a call
 * of the switch that led to it last: the processor predicts that, as it has seen all calls since
 * then return. */
__asm__(".text\n.p2align 4\n" SWITCH(
    "wb_switch_into",
    "  callq 1f\n0:\n  jmp wb_switch_start\n1:\n") ".p2align 4\n" SWITCH("wb_switch_back", "")
            ".p2align 4\n.globl wb_switch_start\n.hidden wb_switch_start\n"
            ".type wb_switch_start,@function\nwb_switch_start:\n"
            "  movq %rbx, %rdi\n  leaq 0b(%rip), %rax\n  pushq %rax\n  jmp *%r12\n"
            ".size wb_switch_start, .-wb_switch_start\n");

static void *make_context(void *top, size_t size, void (*run)(struct wb_fibers *),
                          struct wb_fibers *set) {
  uintptr_t *stack = (uintptr_t *)((uintptr_t)top & ~(uintptr_t)15);
  (void)size;
  *--stack = (uintptr_t)wb_switch_start;
  *--stack = 0;              /* rbp */
  *--stack = (uintptr_t)set; /* rbx */
  *--stack = (uintptr_t)run; /* r12 */
  for (int i = 13; i <= 15; i++) *--stack = 0;
  return stack;
}

#else

/* Its C entry points, as boost/context/detail/fcontext.hpp (which is C++)
 * declares them: who is gone to is told where the other one goes on. */
struct transfer {
  void *context;
  void *data;
};
struct transfer jump_fcontext(void *to, void *data);
void *make_fcontext(void *stack_top, size_t size, void (*run)(struct transfer));

static void enter_fiber(struct wb_fibers *set);

static void switch_to(void **save, void *to) {
  struct transfer back = jump_fcontext(to, save);
  *(void **)back.data = back.context;
}

void wb_switch_into(void **save, void *to) { switch_to(save, to); }
void wb_switch_back(void **save, void *to) { switch_to(save, to); }

/* Only the scheduler goes to a fiber for the first time. */
static void start_fiber(struct transfer from) {
  *(void **)from.data = from.context;
  enter_fiber((struct wb_fibers *)((char *)from.data - offsetof(struct wb_fibers, scheduler)));
}

static void *make_context(void *top, size_t size, void (*run)(struct wb_fibers *),
                          struct wb_fibers *set) {
  (void)run, (void)set;
  return make_fcontext(top, size, start_fiber);
}

#endif

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

static size_t stack_size_for(uint64_t frames) {
  return STACK_BYTES + (frames + GUARD_BYTES - 1) / GUARD_BYTES * GUARD_BYTES;
}

bool wb_fibers_fit(const struct wb_fibers *set, size_t count, uint64_t frames) {
  return set->count >= count && set->stack_size == stack_size_for(frames);
}

static size_t stride_of(const struct wb_fibers *set) { return GUARD_BYTES + set->stack_size; }

/* A page with other rights is a mapping of its own, and cuts another in two: to make so many, and
 * to take them down again, takes longer than a small launch. */
static bool make_guard(unsigned char *guard) {
  return madvise(guard, GUARD_BYTES, MADV_GUARD_INSTALL) == 0 ||
         mprotect(guard, GUARD_BYTES, PROT_NONE) == 0;
}

/* Stacks are a power of two apart or nearly: without another start for each their hot ends would
 * share the same few cache sets. */
static unsigned char *top_of(const struct wb_fibers *set, size_t i) {
  return set->fibers[i].stack + set->stack_size - i % COLOURS * COLOUR_BYTES;
}

enum wb_status wb_fibers_init(struct wb_fibers *set, size_t count, uint64_t frames,
                              struct wb_error *err) {
  const uint64_t most = SIZE_MAX / 2 / count - 2 * GUARD_BYTES - STACK_BYTES;
  *set = (struct wb_fibers){.count = count};
  if (frames > most) return wb_fail(err, WB_ERR_NOMEM, "no memory for the work-items' stacks");
  set->stack_size = stack_size_for(frames);
  const size_t stride = stride_of(set);
  set->map_size = count * stride;
  set->fibers = calloc(count, sizeof *set->fibers);
  if (set->fibers == NULL) return wb_fail(err, WB_ERR_NOMEM, "no memory for work-items");
  void *map = mmap(NULL, set->map_size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) return wb_fail_errno(err, "no memory for the work-items' stacks");
  set->map = map;
  for (size_t i = 0; i < count; i++) {
    unsigned char *guard = set->map + i * stride;
    if (!make_guard(guard)) return wb_fail_errno(err, "cannot guard the work-items' stacks");
    set->fibers[i].stack = guard + GUARD_BYTES;
    set->fibers[i].stack_size = set->stack_size;
  }
  for (size_t i = 0; i < count; i++) wb_pages_touch(top_of(set, i) - HOT_BYTES, HOT_BYTES);
  return WB_OK;
}

void wb_fibers_release(struct wb_fibers *set) {
  if (set->map != NULL) munmap(set->map, set->map_size);
  free(set->fibers);
  *set = (struct wb_fibers){0};
}

static void enter_fiber(struct wb_fibers *set) {
  have_switched(NULL, &set->scheduler_stack, &set->scheduler_stack_size);
#ifdef WB_INLINE_SWITCH
  set->running->run(set->running->data); /* returns to wb_switch_start, which comes here again */
#else
  for (;;) set->running->run(set->running->data);
#endif
}

void wb_fiber_start(struct wb_fibers *set, size_t i, void (*run)(void *data), void *data) {
  struct wb_fiber *fiber = &set->fibers[i];
  unsigned char *top = top_of(set, i);
  fiber->run = run;
  fiber->data = data;
  fiber->fake_stack = NULL;
  fiber->context = make_context(top, (size_t)(top - fiber->stack), enter_fiber, set);
}

#ifndef WB_INLINE_SWITCH

void wb_fiber_resume(struct wb_fibers *set, size_t i) {
  struct wb_fiber *fiber = &set->fibers[i];
  set->running = fiber;
  about_to_switch(&set->scheduler_fake_stack, fiber->stack, fiber->stack_size);
  wb_switch_into(&set->scheduler, fiber->context);
  have_switched(set->scheduler_fake_stack, NULL, NULL);
  set->running = NULL;
}

void wb_fiber_yield(struct wb_fibers *set) {
  struct wb_fiber *self = set->running;
  about_to_switch(&self->fake_stack, set->scheduler_stack, set->scheduler_stack_size);
  wb_switch_back(&self->context, set->scheduler);
  have_switched(self->fake_stack, &set->scheduler_stack, &set->scheduler_stack_size);
}

#endif

_Noreturn void wb_fiber_leave(struct wb_fibers *set) {
  about_to_switch(NULL, set->scheduler_stack, set->scheduler_stack_size);
  wb_switch_back(&set->running->context, set->scheduler);
  wb_bug("a fiber that has left was resumed");
}

bool wb_fibers_is_guard(const struct wb_fibers *set, uintptr_t address) {
  uintptr_t offset = address - (uintptr_t)set->map;
  return set->map != NULL && offset < set->map_size && offset % stride_of(set) < GUARD_BYTES;
}
