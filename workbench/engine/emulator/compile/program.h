/* Inside of a program: what instrument/ makes in the compiler's process, what
 * package.c carries to the worker's, and what the runtime then launches. The
 * runtime includes image.h alone. Knows no LLVM. */
#ifndef WB_EMULATOR_COMPILE_PROGRAM_H
#define WB_EMULATOR_COMPILE_PROGRAM_H

#include <time.h>

#include "base/str.h"
#include "emulator/image.h"
#include "emulator/compile/object.h"

/* A kernel's image while it grows, and what owns its parts. */
struct wb_program_kernel {
  struct wb_kernel_image image; /* points at the fields below once done */
  struct wb_kernel_info info;
  char *symbol; /* of its entry in the object, or of its loop over work-items */
  bool is_item_loop;
  uint32_t param_bytes[WB_MAX_ARGS];
  struct wb_static_object *objects;
  size_t objects_capacity;
  struct wbrt_site *sites;
  size_t sites_capacity;
};

/* What better code of a program would be asked for with. */
struct wb_program_origin {
  struct wb_str request; /* as wb_put_build_request writes it */
  struct timespec start; /* of the compilation */
};

struct wb_program {
  struct wb_object *code;           /* NULL until loaded */
  struct wb_program_origin *origin; /* NULL: there is no better; the worker's alone */
  struct wb_program_kernel *kernels;
  size_t n_kernels, kernels_capacity;
  const char **names;
  char fingerprint[WB_FINGERPRINT_MAX]; /* of what clang made of the text: wb_build_result */
  char **texts;                         /* every name above, once */
  size_t n_texts, texts_capacity;
  void **blocks; /* initial contents of constants */
  size_t n_blocks, blocks_capacity;
};

/* A copy of `text` that lives as long as the program; NULL gives NULL. */
const char *wb_program_text(struct wb_program *program, const char *text);

/* Zeroed memory that lives as long as the program. */
void *wb_program_block(struct wb_program *program, size_t bytes);

/* The next kernel. Pointers to earlier ones become invalid. */
struct wb_program_kernel *wb_program_add_kernel(struct wb_program *program);

/* After the last kernel: images and names point at what they describe. */
void wb_program_complete(struct wb_program *program);

#endif
