/* Compiled kernels: what the compiler hands to the runtime.
 *
 * A program is compiled once and launched many times. The process that holds
 * it never runs kernel code itself: each launch is a forked child, to which
 * the code and these tables are simply there. Knows no LLVM. */
#ifndef WB_EMULATOR_IMAGE_H
#define WB_EMULATOR_IMAGE_H

#include "device/device.h"
#include "emulator/runtime.h"

/* An array that the kernel brings along: object WBRT_FIRST_STATIC + its index
 * in wb_kernel_image.objects. */
struct wb_static_object {
  const char *name;  /* the variable's */
  uint8_t memory;    /* WB_MEMORY_LOCAL, _CONSTANT, _PRIVATE; _GLOBAL: of the program */
  bool read_only;    /* GLOBAL: a const variable */
  uint8_t builtin;   /* PRIVATE: of a builtin, none of the source's: profiles ignore it */
  uint32_t inner[3]; /* sizes of an array's dimensions but for the first; 0: no more */
  uint64_t size;     /* bytes */
  uint32_t align;
  uint32_t least_access; /* as wb_kernel_image.param_least has it */
  uint8_t number_bytes;  /* as wbrt_object has it */
  const void *initial;   /* CONSTANT, GLOBAL: `size` bytes of content, or NULL: zeros */
};

/* What a work-item needs of private memory at a time, as a device would count:
 * variables of the kernel and of the calls that it is in. */
struct wb_private_use {
  uint64_t bytes, largest_bytes;
  const char *largest; /* variable; NULL: it has no name, or there is none */
  const char *file;    /* of its declaration; NULL: the judged file */
  uint32_t line, column;
};

enum { WB_ACROSS_GROUPS = 0, WB_ALONG_COLUMN = 2 }; /* even, as no other step is */

struct wb_kernel_image {
  const char *name;
  /* Runs one work-item to its end. args[i] points at the value of parameter
   * i: a 64-bit address for pointers, the bytes of the value otherwise. */
  void (*entry)(struct wbrt_context *context, const void *const *args);
  /* Runs `count` work-items one after another to their ends, from the one whose
   * ids the context has on, `step` (1 or -1) apart in dimension 0, and adds up
   * their counts. Of kernels without barriers, which then have no `entry`; NULL
   * in those that are profiled, and in tests. Where `crosses_groups`, a `step` of
   * WB_ACROSS_GROUPS, or of WB_ALONG_COLUMN where `has_columns`, says that the work-items are
   * those of several groups side by side in dimension 0, or in dimension 1 of a launch that has
   * one work-item in dimension 0: they run in lockstep, or none of them does, and nothing is
   * counted. */
  void (*item_loop)(struct wbrt_context *context, const void *const *args, uint64_t count,
                    int64_t step);
  const struct wb_kernel_info *info;
  const uint32_t *param_bytes; /* size of each parameter's value */
  /* For each parameter's array: the largest power of two that divides size and place of every
   * access to it, hence what a cell of its race histories may cover; 0: nothing accesses it. */
  uint8_t param_least[WB_MAX_ARGS];
  uint8_t param_number[WB_MAX_ARGS]; /* as wbrt_object.number_bytes has it */
  const struct wb_static_object *objects;
  uint32_t n_objects;
  const struct wbrt_site *sites;
  uint32_t n_sites;
  bool ends_items;        /* `entry` calls wbrt_end_item itself */
  bool has_barrier;       /* work-items need stacks of their own */
  bool polls;             /* calls wbrt_polls: has no `item_loop` */
  bool parallel;          /* nothing but races tells in which order groups run: no
                             atomics on global memory, nothing printed */
  uint32_t n_orders;      /* more than 1: what work-items find in memory may tell them in which
                             order they run, though no two race: wb_kernel_info */
  bool reads_stale;       /* calls wbrt_stale_read */
  uint64_t never_written; /* bit i: nothing in the kernel writes the buffer of
                             parameter i through that parameter */
  uint64_t item_cost;     /* of a work-item, of what is in no loop (runtime.h) */
  bool in_lockstep;       /* rows of work-items may run without a check of each (lockstep.c), */
  bool crosses_groups;    /* even such as go on in the next group, */
  bool has_columns;       /* also in dimension 1 */
  uint32_t weight;        /* what a work-item is likely to cost, roughly; 0: 1 */
  bool profile;           /* calls the wbrt_profile_ functions, which
                             want one group after another */
  bool orders;            /* memory by more than barriers of the group: atomics
                             that acquire and release, sub-group barriers */
  bool has_collectives;   /* calls wbrt_collective */
  bool has_fences;        /* such as order memory */
  struct wb_private_use private_use;
  uint64_t stack_bytes; /* what the compiled code's frames take of a stack, spilled values mostly:
                           the compiler's need, not counted as the kernel's private memory */
  uint32_t required_group_size[3]; /* reqd_work_group_size, or zeros */
};

/* log2 of the bytes that a cell covers. */
static inline uint8_t wb_granule_shift(uint32_t least_access) {
  uint8_t shift = 0;
  while (shift < WBRT_MAX_GRANULE_SHIFT && (least_access == 0 || 2U << shift <= least_access))
    shift++;
  return shift;
}

struct wb_program;
/* The way to the compiler: a process with LLVM in it, started when it is first needed, and the
 * cache of what it made before (compile/compiler_client.c). */
struct wb_compiler;

enum wb_status wb_compiler_new(struct wb_compiler **compiler, struct wb_error *err);
void wb_compiler_free(struct wb_compiler *compiler);

/* Starts the compiler, so that a request that is like this one but for its
 * source is compiled sooner. */
void wb_compiler_prepare(struct wb_compiler *compiler, const struct wb_build_request *request);

/* For a process that is to be forked (base/fork_server.h): starts a compiler for requests like this
 * one, of which each fork has a fork of its own once `wb_compiler_forked` was called there. */
enum wb_status wb_compiler_prepare_forks(struct wb_compiler *compiler,
                                         const struct wb_build_request *request,
                                         struct wb_error *err);
enum wb_status wb_compiler_forked(struct wb_compiler *compiler, struct wb_error *err);

/* Compiles as wb_build_request says. `result` gets log, diagnostics and time;
 * result->program is left alone. The program keeps nothing of the caller's request. What is
 * compiled anew is quick code (compile/compiler_protocol.h), which may have a better. */
enum wb_status wb_compile(struct wb_compiler *compiler, const struct wb_build_request *request,
                          struct wb_program **program, struct wb_build_result *result,
                          struct wb_error *err);

/* As struct wb_build_result has it; the program's. */
const char *wb_program_fingerprint(const struct wb_program *program);

/* Whether code could be made that runs faster. */
bool wb_program_has_better(const struct wb_program *program);

/* Puts what was compiled last into the cache, where that is not done yet: whoever launches it does
 * so once the launch is under way. The next compilation does, and the end. */
void wb_compiler_keep(struct wb_compiler *compiler);

/* Replaces the program by better code, and puts that into the cache. A program for which none
 * can be made after all stays as it is, and has no better code from then on. Pointers into the
 * old program are invalid. */
void wb_compiler_improve(struct wb_compiler *compiler, struct wb_program **program);

void wb_program_free(struct wb_program *program);

/* The kernel called `name`, or NULL; the program's. */
enum wb_status wb_program_kernel(struct wb_program *program, const char *name,
                                 const struct wb_kernel_image **image, struct wb_error *err);

/* Names of all kernels, in source order. */
const char *const *wb_program_kernels(const struct wb_program *program, size_t *count);

#endif
