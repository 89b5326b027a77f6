#include <stdlib.h>

#include "compiler/instrument/access.h"
#include "compiler/instrument/images.h"
#include "compiler/instrument/collectives.h"
#include "compiler/instrument/dimension_bounds.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/steps.h"
#include "compiler/instrument/unwritten.h"

/* Operands before their users, phis apart: reverse post-order. */
static struct wb_values in_order(LLVMValueRef function) {
  struct wb_values list = {0};
  size_t n = 0;
  LLVMBasicBlockRef *blocks = wb_blocks_in_order(function, &n);
  for (size_t k = 0; k < n; k++)
    for (LLVMValueRef i = LLVMGetFirstInstruction(blocks[k]); i; i = LLVMGetNextInstruction(i))
      wb_values_add(&list, i);
  free(blocks);
  return list;
}

static void check_call(struct wb_kernel_work *kernel, LLVMValueRef call) {
  if (wb_check_copy(kernel, call) || wb_check_printf(kernel, call) ||
      wb_check_async(kernel, call) || wb_check_collective(kernel, call) ||
      wb_check_folded_division(kernel, call) || wb_check_conversion(kernel, call) ||
      wb_image_check(kernel, call))
    return;
  wb_shadow_follow(kernel, call);
}

/* Shadows of operands are there; the instruction's own comes last, since a
 * check may change operands but not what the value depends on. */
static void check_instruction(struct wb_kernel_work *kernel, LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
      wb_check_load(kernel, instruction);
      break;
    case LLVMStore:
      wb_check_store(kernel, instruction);
      break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
      wb_check_atomic(kernel, instruction);
      break;
    case LLVMCall:
      check_call(kernel, instruction);
      break;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
      wb_shadow_follow(kernel, instruction);
      wb_check_division(kernel, instruction);
      break;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
      wb_shadow_follow(kernel, instruction);
      wb_check_shift(kernel, instruction);
      break;
    case LLVMExtractElement:
    case LLVMInsertElement:
      wb_check_lane(kernel, instruction);
      wb_shadow_follow(kernel, instruction);
      break;
    case LLVMBr:
    case LLVMSwitch:
      if (LLVMGetNumSuccessors(instruction) > 1)
        wb_shadow_use(kernel, LLVMGetOperand(instruction, 0), instruction, WBRT_USE_BRANCH);
      wb_profile_branch(kernel, instruction);
      break;
    default:
      wb_shadow_follow(kernel, instruction);
      break;
  }
}

void wb_checks_insert(struct wb_kernel_work *kernel) {
  wb_conversions_define(kernel); /* before the shadows, which see no instruction that is replaced */
  struct wb_values list = in_order(kernel->entry);
  wb_updates_find(kernel, &list);
  wb_shadows_begin(kernel, &list);
  wb_astray_begin(kernel, &list);
  struct wb_values phis = {0};
  for (size_t i = 0; i < list.count; i++)
    if (LLVMIsAPHINode(list.items[i])) wb_values_add(&phis, list.items[i]);
  for (size_t i = 0; i < list.count; i++) {
    check_instruction(kernel, list.items[i]);
    wb_astray_follow(kernel, list.items[i]);
  }
  wb_shadows_end(kernel, &phis);
  wb_astray_end(kernel, &phis);
  wb_values_release(&phis);
  wb_values_release(&list);
}
