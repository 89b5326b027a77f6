#include "emulator/instrument/access.h"

#include "emulator/instrument/objects.h"
#include "emulator/instrument/unwritten.h"

/* One memory access of the source. */
struct access {
  LLVMValueRef instruction, pointer;
  unsigned pointer_operand;
  LLVMTypeRef type; /* of what is read or written */
  uint32_t object, bytes, align, flags, site;
  uint8_t memory;
};

static bool describe(struct wb_kernel_work *kernel, LLVMValueRef instruction, LLVMTypeRef type,
                     unsigned pointer_operand, uint32_t flags, struct access *access) {
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
  access->site = wb_site(kernel, instruction, access->object, access->bytes);
  if ((flags & WBRT_ATOMIC) != 0) access->align = access->bytes;
  wb_note_access(kernel, access->bytes, access->align);
  return true;
}

void wb_note_access(struct wb_kernel_work *kernel, uint32_t bytes, uint32_t align) {
  uint32_t *least = &wb_kernel_of(kernel)->image.least_access;
  uint32_t step = bytes | align;
  step &= ~step + 1; /* the largest power of two that divides both */
  if (step > 0 && (*least == 0 || step < *least)) *least = step;
}

/* Puts the check before the access and makes it use the address that the
 * check gives, which is returned as a number. */
static LLVMValueRef check(struct wb_kernel_work *kernel, const struct access *access) {
  struct wb_work *work = kernel->work;
  wb_shadow_use(kernel, access->pointer, access->instruction, WBRT_USE_ADDRESS);
  wb_build_before(work, access->instruction);
  LLVMValueRef address = LLVMBuildPtrToInt(work->builder, access->pointer, work->types.i64, "");
  LLVMValueRef arguments[] = {address,
                              wb_int32(work, access->object),
                              wb_int32(work, access->bytes),
                              wb_int32(work, access->align),
                              wb_int32(work, access->flags),
                              wb_int32(work, access->site)};
  LLVMValueRef use = wb_call_runtime(kernel, "wbrt_check", arguments, 6);
  LLVMValueRef pointer = LLVMBuildIntToPtr(work->builder, use, LLVMTypeOf(access->pointer), "");
  LLVMSetOperand(access->instruction, access->pointer_operand, pointer);
  return use;
}

/* ---- lanes in memory ----------------------------------------------------------- */

static unsigned lanes_of(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

static uint32_t lane_bytes(struct wb_kernel_work *kernel, LLVMTypeRef type) {
  LLVMTypeRef lane = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
  return (uint32_t)LLVMStoreSizeOfType(kernel->work->layout, lane);
}

static LLVMValueRef lane_address(struct wb_kernel_work *kernel, LLVMValueRef address,
                                 uint32_t bytes, unsigned lane) {
  struct wb_work *work = kernel->work;
  return LLVMBuildAdd(work->builder, address, wb_int64(work, (uint64_t)bytes * lane), "");
}

static LLVMValueRef ask_unwritten(struct wb_kernel_work *kernel, const struct access *access,
                                  LLVMValueRef address, uint32_t bytes) {
  struct wb_work *work = kernel->work;
  LLVMValueRef arguments[] = {address, wb_int32(work, access->object), wb_int32(work, bytes),
                              wb_int32(work, access->site)};
  return wb_call_runtime(kernel, "wbrt_unwritten", arguments, 4);
}

static LLVMValueRef unwritten_lanes(struct wb_kernel_work *kernel, const struct access *access,
                                    LLVMValueRef address) {
  struct wb_work *work = kernel->work;
  unsigned lanes = lanes_of(access->type);
  uint32_t bytes = lane_bytes(kernel, access->type);
  if (LLVMGetTypeKind(access->type) != LLVMVectorTypeKind)
    return ask_unwritten(kernel, access, address, access->bytes);
  LLVMValueRef shadow = LLVMConstNull(LLVMVectorType(work->types.i1, lanes));
  for (unsigned i = 0; i < lanes; i++) {
    LLVMValueRef bit =
        ask_unwritten(kernel, access, lane_address(kernel, address, bytes, i), bytes);
    shadow = LLVMBuildInsertElement(work->builder, shadow, bit, wb_int32(work, i), "");
  }
  return shadow;
}

static void mark(struct wb_kernel_work *kernel, const struct access *access, LLVMValueRef address,
                 uint32_t bytes, LLVMValueRef unwritten) {
  struct wb_work *work = kernel->work;
  LLVMValueRef arguments[] = {address, wb_int32(work, access->object), wb_int32(work, bytes),
                              unwritten != NULL ? unwritten : LLVMConstNull(work->types.i1)};
  wb_call_runtime(kernel, "wbrt_mark", arguments, 4);
}

static void mark_lanes(struct wb_kernel_work *kernel, const struct access *access,
                       LLVMValueRef address, LLVMValueRef shadow) {
  struct wb_work *work = kernel->work;
  uint32_t bytes = lane_bytes(kernel, access->type);
  if (shadow == NULL || LLVMGetTypeKind(access->type) != LLVMVectorTypeKind) {
    mark(kernel, access, address, access->bytes, shadow);
    return;
  }
  for (unsigned i = 0; i < lanes_of(access->type); i++)
    mark(kernel, access, lane_address(kernel, address, bytes, i), bytes,
         LLVMBuildExtractElement(work->builder, shadow, wb_int32(work, i), ""));
}

/* ---- loads, stores, atomics -------------------------------------------------------- */

static uint32_t atomic_flag(LLVMValueRef instruction) {
  return LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic ? 0 : WBRT_ATOMIC;
}

void wb_check_load(struct wb_kernel_work *kernel, LLVMValueRef load) {
  struct access access;
  uint32_t flags = WBRT_READ | atomic_flag(load);
  if (!describe(kernel, load, LLVMTypeOf(load), 0, flags, &access)) return;
  LLVMValueRef address = check(kernel, &access);
  /* Reading is no use: a value that goes nowhere may well be unwritten. */
  if (LLVMGetFirstUse(load) != NULL && wb_map_has(&kernel->maybe, load))
    wb_shadow_set(kernel, load, unwritten_lanes(kernel, &access, address));
  wb_map_put(&kernel->read_sites, load, access.site);
}

void wb_check_store(struct wb_kernel_work *kernel, LLVMValueRef store) {
  struct access access;
  LLVMValueRef value = LLVMGetOperand(store, 0);
  uint32_t flags = WBRT_WRITE | atomic_flag(store);
  if (!describe(kernel, store, LLVMTypeOf(value), 1, flags, &access)) return;
  if (access.memory == WB_MEMORY_GLOBAL) wb_shadow_use(kernel, value, store, WBRT_USE_STORE);
  LLVMValueRef address = check(kernel, &access);
  wb_build_after(kernel->work, store);
  mark_lanes(kernel, &access, address, wb_shadow_of(kernel, value));
}

/* Read-modify-write: what nobody wrote cannot be modified. */
void wb_check_atomic(struct wb_kernel_work *kernel, LLVMValueRef atomic) {
  struct access access;
  struct wb_work *work = kernel->work;
  bool exchange = LLVMIsAAtomicRMWInst(atomic) != NULL &&
                  LLVMGetAtomicRMWBinOp(atomic) == LLVMAtomicRMWBinOpXchg;
  uint32_t flags = WBRT_READ | WBRT_WRITE | WBRT_ATOMIC;
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(atomic); i++)
    wb_shadow_use(kernel, LLVMGetOperand(atomic, i), atomic, WBRT_USE_ATOMIC);
  if (!describe(kernel, atomic, LLVMTypeOf(LLVMGetOperand(atomic, 1)), 0, flags, &access)) return;
  LLVMValueRef address = check(kernel, &access);
  LLVMSetAlignment(atomic, access.bytes);
  if (!exchange) {
    wb_build_before(work, atomic);
    LLVMValueRef unwritten = ask_unwritten(kernel, &access, address, access.bytes);
    LLVMValueRef arguments[] = {wb_int32(work, wb_own_site(kernel, atomic)),
                                wb_int32(work, WBRT_USE_ATOMIC)};
    wb_call_runtime_if(kernel, unwritten, "wbrt_used_unwritten", arguments, 2);
  }
  wb_build_after(work, atomic);
  mark(kernel, &access, address, access.bytes, NULL);
}
