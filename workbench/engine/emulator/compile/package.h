/* A compiled program as bytes: how it comes from the compiler's process to the
 * worker's, and how the cache keeps it.
 *
 * The tables of image.h are copied whole, with their pointers written as
 * numbers: a new field that is no pointer needs nothing here, a new pointer
 * does (package.c). Read only by the build that wrote it: the cache's key says
 * which one that was. */
#ifndef WB_EMULATOR_COMPILE_PACKAGE_H
#define WB_EMULATOR_COMPILE_PACKAGE_H

#include "base/str.h"
#include "emulator/compile/program.h"

/* Appends the completed program, whose code is the ELF object `code`. */
void wb_package_put(struct wb_str *out, const struct wb_program *program, const void *code,
                    size_t code_length);

/* Loads it. Invalid bytes are WB_ERR_CRASH. */
enum wb_status wb_package_open(const void *bytes, size_t length, struct wb_program **program,
                               struct wb_error *err);

#endif
