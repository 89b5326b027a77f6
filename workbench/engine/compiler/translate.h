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

/* Before the process is forked for each of many people's texts (base/fork_server.h): compiles a
 * text of its own, and has clang do so in this very process, so that what most texts need is in its
 * memory. No text but that one was ever in it; a fork has a process of clang of its own. */
void wb_translator_warm_up(struct wb_translator *translator);

struct wb_translator_folders {
  const char *const *items;
  size_t count;
  bool anywhere;
};

/* The compiler's process: raises the walls of its role, within which the folders can be
 * read (where `anywhere`, all files but devices and such), and answers on `socket` until
 * it is closed. Where it `forks`, that is a control socket, and each that asks for it has a process
 * of its own. */
int wb_translator_serve(int socket, const struct wb_translator_folders *folders, bool forks);

#endif
