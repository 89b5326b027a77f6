/* Specs of images. */
#include "launch/spec.h"

/* OpenCL's numbers; 0 where an image cannot have such elements. */
static uint32_t channel_of(enum wb_scalar type, int normalized) {
  static const struct {
    enum wb_scalar type;
    uint32_t plain, unorm, snorm;
  } CHANNELS[] = {{WB_CHAR, 0x10D7, 0, 0x10D0},   {WB_SHORT, 0x10D8, 0, 0x10D1},
                  {WB_INT, 0x10D9, 0, 0},         {WB_UCHAR, 0x10DA, 0x10D2, 0},
                  {WB_USHORT, 0x10DB, 0x10D3, 0}, {WB_UINT, 0x10DC, 0, 0},
                  {WB_HALF, 0x10DD, 0, 0},        {WB_FLOAT, WB_IMAGE_FLOAT, 0, 0}};
  uint32_t channel = 0;
  for (size_t i = 0; i < sizeof CHANNELS / sizeof CHANNELS[0]; i++)
    if (CHANNELS[i].type == type)
      channel = normalized > 0   ? CHANNELS[i].unorm
                : normalized < 0 ? CHANNELS[i].snorm
                                 : CHANNELS[i].plain;
  return channel;
}

bool wb_arg_spec_image(const struct wb_arg_spec *spec, const struct wb_param_info *param,
                       struct wb_image_desc *image) {
  enum { R = 0x10B0, RG = 0x10B2 };
  size_t bytes = 0, given = 0;
  *image = (struct wb_image_desc){.kind = wb_image_kind_parse(param->type_name),
                                  .width = (uint32_t)spec->sizes[0],
                                  .height = 1,
                                  .depth = 1,
                                  .layers = 1};
  uint32_t second = spec->n_sizes > 1 ? (uint32_t)spec->sizes[1] : 1;
  uint32_t third = spec->n_sizes > 2 ? (uint32_t)spec->sizes[2] : 1;
  bool layers = image->kind == WB_IMAGE_1D_ARRAY, flat = image->kind <= WB_IMAGE_1D_BUFFER;
  if (layers) image->layers = second;
  if (!layers && !flat) image->height = second;
  if (image->kind == WB_IMAGE_2D_ARRAY) image->layers = third;
  if (image->kind == WB_IMAGE_3D) image->depth = third;
  image->order = spec->type.lanes == 1 ? R : spec->type.lanes == 2 ? RG : WB_IMAGE_RGBA;
  image->channel = channel_of(spec->type.scalar, spec->normalized);
  bool deep = image->kind == WB_IMAGE_2D_ARRAY || image->kind == WB_IMAGE_3D;
  unsigned wanted = flat ? 1 : deep ? 3 : 2;
  bool lanes = spec->type.lanes == 1 || spec->type.lanes == 2 || spec->type.lanes == 4;
  return spec->kind == WB_SPEC_BUFFER && lanes && !spec->bytes && spec->n_sizes == wanted &&
         wb_image_bytes(image, &bytes) && wb_arg_spec_bytes(spec, &given) && given == bytes;
}
