#include "compiler/instrument/access.h"

#include "compiler/instrument/objects.h"
#include "compiler/instrument/unwritten.h"

/* One memory access of the source. */
struct access {
  LLVMValueRef instruction, pointer;
  unsigned pointer_operand;
  LLVMTypeRef type; /* of what is read or written */
  uint32_t object, bytes, align, flags, site;
  uint8_t memory;
  LLVMValueRef vector; /* whose lane is accessed; NULL where it is no lane alone */
  uint32_t vector_align;
};

/* narrow.c gives a lane's access its vector's alignment, which is a promise of
 * the source about the vector, too large for the lane: put right here. */
static void describe_lane(struct wb_kernel_work *kernel, struct access *access) {
  LLVMTargetDataRef layout = kernel->work->layout;
  LLVMValueRef pointer = access->pointer;
  if (access->align <= access->bytes || !LLVMIsAGetElementPtrInst(pointer)) return;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
  LLVMValueRef lane = LLVMGetOperand(pointer, (unsigned)LLVMGetNumOperands(pointer) - 1);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || !LLVMIsAConstantInt(lane)) return;
  access->vector = LLVMGetOperand(pointer, 0);
  access->vector_align = access->align;
  access->align = LLVMABIAlignmentOfType(layout, access->type);
  LLVMSetAlignment(access->instruction, access->align);
}

static bool describe_access(struct wb_kernel_work *kernel, LLVMValueRef instruction,
                            LLVMTypeRef type, unsigned pointer_operand, uint32_t flags,
                            struct access *access) {
  LLVMTargetDataRef layout = kernel->work->layout;
  LLVMValueRef pointer = LLVMGetOperand(instruction, pointer_operand);
  *access = (struct access){.instruction = instruction,
                            .pointer = pointer,
                            .pointer_operand = pointer_operand,
                            .type = type,
                            .object = wb_object_of(kernel, pointer),
                            .bytes = (uint32_t)LLVMStoreSizeOfType(layout, type),
                            .align = LLVMGetAlignment(instruction),
                            .flags = flags};
  if (access->object == WB_FOREIGN) return false;
  access->memory = wb_memory_of(kernel, pointer, access->object);
  access->site =
      wb_vector_site(kernel, instruction, access->object, access->bytes, wb_lane_count(type));
  if (wb_map_has(&kernel->updates, instruction))
    access->site = wb_update_site(kernel, instruction, access->site);
  if (wb_map_has(&kernel->guesses, instruction))
    access->site = wb_guess_site(kernel, instruction, access->site);
  if ((flags & WBRT_ATOMIC) != 0) access->align = access->bytes;
  if ((flags & WBRT_ATOMIC) != 0 && LLVMIsAtomicSingleThread(instruction))
    access->site = wb_narrow_site(kernel, instruction, access->site);
  describe_lane(kernel, access);
  wb_note_access(kernel, access->object, access->bytes, access->align);
  return true;
}

/* The lowest bit of all sizes and alignments is the largest power of two that
 * divides them. */
void wb_note_access(struct wb_kernel_work *kernel, uint32_t object, uint32_t bytes,
                    uint32_t align) {
  uint32_t *steps = object < WBRT_MAX_OBJECTS ? &kernel->infos[object].steps : &kernel->steps;
  *steps |= bytes | align;
}

uint32_t wb_least_access(const struct wb_kernel_work *kernel, uint32_t object) {
  const uint32_t known = object < WBRT_MAX_OBJECTS ? kernel->infos[object].steps : 0;
  const uint32_t steps = known | kernel->steps;
  return steps & (~steps + 1);
}

/* How many elements it counts as: a vector's numbers, or those of the array that a
 * wider type covers, so that no cast makes one access of several. Atomic operations
 * and pixels are one. */
static uint32_t elements_of(const struct wb_kernel_work *kernel, const struct access *access) {
  const struct wb_kernel_info *info = &kernel->work->program->kernels[kernel->index].info;
  const uint32_t argument = access->object - WBRT_FIRST_ARGUMENT;
  const bool pixels = access->object >= WBRT_FIRST_ARGUMENT && argument < info->n_params &&
                      wb_starts_with(info->params[argument].type_name, "image");
  const uint32_t number =
      access->object < WBRT_MAX_OBJECTS ? kernel->infos[access->object].number_bytes : 0;
  uint32_t elements = wb_lane_count(access->type);
  if ((access->flags & WBRT_ATOMIC) != 0 || pixels) return 1;
  if (number > 0 && access->bytes > number * elements)
    elements = (access->bytes + number - 1) / number;
  return elements < WBRT_ELEMENTS_MASK ? elements : WBRT_ELEMENTS_MASK;
}

static uint32_t flags_of(const struct wb_kernel_work *kernel, const struct access *access) {
  return access->flags | elements_of(kernel, access) << WBRT_ELEMENTS_SHIFT;
}

/* Puts the check before the access and makes it use the address that the
 * check gives, which is returned as a number. */
static LLVMValueRef insert_check(struct wb_kernel_work *kernel, const struct access *access) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef address =
      wb_check_pointer(kernel, access->instruction, access->pointer, access->flags, access->site);
  if (access->vector != NULL)
    address = wb_check_vector(kernel, access->instruction, access->vector, address,
                              access->vector_align, access->flags, access->site);
  bool known = wb_known_align(kernel, access->pointer) >= access->align;
  LLVMValueRef arguments[] = {address,
                              wb_build_int32(work, access->object),
                              wb_build_int32(work, access->bytes),
                              wb_build_int32(work, known ? 1 : access->align),
                              wb_build_int32(work, flags_of(kernel, access)),
                              wb_build_int32(work, access->site)};
  LLVMValueRef use = wb_call_runtime(kernel, "wbrt_check", arguments, 6);
  LLVMValueRef pointer = LLVMBuildIntToPtr(work->builder, use, LLVMTypeOf(access->pointer), "");
  LLVMSetOperand(access->instruction, access->pointer_operand, pointer);
  return use;
}

/* ---- lanes in memory ----------------------------------------------------------- */

static uint32_t lane_bytes(struct wb_kernel_work *kernel, LLVMTypeRef type) {
  LLVMTypeRef lane = wb_lane_type(type);
  return (uint32_t)LLVMStoreSizeOfType(kernel->work->layout, lane);
}

static LLVMValueRef ask_unwritten(struct wb_kernel_work *kernel, const struct access *access,
                                  LLVMValueRef address, uint32_t bytes) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef arguments[] = {address, wb_build_int32(work, access->object),
                              wb_build_int32(work, bytes), wb_build_int32(work, access->flags),
                              wb_build_int32(work, access->site)};
  return wb_call_runtime(kernel, "wbrt_unwritten", arguments, 5);
}

static LLVMValueRef unwritten_lanes(struct wb_kernel_work *kernel, const struct access *access,
                                    LLVMValueRef address) {
  struct wb_instrumentation *work = kernel->work;
  if (LLVMGetTypeKind(access->type) != LLVMVectorTypeKind)
    return ask_unwritten(kernel, access, address, access->bytes);
  LLVMValueRef arguments[] = {address,
                              wb_build_int32(work, access->object),
                              wb_build_int32(work, lane_bytes(kernel, access->type)),
                              wb_build_int32(work, wb_lane_count(access->type)),
                              wb_build_int32(work, access->flags),
                              wb_build_int32(work, access->site)};
  return wb_call_runtime(kernel, "wbrt_unwritten_lanes", arguments, 6);
}

static void mark_written(struct wb_kernel_work *kernel, const struct access *access,
                         LLVMValueRef address, uint32_t bytes, LLVMValueRef unwritten) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef arguments[] = {address, wb_build_int32(work, access->object),
                              wb_build_int32(work, bytes), wb_build_int32(work, access->flags),
                              unwritten != NULL
                                  ? LLVMBuildZExt(work->builder, unwritten, work->types.i32, "")
                                  : wb_build_int32(work, 0)};
  wb_call_runtime(kernel, "wbrt_mark", arguments, 5);
}

static void mark_lanes(struct wb_kernel_work *kernel, const struct access *access,
                       LLVMValueRef address, LLVMValueRef shadow) {
  struct wb_instrumentation *work = kernel->work;
  if (shadow == NULL || LLVMGetTypeKind(access->type) != LLVMVectorTypeKind) {
    mark_written(kernel, access, address, access->bytes, shadow);
    return;
  }
  LLVMValueRef arguments[] = {address,
                              wb_build_int32(work, access->object),
                              wb_build_int32(work, lane_bytes(kernel, access->type)),
                              wb_build_int32(work, wb_lane_count(access->type)),
                              wb_build_int32(work, access->flags),
                              shadow};
  wb_call_runtime(kernel, "wbrt_mark_lanes", arguments, 6);
}

/* ---- loads, stores, atomics -------------------------------------------------------- */

/* Before the check of an atomic operation of memory that others have. */
static void insert_turn(struct wb_kernel_work *kernel, LLVMValueRef atomic,
                        const struct access *access) {
  if (access->memory == WB_MEMORY_PRIVATE) return;
  wb_build_before(kernel->work, atomic);
  wb_call_runtime(kernel, "wbrt_turn", NULL, 0);
}

static uint32_t atomic_flag(LLVMValueRef instruction) {
  return LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic ? 0 : WBRT_ATOMIC;
}

void wb_check_load(struct wb_kernel_work *kernel, LLVMValueRef load) {
  struct access access;
  uint32_t flags = WBRT_READ | atomic_flag(load);
  if (LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMPointerTypeKind) flags |= WBRT_POINTER;
  if (!describe_access(kernel, load, LLVMTypeOf(load), 0, flags, &access)) return;
  if ((flags & WBRT_ATOMIC) != 0) insert_turn(kernel, load, &access);
  LLVMValueRef address = insert_check(kernel, &access);
  /* Reading is no use: a value that goes nowhere may well be unwritten. */
  if (LLVMGetFirstUse(load) != NULL && wb_map_has(&kernel->maybe, load))
    wb_shadow_set(kernel, load, unwritten_lanes(kernel, &access, address));
  wb_map_put(&kernel->read_sites, load, access.site);
  wb_profile_access(kernel, load, address, access.type, access.object, flags_of(kernel, &access),
                    NULL, true);
}

void wb_check_store(struct wb_kernel_work *kernel, LLVMValueRef store) {
  struct access access;
  LLVMValueRef value = LLVMGetOperand(store, 0);
  uint32_t flags = WBRT_WRITE | atomic_flag(store);
  if (!describe_access(kernel, store, LLVMTypeOf(value), 1, flags, &access)) return;
  if (access.memory == WB_MEMORY_GLOBAL) wb_shadow_use(kernel, value, store, WBRT_USE_STORE);
  if ((flags & WBRT_ATOMIC) != 0) insert_turn(kernel, store, &access);
  LLVMValueRef address = insert_check(kernel, &access);
  wb_profile_access(kernel, store, address, access.type, access.object, flags_of(kernel, &access),
                    NULL, false);
  wb_build_after(kernel->work, store);
  /* What has been reported is written, as far as others are concerned. */
  LLVMValueRef shadow = wb_shadow_of(kernel, value);
  const bool in_buffer = access.memory == WB_MEMORY_GLOBAL;
  mark_lanes(kernel, &access, address, in_buffer ? NULL : shadow);
  if (shadow != NULL && in_buffer)
    wb_shadow_left(kernel, value, shadow,
                   &(struct wb_left){address, access.object, access.bytes, false});
  if (shadow != NULL && !in_buffer)
    wb_shadow_carry(kernel, value, shadow, address, access.object, access.bytes);
}

/* A compare-exchange that does not find what it expects writes nothing: that is not
 * counted, and races with no reader. */
static void take_back_write(struct wb_kernel_work *kernel, LLVMValueRef failed,
                            LLVMValueRef address, const struct access *access) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef done = LLVMBuildNot(work->builder, failed, "");
  LLVMValueRef arguments[] = {address, wb_build_int32(work, access->object),
                              wb_build_int32(work, access->bytes),
                              wb_build_int32(work, access->site)};
  wb_call_runtime_if(kernel, failed, "wbrt_unchanged", arguments, 2);
  if (access->memory != WB_MEMORY_PRIVATE)
    wb_call_runtime_if(kernel, done, "wbrt_exchanged", arguments, 4);
}

/* Whether a compare-exchange did not find what it expects; NULL for other operations. */
static LLVMValueRef build_failed(struct wb_kernel_work *kernel, LLVMValueRef atomic) {
  LLVMBuilderRef builder = kernel->work->builder;
  if (!LLVMIsAAtomicCmpXchgInst(atomic)) return NULL;
  wb_build_after(kernel->work, atomic);
  return LLVMBuildNot(builder, LLVMBuildExtractValue(builder, atomic, 1, ""), "");
}

/* Whether anything is done with what an operation returns but to take it apart; asked
 * before checks use it. */
static bool is_used(LLVMValueRef value) {
  bool used = false;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use != NULL && !used; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    const bool parts =
        LLVMIsAExtractValueInst(user) || LLVMIsABitCastInst(user) || LLVMIsAICmpInst(user);
    used = !parts || is_used(user);
  }
  return used;
}

/* What an atomic operation leaves is of no use where an operand, or what was there, was unwritten.
 * As everywhere, a buffer counts as written once that is reported. */
static void mark_updated(struct wb_kernel_work *kernel, LLVMValueRef atomic,
                         const struct access *access, LLVMValueRef address, LLVMValueRef unset) {
  struct wb_instrumentation *work = kernel->work;
  const struct wb_left left = {address, access->object, access->bytes, true};
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(atomic); i++) {
    LLVMValueRef shadow = wb_shadow_of(kernel, LLVMGetOperand(atomic, i));
    if (shadow == NULL) continue;
    shadow = wb_shadow_any(kernel, shadow);
    unset = unset != NULL ? LLVMBuildOr(work->builder, unset, shadow, "") : shadow;
  }
  const bool in_buffer = access->memory == WB_MEMORY_GLOBAL;
  mark_written(kernel, access, address, access->bytes, in_buffer ? NULL : unset);
  if (unset != NULL && in_buffer) wb_shadow_left(kernel, NULL, unset, &left);
  if (unset != NULL && !in_buffer)
    wb_shadow_carry(kernel, NULL, unset, address, access->object, access->bytes);
}

/* Read-modify-write: what nobody wrote cannot be modified. */
void wb_check_atomic(struct wb_kernel_work *kernel, LLVMValueRef atomic) {
  struct access access;
  struct wb_instrumentation *work = kernel->work;
  bool exchange = LLVMIsAAtomicRMWInst(atomic) != NULL &&
                  LLVMGetAtomicRMWBinOp(atomic) == LLVMAtomicRMWBinOpXchg;
  uint32_t flags = WBRT_READ | WBRT_WRITE | WBRT_ATOMIC;
  const bool used = is_used(atomic);
  if (LLVMIsAAtomicCmpXchgInst(atomic)) flags |= WBRT_COMPARES;
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(atomic); i++)
    wb_shadow_use(kernel, LLVMGetOperand(atomic, i), atomic, WBRT_USE_ATOMIC);
  if (!describe_access(kernel, atomic, LLVMTypeOf(LLVMGetOperand(atomic, 1)), 0, flags, &access))
    return;
  insert_turn(kernel, atomic, &access);
  LLVMValueRef address = insert_check(kernel, &access);
  LLVMValueRef unwritten = NULL;
  LLVMSetAlignment(atomic, access.bytes);
  if (!exchange) {
    wb_build_before(work, atomic);
    unwritten = ask_unwritten(kernel, &access, address, access.bytes);
    LLVMValueRef arguments[] = {wb_build_int32(work, wb_own_site(kernel, atomic)),
                                wb_build_int32(work, WBRT_USE_ATOMIC)};
    wb_call_runtime_if(kernel, unwritten, "wbrt_used_unwritten", arguments, 2);
  }
  LLVMValueRef failed = build_failed(kernel, atomic);
  wb_profile_access(kernel, atomic, address, access.type, access.object, flags_of(kernel, &access),
                    failed, used);
  wb_build_after(work, failed != NULL ? failed : atomic);
  mark_updated(kernel, atomic, &access, address, unwritten);
  if (failed != NULL) take_back_write(kernel, failed, address, &access);
}
