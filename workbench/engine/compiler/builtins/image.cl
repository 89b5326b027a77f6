/* Images and samplers (OpenCL C 1.2, 6.12.14, and chapter 8.2 for addressing
 * and filtering). An image is a buffer of pixels, row by row, which are read and
 * written here like any memory: so every check holds for them too. Sizes and
 * format are not in memory, but words of the context (runtime.h).
 * The functions wb_… are the emulator's own (instrument/images.c). Linked only
 * into programs that have images. See replacements.cl for how these are used. */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable

#define OVERLOADED __attribute__((overloadable))

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long size_t;

#define TYPE(type, lanes) typedef type type##lanes __attribute__((ext_vector_type(lanes)));
#define TYPES(type) TYPE(type, 2) TYPE(type, 4)
TYPE(char, 4)
TYPES(uchar)
TYPE(short, 4)
TYPES(ushort)
TYPES(int)
TYPES(uint)
TYPES(half)
TYPES(float)

OVERLOADED char convert_char_sat_rte(float x);
OVERLOADED uchar convert_uchar_sat_rte(float x);
OVERLOADED short convert_short_sat_rte(float x);
OVERLOADED ushort convert_ushort_sat_rte(float x);
OVERLOADED char convert_char_sat(int x);
OVERLOADED short convert_short_sat(int x);
OVERLOADED uchar convert_uchar_sat(uint x);
OVERLOADED ushort convert_ushort_sat(uint x);
OVERLOADED float rint(float x);

typedef global uchar *pixels;

/* enum wbrt_image_word. */
OVERLOADED uint wb_image_word(pixels image, int index);
/* An access beside the image is a finding. */
OVERLOADED void wb_image_outside(pixels image, int x, int y, int z, int writes);
OVERLOADED uint wb_sampler_bits(sampler_t sampler);

enum word { WIDTH = 1, HEIGHT, DEPTH, LAYERS, ROW, SLICE, ORDER, KIND, PIXEL };

enum order {
  ORDER_R = 0x10B0, ORDER_A, ORDER_RG, ORDER_RA, ORDER_RGB, ORDER_RGBA, ORDER_BGRA, ORDER_ARGB,
  ORDER_INTENSITY, ORDER_LUMINANCE
};
enum kind {
  SNORM8 = 0x10D0, SNORM16, UNORM8, UNORM16, UNORM565, UNORM555, UNORM101010, SIGNED8, SIGNED16,
  SIGNED32, UNSIGNED8, UNSIGNED16, UNSIGNED32, HALF, FLOAT
};

enum sampler {
  NORMALIZED = 1,
  ADDRESS_MASK = 14, NO_ADDRESS = 0, CLAMP_TO_EDGE = 2, CLAMP = 4, REPEAT = 6, MIRRORED = 8,
  LINEAR = 0x20
};

/* ---- places -------------------------------------------------------------------- */

/* Sizes by axis. Layers of an array are the axis after its own ones. */
struct shape {
  int size[3];
  int axes, layers; /* of coordinates that are filtered; 1 if a layer follows */
};

static int is_inside(const struct shape *shape, int x, int y, int z) {
  return x >= 0 && y >= 0 && z >= 0 && x < shape->size[0] && y < shape->size[1] &&
         z < shape->size[2];
}

static pixels pixel_at(pixels image, int x, int y, int z) {
  return image + (size_t)z * wb_image_word(image, SLICE) +
         (size_t)y * wb_image_word(image, ROW) + (size_t)x * wb_image_word(image, PIXEL);
}

/* ---- pixels -------------------------------------------------------------------- */

/* In which channel of memory red, green, blue and alpha lie: -1 that it is 0,
 * -2 that it is 1. */
static int4 channels_of(uint order) {
  int4 at = (int4)(0, 1, 2, 3);
  if (order == ORDER_R) at = (int4)(0, -1, -1, -2);
  if (order == ORDER_A) at = (int4)(-1, -1, -1, 0);
  if (order == ORDER_RG) at = (int4)(0, 1, -1, -2);
  if (order == ORDER_RA) at = (int4)(0, -1, -1, 1);
  if (order == ORDER_RGB) at = (int4)(0, 1, 2, -2);
  if (order == ORDER_BGRA) at = (int4)(2, 1, 0, 3);
  if (order == ORDER_ARGB) at = (int4)(1, 2, 3, 0);
  if (order == ORDER_INTENSITY) at = (int4)(0, 0, 0, 0);
  if (order == ORDER_LUMINANCE) at = (int4)(0, 0, 0, -2);
  return at;
}

/* A pixel is read and written by one access as wide as it is, so that it counts,
 * races and is traced as one. Channels come as they lie in memory. */
#define PIXEL_OF(type) \
  static type##4 fetch_##type(pixels at, uint channels) { \
    type##4 value = (type##4)0; \
    if (channels == 1) \
      value.x = *(global type *)at; \
    else if (channels == 2) \
      value.xy = *(global type##2 *)at; \
    else \
      value = *(global type##4 *)at; \
    return value; \
  } \
  static void put_##type(pixels at, uint channels, type##4 value) { \
    if (channels == 1) \
      *(global type *)at = value.x; \
    else if (channels == 2) \
      *(global type##2 *)at = value.xy; \
    else \
      *(global type##4 *)at = value; \
  }
PIXEL_OF(uchar)
PIXEL_OF(ushort)
PIXEL_OF(uint)
PIXEL_OF(half)
PIXEL_OF(float)

#define FLOATS(value) __builtin_convertvector((value), float4)
#define INTS(value) __builtin_convertvector((value), int4)

static int is_packed(uint kind) {
  return kind == UNORM565 || kind == UNORM555 || kind == UNORM101010;
}

static float4 packed_channels(pixels pixel, uint kind) {
  float4 value = (float4)0;
  if (kind == UNORM101010) {
    const uint code = *(global uint *)pixel;
    value.x = (float)(code >> 20 & 1023u) / 1023.0f;
    value.y = (float)(code >> 10 & 1023u) / 1023.0f;
    value.z = (float)(code & 1023u) / 1023.0f;
  } else {
    const uint code = *(global ushort *)pixel;
    const uint wide = kind == UNORM565; /* green has a bit more */
    const uint green = wide ? 63u : 31u;
    value.x = (float)(code >> (10 + wide) & 31u) / 31.0f;
    value.y = (float)(code >> 5 & green) / (float)green;
    value.z = (float)(code & 31u) / 31.0f;
  }
  return value;
}

static float4 at_least_minus_one(float4 value) {
  for (int i = 0; i < 4; i++) value[i] = value[i] < -1.0f ? -1.0f : value[i];
  return value;
}

static float4 float_channels(pixels pixel, uint kind, uint bytes) {
  float4 value = (float4)0;
  switch (kind) {
    case SNORM8:
      value = at_least_minus_one(
          FLOATS(__builtin_astype(fetch_uchar(pixel, bytes), char4)) / 127.0f);
      break;
    case SNORM16:
      value = at_least_minus_one(
          FLOATS(__builtin_astype(fetch_ushort(pixel, bytes / 2), short4)) / 32767.0f);
      break;
    case UNORM8: value = FLOATS(fetch_uchar(pixel, bytes)) / 255.0f; break;
    case UNORM16: value = FLOATS(fetch_ushort(pixel, bytes / 2)) / 65535.0f; break;
    case HALF: value = FLOATS(fetch_half(pixel, bytes / 2)); break;
    case FLOAT: value = fetch_float(pixel, bytes / 4); break;
    default: value = packed_channels(pixel, kind); break;
  }
  return value;
}

static int4 int_channels(pixels pixel, uint kind, uint bytes) {
  int4 value = (int4)0;
  switch (kind) {
    case SIGNED8: value = INTS(__builtin_astype(fetch_uchar(pixel, bytes), char4)); break;
    case SIGNED16: value = INTS(__builtin_astype(fetch_ushort(pixel, bytes / 2), short4)); break;
    case UNSIGNED8: value = INTS(fetch_uchar(pixel, bytes)); break;
    case UNSIGNED16: value = INTS(fetch_ushort(pixel, bytes / 2)); break;
    default: value = __builtin_astype(fetch_uint(pixel, bytes / 4), int4); break;
  }
  return value;
}

/* Outside there is the border's colour: all 0, or 1 for an alpha that is none. */
#define TEXEL(type) \
  static type##4 type##_texel(pixels image, int inside, int x, int y, int z) { \
    const int4 at = channels_of(wb_image_word(image, ORDER)); \
    type##4 value = (type##4)0, channels = (type##4)0; \
    if (inside) \
      channels = type##_channels(pixel_at(image, x, y, z), wb_image_word(image, KIND), \
                                 wb_image_word(image, PIXEL)); \
    for (int i = 0; i < 4; i++) \
      value[i] = at[i] == -2 ? (type)1 : at[i] < 0 ? (type)0 : channels[at[i] & 3]; \
    return value; \
  }
TEXEL(float)
TEXEL(int)

static uint part(float value, float most) {
  const float scaled = rint(value * most);
  return scaled < 0.0f ? 0u : scaled > most ? (uint)most : (uint)scaled;
}

static void put_packed(pixels pixel, uint kind, float4 value) {
  if (kind == UNORM101010)
    *(global uint *)pixel = part(value.x, 1023.0f) << 20 | part(value.y, 1023.0f) << 10 |
                            part(value.z, 1023.0f);
  if (kind == UNORM555)
    *(global ushort *)pixel = (ushort)(part(value.x, 31.0f) << 10 | part(value.y, 31.0f) << 5 |
                                       part(value.z, 31.0f));
  if (kind == UNORM565)
    *(global ushort *)pixel = (ushort)(part(value.x, 31.0f) << 11 | part(value.y, 63.0f) << 5 |
                                       part(value.z, 31.0f));
}

#define EACH(function, value, factor) \
  (function((value).x factor), function((value).y factor), function((value).z factor), \
   function((value).w factor))

static void put_float_channels(pixels pixel, uint kind, uint bytes, float4 value) {
  switch (kind) {
    case SNORM8:
      put_uchar(pixel, bytes,
                __builtin_astype((char4)EACH(convert_char_sat_rte, value, *127.0f), uchar4));
      break;
    case SNORM16:
      put_ushort(pixel, bytes / 2,
                 __builtin_astype((short4)EACH(convert_short_sat_rte, value, *32767.0f), ushort4));
      break;
    case UNORM8:
      put_uchar(pixel, bytes, (uchar4)EACH(convert_uchar_sat_rte, value, *255.0f));
      break;
    case UNORM16:
      put_ushort(pixel, bytes / 2, (ushort4)EACH(convert_ushort_sat_rte, value, *65535.0f));
      break;
    case HALF: put_half(pixel, bytes / 2, __builtin_convertvector(value, half4)); break;
    case FLOAT: put_float(pixel, bytes / 4, value); break;
  }
}

static void put_int_channels(pixels pixel, uint kind, uint bytes, int4 value) {
  const uint4 plain = __builtin_astype(value, uint4);
  switch (kind) {
    case SIGNED8:
      put_uchar(pixel, bytes, __builtin_astype((char4)EACH(convert_char_sat, value, ), uchar4));
      break;
    case SIGNED16:
      put_ushort(pixel, bytes / 2,
                 __builtin_astype((short4)EACH(convert_short_sat, value, ), ushort4));
      break;
    case UNSIGNED8: put_uchar(pixel, bytes, (uchar4)EACH(convert_uchar_sat, plain, )); break;
    case UNSIGNED16:
      put_ushort(pixel, bytes / 2, (ushort4)EACH(convert_ushort_sat, plain, ));
      break;
    case SIGNED32:
    case UNSIGNED32: put_uint(pixel, bytes / 4, plain); break;
  }
}

#define STORE(type) \
  static void store_##type(pixels image, const struct shape *shape, int x, int y, int z, \
                           type##4 value) { \
    const int4 at = channels_of(wb_image_word(image, ORDER)); \
    const uint kind = wb_image_word(image, KIND); \
    type##4 channels = (type##4)0; \
    if (!is_inside(shape, x, y, z)) { \
      wb_image_outside(image, x, y, z, 1); \
      return; \
    } \
    pixels pixel = pixel_at(image, x, y, z); \
    for (int i = 0; i < 4; i++) \
      if (at[i] >= 0 && (i == 0 || at[i] != at[0])) channels[at[i] & 3] = value[i]; \
    if (is_packed(kind)) \
      put_packed(pixel, kind, FLOATS(value)); \
    else \
      put_##type##_channels(pixel, kind, wb_image_word(image, PIXEL), channels); \
  }
STORE(float)
STORE(int)

/* ---- addressing ---------------------------------------------------------------- */

/* The one or two elements of an axis that a coordinate meets, and how much of
 * the second. */
struct pick {
  int first, second;
  float share;
};

static int clamp_index(int i, int low, int high) { return i < low ? low : i > high ? high : i; }
static float floor_of(float x) { return __builtin_floorf(x); }

/* Huge coordinates and NaN end beside the image as well. */
static int to_index(float x) {
  return x >= 0x1p30f ? 0x40000000 : x > -0x1p30f ? (int)floor_of(x) : -0x40000000;
}

static struct pick pick_of(float at, int size, uint bits) {
  const uint address = bits & ADDRESS_MASK;
  const int linear = (bits & LINEAR) != 0;
  const float width = (float)size;
  if (address == REPEAT) at = (at - floor_of(at)) * width;
  if (address == MIRRORED) at = __builtin_fabsf(at - 2.0f * rint(0.5f * at)) * width;
  if (address != REPEAT && address != MIRRORED && (bits & NORMALIZED) != 0) at *= width;
  const float low = linear ? at - 0.5f : at;
  struct pick pick = {to_index(low), 0, linear ? low - floor_of(low) : 0.0f};
  pick.second = pick.first + 1;
  if (address == REPEAT) {
    if (pick.first < 0) pick.first += size;
    if (pick.first > size - 1) pick.first -= size;
    if (pick.second > size - 1) pick.second -= size;
  } else if (address == MIRRORED || address == CLAMP_TO_EDGE) {
    pick.first = clamp_index(pick.first, 0, size - 1);
    pick.second = clamp_index(pick.second, 0, size - 1);
  }
  return pick;
}

static struct pick layer_of(float at, int size) {
  const int layer = clamp_index(to_index(rint(at)), 0, size - 1);
  return (struct pick){layer, layer, 0.0f};
}

/* A sum over the corners that the coordinates lie between. A nearest one is the
 * only corner, with all of the weight. */
#define SAMPLE(type) \
  static type##4 sample_##type(pixels image, const struct shape *shape, uint bits, float4 at) { \
    struct pick picks[3] = {{0, 0, 0.0f}, {0, 0, 0.0f}, {0, 0, 0.0f}}; \
    const int corners = (bits & LINEAR) != 0 ? 1 << shape->axes : 1; \
    type##4 sum = (type##4)0; \
    for (int i = 0; i < 3; i++) { \
      if (i < shape->axes) picks[i] = pick_of(at[i], shape->size[i], bits); \
      if (i == shape->axes && shape->layers) picks[i] = layer_of(at[i], shape->size[i]); \
    } \
    for (int corner = 0; corner < corners; corner++) { \
      int place[3]; \
      float weight = 1.0f; \
      for (int i = 0; i < 3; i++) { \
        const int second = corner >> i & 1; \
        place[i] = second ? picks[i].second : picks[i].first; \
        if (corners > 1 && i < shape->axes) \
          weight *= second ? picks[i].share : 1.0f - picks[i].share; \
      } \
      const int inside = is_inside(shape, place[0], place[1], place[2]); \
      if (!inside && (bits & ADDRESS_MASK) == NO_ADDRESS && weight != 0.0f) \
        wb_image_outside(image, place[0], place[1], place[2], 0); \
      const type##4 texel = type##_texel(image, inside, place[0], place[1], place[2]); \
      if (corners == 1) sum = texel; \
      if (corners > 1) sum += WEIGHED_##type(texel, weight); \
    } \
    return sum; \
  }
#define WEIGHED_float(texel, weight) ((texel) * (weight))
#define WEIGHED_int(texel, weight) \
  __builtin_convertvector(__builtin_convertvector((texel), float4) * (weight), int4)
SAMPLE(float)
SAMPLE(int)

#define LOAD(type) \
  static type##4 load_##type(pixels image, const struct shape *shape, int4 at) { \
    const int inside = is_inside(shape, at.x, at.y, at.z); \
    if (!inside) wb_image_outside(image, at.x, at.y, at.z, 0); \
    return type##_texel(image, inside, at.x, at.y, at.z); \
  }
LOAD(float)
LOAD(int)

/* ---- the functions of each kind of image ---------------------------------------- */

#define SIZE(word) ((int)wb_image_word(image, word))
#define SHAPE_image1d_t {{SIZE(WIDTH), 1, 1}, 1, 0}
#define SHAPE_image1d_buffer_t {{SIZE(WIDTH), 1, 1}, 1, 0}
#define SHAPE_image1d_array_t {{SIZE(WIDTH), SIZE(LAYERS), 1}, 1, 1}
#define SHAPE_image2d_t {{SIZE(WIDTH), SIZE(HEIGHT), 1}, 2, 0}
#define SHAPE_image2d_array_t {{SIZE(WIDTH), SIZE(HEIGHT), SIZE(LAYERS)}, 2, 1}
#define SHAPE_image3d_t {{SIZE(WIDTH), SIZE(HEIGHT), SIZE(DEPTH)}, 3, 0}

/* Coordinates of one, two and four numbers as four. */
#define FOUR_1(type, at) ((type##4)(at, 0, 0, 0))
#define FOUR_2(type, at) ((type##4)((at).x, (at).y, 0, 0))
#define FOUR_4(type, at) (at)
#define COORDINATE_1(type) type
#define COORDINATE_2(type) type##2
#define COORDINATE_4(type) type##4

#define BEGIN(kind) \
  const pixels image = wb_image_data(handle); \
  const struct shape shape = SHAPE_##kind;

/* An array's layer does not move with an integer's half; nor does the middle of
 * a pixel, which is where an integer points. */
#define READ_SAMPLED(suffix, type, result, kind, n) \
  OVERLOADED result read_image##suffix(read_only kind handle, sampler_t sampler, \
                                       COORDINATE_##n(float) at) { \
    BEGIN(kind) \
    return AS_##result(sample_##type(image, &shape, wb_sampler_bits(sampler), FOUR_##n(float, at))); \
  } \
  OVERLOADED result read_image##suffix(read_only kind handle, sampler_t sampler, \
                                       COORDINATE_##n(int) at) { \
    BEGIN(kind) \
    return AS_##result(sample_##type(image, &shape, wb_sampler_bits(sampler), \
                                     __builtin_convertvector(FOUR_##n(int, at), float4))); \
  }
#define READ_PLAIN(suffix, type, result, kind, n) \
  OVERLOADED result read_image##suffix(read_only kind handle, COORDINATE_##n(int) at) { \
    BEGIN(kind) \
    return AS_##result(load_##type(image, &shape, FOUR_##n(int, at))); \
  }
#define WRITE(suffix, type, value_type, kind, n) \
  OVERLOADED void write_image##suffix(write_only kind handle, COORDINATE_##n(int) at, \
                                      value_type value) { \
    BEGIN(kind) \
    const int4 place = FOUR_##n(int, at); \
    store_##type(image, &shape, place.x, place.y, place.z, FROM_##value_type(value)); \
  }
#define FROM_float4(value) (value)
#define FROM_int4(value) (value)
#define FROM_uint4(value) __builtin_astype((value), int4)
#define FROM_half4(value) __builtin_convertvector((value), float4)
#define AS_half4(value) __builtin_convertvector((value), half4)
#define AS_float4(value) (value)
#define AS_int4(value) (value)
#define AS_uint4(value) __builtin_astype((value), uint4)

#define EACH_TYPE(macro, kind, n) \
  macro(f, float, float4, kind, n) macro(h, float, half4, kind, n) macro(i, int, int4, kind, n) \
      macro(ui, int, uint4, kind, n)

#define QUERY(access, kind, name, type, value) \
  OVERLOADED type name(access kind handle) { \
    const pixels image = wb_image_data(handle); \
    return (type)(value); \
  }
#define QUERIES(access, kind) \
  OVERLOADED pixels wb_image_data(access kind handle); \
  QUERY(access, kind, get_image_width, int, SIZE(WIDTH)) \
  QUERY(access, kind, get_image_channel_data_type, int, SIZE(KIND)) \
  QUERY(access, kind, get_image_channel_order, int, SIZE(ORDER))
#define HEIGHT_QUERY(access, kind) \
  QUERY(access, kind, get_image_height, int, SIZE(HEIGHT)) \
  QUERY(access, kind, get_image_dim, int2, ((int2)(SIZE(WIDTH), SIZE(HEIGHT))))
#define VOLUME_QUERY(access, kind) \
  QUERY(access, kind, get_image_height, int, SIZE(HEIGHT)) \
  QUERY(access, kind, get_image_depth, int, SIZE(DEPTH)) \
  QUERY(access, kind, get_image_dim, int4, ((int4)(SIZE(WIDTH), SIZE(HEIGHT), SIZE(DEPTH), 0)))
#define LAYER_QUERY(access, kind) QUERY(access, kind, get_image_array_size, size_t, SIZE(LAYERS))
#define NO_QUERY(access, kind)

#define KIND_OF_IMAGE(kind, n, more, layers) \
  QUERIES(read_only, kind) \
  QUERIES(write_only, kind) \
  more(read_only, kind) more(write_only, kind) layers(read_only, kind) layers(write_only, kind) \
  EACH_TYPE(READ_PLAIN, kind, n) \
  EACH_TYPE(WRITE, kind, n)
KIND_OF_IMAGE(image1d_t, 1, NO_QUERY, NO_QUERY)
KIND_OF_IMAGE(image1d_buffer_t, 1, NO_QUERY, NO_QUERY)
KIND_OF_IMAGE(image1d_array_t, 2, NO_QUERY, LAYER_QUERY)
KIND_OF_IMAGE(image2d_t, 2, HEIGHT_QUERY, NO_QUERY)
KIND_OF_IMAGE(image2d_array_t, 4, HEIGHT_QUERY, LAYER_QUERY)
KIND_OF_IMAGE(image3d_t, 4, VOLUME_QUERY, NO_QUERY)
EACH_TYPE(READ_SAMPLED, image1d_t, 1)
EACH_TYPE(READ_SAMPLED, image1d_array_t, 2)
EACH_TYPE(READ_SAMPLED, image2d_t, 2)
EACH_TYPE(READ_SAMPLED, image2d_array_t, 4)
EACH_TYPE(READ_SAMPLED, image3d_t, 4)
