#include "compiler/instrument/work.h"

#include <llvm-c/DebugInfo.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* A file, as clang was given it (*plain) and with its folder: clang splits a path whose
 * start is the folder that it runs in. The caller frees both. */
static void make_names(const char *name, unsigned length, const char *folder,
                       unsigned folder_length, char **plain, char **full) {
  *plain = wb_strndup(name, length);
  *full = (*plain)[0] == '/' || folder_length == 0
              ? wb_strdup(*plain)
              : wb_format("%.*s/%s", (int)folder_length, folder, *plain);
}

/* A place's file; false where the place has none. */
static bool file_names(LLVMValueRef at, char **plain, char **full) {
  unsigned length = 0, folder_length = 0;
  const char *name = LLVMGetDebugLocFilename(at, &length);
  const char *folder = LLVMGetDebugLocDirectory(at, &folder_length);
  *plain = *full = NULL;
  if (name == NULL) return false;
  make_names(name, length, folder, folder_length, plain, full);
  return true;
}

bool wb_place_is_in(LLVMValueRef at, const char *file_name) {
  char *plain, *full;
  const bool is_in = file_names(at, &plain, &full) &&
                     (strcmp(plain, file_name) == 0 || strcmp(full, file_name) == 0);
  free(full);
  free(plain);
  return is_in;
}

static bool is_below(const char *path, const char *folder) {
  return folder != NULL && wb_starts_with(path, folder) && path[strlen(folder)] == '/';
}

/* The name of a place's file as people know it: NULL for the judged file, what
 * follows the include folder for a header of the course or the workbench. Takes both names. */
static const char *known_file(struct wb_instrumentation *work, char *plain, char *full) {
  const char *name = full;
  bool judged = strcmp(plain, work->file_name) == 0 || strcmp(full, work->file_name) == 0;
  if (is_below(full, work->include))
    name += strlen(work->include) + 1;
  else if (is_below(full, work->own_include))
    name += strlen(work->own_include) + 1;
  const char *kept = judged ? NULL : wb_program_text(work->program, name);
  free(full);
  free(plain);
  return kept;
}

/* One instruction after the other has the same: LLVM's own text says so by its address. */
static const char *file_of(struct wb_instrumentation *work, LLVMValueRef at) {
  unsigned length = 0, folder_length = 0;
  char *plain, *full;
  const char *name = LLVMGetDebugLocFilename(at, &length);
  const char *folder = LLVMGetDebugLocDirectory(at, &folder_length);
  if (name == NULL) return NULL;
  if (name != work->last_file.name || folder != work->last_file.folder) {
    make_names(name, length, folder, folder_length, &plain, &full);
    work->last_file.name = name;
    work->last_file.folder = folder;
    work->last_file.known = known_file(work, plain, full);
  }
  return work->last_file.known;
}

/* The same names of a location, of which they are parts. */
static bool location_names(LLVMMetadataRef location, char **plain, char **full) {
  unsigned length = 0, folder_length = 0;
  LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(location));
  *plain = *full = NULL;
  if (file == NULL) return false;
  const char *name = LLVMDIFileGetFilename(file, &length);
  const char *folder = LLVMDIFileGetDirectory(file, &folder_length);
  make_names(name, length, folder, folder_length, plain, full);
  return true;
}

/* Where the program calls a function of the workbench's headers, which an instruction has been
 * inlined from: their lines say nothing to people. False where it is in none. */
static bool find_caller(struct wb_instrumentation *work, LLVMValueRef at,
                        struct wb_pointer_place *place) {
  LLVMMetadataRef location = LLVMIsAInstruction(at) ? LLVMInstructionGetDebugLoc(at) : NULL;
  bool own = true, left = false;
  char *plain, *full;
  if (location == NULL || LLVMDILocationGetInlinedAt(location) == NULL) return false;
  while (work->own_include != NULL && location != NULL && own) {
    if (!location_names(location, &plain, &full)) return false;
    own = is_below(full, work->own_include);
    if (own || !left) {
      free(plain);
      free(full);
    } else {
      place->line = LLVMDILocationGetLine(location);
      place->column = LLVMDILocationGetColumn(location);
      place->file = known_file(work, plain, full);
      return true;
    }
    left = true;
    location = LLVMDILocationGetInlinedAt(location);
  }
  return false;
}

uint32_t wb_place_column(const struct wb_instrumentation *work, uint32_t line, uint32_t column) {
  return work->literals != NULL ? wb_literals_column(work->literals, line, column) : column;
}

struct wb_pointer_place wb_place_of(struct wb_instrumentation *work, LLVMValueRef where) {
  struct wb_pointer_place place = {0};
  if (where == NULL) return place;
  /* Code that the compiler made has no line: the nearest one before it has. */
  LLVMValueRef at = where;
  if (LLVMIsAInstruction(where))
    while (at != NULL && LLVMGetDebugLocLine(at) == 0) at = LLVMGetPreviousInstruction(at);
  if (at == NULL) {
    at = where;
    while (at != NULL && LLVMGetDebugLocLine(at) == 0) at = LLVMGetNextInstruction(at);
  }
  if (at == NULL) return place;
  if (!find_caller(work, at, &place)) {
    place.line = LLVMGetDebugLocLine(at);
    place.column = LLVMIsAInstruction(at) ? LLVMGetDebugLocColumn(at) : 0;
    place.file = file_of(work, at);
  }
  if (place.file == NULL) place.column = wb_place_column(work, place.line, place.column);
  return place;
}

const char *wb_place_text(struct wb_instrumentation *work, const struct wb_pointer_place *place,
                          size_t *length) {
  const char *at = work->source.text, *end = at + work->source.length;
  uint32_t line = 1;
  if (place->file != NULL || place->line == 0 || place->column == 0) return NULL;
  for (; at < end && line < place->line; line++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    at = stop != NULL ? stop + 1 : end;
  }
  if ((size_t)(end - at) < place->column) return NULL;
  const char *stop = memchr(at, '\n', (size_t)(end - at));
  if (stop == NULL) stop = end;
  at += place->column - 1;
  *length = at < stop ? (size_t)(stop - at) : 0;
  return at < stop ? at : NULL;
}

static void log_message(struct wb_instrumentation *work, LLVMValueRef where, const char *severity,
                        const char *format, va_list args) {
  struct wb_pointer_place place = wb_place_of(work, where);
  wb_str_add(work->log, place.file != NULL ? place.file : work->file_name);
  if (place.line > 0) wb_str_addf(work->log, ":%u:%u", place.line, place.column);
  wb_str_addf(work->log, ": %s: ", severity);
  wb_str_vaddf(work->log, format, args);
  wb_str_add_char(work->log, '\n');
}

void wb_instrument_complain(struct wb_instrumentation *work, LLVMValueRef where, const char *format,
                            ...) {
  va_list args;
  va_start(args, format);
  log_message(work, where, "error", format, args);
  va_end(args);
  work->errors++;
}

void wb_instrument_warn(struct wb_instrumentation *work, LLVMValueRef where, const char *format,
                        ...) {
  va_list args;
  va_start(args, format);
  if (!work->no_warnings) log_message(work, where, "warning", format, args);
  va_end(args);
}

void wb_values_add(struct wb_values *values, LLVMValueRef value) {
  if (values->count == values->capacity)
    values->items =
        wb_grow(values->items, &values->capacity, values->count + 1, sizeof *values->items);
  values->items[values->count++] = value;
}

void wb_values_release(struct wb_values *values) {
  free(values->items);
  memset(values, 0, sizeof *values);
}

struct wb_values wb_instructions_of(LLVMValueRef function) {
  enum { MANY = 128 };
  struct wb_values list = {0};
  list.items = wb_grow(NULL, &list.capacity, MANY, sizeof *list.items);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      wb_values_add(&list, i);
  return list;
}

void wb_build_before(struct wb_instrumentation *work, LLVMValueRef instruction) {
  LLVMPositionBuilderBefore(work->builder, instruction);
  LLVMSetCurrentDebugLocation2(work->builder, NULL);
}

void wb_build_after(struct wb_instrumentation *work, LLVMValueRef instruction) {
  LLVMValueRef next = LLVMGetNextInstruction(instruction);
  while (LLVMIsAPHINode(instruction) && next != NULL && LLVMIsAPHINode(next))
    next = LLVMGetNextInstruction(next);
  if (next != NULL)
    wb_build_before(work, next);
  else
    LLVMPositionBuilderAtEnd(work->builder, LLVMGetInstructionParent(instruction));
}

void wb_build_at_start(struct wb_instrumentation *work, LLVMBasicBlockRef block) {
  LLVMValueRef first = LLVMGetFirstInstruction(block);
  while (first != NULL && LLVMIsAPHINode(first)) first = LLVMGetNextInstruction(first);
  wb_build_before(work, first);
}

LLVMValueRef wb_build_int32(struct wb_instrumentation *work, uint64_t value) {
  return LLVMConstInt(work->types.i32, value, 0);
}

LLVMValueRef wb_build_int64(struct wb_instrumentation *work, uint64_t value) {
  return LLVMConstInt(work->types.i64, value, 0);
}

LLVMValueRef wb_splat_constant(LLVMValueRef value, unsigned count) {
  LLVMValueRef lanes[16];
  for (unsigned i = 0; i < count && i < 16; i++) lanes[i] = value;
  return LLVMConstVector(lanes, count);
}

LLVMTypeRef wb_lane_type(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

unsigned wb_lane_count(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

bool wb_type_is_aggregate(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

unsigned wb_type_parts(LLVMTypeRef aggregate) {
  return LLVMGetTypeKind(aggregate) == LLVMStructTypeKind
             ? LLVMCountStructElementTypes(aggregate)
             : (unsigned)LLVMGetArrayLength2(aggregate);
}

LLVMTypeRef wb_type_part(LLVMTypeRef aggregate, unsigned index) {
  return LLVMGetTypeKind(aggregate) == LLVMStructTypeKind
             ? LLVMStructGetTypeAtIndex(aggregate, index)
             : LLVMGetElementType(aggregate);
}

bool wb_takes_pointers(LLVMValueRef function) {
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  bool any = LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMPointerTypeKind;
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    any |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, i))) == LLVMPointerTypeKind;
  return any;
}

const char *wb_callee_name(LLVMValueRef call) {
  size_t length = 0;
  LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
  return callee != NULL && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &length) : "";
}

void wb_mangled_name(const char *mangled, char *out, size_t size) {
  size_t length = 0;
  const char *at = mangled;
  if (wb_starts_with(mangled, "_Z")) {
    for (at = mangled + 2; *at >= '0' && *at <= '9'; at++)
      length = length * 10 + (size_t)(*at - '0');
  }
  if (length == 0 || length > strlen(at)) {
    at = mangled;
    length = strlen(mangled);
  }
  if (length >= size) length = size - 1;
  memcpy(out, at, length);
  out[length] = '\0';
}

bool wb_is_intrinsic(LLVMValueRef call, const char *prefix) {
  return wb_starts_with(wb_callee_name(call), prefix);
}

LLVMValueRef wb_context_load(struct wb_kernel_work *kernel, LLVMTypeRef type, size_t offset) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef index = wb_build_int64(work, offset);
  LLVMValueRef at = LLVMBuildGEP2(work->builder, work->types.i8, kernel->context, &index, 1, "");
  return LLVMBuildLoad2(work->builder, type, at, "");
}

/* p pointer, l 64 bits, i 32 bits, b bool, v nothing; the result comes first. */
static const struct {
  const char *name, *signature;
  /* A line each, so that lines can be added side by side. */
  /* clang-format off */
} RUNTIME[] = {
    {"wbrt_check", "lpliiiii"},
    {"wbrt_unwritten", "bpliiii"},
    {"wbrt_read_local", "lpliiiiip"},
    {"wbrt_mark", "vpliiii"},
    {"wbrt_unwritten_lanes", "ipliiiii"},
    {"wbrt_mark_lanes", "vpliiiii"},
    {"wbrt_step", "lpli"},
    {WB_COUNT_STEP, "vpi"},
    {"wbrt_first_steps", "lp"},
    {"wbrt_end_item", "vplllllll"},
    {"wbrt_begin_item", "vp"},
    {"wbrt_next_item", "vpl"},
    {"wbrt_lockstep", "bppilll"},
    {"wbrt_one_by_one", "vp"},
    {"wbrt_may_read", "bplllii"},
    {"wbrt_may_read_local", "bpllliiiib"},
    {"wbrt_used_unwritten", "vpii"},
    {"wbrt_unchanged", "vpli"},
    {"wbrt_divided_by_zero", "vpi"},
    {"wbrt_divide_overflow", "vpii"},
    {"wbrt_bad_shift", "vpilii"},
    {"wbrt_converted", "vpilii"},
    {"wbrt_bad_lane", "vpili"},
    {"wbrt_bad_row", "vpiilii"},
    {"wbrt_index_outside", "vpilli"},
    {"wbrt_index_used", "vpiii"},
    {"wbrt_bad_pixel", "vpiiiiii"},
    {"wbrt_bad_align", "vpiili"},
    {"wbrt_begin_object", "vpi"},
    {"wbrt_copy", "vpliiliill"},
    {"wbrt_set", "vpliiillb"},
    {"wbrt_barrier", "vpiil"},
    {"wbrt_sync", "vpliii"},
    {"wbrt_collective", "vpiiil"},
    {"wbrt_subgroup", "lpill"},
    {"wbrt_memory_at", "ipl"},
    {"wbrt_async_copy", "lpliiliilllil"},
    {"wbrt_async_wait", "vpilii"},
    {"wbrt_polls", "vpliiipp"},
    {"wbrt_changes", "vpliii"},
    {"wbrt_turn", "vp"},
    {"wbrt_stale_read", "lpliil"},
    {"wbrt_exchanged", "vpliii"},
    {"wbrt_trial_read", "vpliiip"},
    {"wbrt_trial_write", "vpliip"},
    {"wbrt_trial_turn", "lp"},
    {"wbrt_carry_unwritten", "vpliii"},
    {"wbrt_left_undefined", "vpliiii"},
    {"wbrt_returns", "vpi"},
    {"wbrt_exits", "vpi"},
    {"wbrt_printf", "ipilpi"},
    {"wbrt_profile_access", "vpliili"},
    {"wbrt_profile_branch", "vplli"},
    {"wbrt_profile_select", "vpli"},
};
/* clang-format on */

static LLVMTypeRef type_of_letter(struct wb_instrumentation *work, char letter) {
  switch (letter) {
    case 'p':
      return work->types.ptr;
    case 'l':
      return work->types.i64;
    case 'i':
      return work->types.i32;
    case 'b':
      return work->types.i1;
    default:
      return work->types.none;
  }
}

/* A bool crosses the call zero-extended, as C's calling convention has it. */
static void extend_bools(struct wb_instrumentation *work, LLVMValueRef function,
                         const char *signature) {
  unsigned kind = LLVMGetEnumAttributeKindForName("zeroext", 7);
  for (unsigned i = 0; signature[i] != '\0'; i++)
    if (signature[i] == 'b')
      LLVMAddAttributeAtIndex(function, i, LLVMCreateEnumAttribute(work->context, kind, 0));
}

LLVMValueRef wb_runtime_function(struct wb_instrumentation *work, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(work->module, name);
  LLVMTypeRef types[16];
  unsigned n = 0;
  for (size_t i = 0; i < sizeof RUNTIME / sizeof RUNTIME[0] && function == NULL; i++) {
    const char *signature = RUNTIME[i].signature;
    if (strcmp(RUNTIME[i].name, name) != 0) continue;
    for (; signature[n + 1] != '\0'; n++) types[n] = type_of_letter(work, signature[n + 1]);
    LLVMTypeRef type = LLVMFunctionType(type_of_letter(work, signature[0]), types, n, 0);
    function = LLVMAddFunction(work->module, name, type);
    extend_bools(work, function, signature);
  }
  if (function == NULL) wb_bug("no runtime function %s", name);
  return function;
}

LLVMValueRef wb_call_runtime_with(struct wb_instrumentation *work, LLVMValueRef context,
                                  const char *name, const LLVMValueRef *arguments, unsigned count) {
  LLVMValueRef function = wb_runtime_function(work, name);
  LLVMValueRef all[16] = {context};
  for (unsigned i = 0; i < count; i++) all[i + 1] = arguments[i];
  LLVMValueRef result =
      LLVMBuildCall2(work->builder, LLVMGlobalGetValueType(function), function, all, count + 1, "");
  unsigned kind = LLVMGetEnumAttributeKindForName("zeroext", 7);
  for (unsigned i = 0; i < count; i++)
    if (LLVMTypeOf(arguments[i]) == work->types.i1)
      LLVMAddCallSiteAttribute(result, i + 2, LLVMCreateEnumAttribute(work->context, kind, 0));
  return result;
}

LLVMValueRef wb_call_runtime(struct wb_kernel_work *kernel, const char *name,
                             const LLVMValueRef *arguments, unsigned count) {
  return wb_call_runtime_with(kernel->work, kernel->context, name, arguments, count);
}

struct wb_program_kernel *wb_program_kernel_of(struct wb_kernel_work *kernel) {
  return &kernel->work->program->kernels[kernel->index];
}
