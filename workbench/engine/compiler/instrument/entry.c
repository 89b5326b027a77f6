#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/steps.h"

static LLVMTypeRef by_value_type(LLVMValueRef function, unsigned index) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, index + 1, kind);
  return attribute != NULL ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* args[index]: where the caller has the parameter's value. */
static LLVMValueRef load_slot(struct wb_kernel_work *kernel, unsigned index) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef at = wb_build_int64(work, index);
  LLVMValueRef slot = LLVMBuildGEP2(work->builder, work->types.ptr, kernel->args, &at, 1, "");
  LLVMValueRef value = LLVMBuildLoad2(work->builder, work->types.ptr, slot, "");
  wb_map_put(&kernel->objects, value, WB_FOREIGN);
  return value;
}

static LLVMValueRef load_param(struct wb_kernel_work *kernel, unsigned index, LLVMValueRef copy) {
  struct wb_instrumentation *work = kernel->work;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(kernel->source, index));
  LLVMValueRef slot = load_slot(kernel, index);
  if (copy != NULL) {
    LLVMBuildMemCpy(work->builder, copy, 1, slot, 1,
                    wb_build_int64(work, wb_program_kernel_of(kernel)->param_bytes[index]));
    return copy;
  }
  LLVMValueRef value = LLVMBuildLoad2(work->builder, type, slot, "");
  LLVMSetAlignment(value, 1);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
    wb_map_put(&kernel->objects, value, WBRT_FIRST_ARGUMENT + index);
  }
  return value;
}

/* What a pointer parameter points at, from its type's name: "float4*". Bytes and
 * numbers; 0 bytes where that is not known. */
static uint32_t number_bytes(const char *type_name, unsigned *lanes) {
  static const struct {
    const char *name;
    uint32_t bytes;
  } TYPES[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"int", 4},  {"uint", 4},
               {"long", 8}, {"ulong", 8}, {"float", 4}, {"double", 8}, {"half", 2}, {"size_t", 8}};
  size_t letters = strcspn(type_name, "0123456789*");
  *lanes = (unsigned)strtoul(type_name + letters, NULL, 10);
  if (*lanes == 0) *lanes = 1;
  const char *star = strchr(type_name, '*');
  if (star == NULL || star[1] == '*') return star != NULL ? 8 : 0;
  for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++)
    if (strlen(TYPES[i].name) == letters && memcmp(TYPES[i].name, type_name, letters) == 0)
      return TYPES[i].bytes;
  return 0;
}

static uint32_t element_bytes(const char *type_name) {
  unsigned lanes = 1;
  const uint32_t bytes = number_bytes(type_name, &lanes);
  return bytes * (lanes == 3 ? 4 : lanes);
}

static void describe_object(struct wb_kernel_work *kernel, unsigned index) {
  const struct wb_param_info *info = &wb_program_kernel_of(kernel)->info.params[index];
  char type_name[64];
  unsigned lanes = 1;
  struct wb_object_traits *object = &kernel->infos[WBRT_FIRST_ARGUMENT + index];
  object->name = wb_program_text(kernel->work->program, info->name);
  object->memory = (uint8_t)info->memory;
  object->element_bytes = element_bytes(info->type_name);
  wb_params_base_type(kernel, index, type_name, sizeof type_name);
  object->number_bytes = number_bytes(type_name, &lanes);
}

void wb_entry_build(struct wb_kernel_work *kernel) {
  struct wb_instrumentation *work = kernel->work;
  struct wb_program_kernel *made = wb_program_kernel_of(kernel);
  unsigned count = LLVMCountParams(kernel->source);
  LLVMValueRef copies[WB_MAX_ARGS] = {NULL}, values[WB_MAX_ARGS];
  LLVMTypeRef types[] = {work->types.ptr, work->types.ptr};
  kernel->entry =
      LLVMAddFunction(work->module, made->symbol, LLVMFunctionType(work->types.none, types, 2, 0));
  kernel->context = LLVMGetParam(kernel->entry, 0);
  kernel->args = LLVMGetParam(kernel->entry, 1);
  LLVMPositionBuilderAtEnd(work->builder,
                           LLVMAppendBasicBlockInContext(work->context, kernel->entry, "entry"));
  LLVMSetCurrentDebugLocation2(work->builder, NULL);
  for (unsigned i = 0; i < count; i++) {
    LLVMTypeRef type = by_value_type(kernel->source, i);
    char *name = wb_format("%s|", made->info.params[i].name);
    if (type != NULL) copies[i] = LLVMBuildAlloca(work->builder, type, name);
    free(name);
  }
  /* The anchor of a kernel without parameters: what its source begins with may be erased, and
   * this goes when no anchor is needed any more. */
  if (count == 0) wb_context_load(kernel, work->types.i64, 0);
  for (unsigned i = 0; i < count; i++) {
    describe_object(kernel, i);
    values[i] = load_param(kernel, i, copies[i]);
  }
  LLVMBuildCall2(work->builder, LLVMGlobalGetValueType(kernel->source), kernel->source, values,
                 count, "");
  LLVMBuildRetVoid(work->builder);
}
