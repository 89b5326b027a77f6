#include "emulator/compile/object.h"

#include <stdlib.h>
#include <string.h>

#include "emulator/compile/object_patch.h"
#include "tap.h"

/* What a relocation makes of an instruction at 0x1000; the slot is at 0x3000. */
static uint32_t patched(uint32_t machine, uint32_t type, uint32_t instruction, uint64_t target) {
  unsigned char bytes[4];
  memcpy(bytes, &instruction, 4);
  struct wb_patch patch = {.at = bytes,
                           .room = 4,
                           .place = 0x1000,
                           .type = type,
                           .target = target,
                           .jump = target,
                           .slot = 0x3000};
  if (!wb_object_patch(machine, &patch)) return 0;
  memcpy(&instruction, bytes, 4);
  return instruction;
}

static void instructions_get_their_addresses(void) {
  CHECK_INT(patched(EM_X86_64, R_X86_64_PC32, 0, 0x1800), 0x800);
  CHECK_INT(patched(EM_X86_64, R_X86_64_PLT32, 0, 0x800), 0xfffff800);
  CHECK_INT(patched(EM_X86_64, R_X86_64_GOTPCREL, 0, 0x9), 0x2008);
  CHECK_INT(patched(EM_AARCH64, R_AARCH64_CALL26, 0x94000000, 0x2000), 0x94000400);
  CHECK_INT(patched(EM_AARCH64, R_AARCH64_ADR_PREL_PG_HI21, 0x90000000, 0x2345), 0xb0000000);
  CHECK_INT(patched(EM_AARCH64, R_AARCH64_ADD_ABS_LO12_NC, 0x91000000, 0x2345), 0x910d1400);
  CHECK_INT(patched(EM_AARCH64, R_AARCH64_LDST64_ABS_LO12_NC, 0xfd400000, 0x2348), 0xfd41a400);
}

static void what_cannot_be_reached_is_refused(void) {
  CHECK_INT(patched(EM_X86_64, R_X86_64_PC32, 0, 0x180000000), 0);
  CHECK_INT(patched(EM_X86_64, R_X86_64_64, 0, 0x1800), 0); /* needs eight bytes */
  CHECK_INT(patched(EM_X86_64, R_X86_64_TPOFF32, 0, 0x1800), 0);
  CHECK_INT(patched(EM_AARCH64, R_AARCH64_CALL26, 0x94000000, 0x10002000), 0);
  CHECK_INT(patched(EM_AARCH64, R_AARCH64_LDST64_ABS_LO12_NC, 0xfd400000, 0x2341), 0);
}

static void nonsense_is_not_loaded(void) {
  struct wb_object *object = NULL;
  Elf64_Ehdr header = {.e_type = ET_REL,
                       .e_machine = WB_OBJECT_MACHINE,
                       .e_shentsize = sizeof(Elf64_Shdr),
                       .e_shnum = 9,
                       .e_shoff = 64};
  memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  for (size_t length = 0; length <= sizeof header; length++) {
    void *copy = memcpy(malloc(length + 1), &header, length);
    CHECK(wb_object_load(copy, length, &object, NULL) == WB_ERR_CRASH && object == NULL);
    free(copy);
  }
}

int main(void) {
  tap_run("instructions get the addresses that they name", instructions_get_their_addresses);
  tap_run("what is out of reach or unknown is refused", what_cannot_be_reached_is_refused);
  tap_run("what is cut off or no object is not loaded", nonsense_is_not_loaded);
  return tap_finish();
}
