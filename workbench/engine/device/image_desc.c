#include "device/image_desc.h"

#include <string.h>

static const struct kind {
  const char *name;
  bool height, depth, layers;
} KINDS[WB_IMAGE_KIND_COUNT] = {
    [WB_IMAGE_NONE] = {"", false, false, false},
    [WB_IMAGE_1D] = {"image1d_t", false, false, false},
    [WB_IMAGE_1D_BUFFER] = {"image1d_buffer_t", false, false, false},
    [WB_IMAGE_1D_ARRAY] = {"image1d_array_t", false, false, true},
    [WB_IMAGE_2D] = {"image2d_t", true, false, false},
    [WB_IMAGE_2D_ARRAY] = {"image2d_array_t", true, false, true},
    [WB_IMAGE_3D] = {"image3d_t", true, true, false},
};

const char *wb_image_kind_name(enum wb_image_kind kind) { return KINDS[kind].name; }

enum wb_image_kind wb_image_kind_parse(const char *name) {
  for (int i = WB_IMAGE_NONE + 1; i < WB_IMAGE_KIND_COUNT; i++)
    if (strcmp(KINDS[i].name, name) == 0) return (enum wb_image_kind)i;
  return WB_IMAGE_NONE;
}

/* Channels by order, and bytes of one by type; three packed into one number
 * are RGB alone. */
uint32_t wb_image_pixel_bytes(uint32_t order, uint32_t channel) {
  enum { RGB = 0x10B4, FIRST_PACKED = 0x10D4, LAST_PACKED = 0x10D6 };
  static const uint32_t channels[] = {1, 1, 2, 2, 3, 4, 4, 4, 1, 1};
  static const uint32_t sizes[] = {1, 2, 1, 2, 2, 2, 4, 1, 2, 4, 1, 2, 4, 2, 4};
  if (order < WB_IMAGE_FIRST_ORDER || order > WB_IMAGE_LAST_ORDER) return 0;
  if (channel < WB_IMAGE_FIRST_CHANNEL || channel > WB_IMAGE_LAST_CHANNEL) return 0;
  bool packed = channel >= FIRST_PACKED && channel <= LAST_PACKED;
  uint32_t size = sizes[channel - WB_IMAGE_FIRST_CHANNEL];
  if ((order == RGB) != packed) return 0;
  return packed ? size : size * channels[order - WB_IMAGE_FIRST_ORDER];
}

bool wb_image_bytes(const struct wb_image_desc *image, size_t *bytes) {
  const struct kind *kind = &KINDS[image->kind];
  const uint32_t sizes[] = {image->width, image->height, image->depth, image->layers};
  const bool varies[] = {true, kind->height, kind->depth, kind->layers};
  bool good = image->kind != WB_IMAGE_NONE;
  *bytes = wb_image_pixel_bytes(image->order, image->channel);
  for (int i = 0; i < 4 && good; i++)
    good = (varies[i] ? sizes[i] > 0 && sizes[i] < 1u << 30 : sizes[i] == 1) &&
           !__builtin_mul_overflow(*bytes, (size_t)sizes[i], bytes);
  return good && *bytes > 0 && *bytes <= UINT32_MAX;
}
