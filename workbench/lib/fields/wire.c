#include "fields/wire.h"

#include <string.h>

/* Numbers are what most records are made of: a copy of known size is one instruction. */
void wb_put_u32(struct wb_str *out, uint32_t value) {
  memcpy(wb_str_extend(out, sizeof value), &value, sizeof value);
}

void wb_put_u64(struct wb_str *out, uint64_t value) {
  memcpy(wb_str_extend(out, sizeof value), &value, sizeof value);
}

void wb_put_bytes(struct wb_str *out, const void *bytes, size_t length) {
  wb_put_u64(out, length);
  wb_str_add_bytes(out, bytes, length);
}

void wb_put_text(struct wb_str *out, const char *text) {
  const char *written = text != NULL ? text : "";
  wb_put_bytes(out, written, strlen(written));
}

struct wb_reader wb_reader_of(const void *bytes, size_t length) {
  const unsigned char *start = bytes;
  return (struct wb_reader){.next = start, .end = start + length, .bad = false};
}

static void take_bytes(struct wb_reader *in, void *value, size_t size) {
  if (in->bad || (size_t)(in->end - in->next) < size) {
    in->bad = true;
    memset(value, 0, size);
    return;
  }
  memcpy(value, in->next, size);
  in->next += size;
}

uint32_t wb_get_u32(struct wb_reader *in) {
  uint32_t value;
  take_bytes(in, &value, sizeof value);
  return value;
}

uint64_t wb_get_u64(struct wb_reader *in) {
  uint64_t value;
  take_bytes(in, &value, sizeof value);
  return value;
}

uint32_t wb_get_below(struct wb_reader *in, uint32_t count) {
  uint32_t value = wb_get_u32(in);
  if (value >= count) {
    in->bad = true;
    value = 0;
  }
  return value;
}

bool wb_get_bool(struct wb_reader *in) { return wb_get_below(in, 2) == 1; }

const void *wb_get_bytes(struct wb_reader *in, size_t *length) {
  uint64_t wanted = wb_get_u64(in);
  const unsigned char *bytes = in->next;
  *length = 0;
  if (in->bad || wanted > (uint64_t)(in->end - in->next)) {
    in->bad = true;
    return NULL;
  }
  in->next += wanted;
  *length = (size_t)wanted;
  return bytes;
}

void wb_get_text(struct wb_reader *in, char *buffer, size_t size) {
  size_t length;
  const void *bytes = wb_get_bytes(in, &length);
  buffer[0] = '\0';
  if (bytes == NULL) return;
  if (length >= size || memchr(bytes, '\0', length) != NULL) {
    in->bad = true;
    return;
  }
  memcpy(buffer, bytes, length);
  buffer[length] = '\0';
}

bool wb_reader_done(const struct wb_reader *in) { return !in->bad && in->next == in->end; }

char *wb_get_long_text(struct wb_reader *in) {
  size_t length;
  const char *bytes = wb_get_bytes(in, &length);
  if (bytes == NULL || memchr(bytes, '\0', length) != NULL) in->bad = true;
  return in->bad ? NULL : wb_strndup(bytes, length);
}
