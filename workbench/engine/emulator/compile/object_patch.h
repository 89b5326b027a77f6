/* Relocations: how addresses are written into machine code. */
#ifndef WB_EMULATOR_COMPILE_OBJECT_PATCH_H
#define WB_EMULATOR_COMPILE_OBJECT_PATCH_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
enum { WB_OBJECT_MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { WB_OBJECT_MACHINE = EM_AARCH64 };
#else
#error "the emulator can load code for x86-64 and AArch64; teach object_patch.c this processor"
#endif

/* A slot of a symbol: code that jumps to it, from anywhere near the object, and
 * its address, for code that loads it from a table. */
enum { WB_OBJECT_SLOT_BYTES = 16, WB_OBJECT_SLOT_ADDRESS = 8 };

struct wb_patch {
  unsigned char *at; /* the bytes to change, */
  size_t room;       /* how many there are to the end of their section, */
  uint64_t place;    /* and their address */
  uint32_t type;     /* R_X86_64_…, R_AARCH64_… */
  uint64_t target;   /* the symbol's address */
  uint64_t jump;     /* where calls go: the same, or its slot */
  uint64_t slot;     /* address of the slot */
  int64_t addend;
};

/* False where the type is not known, or the target out of its reach. */
bool wb_object_patch(uint32_t machine, const struct wb_patch *patch);

/* Writes a slot's code and address. */
void wb_object_make_slot(uint32_t machine, unsigned char *slot, uint64_t target);

#endif
