#include "base/base64.h"

#include <stdint.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void wb_base64_add(struct wb_str *out, const void *bytes, size_t length) {
  const unsigned char *in = bytes;
  for (size_t i = 0; i < length; i += 3) {
    const size_t n = length - i < 3 ? length - i : 3;
    uint32_t bits = (uint32_t)in[i] << 16;
    if (n > 1) bits |= (uint32_t)in[i + 1] << 8;
    if (n > 2) bits |= in[i + 2];
    const char text[] = {digits[bits >> 18], digits[bits >> 12 & 63],
                         n > 1 ? digits[bits >> 6 & 63] : '=', n > 2 ? digits[bits & 63] : '='};
    wb_str_add_bytes(out, text, sizeof text);
  }
}

/* The value of a digit; -1 for what is none. */
static int value_of(char c) {
  const char *at = c != '\0' ? strchr(digits, c) : NULL;
  return at != NULL ? (int)(at - digits) : -1;
}

/* Four digits, of which the last ones may be padding: how many bytes, or 0. */
static size_t decode_four(const char *four, unsigned char bytes[3]) {
  uint32_t bits = 0;
  size_t known = 4;
  while (known > 2 && four[known - 1] == '=') known--;
  for (size_t i = 0; i < known; i++) {
    int value = value_of(four[i]);
    if (value < 0) return 0;
    bits |= (uint32_t)value << (18 - 6 * i);
  }
  for (size_t i = 0; i < 3; i++) bytes[i] = (unsigned char)(bits >> (16 - 8 * i));
  return known - 1;
}

bool wb_base64_decode(struct wb_str *out, const char *text, size_t length) {
  const size_t before = out->length;
  bool right = length % 4 == 0;
  for (size_t i = 0; right && i < length; i += 4) {
    unsigned char bytes[3];
    const size_t n = decode_four(text + i, bytes);
    right = n == 3 || (n > 0 && i + 4 == length);
    if (right) wb_str_add_bytes(out, bytes, n);
  }
  if (!right && out->length > before) {
    out->length = before;
    out->data[before] = '\0';
  }
  return right;
}
