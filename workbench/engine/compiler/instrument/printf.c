#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "compiler/instrument/access.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/steps.h"
#include "compiler/instrument/unwritten.h"
#include "emulator/run/printf_spec.h"

enum { MAX_ARGUMENTS = 32, MAX_LANES = 16 };

/* Fills one wbrt_printf_arg at `slot`. */
struct slot {
  struct wb_kernel_work *kernel;
  LLVMValueRef pointer;
};

static LLVMValueRef at_offset(const struct slot *slot, size_t offset) {
  struct wb_instrumentation *work = slot->kernel->work;
  LLVMValueRef index = wb_build_int64(work, offset);
  return LLVMBuildGEP2(work->builder, work->types.i8, slot->pointer, &index, 1, "");
}

static void put_number(const struct slot *slot, size_t offset, uint64_t number) {
  struct wb_instrumentation *work = slot->kernel->work;
  LLVMBuildStore(work->builder, wb_build_int32(work, number), at_offset(slot, offset));
}

static bool is_real(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMHalfTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static void put_lane(const struct slot *slot, unsigned index, LLVMValueRef lane) {
  struct wb_instrumentation *work = slot->kernel->work;
  LLVMTypeRef type = LLVMTypeOf(lane);
  LLVMValueRef wide;
  if (is_real(type))
    wide = LLVMBuildFPCast(work->builder, lane, LLVMDoubleTypeInContext(work->context), "");
  else if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
    wide = LLVMBuildPtrToInt(work->builder, lane, work->types.i64, "");
  else
    wide = LLVMBuildIntCast2(work->builder, lane, work->types.i64, 1, "");
  size_t offset = offsetof(struct wbrt_printf_arg, value) + index * sizeof(uint64_t);
  LLVMBuildStore(work->builder, wide, at_offset(slot, offset));
}

/* Says of a call which of its arguments are pointers, but no literal strings, with a 'p' for each
 * such: later, where what they point to has become a part of the launch's memory, nothing in the
 * code tells the two apart. */
static unsigned pointers_mark(const struct wb_instrumentation *work) {
  static const char name[] = "wb.printf.pointers";
  return LLVMGetMDKindIDInContext(work->context, name, sizeof name - 1);
}

bool wb_printf_is_mark(const struct wb_instrumentation *work, unsigned kind) {
  return kind == pointers_mark(work);
}

static bool is_pointer(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static void put_argument(const struct slot *slot, LLVMValueRef value, bool literal) {
  struct wb_instrumentation *work = slot->kernel->work;
  LLVMTypeRef type = LLVMTypeOf(value);
  bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  LLVMTypeRef lane = vector ? LLVMGetElementType(type) : type;
  unsigned lanes = vector ? LLVMGetVectorSize(type) : 1;
  if (lanes > MAX_LANES) lanes = MAX_LANES;
  put_number(slot, offsetof(struct wbrt_printf_arg, kind),
             is_real(lane)        ? 'f'
             : !is_pointer(value) ? 'i'
             : literal            ? 's'
                                  : 'p');
  put_number(slot, offsetof(struct wbrt_printf_arg, lanes), lanes);
  put_number(slot, offsetof(struct wbrt_printf_arg, bytes),
             LLVMStoreSizeOfType(work->layout, lane));
  LLVMValueRef any = wb_shadow_any(slot->kernel, wb_shadow_of(slot->kernel, value));
  LLVMValueRef unwritten = any != NULL ? LLVMBuildZExt(work->builder, any, work->types.i32, "")
                                       : wb_build_int32(work, 0);
  LLVMBuildStore(work->builder, unwritten,
                 at_offset(slot, offsetof(struct wbrt_printf_arg, unwritten)));
  for (unsigned i = 0; i < lanes; i++)
    put_lane(slot, i,
             vector ? LLVMBuildExtractElement(work->builder, value, wb_build_int32(work, i), "")
                    : value);
}

/* Room for the arguments, on the work-item's stack. */
static LLVMValueRef make_room(struct wb_kernel_work *kernel, unsigned count) {
  struct wb_instrumentation *work = kernel->work;
  uint64_t bytes = (count > 0 ? count : 1) * sizeof(struct wbrt_printf_arg);
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel->entry);
  wb_build_before(work, LLVMGetFirstInstruction(entry));
  LLVMValueRef room = LLVMBuildAlloca(work->builder, LLVMArrayType2(work->types.i8, bytes), "");
  LLVMSetAlignment(room, 8);
  return room;
}

/* A 'p' or another letter for each argument. */
static void read_pointers(const struct wb_instrumentation *work, LLVMValueRef call,
                          char pointers[MAX_ARGUMENTS + 1]) {
  LLVMValueRef mark = LLVMGetMetadata(call, pointers_mark(work)), text = NULL;
  unsigned length = 0;
  memset(pointers, '.', MAX_ARGUMENTS);
  if (mark == NULL) return;
  LLVMGetMDNodeOperands(mark, &text);
  const char *letters = LLVMGetMDString(text, &length);
  memcpy(pointers, letters, length < MAX_ARGUMENTS ? length : MAX_ARGUMENTS);
}

bool wb_check_printf(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct wb_instrumentation *work = kernel->work;
  if (strcmp(wb_callee_name(call), "printf") != 0) return false;
  unsigned count = LLVMGetNumArgOperands(call) - 1;
  if (count > MAX_ARGUMENTS) {
    wb_instrument_complain(work, call, "printf with more than %d arguments is not supported",
                           MAX_ARGUMENTS);
    count = MAX_ARGUMENTS;
  }
  LLVMValueRef room = make_room(kernel, count);
  wb_build_before(work, call);
  char pointers[MAX_ARGUMENTS + 1];
  read_pointers(work, call, pointers);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef offset = wb_build_int64(work, i * sizeof(struct wbrt_printf_arg));
    struct slot slot = {kernel, LLVMBuildGEP2(work->builder, work->types.i8, room, &offset, 1, "")};
    put_argument(&slot, LLVMGetOperand(call, i + 1), pointers[i] != 'p');
  }
  LLVMValueRef format =
      LLVMBuildPtrToInt(work->builder, LLVMGetOperand(call, 0), work->types.i64, "");
  LLVMValueRef arguments[] = {wb_build_int32(work, wb_own_site(kernel, call)), format, room,
                              wb_build_int32(work, count)};
  LLVMReplaceAllUsesWith(call, wb_call_runtime(kernel, "wbrt_printf", arguments, 4));
  LLVMInstructionEraseFromParent(call);
  return true;
}

/* ---- formats --------------------------------------------------------------------------------- */

/* What is wrong with a printf's format and clang does not say. It still runs:
 * each is shown as well as it can be, where OpenCL C promises nothing. */

/* A literal's text, copied; false where it is none or does not fit. */
static bool literal_text(LLVMValueRef value, char *out, size_t size) {
  LLVMValueRef content = LLVMIsAGlobalVariable(value) ? LLVMGetInitializer(value) : NULL;
  size_t length = 0;
  bool is_text = content != NULL && (LLVMIsNull(content) || LLVMIsConstantString(content));
  const char *text = is_text && !LLVMIsNull(content) ? LLVMGetAsString(content, &length) : "";
  if (!is_text || length >= size) return false;
  memcpy(out, text, length);
  out[length] = '\0';
  return true;
}

/* What the text has in quotes: clang alone makes variables whose address does not matter. An array
 * of chars with a name of its own is no literal. */
static bool is_literal(LLVMValueRef value) {
  return LLVMIsAGlobalVariable(value) != NULL &&
         LLVMGetUnnamedAddress(value) == LLVMGlobalUnnamedAddr;
}

static void mark_pointers(struct wb_instrumentation *work, LLVMValueRef call) {
  const unsigned count = LLVMGetNumArgOperands(call) - 1;
  char pointers[MAX_ARGUMENTS];
  if (count == 0 || count > MAX_ARGUMENTS) return;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i + 1);
    pointers[i] = is_pointer(argument) && !is_literal(argument) ? 'p' : '.';
  }
  LLVMMetadataRef text = LLVMMDStringInContext2(work->context, pointers, count);
  LLVMMetadataRef node = LLVMMDNodeInContext2(work->context, &text, 1);
  LLVMSetMetadata(call, pointers_mark(work), LLVMMetadataAsValue(work->context, node));
}

static void check_argument(struct wb_instrumentation *work, LLVMValueRef call,
                           const struct wb_printf_spec *spec, LLVMValueRef argument) {
  if (spec->lanes > 1 && spec->bytes == 0)
    wb_instrument_warn(
        work, call,
        "printf: %%v%u%c does not say how long an element is: hh (char), h (short, half), "
        "hl (int, float) or l (long, double), as in %%v%uhl%c",
        spec->lanes, spec->conversion, spec->lanes, spec->conversion);
  else if (spec->conversion == 's' && !is_literal(argument))
    wb_instrument_warn(work, call, "printf: %%s prints a literal string and nothing else");
}

void wb_printf_check_format(struct wb_instrumentation *work, LLVMValueRef call) {
  char format[1024];
  unsigned used = 1, count = LLVMGetNumArgOperands(call);
  mark_pointers(work, call);
  if (!literal_text(LLVMGetOperand(call, 0), format, sizeof format)) {
    wb_instrument_warn(work, call, "printf: its format is not a literal string");
    return;
  }
  for (const char *at = strchr(format, '%'); at != NULL; at = strchr(at, '%')) {
    struct wb_printf_spec spec;
    at = wb_printf_spec_read(at + 1, &spec);
    /* What C has, so that clang lets it pass. */
    if (spec.conversion == '\0' && *at != '\0' && strchr("*jtz", *at) != NULL)
      wb_instrument_warn(work, call, "printf: OpenCL C has no '%c' in a conversion", *at);
    if (spec.conversion != '%' && spec.conversion != '\0' && used < count)
      check_argument(work, call, &spec, LLVMGetOperand(call, used++));
  }
}
