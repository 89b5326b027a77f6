/* Rows of arrays that vectors are accessed in, seen before anything is inlined:
 * there an expression still says which array it subscripts, `&s[r][4]`, and what
 * is a pointer from elsewhere, which has forgotten its row. */
#ifndef WB_COMPILER_INSTRUMENT_ROW_BOUNDS_H
#define WB_COMPILER_INSTRUMENT_ROW_BOUNDS_H

#include "compiler/instrument/work.h"

/* Marks on loads and stores, for later steps. */
enum wb_row_bounds {
  WB_ROW_BOUNDS_WHOLE, /* all lanes are accessed, whichever are used (narrow.c) */
  WB_ROW_BOUNDS_SPAN   /* it must end in the row that its pointer names (extent.c) */
};
void wb_row_bounds_set(struct wb_instrumentation *work, LLVMValueRef access,
                       enum wb_row_bounds mark);
bool wb_row_bounds_has(struct wb_instrumentation *work, LLVMValueRef access,
                       enum wb_row_bounds mark);
/* Whether metadata of this kind is such a mark. */
bool wb_row_bounds_is_mark(struct wb_instrumentation *work, unsigned kind);

/* A pointer to the element `offset * stride` elements of type `lane` past
 * `pointer`; built where the builder is. In `in_row` whether it subscripts the row
 * that the expression names, so that WB_ROW_BOUNDS_SPAN can be held. */
LLVMValueRef wb_row_bounds_element(struct wb_instrumentation *work, LLVMValueRef pointer,
                                   LLVMTypeRef lane, LLVMValueRef offset, uint64_t stride,
                                   bool *in_row);

/* Marks the accesses of the judged file that are wider than the elements of the
 * row that their expression names: `*(float4 *)&s[r][4]`. */
void wb_row_bounds_mark(struct wb_instrumentation *work);

#endif
