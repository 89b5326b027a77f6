#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/row_bounds.h"
#include "compiler/instrument/steps.h"

/* vloadN, vstoreN and their forms for half are one access each, of a vector whose lanes lie
 * side by side and which is as aligned as one lane; that of the vload*a*_half forms is aligned
 * as a whole, three lanes as four. libclc makes several accesses of some of them, which would
 * be reported one by one, and forgets what was aligned and whose row it was. */

/* A name: "vstorea_half3_rtz". */
struct form {
  bool stores, half, aligned;
  unsigned lanes;
  const char *mode; /* "_rtz", or "" */
};

static bool is_mode(const char *text) {
  static const char *const MODES[] = {"", "_rte", "_rtz", "_rtp", "_rtn"};
  bool found = false;
  for (size_t i = 0; i < sizeof MODES / sizeof MODES[0]; i++) found |= strcmp(text, MODES[i]) == 0;
  return found;
}

/* False where it is no such name. `mode` points into it. */
static bool parse_name(const char *name, struct form *form) {
  char *rest;
  *form = (struct form){.stores = wb_starts_with(name, "vstore"), .lanes = 1};
  if (!form->stores && !wb_starts_with(name, "vload")) return false;
  name += strlen(form->stores ? "vstore" : "vload");
  form->half = wb_starts_with(name, "_half") || wb_starts_with(name, "a_half");
  form->aligned = name[0] == 'a';
  if (form->half) name = strstr(name, "_half") + strlen("_half");
  unsigned long lanes = strtoul(name, &rest, 10);
  if (rest != name) form->lanes = (unsigned)lanes;
  form->mode = rest;
  return is_mode(rest) && (form->half || (rest != name && rest[0] == '\0')) && form->lanes >= 1 &&
         form->lanes <= 16;
}

/* Rounding to half is a function of ours (half.cl). */
bool wb_is_plain_vector_builtin(const char *mangled) {
  char name[64];
  struct form form;
  wb_mangled_name(mangled, name, sizeof name);
  return wb_starts_with(mangled, "_Z") && parse_name(name, &form) && !(form.stores && form.half);
}

static LLVMTypeRef vector_of(LLVMTypeRef lane, unsigned lanes) {
  return lanes > 1 ? LLVMVectorType(lane, lanes) : lane;
}

/* Rounds as a function of builtins/half.cl does: "_Z17convert_half4_rtzDv4_f". */
static LLVMValueRef round_value(struct wb_instrumentation *work, LLVMValueRef value,
                                const struct form *form) {
  char name[96], base[48], lanes[16] = "", vector[16] = "";
  LLVMTypeRef from = LLVMTypeOf(value);
  LLVMTypeRef lane = form->lanes > 1 ? LLVMGetElementType(from) : from;
  const char letter = LLVMGetTypeKind(lane) == LLVMDoubleTypeKind ? 'd' : 'f';
  if (form->lanes > 1) {
    snprintf(lanes, sizeof lanes, "%u", form->lanes);
    snprintf(vector, sizeof vector, "Dv%u_", form->lanes);
  }
  snprintf(base, sizeof base, "convert_half%s%s", lanes, form->mode);
  snprintf(name, sizeof name, "_Z%zu%s%s%c", strlen(base), base, vector, letter);
  LLVMTypeRef to = vector_of(LLVMHalfTypeInContext(work->context), form->lanes);
  LLVMTypeRef type = LLVMFunctionType(to, &from, 1, 0);
  LLVMValueRef function = LLVMGetNamedFunction(work->module, name);
  if (function == NULL) function = LLVMAddFunction(work->module, name, type);
  return LLVMBuildCall2(work->builder, type, function, &value, 1, "");
}

/* Bytes from one vector to the next, by which the offset counts. */
static uint64_t stride_of(const struct form *form) {
  return form->aligned && form->lanes == 3 ? 4 : form->lanes;
}

static void finish_access(struct wb_instrumentation *work, LLVMValueRef access,
                          const struct form *form, LLVMTypeRef lane, bool in_row) {
  uint64_t align = LLVMABISizeOfType(work->layout, lane);
  LLVMSetAlignment(access, (unsigned)(form->aligned ? align * stride_of(form) : align));
  wb_row_bounds_set(work, access, WB_ROW_BOUNDS_WHOLE);
  if (in_row) wb_row_bounds_set(work, access, WB_ROW_BOUNDS_SPAN);
}

bool wb_vector_lower(struct wb_instrumentation *work, LLVMValueRef call) {
  char name[64];
  struct form form;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  const char *mangled = wb_callee_name(call);
  if (!wb_starts_with(mangled, "_Z") || !LLVMIsDeclaration(callee)) return false;
  wb_mangled_name(mangled, name, sizeof name);
  if (!parse_name(name, &form) || LLVMGetNumArgOperands(call) != (form.stores ? 3 : 2))
    return false;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef value = form.stores ? LLVMGetOperand(call, 0) : NULL;
  LLVMTypeRef type = form.stores ? LLVMTypeOf(value) : LLVMTypeOf(call);
  LLVMTypeRef lane = form.lanes > 1 ? LLVMGetElementType(type) : type;
  if (form.half) lane = LLVMHalfTypeInContext(work->context);
  wb_build_before(work, call);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
  bool in_row = false;
  LLVMValueRef pointer =
      wb_row_bounds_element(work, LLVMGetOperand(call, form.stores ? 2 : 1), lane,
                            LLVMGetOperand(call, form.stores ? 1 : 0), stride_of(&form), &in_row);
  LLVMValueRef access;
  if (form.stores) {
    access = LLVMBuildStore(b, form.half ? round_value(work, value, &form) : value, pointer);
  } else {
    access = LLVMBuildLoad2(b, vector_of(lane, form.lanes), pointer, "");
    value = form.half ? LLVMBuildFPExt(b, access, type, "") : access;
    LLVMReplaceAllUsesWith(call, value);
  }
  finish_access(work, access, &form, lane, in_row);
  LLVMInstructionEraseFromParent(call);
  return true;
}
