#include "emulator/compile/object_patch.h"

#include <string.h>

typedef bool patcher(const struct wb_patch *patch);

static bool put_value(const struct wb_patch *patch, uint64_t value, size_t bytes) {
  if (patch->room < bytes) return false;
  memcpy(patch->at, &value, bytes); /* all supported machines are little-endian */
  return true;
}

static bool fits_bits(int64_t value, unsigned bits) {
  return value >= -(INT64_C(1) << (bits - 1)) && value < INT64_C(1) << (bits - 1);
}

static int64_t target_distance(const struct wb_patch *patch, uint64_t target) {
  return (int64_t)(target + (uint64_t)patch->addend - patch->place);
}

static bool is_near(const struct wb_patch *patch, uint64_t target) {
  int64_t value = target_distance(patch, target);
  return fits_bits(value, 32) && put_value(patch, (uint64_t)value, 4);
}

static bool patch_absolute64(const struct wb_patch *patch) {
  return put_value(patch, patch->target + (uint64_t)patch->addend, 8);
}

static bool patch_relative64(const struct wb_patch *patch) {
  return put_value(patch, (uint64_t)target_distance(patch, patch->target), 8);
}

static bool patch_relative32(const struct wb_patch *patch) { return is_near(patch, patch->target); }

/* ---- x86-64 ------------------------------------------------------------------------- */

static bool x86_call(const struct wb_patch *patch) { return is_near(patch, patch->jump); }

static bool x86_through_table(const struct wb_patch *patch) {
  return is_near(patch, patch->slot + WB_OBJECT_SLOT_ADDRESS);
}

/* ---- AArch64 ------------------------------------------------------------------------- */

/* Replaces the bits of an instruction that `mask` names. */
static bool arm_put(const struct wb_patch *patch, uint32_t mask, uint32_t bits) {
  uint32_t instruction;
  if (patch->room < sizeof instruction) return false;
  memcpy(&instruction, patch->at, sizeof instruction);
  instruction = (instruction & ~mask) | (bits & mask);
  memcpy(patch->at, &instruction, sizeof instruction);
  return true;
}

static bool arm_branch(const struct wb_patch *patch) {
  int64_t value = target_distance(patch, patch->jump);
  return value % 4 == 0 && fits_bits(value, 28) &&
         arm_put(patch, 0x3ffffff, (uint32_t)(value >> 2));
}

/* ADRP: the page of an address, as a distance in pages. */
static bool arm_page(const struct wb_patch *patch, uint64_t address) {
  int64_t pages = (int64_t)((address >> 12) - (patch->place >> 12));
  uint32_t low = (uint32_t)pages & 3, high = (uint32_t)(pages >> 2) & 0x7ffff;
  return fits_bits(pages, 21) && arm_put(patch, 3U << 29 | 0x7ffffU << 5, low << 29 | high << 5);
}

static bool arm_target_page(const struct wb_patch *patch) {
  return arm_page(patch, patch->target + (uint64_t)patch->addend);
}

static bool arm_table_page(const struct wb_patch *patch) {
  return arm_page(patch, patch->slot + WB_OBJECT_SLOT_ADDRESS);
}

/* The offset in its page, counted in units of 1 << shift bytes. */
static bool arm_low(const struct wb_patch *patch, uint64_t address, unsigned shift) {
  uint32_t low = (uint32_t)address & 0xfff;
  return low % (1U << shift) == 0 && arm_put(patch, 0xfffU << 10, low >> shift << 10);
}

static bool arm_low_target(const struct wb_patch *patch, unsigned shift) {
  return arm_low(patch, patch->target + (uint64_t)patch->addend, shift);
}

static bool arm_low1(const struct wb_patch *patch) { return arm_low_target(patch, 0); }
static bool arm_low2(const struct wb_patch *patch) { return arm_low_target(patch, 1); }
static bool arm_low4(const struct wb_patch *patch) { return arm_low_target(patch, 2); }
static bool arm_low8(const struct wb_patch *patch) { return arm_low_target(patch, 3); }
static bool arm_low16(const struct wb_patch *patch) { return arm_low_target(patch, 4); }
static bool arm_table_low(const struct wb_patch *patch) {
  return arm_low(patch, patch->slot + WB_OBJECT_SLOT_ADDRESS, 3);
}

/* ---- tables --------------------------------------------------------------------------- */

static const struct {
  uint32_t machine, type;
  patcher *patch;
} PATCHERS[] = {
    {EM_X86_64, R_X86_64_64, patch_absolute64},
    {EM_X86_64, R_X86_64_PC64, patch_relative64},
    {EM_X86_64, R_X86_64_PC32, patch_relative32},
    {EM_X86_64, R_X86_64_PLT32, x86_call},
    {EM_X86_64, R_X86_64_GOTPCREL, x86_through_table},
    {EM_X86_64, R_X86_64_GOTPCRELX, x86_through_table},
    {EM_X86_64, R_X86_64_REX_GOTPCRELX, x86_through_table},
    {EM_AARCH64, R_AARCH64_ABS64, patch_absolute64},
    {EM_AARCH64, R_AARCH64_PREL64, patch_relative64},
    {EM_AARCH64, R_AARCH64_PREL32, patch_relative32},
    {EM_AARCH64, R_AARCH64_CALL26, arm_branch},
    {EM_AARCH64, R_AARCH64_JUMP26, arm_branch},
    {EM_AARCH64, R_AARCH64_ADR_PREL_PG_HI21, arm_target_page},
    {EM_AARCH64, R_AARCH64_ADD_ABS_LO12_NC, arm_low1},
    {EM_AARCH64, R_AARCH64_LDST8_ABS_LO12_NC, arm_low1},
    {EM_AARCH64, R_AARCH64_LDST16_ABS_LO12_NC, arm_low2},
    {EM_AARCH64, R_AARCH64_LDST32_ABS_LO12_NC, arm_low4},
    {EM_AARCH64, R_AARCH64_LDST64_ABS_LO12_NC, arm_low8},
    {EM_AARCH64, R_AARCH64_LDST128_ABS_LO12_NC, arm_low16},
    {EM_AARCH64, R_AARCH64_ADR_GOT_PAGE, arm_table_page},
    {EM_AARCH64, R_AARCH64_LD64_GOT_LO12_NC, arm_table_low},
};

bool wb_object_patch(uint32_t machine, const struct wb_patch *patch) {
  for (size_t i = 0; i < sizeof PATCHERS / sizeof PATCHERS[0]; i++)
    if (PATCHERS[i].machine == machine && PATCHERS[i].type == patch->type)
      return PATCHERS[i].patch(patch);
  return false;
}

void wb_object_make_slot(uint32_t machine, unsigned char *slot, uint64_t target) {
  /* jmp *2(%rip) and two bytes that are never reached; ldr x16, 8 and br x16. */
  static const unsigned char X86[8] = {0xff, 0x25, 0x02, 0, 0, 0, 0xcc, 0xcc};
  static const unsigned char ARM[8] = {0x50, 0, 0, 0x58, 0x00, 0x02, 0x1f, 0xd6};
  memcpy(slot, machine == EM_X86_64 ? X86 : ARM, 8);
  memcpy(slot + WB_OBJECT_SLOT_ADDRESS, &target, sizeof target);
}
