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

/* Fiber i will call run(data) when it is first resumed; run must not return. */
void wb_fiber_start(struct wb_fibers *set, size_t i, void (*run)(void *data), void *data);

/* From the scheduler: goes on with fiber i until it yields. */
void wb_fiber_resume(struct wb_fibers *set, size_t i);

/* From the scheduler: fiber i comes soon. Its stack's end is read into the caches meanwhile. */
void wb_fiber_expect(const struct wb_fibers *set, size_t i);

/* From a fiber: back to the scheduler. Returns when resumed. */
void wb_fiber_yield(struct wb_fibers *set);

/* From a fiber: back to the scheduler for good. */
_Noreturn void wb_fiber_leave(struct wb_fibers *set);

/* Whether an address lies in a guard under a stack. */
bool wb_fibers_is_guard(const struct wb_fibers *set, uintptr_t address);

#endif
