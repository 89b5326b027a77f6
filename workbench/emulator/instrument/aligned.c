#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulator/instrument/access.h"
#include "emulator/instrument/objects.h"
#include "emulator/instrument/steps.h"

/* vloada_halfN and vstorea_halfN ask for the alignment of all N lanes. libclc
 * moves the lanes one by one, so before its code is inlined a call that says
 * where the vector lies goes before it, for the checks to find. */
static const char PREFIX[] = "wb.aligned.";

enum { HALF_BYTES = 2 };

/* Lanes of the aligned form; 0 for other functions and for one lane. */
static unsigned lanes_of(const char *name, bool *stores) {
  static const char *const FORMS[] = {"vloada_half", "vstorea_half"};
  unsigned lanes = 0;
  for (int i = 0; i < 2; i++) {
    if (!wb_starts_with(name, FORMS[i])) continue;
    *stores = i == 1;
    lanes = (unsigned)strtoul(name + strlen(FORMS[i]), NULL, 10);
  }
  return lanes;
}

static LLVMValueRef marker(struct wb_work *work, LLVMTypeRef pointer, bool stores) {
  char name[64];
  snprintf(name, sizeof name, "%s%s.%u", PREFIX, stores ? "store" : "load",
           LLVMGetPointerAddressSpace(pointer));
  LLVMValueRef function = LLVMGetNamedFunction(work->module, name);
  LLVMTypeRef types[] = {pointer, work->types.i32};
  if (function == NULL)
    function = LLVMAddFunction(work->module, name, LLVMFunctionType(work->types.none, types, 2, 0));
  return function;
}

static void mark(struct wb_work *work, LLVMValueRef call) {
  char name[64];
  bool stores = false;
  wb_plain_name(wb_callee_name(call), name, sizeof name);
  unsigned lanes = lanes_of(name, &stores);
  if (lanes == 0) return;
  if (lanes == 3) lanes = 4; /* in memory */
  wb_build_before(work, call);
  LLVMSetCurrentDebugLocation2(work->builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef pointer = LLVMGetOperand(call, stores ? 2 : 1);
  LLVMValueRef index = LLVMBuildMul(work->builder, LLVMGetOperand(call, stores ? 1 : 0),
                                    wb_int64(work, (uint64_t)lanes * HALF_BYTES), "");
  LLVMValueRef arguments[] = {LLVMBuildGEP2(work->builder, work->types.i8, pointer, &index, 1, ""),
                              wb_int32(work, (uint64_t)lanes * HALF_BYTES)};
  LLVMValueRef function = marker(work, LLVMTypeOf(pointer), stores);
  LLVMBuildCall2(work->builder, LLVMGlobalGetValueType(function), function, arguments, 2, "");
}

void wb_aligned_mark(struct wb_work *work) {
  struct wb_values own = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    if (wb_map_has(&work->own, f)) wb_values_add(&own, f);
  for (size_t k = 0; k < own.count; k++) {
    struct wb_values list = wb_instructions(own.items[k]);
    for (size_t i = 0; i < list.count; i++)
      if (LLVMIsACallInst(list.items[i])) mark(work, list.items[i]);
    wb_values_release(&list);
  }
  wb_values_release(&own);
}

bool wb_check_aligned(struct wb_kernel_work *kernel, LLVMValueRef call) {
  if (!wb_is_intrinsic(call, PREFIX)) return false;
  bool stores = wb_starts_with(wb_callee_name(call) + strlen(PREFIX), "store");
  LLVMValueRef pointer = LLVMGetOperand(call, 0);
  uint32_t align = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
  uint32_t site = wb_site(kernel, call, wb_object_of(kernel, pointer), align);
  wb_check_vector(kernel, call, pointer, NULL, align, stores ? WBRT_WRITE : WBRT_READ, site);
  LLVMInstructionEraseFromParent(call);
  return true;
}
