#include "emulator/run/image_access.h"

#include <stdio.h>

#include "emulator/run/run.h"

void wb_image_describe(struct wbrt_run *run, size_t i) {
  const struct wb_image_desc *image = &run->launch->args[i].image;
  uint32_t *words = run->context->images[WBRT_FIRST_ARGUMENT + i];
  if (image->kind == WB_IMAGE_NONE) return;
  words[WBRT_IMAGE_KIND] = image->kind;
  words[WBRT_IMAGE_WIDTH] = image->width;
  words[WBRT_IMAGE_HEIGHT] = image->height;
  words[WBRT_IMAGE_DEPTH] = image->depth;
  words[WBRT_IMAGE_LAYERS] = image->layers;
  words[WBRT_IMAGE_ORDER] = image->order;
  words[WBRT_IMAGE_CHANNEL] = image->channel;
  words[WBRT_IMAGE_PIXEL] = wb_image_pixel_bytes(image->order, image->channel);
  words[WBRT_IMAGE_ROW] = words[WBRT_IMAGE_PIXEL] * image->width;
  words[WBRT_IMAGE_SLICE] = words[WBRT_IMAGE_ROW] * image->height;
}

/* "(3, 4)" with as many coordinates as the kind has; or its sizes "8 × 4". */
static void spell_coordinates(enum wb_image_kind kind, const int32_t at[3], const char *between,
                              char *text, size_t size) {
  static const unsigned COUNTS[WB_IMAGE_KIND_COUNT] = {
      [WB_IMAGE_NONE] = 1,     [WB_IMAGE_1D] = 1,       [WB_IMAGE_1D_BUFFER] = 1, [WB_IMAGE_2D] = 2,
      [WB_IMAGE_1D_ARRAY] = 2, [WB_IMAGE_2D_ARRAY] = 3, [WB_IMAGE_3D] = 3};
  size_t length = 0;
  text[0] = '\0';
  for (unsigned i = 0; i < COUNTS[kind] && i < 3 && length < size; i++)
    length += (size_t)snprintf(text + length, size - length, "%s%d", i > 0 ? between : "", at[i]);
}

void wbrt_bad_pixel(struct wbrt_context *context, uint32_t site, uint32_t object, uint32_t x,
                    uint32_t y, uint32_t z, uint32_t writes) {
  struct wbrt_run *run = context->run;
  const uint32_t *words = context->images[object < WBRT_FIRST_STATIC ? object : WBRT_NO_OBJECT];
  const enum wb_image_kind kind = (enum wb_image_kind)words[WBRT_IMAGE_KIND];
  const bool rows = words[WBRT_IMAGE_KIND] != WB_IMAGE_1D_ARRAY;
  const bool deep = kind == WB_IMAGE_3D;
  const int32_t sizes[] = {(int32_t)words[WBRT_IMAGE_WIDTH],
                           (int32_t)words[rows ? WBRT_IMAGE_HEIGHT : WBRT_IMAGE_LAYERS],
                           (int32_t)words[deep ? WBRT_IMAGE_DEPTH : WBRT_IMAGE_LAYERS]};
  const int32_t at[] = {(int32_t)x, (int32_t)y, (int32_t)z};
  char place[64], size[64];
  struct wb_hit hit = wb_run_hit(run, WB_OUT_OF_BOUNDS, site);
  struct wb_finding finding;
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  spell_coordinates(kind, at, ", ", place, sizeof place);
  spell_coordinates(kind, sizes, " × ", size, sizeof size);
  finding.access = writes != 0 ? WB_ACCESS_WRITE : WB_ACCESS_READ;
  finding.memory = WB_MEMORY_GLOBAL;
  snprintf(finding.array, sizeof finding.array, "%s", wb_run_array(run, object, site));
  snprintf(finding.message, sizeof finding.message, "%s pixel (%s) of %s, an image of %s",
           writes != 0 ? "writes" : "reads", place, finding.array, size);
  wb_launch_report_add(&run->report, &hit, &finding);
}
