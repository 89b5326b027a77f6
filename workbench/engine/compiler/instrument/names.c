#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/members.h"
#include "compiler/instrument/steps.h"

/* No C name has this character; inlining and clashes append to names. */
static const char END_OF_NAME = '|';

static void take_name(const struct wb_instrumentation *work, LLVMValueRef declare) {
  LLVMValueRef variable[8], value[2];
  LLVMValueRef holder = LLVMGetOperand(declare, 0), record = LLVMGetOperand(declare, 1);
  unsigned length = 0;
  unsigned fields = LLVMGetMDNodeNumOperands(record);
  if (fields < 2 || fields > 8 || LLVMGetMDNodeNumOperands(holder) != 1) return;
  LLVMGetMDNodeOperands(record, variable);
  LLVMGetMDNodeOperands(holder, value);
  const char *name = variable[1] != NULL ? LLVMGetMDString(variable[1], &length) : NULL;
  if (name == NULL || value[0] == NULL || LLVMIsAConstant(value[0])) return;
  const uint32_t line = LLVMGetDebugLocLine(declare);
  char *marked =
      wb_format("%.*s%c%u:%u%c", (int)length, name, END_OF_NAME, line,
                wb_place_column(work, line, LLVMGetDebugLocColumn(declare)), END_OF_NAME);
  LLVMSetValueName2(value[0], marked, strlen(marked));
  free(marked);
}

void wb_variable_names_attach(struct wb_instrumentation *work) {
  LLVMSetIsNewDbgInfoFormat(work->module, 0);
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    struct wb_values list = wb_instructions_of(f);
    for (size_t i = 0; i < list.count; i++) {
      if (!LLVMIsACallInst(list.items[i]) || !wb_is_intrinsic(list.items[i], "llvm.dbg.")) continue;
      if (wb_is_intrinsic(list.items[i], "llvm.dbg.declare")) {
        take_name(work, list.items[i]);
        wb_members_note(work, LLVMGetOperand(list.items[i], 1));
      }
      LLVMInstructionEraseFromParent(list.items[i]);
    }
    wb_values_release(&list);
  }
  wb_members_note_globals(work);
}

struct wb_pointer_place wb_variable_place(LLVMValueRef value) {
  struct wb_pointer_place place = {0};
  size_t length = 0;
  const char *at = strchr(LLVMGetValueName2(value, &length), END_OF_NAME);
  char *end = NULL;
  if (at != NULL) place.line = (uint32_t)strtoul(at + 1, &end, 10);
  if (end != NULL && *end == ':') place.column = (uint32_t)strtoul(end + 1, NULL, 10);
  return place;
}

/* clang calls a static array "kernel.array" and a literal ".str.1": the part
 * after the function, without the number that keeps names apart. */
static void name_of_global(const char *name, char *out, size_t size) {
  const char *part = name;
  const char *dot = strchr(name, '.');
  if (wb_starts_with(name, ".str")) part = "string literal";
  if (wb_starts_with(name, "__const.") && strrchr(name, '.') != NULL) {
    part = strchr(name + strlen("__const."), '.');
    part = part != NULL ? part + 1 : name;
  } else if (dot != NULL && dot != name && dot[1] > '9') {
    part = dot + 1;
  }
  size_t length = part[0] == '.' ? strlen(part) : strcspn(part, ".");
  if (length >= size) length = size - 1;
  memcpy(out, part, length);
  out[length] = '\0';
}

const char *wb_variable_name(struct wb_instrumentation *work, LLVMValueRef value) {
  size_t length = 0;
  char text[WB_FINDING_NAME_MAX];
  const char *name = LLVMGetValueName2(value, &length);
  const char *end = strchr(name, END_OF_NAME);
  if (LLVMIsAGlobalVariable(value)) {
    name_of_global(name, text, sizeof text);
  } else {
    if (end == NULL) return NULL;
    length = (size_t)(end - name) < sizeof text ? (size_t)(end - name) : sizeof text - 1;
    memcpy(text, name, length);
    text[length] = '\0';
  }
  return wb_program_text(work->program, text);
}
