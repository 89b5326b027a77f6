#include "compiler/instrument/unwritten.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/collectives.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/poison.h"
#include "compiler/instrument/steps.h"

/* ---- shapes -------------------------------------------------------------------- */

static bool is_vector(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMVectorTypeKind; }

/* A number that processors have registers for. */
static LLVMTypeRef word_type(struct wb_instrumentation *work, unsigned lanes) {
  if (lanes > 64) return LLVMIntTypeInContext(work->context, lanes);
  return lanes > 32 ? work->types.i64 : work->types.i32;
}

static LLVMTypeRef shadow_type(struct wb_instrumentation *work, LLVMTypeRef type) {
  LLVMTypeRef parts[64];
  LLVMTypeRef result = work->types.i1;
  switch (LLVMGetTypeKind(type)) {
    case LLVMVectorTypeKind:
      result = word_type(work, LLVMGetVectorSize(type));
      break;
    case LLVMArrayTypeKind:
      result =
          LLVMArrayType2(shadow_type(work, LLVMGetElementType(type)), LLVMGetArrayLength2(type));
      break;
    case LLVMStructTypeKind: {
      unsigned n = LLVMCountStructElementTypes(type);
      if (n > 64) wb_bug("a struct value of %u members", n);
      for (unsigned i = 0; i < n; i++)
        parts[i] = shadow_type(work, LLVMStructGetTypeAtIndex(type, i));
      result = LLVMStructTypeInContext(work->context, parts, n, 0);
      break;
    }
    default:
      break;
  }
  return result;
}

/* The bits of lanes first to first + count - 1. */
static LLVMValueRef lanes_mask(LLVMTypeRef word, unsigned first, unsigned count) {
  uint64_t parts[16] = {0};
  const unsigned width = LLVMGetIntTypeWidth(word);
  for (unsigned i = first; i < first + count && i < 64 * 16; i++) parts[i / 64] |= 1ULL << i % 64;
  return LLVMConstIntOfArbitraryPrecision(word, (width + 63) / 64, parts);
}

static LLVMValueRef all_lanes(struct wb_instrumentation *work, unsigned lanes) {
  return lanes_mask(word_type(work, lanes), 0, lanes);
}

/* The shadow of a value of which nobody wrote anything. */
static LLVMValueRef unset_shadow(struct wb_instrumentation *work, LLVMTypeRef type) {
  return is_vector(type) ? all_lanes(work, wb_lane_count(type)) : LLVMConstAllOnes(work->types.i1);
}

/* The same bit in every lane and part of a value of that type. */
static LLVMValueRef spread_bit(struct wb_kernel_work *kernel, LLVMValueRef bit, LLVMTypeRef type) {
  struct wb_instrumentation *work = kernel->work;
  if (is_vector(type))
    return LLVMBuildSelect(work->builder, bit, unset_shadow(work, type),
                           LLVMConstNull(shadow_type(work, type)), "");
  if (!wb_type_is_aggregate(type)) return bit;
  LLVMValueRef whole = LLVMGetUndef(shadow_type(work, type));
  for (unsigned i = 0; i < wb_type_parts(type); i++)
    whole = LLVMBuildInsertValue(work->builder, whole,
                                 spread_bit(kernel, bit, wb_type_part(type, i)), i, "");
  return whole;
}

/* Lanes moved up by that many; down where it is below 0. */
static LLVMValueRef move_lanes(struct wb_instrumentation *work, LLVMValueRef word, int by) {
  LLVMValueRef amount = LLVMConstInt(LLVMTypeOf(word), (unsigned)abs(by), 0);
  if (by == 0) return word;
  return by < 0 ? LLVMBuildLShr(work->builder, word, amount, "")
                : LLVMBuildShl(work->builder, word, amount, "");
}

LLVMValueRef wb_shadow_lane(struct wb_kernel_work *kernel, LLVMValueRef shadow, unsigned lane) {
  struct wb_instrumentation *work = kernel->work;
  return LLVMBuildTrunc(work->builder, move_lanes(work, shadow, -(int)lane), work->types.i1, "");
}

LLVMValueRef wb_shadow_of_truths(struct wb_kernel_work *kernel, LLVMValueRef truths) {
  struct wb_instrumentation *work = kernel->work;
  const unsigned lanes = wb_lane_count(LLVMTypeOf(truths));
  if (!is_vector(LLVMTypeOf(truths))) return truths;
  LLVMTypeRef bits = LLVMIntTypeInContext(work->context, lanes);
  return LLVMBuildIntCast2(work->builder, LLVMBuildBitCast(work->builder, truths, bits, ""),
                           word_type(work, lanes), 0, "");
}

/* How many ways lead from a bit down to those that it was made of. */
static uintptr_t ways_of(const struct wb_kernel_work *kernel, LLVMValueRef bit) {
  const struct wb_map_entry *entry = wb_map_find(&kernel->ways, bit);
  return entry != NULL ? entry->value : 1;
}

/* The value itself, which no pass looks behind; most bits are indeed false. */
static LLVMValueRef close_bit(struct wb_instrumentation *work, LLVMValueRef bit) {
  static const char NAME[] = "llvm.expect";
  unsigned id = LLVMLookupIntrinsicID(NAME, sizeof NAME - 1);
  LLVMTypeRef type = work->types.i1;
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(work->module, id, &type, 1);
  LLVMValueRef arguments[] = {bit, LLVMConstNull(type)};
  return LLVMBuildCall2(work->builder, LLVMGlobalGetValueType(function), function, arguments, 2,
                        "");
}

/* In code without loops a sum's bit may come from each bit before it, in as many
 * ways as a hash mixes its variables: twice as many a round. Passes that ask what
 * follows from a bit's being false go all of these ways, so there are only ever few. */
static LLVMValueRef either_bit(struct wb_kernel_work *kernel, LLVMValueRef a, LLVMValueRef b) {
  enum { MAX_WAYS = 8 };
  if (a == NULL || b == NULL) return a != NULL ? a : b;
  if (a == b) return a;
  struct wb_instrumentation *work = kernel->work;
  const uintptr_t ways = ways_of(kernel, a) + ways_of(kernel, b);
  LLVMValueRef bit = LLVMBuildOr(work->builder, a, b, "");
  if (LLVMIsAConstant(bit)) return bit;
  if (ways <= MAX_WAYS) {
    wb_map_put(&kernel->ways, bit, ways);
    return bit;
  }
  return LLVMTypeOf(bit) == work->types.i1 ? close_bit(work, bit) : bit;
}

LLVMValueRef wb_shadow_any(struct wb_kernel_work *kernel, LLVMValueRef shadow) {
  struct wb_instrumentation *work = kernel->work;
  LLVMTypeRef type = shadow != NULL ? LLVMTypeOf(shadow) : NULL;
  LLVMValueRef any = NULL;
  if (shadow == NULL || type == work->types.i1) return shadow;
  if (!wb_type_is_aggregate(type))
    return LLVMBuildICmp(work->builder, LLVMIntNE, shadow, LLVMConstNull(type), "");
  for (unsigned i = 0; i < wb_type_parts(type); i++) {
    LLVMValueRef part = wb_shadow_any(kernel, LLVMBuildExtractValue(work->builder, shadow, i, ""));
    any = either_bit(kernel, any, part);
  }
  return any;
}

/* A value's shadow as one of another type: lanes where there are as many, else all or none. */
static LLVMValueRef fit_shadow(struct wb_kernel_work *kernel, LLVMValueRef shadow, LLVMTypeRef from,
                               LLVMTypeRef to) {
  const bool same = !wb_type_is_aggregate(from) && !wb_type_is_aggregate(to) &&
                    is_vector(from) == is_vector(to) && wb_lane_count(from) == wb_lane_count(to);
  if (shadow == NULL || same) return shadow;
  return spread_bit(kernel, wb_shadow_any(kernel, shadow), to);
}

/* ---- the map --------------------------------------------------------------------- */

LLVMValueRef wb_shadow_of(struct wb_kernel_work *kernel, LLVMValueRef value) {
  const struct wb_map_entry *entry = wb_map_find(&kernel->shadows, value);
  return entry != NULL ? (LLVMValueRef)entry->value : NULL;
}

void wb_shadow_set(struct wb_kernel_work *kernel, LLVMValueRef value, LLVMValueRef shadow) {
  if (shadow != NULL && !(LLVMIsAConstant(shadow) && LLVMIsNull(shadow)))
    wb_map_put(&kernel->shadows, value, (uintptr_t)shadow);
}

static LLVMValueRef written_shadow(struct wb_instrumentation *work, LLVMTypeRef type) {
  return LLVMConstNull(shadow_type(work, type));
}

/* A value in kernel->maybe: it comes from several places, not from one load or variable. */
enum { FROM_SEVERAL = 1 };

/* The declaration of a variable that starts without a value. */
static uint32_t declaration_of(struct wb_kernel_work *kernel, LLVMValueRef poison) {
  const struct wb_map_entry *known = wb_map_find(&kernel->read_sites, poison);
  if (known != NULL) return (uint32_t)known->value;
  uint32_t number = wb_own_site(kernel, poison);
  struct wbrt_site *site = &wb_program_kernel_of(kernel)->sites[number];
  struct wb_pointer_place place = wb_variable_place(poison);
  *site = (struct wbrt_site){.line = place.line,
                             .column = place.column,
                             .array = wb_variable_name(kernel->work, poison),
                             .declares = true};
  wb_map_put(&kernel->read_sites, poison, number);
  return number;
}

/* What goes above the bits of the use. */
static uint32_t origin_of(struct wb_kernel_work *kernel, LLVMValueRef value) {
  const struct wb_map_entry *from = wb_map_find(&kernel->maybe, value);
  if (from == NULL || from->value == FROM_SEVERAL) return 0;
  if (wb_is_poison((LLVMValueRef)from->value))
    return declaration_of(kernel, (LLVMValueRef)from->value) + 1;
  const struct wb_map_entry *site = wb_map_find(&kernel->read_sites, (const void *)from->value);
  return site != NULL ? (uint32_t)site->value + 1 : 0;
}

void wb_shadow_use(struct wb_kernel_work *kernel, LLVMValueRef value, LLVMValueRef where,
                   uint32_t use) {
  LLVMValueRef shadow = wb_shadow_of(kernel, value);
  if (shadow == NULL) return;
  wb_build_before(kernel->work, where);
  LLVMValueRef arguments[] = {
      wb_build_int32(kernel->work, wb_own_site(kernel, where)),
      wb_build_int32(kernel->work, use | origin_of(kernel, value) << WBRT_USE_BITS)};
  wb_call_runtime_if(kernel, wb_shadow_any(kernel, shadow), "wbrt_used_unwritten", arguments, 2);
}

void wb_shadow_carry(struct wb_kernel_work *kernel, LLVMValueRef value, LLVMValueRef shadow,
                     LLVMValueRef address, uint32_t object, uint32_t bytes) {
  struct wb_instrumentation *work = kernel->work;
  const uint32_t from = value != NULL ? origin_of(kernel, value) : WBRT_REPORTED;
  LLVMValueRef arguments[] = {address, wb_build_int32(work, object), wb_build_int32(work, bytes),
                              wb_build_int32(work, from)};
  wb_call_runtime_if(kernel, wb_shadow_any(kernel, shadow), "wbrt_carry_unwritten", arguments, 4);
}

void wb_shadow_left(struct wb_kernel_work *kernel, LLVMValueRef value, LLVMValueRef shadow,
                    const struct wb_left *where) {
  struct wb_instrumentation *work = kernel->work;
  const uint32_t from = value != NULL ? origin_of(kernel, value) : 0;
  LLVMValueRef arguments[] = {where->address, wb_build_int32(work, where->object),
                              wb_build_int32(work, where->bytes), wb_build_int32(work, from),
                              wb_build_int32(work, where->by_atomic)};
  wb_call_runtime_if(kernel, wb_shadow_any(kernel, shadow), "wbrt_left_undefined", arguments, 5);
}

/* ---- one instruction ---------------------------------------------------------------- */

static LLVMValueRef operand_shadow(struct wb_kernel_work *kernel, LLVMValueRef instruction,
                                   unsigned index) {
  return wb_shadow_of(kernel, LLVMGetOperand(instruction, index));
}

/* Lane by lane where there are as many; any lane into all where there are not. */
static LLVMValueRef merge_operands(struct wb_kernel_work *kernel, LLVMValueRef instruction,
                                   unsigned count, bool across) {
  LLVMTypeRef type = LLVMTypeOf(instruction), bit = kernel->work->types.i1;
  bool aggregate = wb_type_is_aggregate(type); /* as umul.with.overflow gives */
  LLVMValueRef result = NULL;
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef shadow = operand_shadow(kernel, instruction, i);
    LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(instruction, i));
    if (shadow == NULL) continue;
    if (across) shadow = wb_shadow_any(kernel, shadow);
    result = either_bit(kernel, result,
                        fit_shadow(kernel, shadow, across ? bit : from, aggregate ? bit : type));
  }
  return aggregate && result != NULL ? spread_bit(kernel, result, type) : result;
}

/* Whether a call is of the OpenCL builtin `name`, whatever its types. */
static bool calls_builtin(LLVMValueRef call, const char *name) {
  char *wanted = wb_format("_Z%zu%s", strlen(name), name);
  bool same = wb_starts_with(wb_callee_name(call), wanted);
  free(wanted);
  return same;
}

/* Builtins whose lanes depend on one another. */
static bool crosses_lanes(LLVMValueRef call) {
  static const char *const NAMES[] = {"normalize", "fast_normalize", "cross"};
  bool crosses = wb_starts_with(wb_callee_name(call), "llvm.vector.reduce.");
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
    crosses = crosses || calls_builtin(call, NAMES[i]);
  return crosses;
}

/* The shadows of two vectors of as many lanes as of one, the second's above the first's; NULL
 * where all are written. */
static LLVMValueRef join_shadows(struct wb_kernel_work *kernel, LLVMValueRef first,
                                 LLVMValueRef second, unsigned lanes) {
  LLVMBuilderRef b = kernel->work->builder;
  LLVMTypeRef word = word_type(kernel->work, 2 * lanes);
  if (first != NULL) first = LLVMBuildIntCast2(b, first, word, 0, "");
  if (second == NULL) return first;
  second = move_lanes(kernel->work, LLVMBuildIntCast2(b, second, word, 0, ""), (int)lanes);
  return first != NULL ? LLVMBuildOr(b, first, second, "") : second;
}

/* Each lane is as written as the one that its mask chooses (OpenCL C 6.12.12:
 * of the mask's lane only the low bits count), and as the mask itself. */
static LLVMValueRef shuffle_shadow(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct wb_instrumentation *work = kernel->work;
  LLVMBuilderRef b = work->builder;
  unsigned sources = LLVMGetNumArgOperands(call) - 1;
  LLVMValueRef mask = LLVMGetOperand(call, sources);
  LLVMValueRef mask_shadow = wb_shadow_of(kernel, mask);
  const unsigned lanes = wb_lane_count(LLVMTypeOf(LLVMGetOperand(call, 0)));
  LLVMValueRef from = operand_shadow(kernel, call, 0);
  if (sources > 1) from = join_shadows(kernel, from, operand_shadow(kernel, call, 1), lanes);
  if (from == NULL) return mask_shadow;
  LLVMTypeRef type = LLVMTypeOf(call), word = shadow_type(work, type);
  LLVMTypeRef index_type = LLVMGetElementType(LLVMTypeOf(mask));
  LLVMValueRef last = LLVMConstInt(index_type, (uint64_t)lanes * sources - 1, 0);
  LLVMValueRef result = LLVMConstNull(word);
  for (unsigned i = 0; i < wb_lane_count(type); i++) {
    LLVMValueRef index = LLVMBuildExtractElement(b, mask, wb_build_int32(work, i), "");
    index = LLVMBuildIntCast2(b, LLVMBuildAnd(b, index, last, ""), LLVMTypeOf(from), 0, "");
    LLVMValueRef bit = LLVMBuildLShr(b, from, index, "");
    bit = LLVMBuildAnd(b, bit, LLVMConstInt(LLVMTypeOf(from), 1, 0), "");
    bit = LLVMBuildIntCast2(b, bit, word, 0, "");
    result = LLVMBuildOr(b, result, move_lanes(work, bit, (int)i), "");
  }
  return either_bit(kernel, result, fit_shadow(kernel, mask_shadow, LLVMTypeOf(mask), type));
}

/* The shadow of `yes` where the condition is true, else that of `no`. */
static LLVMValueRef choose_shadow(struct wb_kernel_work *kernel, LLVMValueRef condition,
                                  LLVMValueRef yes, LLVMValueRef no) {
  LLVMBuilderRef b = kernel->work->builder;
  if (!is_vector(LLVMTypeOf(condition))) return LLVMBuildSelect(b, condition, yes, no, "");
  LLVMValueRef lanes = wb_shadow_of_truths(kernel, condition);
  return LLVMBuildOr(b, LLVMBuildAnd(b, yes, lanes, ""),
                     LLVMBuildAnd(b, no, LLVMBuildNot(b, lanes, ""), ""), "");
}

/* The condition matters in every lane; of the sides only the chosen one. */
static LLVMValueRef select_shadow(struct wb_kernel_work *kernel, LLVMValueRef select) {
  LLVMTypeRef type = LLVMTypeOf(select);
  LLVMValueRef none = LLVMConstNull(shadow_type(kernel->work, type));
  LLVMValueRef asked = LLVMGetOperand(select, 0), condition = operand_shadow(kernel, select, 0);
  LLVMValueRef yes = operand_shadow(kernel, select, 1), no = operand_shadow(kernel, select, 2);
  LLVMValueRef chosen = NULL;
  if (yes != NULL || no != NULL)
    chosen = choose_shadow(kernel, asked, yes != NULL ? yes : none, no != NULL ? no : none);
  if (wb_type_is_aggregate(type)) return chosen;
  return either_bit(kernel, fit_shadow(kernel, condition, LLVMTypeOf(asked), type), chosen);
}

static LLVMValueRef extract_shadow(struct wb_kernel_work *kernel, LLVMValueRef extract) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef whole = operand_shadow(kernel, extract, 0), lane = LLVMGetOperand(extract, 1);
  if (whole == NULL) return NULL;
  lane = LLVMBuildIntCast2(work->builder, lane, LLVMTypeOf(whole), 0, "");
  return LLVMBuildTrunc(work->builder, LLVMBuildLShr(work->builder, whole, lane, ""),
                        work->types.i1, "");
}

static LLVMValueRef insert_shadow(struct wb_kernel_work *kernel, LLVMValueRef insert) {
  struct wb_instrumentation *work = kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMTypeRef word = shadow_type(work, LLVMTypeOf(insert));
  LLVMValueRef whole = operand_shadow(kernel, insert, 0), part = operand_shadow(kernel, insert, 1);
  LLVMValueRef lane = LLVMBuildIntCast2(b, LLVMGetOperand(insert, 2), word, 0, "");
  if (whole == NULL && part == NULL) return NULL;
  if (whole != NULL) {
    LLVMValueRef others = LLVMBuildNot(b, LLVMBuildShl(b, LLVMConstInt(word, 1, 0), lane, ""), "");
    whole = LLVMBuildAnd(b, whole, others, "");
  }
  if (part == NULL) return whole;
  part = LLVMBuildShl(b, LLVMBuildZExt(b, part, word, ""), lane, "");
  return whole != NULL ? LLVMBuildOr(b, whole, part, "") : part;
}

/* How far up a shuffle's lane comes from. */
static int shuffle_distance(LLVMValueRef shuffle, unsigned lane) {
  const int chosen = LLVMGetMaskValue(shuffle, lane);
  return (int)lane - (chosen < 0 ? 0 : chosen);
}

/* Lanes that move equally far are moved together. */
static LLVMValueRef permute_shadow(struct wb_kernel_work *kernel, LLVMValueRef shuffle) {
  struct wb_instrumentation *work = kernel->work;
  LLVMBuilderRef b = work->builder;
  const unsigned n = LLVMGetNumMaskElements(shuffle);
  const unsigned lanes = wb_lane_count(LLVMTypeOf(LLVMGetOperand(shuffle, 0)));
  LLVMValueRef from = join_shadows(kernel, operand_shadow(kernel, shuffle, 0),
                                   operand_shadow(kernel, shuffle, 1), lanes);
  LLVMTypeRef word = word_type(work, n > 2 * lanes ? n : 2 * lanes);
  LLVMValueRef result = NULL;
  if (from == NULL) return NULL;
  from = LLVMBuildIntCast2(b, from, word, 0, "");
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef mask = LLVMConstNull(word);
    bool seen = false;
    for (unsigned k = 0; k < n; k++) {
      if (shuffle_distance(shuffle, k) != shuffle_distance(shuffle, i)) continue;
      seen |= k < i;
      mask = LLVMBuildOr(b, mask, lanes_mask(word, k, 1), "");
    }
    if (seen) continue;
    LLVMValueRef moved =
        LLVMBuildAnd(b, move_lanes(work, from, shuffle_distance(shuffle, i)), mask, "");
    result = result != NULL ? LLVMBuildOr(b, result, moved, "") : moved;
  }
  return LLVMBuildIntCast2(b, result, word_type(work, n), 0, "");
}

static LLVMValueRef at_path(struct wb_kernel_work *kernel, LLVMValueRef shadow,
                            const unsigned *path, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    shadow = LLVMBuildExtractValue(kernel->work->builder, shadow, path[i], "");
  return shadow;
}

static LLVMValueRef put_path(struct wb_kernel_work *kernel, LLVMValueRef whole, LLVMValueRef part,
                             const unsigned *path, unsigned count) {
  LLVMBuilderRef b = kernel->work->builder;
  if (count == 0) return part;
  LLVMValueRef inner = LLVMBuildExtractValue(b, whole, path[0], "");
  return LLVMBuildInsertValue(b, whole, put_path(kernel, inner, part, path + 1, count - 1), path[0],
                              "");
}

static LLVMValueRef aggregate_shadow(struct wb_kernel_work *kernel, LLVMValueRef instruction) {
  struct wb_instrumentation *work = kernel->work;
  unsigned count = LLVMGetNumIndices(instruction);
  const unsigned *path = LLVMGetIndices(instruction);
  LLVMValueRef whole = operand_shadow(kernel, instruction, 0);
  if (LLVMIsAExtractValueInst(instruction))
    return whole != NULL ? at_path(kernel, whole, path, count) : NULL;
  LLVMValueRef part = operand_shadow(kernel, instruction, 1);
  if (whole == NULL && part == NULL) return NULL;
  if (whole == NULL) whole = written_shadow(work, LLVMTypeOf(instruction));
  if (part == NULL) part = written_shadow(work, LLVMTypeOf(LLVMGetOperand(instruction, 1)));
  return put_path(kernel, whole, part, path, count);
}

/* The lanes of one size seen as lanes of another: a lane is unwritten where
 * any lane is that it shares bytes with. */
static LLVMValueRef regroup_lanes(struct wb_kernel_work *kernel, LLVMValueRef shadow,
                                  LLVMTypeRef type, LLVMTypeRef as) {
  struct wb_instrumentation *work = kernel->work;
  LLVMBuilderRef b = work->builder;
  const unsigned from = wb_lane_count(type), to = wb_lane_count(as);
  if (from <= 1 || to <= 1 || from == to || (from % to != 0 && to % from != 0))
    return fit_shadow(kernel, shadow, type, as);
  const unsigned parts = from > to ? from / to : 1;
  LLVMTypeRef word = word_type(work, to);
  LLVMValueRef result = LLVMConstNull(word);
  for (unsigned i = 0; i < to; i++) {
    LLVMValueRef shared = lanes_mask(LLVMTypeOf(shadow), i * from / to, parts);
    LLVMValueRef some = wb_shadow_any(kernel, LLVMBuildAnd(b, shadow, shared, ""));
    some = move_lanes(work, LLVMBuildZExt(b, some, word, ""), (int)i);
    result = LLVMBuildOr(b, result, some, "");
  }
  return result;
}

/* Through a scalar and back, as_uchar4(as_uint(v)), lanes keep theirs: only a
 * scalar in memory has one bit for all. */
static LLVMValueRef bitcast_shadow(struct wb_kernel_work *kernel, LLVMValueRef instruction) {
  LLVMValueRef source = LLVMGetOperand(instruction, 0);
  while (LLVMIsABitCastInst(source)) source = LLVMGetOperand(source, 0);
  LLVMValueRef shadow = wb_shadow_of(kernel, source);
  if (shadow == NULL) return NULL;
  return regroup_lanes(kernel, shadow, LLVMTypeOf(source), LLVMTypeOf(instruction));
}

static LLVMValueRef follow_instruction(struct wb_kernel_work *kernel, LLVMValueRef instruction) {
  unsigned operands = (unsigned)LLVMGetNumOperands(instruction);
  switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMSelect:
      return select_shadow(kernel, instruction);
    case LLVMExtractElement:
      return extract_shadow(kernel, instruction);
    case LLVMInsertElement:
      return insert_shadow(kernel, instruction);
    case LLVMShuffleVector:
      return permute_shadow(kernel, instruction);
    case LLVMExtractValue:
    case LLVMInsertValue:
      return aggregate_shadow(kernel, instruction);
    case LLVMBitCast:
      return bitcast_shadow(kernel, instruction);
    case LLVMCall:
      if (calls_builtin(instruction, "shuffle") || calls_builtin(instruction, "shuffle2"))
        return shuffle_shadow(kernel, instruction);
      return merge_operands(kernel, instruction, LLVMGetNumArgOperands(instruction),
                            crosses_lanes(instruction));
    case LLVMFreeze:
      if (wb_is_poison(instruction)) return unset_shadow(kernel->work, LLVMTypeOf(instruction));
      return merge_operands(kernel, instruction, operands, false);
    default:
      return merge_operands(kernel, instruction, operands, false);
  }
}

/* Loads and atomics get theirs from access.c; phis from the begin and the end. */
static bool has_own_rule(LLVMValueRef instruction) {
  return LLVMIsALoadInst(instruction) || LLVMIsAPHINode(instruction) ||
         LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction) ||
         LLVMIsAAllocaInst(instruction);
}

void wb_shadow_follow(struct wb_kernel_work *kernel, LLVMValueRef instruction) {
  if (!wb_map_has(&kernel->maybe, instruction) || has_own_rule(instruction)) return;
  wb_build_after(kernel->work, instruction);
  wb_shadow_set(kernel, instruction, follow_instruction(kernel, instruction));
}

/* ---- all of them ------------------------------------------------------------------------ */

/* Sources: variables without a value, loads of memory that may have none, and conversions that may
 * be out of range. */
static bool is_source(struct wb_kernel_work *kernel, LLVMValueRef instruction) {
  if (wb_is_poison(instruction) || wb_is_collective(instruction) ||
      wb_is_conversion_mark(instruction))
    return true;
  if (!LLVMIsALoadInst(instruction)) return false;
  LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
  uint32_t object = wb_object_of(kernel, pointer);
  return object != WB_FOREIGN && wb_memory_of(kernel, pointer, object) != WB_MEMORY_CONSTANT;
}

/* kernel->maybe keeps for each value the one load that it may be unwritten
 * from, or the variable without a value, or FROM_SEVERAL. */
static void mark_maybe(struct wb_kernel_work *kernel, struct wb_values *todo, LLVMValueRef value,
                       uintptr_t from) {
  bool carries = LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVoidTypeKind;
  const struct wb_map_entry *known = wb_map_find(&kernel->maybe, value);
  if (!LLVMIsAInstruction(value) || !carries) return;
  if (known != NULL && (known->value == from || known->value == FROM_SEVERAL)) return;
  wb_map_put(&kernel->maybe, value, known != NULL ? FROM_SEVERAL : from);
  wb_values_add(todo, value);
}

static void mark_source(struct wb_kernel_work *kernel, struct wb_values *todo,
                        LLVMValueRef source) {
  mark_maybe(kernel, todo, source, (uintptr_t)source);
}

void wb_shadows_begin(struct wb_kernel_work *kernel, const struct wb_values *instructions) {
  struct wb_instrumentation *work = kernel->work;
  struct wb_values todo = {0};
  for (size_t i = 0; i < instructions->count; i++)
    if (is_source(kernel, instructions->items[i]))
      mark_source(kernel, &todo, instructions->items[i]);
  while (todo.count > 0) {
    LLVMValueRef value = todo.items[--todo.count];
    uintptr_t from = wb_map_find(&kernel->maybe, value)->value;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use != NULL; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      /* What is loaded does not depend on the address: that is reported. */
      if (!LLVMIsALoadInst(user) && !LLVMIsAAtomicRMWInst(user) && !LLVMIsAAtomicCmpXchgInst(user))
        mark_maybe(kernel, &todo, user, from);
    }
  }
  wb_values_release(&todo);
  for (size_t i = 0; i < instructions->count; i++) {
    LLVMValueRef phi = instructions->items[i];
    if (!LLVMIsAPHINode(phi) || !wb_map_has(&kernel->maybe, phi)) continue;
    wb_build_before(work, phi);
    wb_map_put(&kernel->shadows, phi,
               (uintptr_t)LLVMBuildPhi(work->builder, shadow_type(work, LLVMTypeOf(phi)), ""));
  }
}

void wb_shadows_end(struct wb_kernel_work *kernel, const struct wb_values *instructions) {
  for (size_t i = 0; i < instructions->count; i++) {
    LLVMValueRef phi = instructions->items[i];
    if (!LLVMIsAPHINode(phi) || !wb_map_has(&kernel->maybe, phi)) continue;
    LLVMValueRef shadow = wb_shadow_of(kernel, phi);
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
      LLVMValueRef incoming = wb_shadow_of(kernel, LLVMGetIncomingValue(phi, k));
      LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
      if (incoming == NULL) incoming = LLVMConstNull(LLVMTypeOf(shadow));
      LLVMAddIncoming(shadow, &incoming, &from, 1);
    }
  }
}
