/* From source to a package: clang in a process of its own, then instrument/ and LLVM's code
 * generator. All of this is in the compiler's process, whose main is here too; the worker has no
 * LLVM. */
#ifndef WB_COMPILER_TRANSLATE_H
#define WB_COMPILER_TRANSLATE_H

#include "emulator/compile/compiler_protocol.h"
#include "compiler/frontend.h"

struct wb_translator;

/* `walls` are to stand around clang. */
struct wb_translator *wb_translator_new(const struct wb_walls *walls);
void wb_translator_free(struct wb_translator *translator);

/* Does what it can before the source of a request like `announced` is known: starts clang's process
 * and, where nobody asks for anything on `socket` soon, compiles a text of its own once in that way
 * and forgets it. */
void wb_translator_prepare(struct wb_translator *translator,
                           const struct wb_build_request *announced, int socket);

/* Fills `compilation` (initialised), whatever comes of it. What clang made of the last request is
 * kept: the same one again, for better code, needs no clang. */
void wb_translate(struct wb_translator *translator, const struct wb_build_request *request,
                  enum wb_tier tier, struct wb_compilation *compilation);

/* The compiler's process: raises the walls of its role, within which the folders can be
 * read (where `anywhere`, all files but devices and such), and answers on `socket` until
 * it is closed. */
int wb_translator_serve(int socket, const char *const *folders, size_t n_folders, bool anywhere);

#endif
