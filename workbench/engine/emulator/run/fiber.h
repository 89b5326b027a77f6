/* Stacks of their own for work-items, and switching between them.
 *
 * The scheduler runs on the thread's stack and resumes one fiber at a time;
 * a fiber yields back to it. A fiber that is never resumed again is simply
 * forgotten: kernels own nothing. */
#ifndef WB_EMULATOR_RUN_FIBER_H
#define WB_EMULATOR_RUN_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

struct wb_fiber {
  void *context; /* where it goes on */
  unsigned char *stack;
  size_t stack_size;
  void *fake_stack; /* the address sanitizer's */
  void (*run)(void *data);
  void *data;
};

/* `count` fibers whose stacks lie between guards. */
struct wb_fibers {
  struct wb_fiber *fibers;
  size_t count;
  unsigned char *map;
  size_t map_size, stack_size;
  struct wb_fiber *running; /* NULL: the scheduler */
  void *scheduler;          /* where it goes on */
  void *scheduler_fake_stack;
  const void *scheduler_stack;
  size_t scheduler_stack_size;
};

/* For `count` work-items, at least one. Each stack has room for `frames` bytes and for the
 * 128 KiB that the runtime's functions and small frames share. WB_ERR_NOMEM where there is no
 * memory for that. */
enum wb_status wb_fibers_init(struct wb_fibers *set, size_t count, uint64_t frames,
                              struct wb_error *err);
void wb_fibers_release(struct wb_fibers *set);

/* Whether a set that was made already, or is zero, would do as well. */
bool wb_fibers_fit(const struct wb_fibers *set, size_t count, uint64_t frames);

/* Fiber i will call run(data) when it is first resumed, and again whenever that returns. */
void wb_fiber_start(struct wb_fibers *set, size_t i, void (*run)(void *data), void *data);

/* A processor predicts where a function returns to by who called last, which is another fiber's
 * caller after a switch. On x86-64 (fiber.c) switches therefore are part of the functions that
 * switch, and go on by jumps: a function whose last call is wb_fiber_yield never returns itself,
 * and a fiber's own function returns to the switch. */
#if defined(__SANITIZE_ADDRESS__)
#define WB_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WB_ASAN 1
#endif
#endif
#if defined(__x86_64__) && !defined(WB_BOOST_SWITCH) && !defined(WB_ASAN)
#define WB_INLINE_SWITCH 1
#endif

void wb_switch_into(void **save, void *to);
void wb_switch_back(void **save, void *to);

/* From the scheduler: goes on with fiber i until it yields. */
#ifdef WB_INLINE_SWITCH
static inline void wb_fiber_resume(struct wb_fibers *set, size_t i) {
  set->running = &set->fibers[i];
  wb_switch_into(&set->scheduler, set->fibers[i].context);
  set->running = NULL;
}
#else
void wb_fiber_resume(struct wb_fibers *set, size_t i);
#endif

/* From a fiber: back to the scheduler. Returns when resumed. */
#ifdef WB_INLINE_SWITCH
static inline void wb_fiber_yield(struct wb_fibers *set) {
  wb_switch_back(&set->running->context, set->scheduler);
}
#else
void wb_fiber_yield(struct wb_fibers *set);
#endif

/* From a fiber: back to the scheduler for good. */
_Noreturn void wb_fiber_leave(struct wb_fibers *set);

/* Whether an address lies in a guard under a stack. */
bool wb_fibers_is_guard(const struct wb_fibers *set, uintptr_t address);

#endif
