#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "compiler/instrument/members.h"
#include "compiler/instrument/steps.h"

enum { MAX_OPERANDS = WB_MAX_ARGS + 1 };

/* The operands of a function's metadata node; 0 where there is none. */
static int operands_of(struct wb_instrumentation *work, LLVMValueRef function,
                       const char *kind_name, LLVMValueRef *operands) {
  size_t n = 0;
  int count = 0;
  unsigned kind = LLVMGetMDKindIDInContext(work->context, kind_name, (unsigned)strlen(kind_name));
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(function, &n);
  for (unsigned i = 0; i < n; i++) {
    if (LLVMValueMetadataEntriesGetKind(entries, i) != kind) continue;
    LLVMValueRef node =
        LLVMMetadataAsValue(work->context, LLVMValueMetadataEntriesGetMetadata(entries, i));
    count = (int)LLVMGetMDNodeNumOperands(node);
    if (count > MAX_OPERANDS) count = 0;
    if (count > 0) LLVMGetMDNodeOperands(node, operands);
  }
  LLVMDisposeValueMetadataEntries(entries);
  return count;
}

static void text_of(struct wb_instrumentation *work, LLVMValueRef function, const char *kind,
                    unsigned index, char *out, size_t size) {
  LLVMValueRef operands[MAX_OPERANDS];
  unsigned length = 0;
  int count = operands_of(work, function, kind, operands);
  const char *text = (int)index < count && operands[index] != NULL
                         ? LLVMGetMDString(operands[index], &length)
                         : NULL;
  if (text == NULL) length = 0;
  if (length >= size) length = (unsigned)size - 1;
  if (text != NULL) memcpy(out, text, length);
  out[length] = '\0';
}

static enum wb_memory memory_of(LLVMTypeRef type) {
  static const enum wb_memory SPACES[] = {WB_MEMORY_GLOBAL, WB_MEMORY_GLOBAL, WB_MEMORY_NONE,
                                          WB_MEMORY_LOCAL, WB_MEMORY_CONSTANT};
  if (LLVMGetTypeKind(type) != LLVMPointerTypeKind) return WB_MEMORY_PRIVATE;
  unsigned space = LLVMGetPointerAddressSpace(type);
  return space < sizeof SPACES / sizeof SPACES[0] ? SPACES[space] : WB_MEMORY_NONE;
}

static bool is_opaque(const char *type_name) {
  static const char *const TYPES[] = {"pipe",        "queue_t",      "event_t",
                                      "clk_event_t", "reserve_id_t", "ndrange_t"};
  for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++)
    if (wb_starts_with(type_name, TYPES[i])) return true;
  return false;
}

/* The struct that a parameter passed by value points at, else NULL. */
static LLVMTypeRef by_value_type(LLVMValueRef function, unsigned index) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(function, index + 1, kind);
  return attribute != NULL ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* Clang spells a vector as "float __attribute__((ext_vector_type(4)))"; here "float4". */
static void spell_base(char *name, size_t size) {
  static const char before[] = " __attribute__((ext_vector_type(";
  char *const found = strstr(name, before);
  char *after = NULL;
  if (found == NULL) return;
  const unsigned long lanes = strtoul(found + sizeof before - 1, &after, 10);
  char *const rest = wb_strdup(wb_starts_with(after, ")))") ? after + 3 : "");
  snprintf(found, size - (size_t)(found - name), "%lu%s", lanes, rest);
  free(rest);
}

static void describe_param(struct wb_kernel_work *kernel, unsigned i) {
  struct wb_instrumentation *work = kernel->work;
  struct wb_program_kernel *made = wb_program_kernel_of(kernel);
  struct wb_param_info *info = &made->info.params[i];
  LLVMTypeRef value = by_value_type(kernel->source, i);
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(kernel->source, i));
  char qualifiers[64], access[32];
  text_of(work, kernel->source, "kernel_arg_name", i, info->name, sizeof info->name);
  text_of(work, kernel->source, "kernel_arg_type", i, info->type_name, sizeof info->type_name);
  wb_params_base_type(kernel, i, info->base_name, sizeof info->base_name);
  spell_base(info->base_name, sizeof info->base_name);
  text_of(work, kernel->source, "kernel_arg_type_qual", i, qualifiers, sizeof qualifiers);
  info->memory = value != NULL ? WB_MEMORY_PRIVATE : memory_of(type);
  bool sampler = strcmp(info->type_name, "sampler_t") == 0;
  if (sampler) info->memory = WB_MEMORY_PRIVATE;
  text_of(work, kernel->source, "kernel_arg_access_qual", i, access, sizeof access);
  info->is_const = strcmp(access, "read_only") == 0 || strstr(qualifiers, "const") != NULL ||
                   info->memory == WB_MEMORY_CONSTANT;
  made->param_bytes[i] = (uint32_t)LLVMABISizeOfType(work->layout, value != NULL ? value : type);
  if (sampler) made->param_bytes[i] = sizeof(uint32_t);
  if (info->memory != WB_MEMORY_PRIVATE)
    info->element_bytes = wb_pointee_bytes(work, kernel->source, i);
  if (is_opaque(info->type_name))
    wb_instrument_complain(work, kernel->source,
                           "parameter '%s' of kernel '%s': the emulator does not support %s",
                           info->name, made->image.name, info->type_name);
}

void wb_params_base_type(struct wb_kernel_work *kernel, unsigned index, char *out, size_t size) {
  text_of(kernel->work, kernel->source, "kernel_arg_base_type", index, out, size);
}

void wb_params_describe(struct wb_kernel_work *kernel) {
  struct wb_program_kernel *made = wb_program_kernel_of(kernel);
  unsigned count = LLVMCountParams(kernel->source);
  LLVMValueRef sizes[MAX_OPERANDS];
  if (count > WB_MAX_ARGS) {
    wb_instrument_complain(kernel->work, kernel->source, "kernel '%s' has more than %d parameters",
                           made->image.name, (int)WB_MAX_ARGS);
    return;
  }
  made->info.n_params = count;
  for (unsigned i = 0; i < count; i++) describe_param(kernel, i);
  if (operands_of(kernel->work, kernel->source, "reqd_work_group_size", sizes) == 3)
    for (int i = 0; i < 3; i++)
      made->image.required_group_size[i] = (uint32_t)LLVMConstIntGetZExtValue(sizes[i]);
}
