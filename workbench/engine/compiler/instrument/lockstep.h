/* Work-items of a row in lockstep (lockstep.c): what is known of a kernel for that. */
#ifndef WB_COMPILER_INSTRUMENT_LOCKSTEP_H
#define WB_COMPILER_INSTRUMENT_LOCKSTEP_H

#include "compiler/instrument/work.h"
#include "emulator/runtime.h"

/* Operands of wbrt_check. */
enum {
  WB_CHECK_ADDRESS = 1,
  WB_CHECK_OBJECT,
  WB_CHECK_SIZE,
  WB_CHECK_ALIGN,
  WB_CHECK_FLAGS,
  WB_CHECK_SITE,
  WB_READ_ANSWER /* of wbrt_read_local */
};

/* The step of a value that grows by as much each time, but how much is known only when the kernel
 * runs. No known step is as large: they are sums and products of small ones. */
#define WB_STEP_AT_RUN_TIME (INT64_C(1) << 60)

/* What is asked of the first work-item of a row and of the last, so that it holds for all: that a
 * comparison, the condition of a branch, is as expected; that a value which grows by `step` from
 * one to the next does not wrap. */
enum { WB_LOCKSTEP_GUARDS = 16 };
struct wb_lockstep_guard {
  LLVMValueRef condition; /* or NULL */
  bool expected;
  LLVMValueRef varies; /* where `step` is not 0 */
  int64_t step;
  bool is_signed;
};

struct wb_lockstep {
  struct wb_kernel_work *kernel;
  bool column;           /* of dimension 1, not a row */
  struct wb_values path; /* instructions, but for phis and branches */
  struct wb_map seen;    /* blocks */
  struct wb_map same;    /* phis -> what they are on the path */
  struct wb_map steps;   /* values -> their steps, with a bias */
  struct wb_map zeros;   /* values that are 0 where all that is read is written */
  struct wb_map counts;  /* values that count accesses */
  LLVMValueRef accesses[WBRT_LOCKSTEP_ACCESSES];
  struct wb_lockstep_guard guards[WB_LOCKSTEP_GUARDS];
  size_t n_accesses, n_guards;
  bool of_group;          /* it matters where in its group a work-item is, or in which group */
  uint64_t reads, writes; /* elements of global memory, by each work-item */
  /* values -> the same in the first work-item, in the second, in the last, and in each */
  struct wb_map first, second, last, each;
};

/* Before the kernel's blocks become the loop's; false where there is no such path. To be released
 * in either case. */
bool wb_lockstep_find(struct wb_kernel_work *kernel, bool column, struct wb_lockstep *l);
/* Afterwards: before the loop's first block, whose last is `end`. `column` may be NULL. */
void wb_lockstep_build(struct wb_lockstep *row, struct wb_lockstep *column, LLVMValueRef loop,
                       LLVMBasicBlockRef start, LLVMBasicBlockRef end);
void wb_lockstep_release(struct wb_lockstep *l);

/* For lockstep_rows.c: a phi is what it is on the path; whether a value is 0 where all that is read
 * is written, and what it grows by. */
LLVMValueRef wb_lockstep_resolve(const struct wb_lockstep *l, LLVMValueRef value);
LLVMValueRef wb_lockstep_operand(const struct wb_lockstep *l, LLVMValueRef user, unsigned index);
bool wb_lockstep_is_zero(const struct wb_lockstep *l, LLVMValueRef value);
bool wb_lockstep_has_step(const struct wb_lockstep *l, LLVMValueRef value, int64_t *step);

/* For loop_reads.c, too. A call of mathematics that was not inlined: numbers in, numbers out. */
bool wb_is_mathematics(LLVMValueRef call);
bool wb_is_signed_order(LLVMIntPredicate predicate);
/* Operators, which touch nothing. */
bool wb_computes_number(LLVMValueRef instruction);
/* Whether a pointer is a field of the context that does not change while a work-item runs from
 * barrier to barrier. */
bool wb_lockstep_is_fixed(const struct wb_kernel_work *kernel, LLVMValueRef pointer);

#endif
