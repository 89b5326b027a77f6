#include "device/image_desc.h"
#include "tap.h"

static void test_pixels(void) {
  CHECK_INT(wb_image_pixel_bytes(WB_IMAGE_RGBA, WB_IMAGE_FLOAT), 16);
  CHECK_INT(wb_image_pixel_bytes(WB_IMAGE_RGBA, WB_IMAGE_UNORM_INT8), 4);
  CHECK_INT(wb_image_pixel_bytes(0x10B0, 0x10DB), 2); /* R, UNSIGNED_INT16 */
  CHECK_INT(wb_image_pixel_bytes(0x10B4, 0x10D4), 2); /* RGB, UNORM_SHORT_565 */
  CHECK_INT(wb_image_pixel_bytes(0x10B4, WB_IMAGE_FLOAT), 0);
  CHECK_INT(wb_image_pixel_bytes(WB_IMAGE_RGBA, 0x10D4), 0);
  CHECK_INT(wb_image_pixel_bytes(0x10AF, WB_IMAGE_FLOAT), 0);
  CHECK_INT(wb_image_pixel_bytes(WB_IMAGE_RGBA, 0x10DF), 0);
}

static bool fits(enum wb_image_kind kind, uint32_t width, uint32_t height, uint32_t depth,
                 uint32_t layers, size_t expected) {
  struct wb_image_desc image = {kind, width, height, depth, layers, WB_IMAGE_RGBA, WB_IMAGE_FLOAT};
  size_t bytes = 0;
  return wb_image_bytes(&image, &bytes) && bytes == expected;
}

static void test_sizes(void) {
  CHECK(fits(WB_IMAGE_2D, 8, 4, 1, 1, 512));
  CHECK(fits(WB_IMAGE_3D, 2, 3, 4, 1, 384));
  CHECK(fits(WB_IMAGE_2D_ARRAY, 2, 3, 1, 5, 480));
  CHECK(fits(WB_IMAGE_1D_ARRAY, 7, 1, 1, 3, 336));
  CHECK(!fits(WB_IMAGE_1D, 8, 4, 1, 1, 512));
  CHECK(!fits(WB_IMAGE_2D, 8, 0, 1, 1, 0));
  CHECK(!fits(WB_IMAGE_2D, 8, 4, 2, 1, 1024));
  CHECK(!fits(WB_IMAGE_3D, 1u << 29, 1u << 29, 1u << 29, 1, 0));
  CHECK(!fits(WB_IMAGE_2D, 1u << 16, 1u << 12, 1, 1, (size_t)1 << 32));
  CHECK(!fits(WB_IMAGE_NONE, 1, 1, 1, 1, 16));
}

static void test_names(void) {
  for (int i = WB_IMAGE_NONE + 1; i < WB_IMAGE_KIND_COUNT; i++)
    CHECK_INT(wb_image_kind_parse(wb_image_kind_name((enum wb_image_kind)i)), i);
  CHECK_INT(wb_image_kind_parse("float4*"), WB_IMAGE_NONE);
  CHECK_INT(wb_image_kind_parse(""), WB_IMAGE_NONE);
}

int main(void) {
  tap_run("pixels have the size that order and channels make", test_pixels);
  tap_run("an image has the sizes of its kind, and no others", test_sizes);
  tap_run("kinds are named as OpenCL C names them", test_names);
  return tap_finish();
}
