/* Images: how the bytes of a buffer are to be seen as pixels. They lie row by
 * row without gaps, so an image is any buffer of that many bytes. */
#ifndef WB_DEVICE_IMAGE_DESC_H
#define WB_DEVICE_IMAGE_DESC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* After OpenCL C's types image1d_t and so on. */
enum wb_image_kind {
  WB_IMAGE_NONE,
  WB_IMAGE_1D,
  WB_IMAGE_1D_BUFFER,
  WB_IMAGE_1D_ARRAY,
  WB_IMAGE_2D,
  WB_IMAGE_2D_ARRAY,
  WB_IMAGE_3D,
  WB_IMAGE_KIND_COUNT
};

/* OpenCL's numbers, CL_R and CL_SNORM_INT8 and on; kernels see them too. */
enum {
  WB_IMAGE_FIRST_ORDER = 0x10B0,
  WB_IMAGE_RGBA = 0x10B5,
  WB_IMAGE_LAST_ORDER = 0x10B9,
  WB_IMAGE_FIRST_CHANNEL = 0x10D0,
  WB_IMAGE_UNORM_INT8 = 0x10D2,
  WB_IMAGE_FLOAT = 0x10DE,
  WB_IMAGE_LAST_CHANNEL = 0x10DE
};

struct wb_image_desc {
  enum wb_image_kind kind;
  uint32_t width, height, depth, layers; /* 1 where the kind has none */
  uint32_t order, channel;               /* of and in a pixel */
};

/* "image2d_t"; "" for WB_IMAGE_NONE. */
const char *wb_image_kind_name(enum wb_image_kind kind);
/* The kind of that name, or WB_IMAGE_NONE. */
enum wb_image_kind wb_image_kind_parse(const char *name);

/* Bytes of a pixel; 0 where OpenCL has no such combination. */
uint32_t wb_image_pixel_bytes(uint32_t order, uint32_t channel);

/* Bytes of all, at most 4 GiB; false where sizes are 0, too large or do not suit
 * the kind, or there are no such pixels. */
bool wb_image_bytes(const struct wb_image_desc *image, size_t *bytes);

#endif
