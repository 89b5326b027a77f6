/* The files of a script that is not trusted: what lies beside it and it may use is read before its
 * walls are raised, and nothing else is ever opened for it. */
#ifndef WB_GPU_PROVIDED_FILES_H
#define WB_GPU_PROVIDED_FILES_H

#include "base/str.h"
#include "gpu/run.h"

enum {
  WB_PROVIDED_FILES_MAX = 256,
  WB_PROVIDED_FILE_BYTES_MAX = 16 << 20, /* of one; a larger one is left out */
  WB_PROVIDED_BYTES_MAX = 64 << 20       /* of all */
};

struct wb_provided_files {
  struct wb_gpu_file items[WB_PROVIDED_FILES_MAX];
  size_t count, bytes;
};

/* The script's text, and the kernels (.cl, .h) and arrays (.npy, .pgm) in its folder, under their
 * names; links are not followed. Fails where the script cannot be read; a folder with more than
 * there is room for gives the first by name. Release whatever came of it. */
enum wb_status wb_provided_files_read(const char *script, struct wb_str *text,
                                      struct wb_provided_files *files, struct wb_error *err);
void wb_provided_files_release(struct wb_provided_files *files);

#endif
