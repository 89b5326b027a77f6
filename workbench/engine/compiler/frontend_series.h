/* One clang for several texts, one after the other, where a process compiles many: mutants, an
 * author's solutions, and the kernels of a host program. Three quarters of what clang does for a
 * small kernel is to start.
 *
 * Clang's own front end (`clang -cc1`) takes several files and compiles them in turn. Here they are
 * pipes, at which it waits for the next text. What the driver would tell it is what `clang -###`
 * prints for the command of a single text.
 *
 * What one text leaves to the next is clang's state of warnings, and names of types in LLVM's
 * context. So a text is left to a clang of its own if it could change the one or has the other, and
 * if clang has anything to say about it (frontend_series_text.h). What a series gives is then what
 * a clang of its own would give. */
#ifndef WB_COMPILER_FRONTEND_SERIES_H
#define WB_COMPILER_FRONTEND_SERIES_H

#include "compiler/frontend_clang.h"

struct wb_frontend_series {
  struct wb_frontend clang; /* its source is the pipe of the text that it has */
  char *signature;          /* of the command that `clang` is for; NULL: there is none */
  struct wb_names words;    /* what clang -### says for that command */
  int texts[WB_CLANG_TEXTS];
  size_t next;     /* of them; WB_CLANG_TEXTS: all are used */
  size_t failures; /* since one was compiled; after some, no other is tried with this command */
  char *asked;     /* signature of the last request */
  char *known;     /* of the last that ended well; NULL: there is none */
  char *header;    /* text of what clang reads before each; NULL: not yet asked for */
};
void wb_frontend_series_init(struct wb_frontend_series *series,
                             const struct wb_frontend_rules *rules);
void wb_frontend_series_release(struct wb_frontend_series *series);

/* Compiles a request that is like the one before, which ended well, but for its text and macros.
 * False where it did not, for whatever reason: then a clang of its own is to do it. `bitcode` gets
 * the module, of which clang had nothing to say. */
bool wb_frontend_series_compile(struct wb_frontend_series *series,
                                const struct wb_build_request *request, struct wb_str *bitcode);

/* How the last request ended, whoever compiled it, its clang's end included. After one that did not
 * end well the next text has a clang of its own, whose end is looked at: was it the text, or does
 * clang not work here? */
void wb_frontend_series_note(struct wb_frontend_series *series, bool ended_well);

#endif
