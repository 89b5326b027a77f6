/* Images as kernels' arguments (builtins/image.cl reads and writes them). */
#ifndef WB_EMULATOR_RUN_IMAGE_ACCESS_H
#define WB_EMULATOR_RUN_IMAGE_ACCESS_H

#include <stddef.h>

struct wbrt_run;

/* Fills the words of argument `i` where it is an image. */
void wb_image_describe(struct wbrt_run *run, size_t i);

#endif
