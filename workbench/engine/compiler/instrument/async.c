#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/access.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/steps.h"
#include "compiler/instrument/unwritten.h"

/* async_work_group_copy and its relatives: the runtime copies (runtime.h). */

/* Bytes of an element, from the first parameter's mangled type: what follows
 * "PU3AS3" is "f" or "Dv4_f"; three lanes lie in memory as four. `layout` is what
 * a trace shows of it. */
static uint32_t element_bytes(const char *mangled, char layout[32]) {
  static const char LETTERS[] = "cahstijlmfd";
  static const uint32_t BYTES[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  uint32_t lanes = 1, bytes = 0;
  const char *at = strstr(mangled, "copyPU3AS");
  layout[0] = '\0';
  if (at == NULL) return 0;
  at += strlen("copyPU3ASx");
  if (wb_starts_with(at, "Dv")) {
    lanes = (uint32_t)strtoul(at + 2, NULL, 10);
    at = strchr(at, '_') != NULL ? strchr(at, '_') + 1 : "";
  }
  const char *letter = *at != '\0' ? strchr(LETTERS, *at) : NULL;
  if (wb_starts_with(at, "Dh"))
    bytes = 2;
  else if (letter != NULL)
    bytes = BYTES[letter - LETTERS];
  snprintf(layout, 32, "0%c%ux%u ", *at == 'f' || *at == 'd' || *at == 'D' ? 'f' : 'i', bytes,
           lanes);
  return bytes * (lanes == 3 ? 4 : lanes);
}

struct end {
  LLVMValueRef address, object, site;
};

static struct end end_of(struct wb_kernel_work *kernel, LLVMValueRef call, unsigned operand,
                         uint32_t flags, uint32_t bytes, const char *layout) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef pointer = LLVMGetOperand(call, operand);
  uint32_t object = wb_object_of(kernel, pointer);
  const uint32_t site =
      wb_profile_copy_site(kernel, call, wb_site(kernel, call, object, bytes), layout);
  struct end end = {.object = wb_build_int32(work, object), .site = wb_build_int32(work, site)};
  wb_note_access(kernel, object, bytes, 4);
  wb_build_before(work, call);
  end.address = LLVMBuildPtrToInt(work->builder, pointer, work->types.i64, "");
  end.address = wb_check_dimensions(kernel, pointer, end.address, flags, site);
  return end;
}

static LLVMValueRef lower_copy(struct wb_kernel_work *kernel, LLVMValueRef call, bool strided) {
  struct wb_instrumentation *work = kernel->work;
  char layout[32];
  uint32_t bytes = element_bytes(wb_callee_name(call), layout);
  bool gathers = strstr(wb_callee_name(call), "copyPU3AS3") != NULL;
  LLVMValueRef one = wb_build_int64(work, 1), stride = strided ? LLVMGetOperand(call, 3) : one;
  if (bytes == 0)
    wb_instrument_complain(work, call, "a copy of this type is not supported by the emulator");
  struct end to = end_of(kernel, call, 0, WBRT_WRITE, bytes, layout),
             from = end_of(kernel, call, 1, WBRT_READ, bytes, layout);
  LLVMValueRef event = LLVMGetOperand(call, strided ? 4 : 3);
  event = LLVMBuildPtrToInt(work->builder, event, work->types.i64, "");
  LLVMValueRef arguments[] = {to.address,
                              to.object,
                              to.site,
                              from.address,
                              from.object,
                              from.site,
                              LLVMGetOperand(call, 2),
                              gathers ? one : stride,
                              gathers ? stride : one,
                              wb_build_int32(work, bytes),
                              event};
  LLVMValueRef token = wb_call_runtime(kernel, "wbrt_async_copy", arguments, 11);
  return LLVMBuildIntToPtr(work->builder, token, LLVMTypeOf(call), "");
}

static void lower_wait(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct end list = end_of(kernel, call, 1, WBRT_READ, sizeof(uint64_t), "");
  LLVMValueRef arguments[] = {LLVMGetOperand(call, 0), list.address, list.object, list.site};
  wb_call_runtime(kernel, "wbrt_async_wait", arguments, 4);
}

bool wb_check_async(struct wb_kernel_work *kernel, LLVMValueRef call) {
  char name[64];
  wb_mangled_name(wb_callee_name(call), name, sizeof name);
  bool strided = strcmp(name, "async_work_group_strided_copy") == 0;
  bool copies = strided || strcmp(name, "async_work_group_copy") == 0;
  if (!copies && !wb_is_async_wait(call)) return false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    wb_shadow_use(kernel, LLVMGetOperand(call, i), call, WBRT_USE_ARGUMENT);
  if (copies)
    LLVMReplaceAllUsesWith(call, lower_copy(kernel, call, strided));
  else
    lower_wait(kernel, call);
  LLVMInstructionEraseFromParent(call);
  return true;
}
