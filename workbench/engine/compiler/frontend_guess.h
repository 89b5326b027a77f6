/* A guess at what a kernel needs, made while nothing is known of it yet. */
#ifndef WB_COMPILER_FRONTEND_GUESS_H
#define WB_COMPILER_FRONTEND_GUESS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether OpenCL C source looks as if it called builtin functions other than
 * those of work-items: then libclc is opened while clang runs, else only when
 * the compiled kernel does call one. A wrong guess costs time, nothing else. */
bool wb_frontend_guess_builtins(const char *source, size_t length);

#endif
