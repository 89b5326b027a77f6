/* Members of structs and unions, as the debug info names them: LLVM's types have numbers
 * in place of names, and forget what a union holds. */
#ifndef WB_COMPILER_INSTRUMENT_MEMBERS_H
#define WB_COMPILER_INSTRUMENT_MEMBERS_H

#include "compiler/instrument/work.h"

/* Remember the type that its declaration's metadata gives a variable, and all variables at
 * program scope. Nothing is looked at before a path is asked for. */
void wb_members_note(struct wb_instrumentation *work, LLVMValueRef variable);
void wb_members_note_globals(struct wb_instrumentation *work);

/* Keeps the steps to first members in the geps that subscript what is there: the inliner
 * drops a gep that leads nowhere else. */
void wb_members_keep(struct wb_instrumentation *work);

/* What operand `operand` of a gep subscripts, from the outermost struct on, for people:
 * "the member velocity", "the member motion.cells[].values", "a row of the member grid".
 * The program's text; NULL where it is in no struct, or its names are not known. */
const char *wb_member_path(struct wb_kernel_work *kernel, LLVMValueRef gep, unsigned operand);

/* Bytes of what a function's parameter points at; 0 where it is no pointer, or not known. */
uint32_t wb_pointee_bytes(struct wb_instrumentation *work, LLVMValueRef function, unsigned index);

void wb_members_release(struct wb_instrumentation *work);

#endif
