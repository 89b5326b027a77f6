/* libclc in parts. As one module it has ten thousand functions: to read what they are called and
 * to link two of them took five times as long as all else that is done for a small kernel. So when
 * the workbench is built, a module is made of the functions of one kind with all that they call
 * (programs/libclc.c), and a program is linked with the modules that it needs. */
#ifndef WB_COMPILER_LIBCLC_H
#define WB_COMPILER_LIBCLC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WB_LIBCLC_NAME = 48, WB_LIBCLC_ALIGN = 16 };

/* The bytes of all parts begin with such a table, which an entry without a name ends; offsets are
 * from its start. */
struct wb_libclc_part {
  char name[WB_LIBCLC_NAME];
  uint64_t offset, size;
};

/* The part that a builtin would be in, by its mangled name: "vload" for "_Z6vload4mPU3AS1Kf". False
 * where it is not a name of OpenCL's. */
bool wb_libclc_part_name(const char *mangled, char name[WB_LIBCLC_NAME]);

#endif
