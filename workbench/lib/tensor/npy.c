#include "tensor/npy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "tensor/npy_header.h"

static const unsigned char magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
enum { LEAST_PREFIX = 10, MOST_PREFIX = 12, ALIGNMENT = 64 };

/* A file, or bytes that are one. */
struct source {
  const char *name;
  int fd; /* -1: `bytes` */
  const unsigned char *bytes;
  size_t length;
};

static enum wb_status source_read(const struct source *source, size_t offset, void *to,
                                  size_t length, struct wb_error *err) {
  char *next = to;
  if (source->fd < 0) {
    if (length > 0) memcpy(to, source->bytes + offset, length);
    return WB_OK;
  }
  while (length > 0) {
    const ssize_t got = pread(source->fd, next, length, (off_t)offset);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return wb_fail_errno(err, "cannot read %s", source->name);
    if (got == 0)
      return wb_fail(err, WB_ERR_IO, "%s became shorter while it was read", source->name);
    next += got;
    offset += (size_t)got;
    length -= (size_t)got;
  }
  return WB_OK;
}

static void source_close(struct source *source) {
  if (source->fd >= 0) close(source->fd);
  source->fd = -1;
}

static enum wb_status source_open(const char *path, struct source *source, struct wb_error *err) {
  struct stat info;
  enum wb_status status = WB_OK;
  /* O_NONBLOCK so that opening a FIFO does not hang before fstat sees it. */
  *source = (struct source){.name = path, .fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (source->fd < 0 && errno == ENOENT)
    status = wb_fail(err, WB_ERR_NOT_FOUND, "there is no file %s", path);
  else if (source->fd < 0)
    status = wb_fail_errno(err, "cannot open %s", path);
  else if (fstat(source->fd, &info) != 0)
    status = wb_fail_errno(err, "cannot look at %s", path);
  else if (!S_ISREG(info.st_mode))
    status = wb_fail(err, WB_ERR_IO, "%s is not a regular file", path);
  else
    source->length = (size_t)info.st_size;
  if (status != WB_OK) source_close(source);
  return status;
}

/* ---- reading ------------------------------------------------------------------------------ */

static size_t little_endian(const unsigned char *bytes, unsigned count) {
  size_t value = 0;
  while (count-- > 0) value = value << 8 | bytes[count];
  return value;
}

/* Finds the dictionary: where it begins and how long it is. */
static enum wb_status find_header(const struct source *source, struct wb_npy_info *info,
                                  size_t *offset, size_t *length, struct wb_error *err) {
  unsigned char prefix[MOST_PREFIX] = {0};
  if (source->length < LEAST_PREFIX)
    return wb_npy_fail(err, source->name, "header", "is cut off: the file has %zu bytes",
                       source->length);
  enum wb_status status = source_read(
      source, 0, prefix, source->length < MOST_PREFIX ? LEAST_PREFIX : MOST_PREFIX, err);
  if (status != WB_OK) return status;
  if (memcmp(prefix, magic, sizeof magic) != 0)
    return wb_npy_fail(err, source->name, "header", "this is no .npy file");
  info->version = prefix[6];
  if (info->version < 1 || info->version > 3 || prefix[7] != 0)
    return wb_npy_fail(err, source->name, "version", "%d.%d is none of 1.0, 2.0 and 3.0", prefix[6],
                       prefix[7]);
  *offset = info->version == 1 ? LEAST_PREFIX : MOST_PREFIX;
  *length = little_endian(prefix + 8, info->version == 1 ? 2 : 4);
  if (*length > WB_NPY_HEADER_MAX)
    return wb_npy_fail(err, source->name, "header", "is too long: %zu bytes", *length);
  if (source->length < *offset || source->length - *offset < *length)
    return wb_npy_fail(err, source->name, "header", "is cut off: it should have %zu bytes",
                       *length);
  info->data_offset = *offset + *length;
  return WB_OK;
}

/* The axes as elements see them: the last one may be lanes. */
static enum wb_status take_axes(const struct wb_npy_header *header, unsigned lanes,
                                const char *name, struct wb_npy_info *info, struct wb_error *err) {
  unsigned rank = header->n_axes;
  if (lanes > 1 && (rank == 0 || header->axes[rank - 1] != lanes))
    return wb_npy_fail(err, name, "shape", "vectors of %u need a last axis of that length", lanes);
  if (lanes > 1) rank--;
  if (rank > WB_MAX_RANK)
    return wb_npy_fail(err, name, "shape", "more axes than a tensor can have (%d)", WB_MAX_RANK);
  info->type = (struct wb_dtype){header->scalar, lanes};
  info->shape = (struct wb_shape){.rank = rank};
  for (unsigned d = 0; d < rank; d++) info->shape.size[d] = header->axes[d];
  info->fortran_order = header->fortran_order;
  info->big_endian = header->big_endian;
  return WB_OK;
}

/* The bytes that the elements have in the file; false where no file has as many. */
static bool file_bytes(struct wb_dtype type, const struct wb_shape *shape, size_t *bytes) {
  size_t memory; /* with padding: must be possible as well */
  return wb_shape_bytes(type, shape, &memory) && wb_shape_count(shape, bytes) &&
         !__builtin_mul_overflow(*bytes, wb_scalar_size(type.scalar) * type.lanes, bytes);
}

static enum wb_status check_length(const struct source *source, const struct wb_npy_info *info,
                                   struct wb_error *err) {
  const size_t there = source->length - info->data_offset;
  char text[WB_SHAPE_TEXT_MAX], name[WB_DTYPE_NAME_MAX];
  size_t needed;
  wb_shape_text(&info->shape, text);
  wb_dtype_name(info->type, name);
  if (!file_bytes(info->type, &info->shape, &needed))
    return wb_npy_fail(err, source->name, "shape", "%s elements of %s are too many", text, name);
  if (needed != there)
    return wb_npy_fail(err, source->name, "shape",
                       "%s elements of %s have %zu bytes, the file has %zu", text, name, needed,
                       there);
  return WB_OK;
}

static enum wb_status inspect(const struct source *source, unsigned lanes, struct wb_npy_info *info,
                              struct wb_error *err) {
  struct wb_npy_header header;
  size_t offset = 0, length = 0;
  char *text = NULL;
  if (!wb_lanes_valid(lanes)) wb_bug("no vectors have %u lanes", lanes);
  *info = (struct wb_npy_info){0};
  enum wb_status status = find_header(source, info, &offset, &length, err);
  if (status != WB_OK) return status;
  text = wb_alloc(length + 1);
  status = source_read(source, offset, text, length, err);
  if (status == WB_OK) status = wb_npy_header_parse(text, length, source->name, &header, err);
  if (status == WB_OK) status = take_axes(&header, lanes, source->name, info, err);
  if (status == WB_OK) status = check_length(source, info, err);
  free(text);
  return status;
}

/* ---- elements, between a file's order and memory's ------------------------------------------ */

/* How far apart in a file, in components, neighbours along each axis and lanes are. */
struct layout {
  size_t step[WB_MAX_RANK], lane_step;
};

static struct layout layout_of(const struct wb_shape *shape, unsigned lanes, bool fortran_order) {
  struct layout layout = {{0}, 1};
  size_t step = fortran_order ? 1 : lanes;
  for (unsigned i = 0; i < shape->rank; i++) {
    const unsigned d = fortran_order ? i : shape->rank - 1 - i;
    layout.step[d] = step;
    step *= shape->size[d];
  }
  if (fortran_order) layout.lane_step = step;
  return layout;
}

/* One component from the file's bytes to the tensor's, or the other way. */
static void move(char *memory, char *file, size_t size, bool to_memory) {
  if (to_memory)
    memcpy(memory, file, size);
  else
    memcpy(file, memory, size);
}

static void move_all(struct wb_tensor *tensor, char *file, bool fortran_order, bool to_memory) {
  const size_t size = wb_scalar_size(tensor->type.scalar);
  const size_t count = wb_tensor_count(tensor), element = wb_dtype_size(tensor->type);
  const struct layout layout = layout_of(&tensor->shape, tensor->type.lanes, fortran_order);
  size_t at[WB_MAX_RANK] = {0};
  size_t place = 0;
  for (size_t i = 0; i < count; i++) {
    for (unsigned lane = 0; lane < tensor->type.lanes; lane++)
      move((char *)tensor->data + i * element + lane * size,
           file + (place + lane * layout.lane_step) * size, size, to_memory);
    for (unsigned d = tensor->shape.rank; d-- > 0;) {
      place += layout.step[d];
      if (++at[d] < tensor->shape.size[d]) break;
      place -= layout.step[d] * tensor->shape.size[d];
      at[d] = 0;
    }
  }
}

static void swap_bytes(unsigned char *bytes, size_t length, size_t size) {
  for (size_t i = 0; i + size <= length; i += size)
    for (size_t k = 0; k < size / 2; k++) {
      const unsigned char byte = bytes[i + k];
      bytes[i + k] = bytes[i + size - 1 - k];
      bytes[i + size - 1 - k] = byte;
    }
}

/* Whether the file's elements lie as memory's do. */
static bool lies_alike(struct wb_dtype type, const struct wb_shape *shape, bool fortran_order) {
  return type.lanes != 3 && (!fortran_order || (shape->rank <= 1 && type.lanes == 1));
}

/* The tensor has the type and the shape of `info`. */
static enum wb_status read_elements(const struct source *source, const struct wb_npy_info *info,
                                    struct wb_tensor *tensor, struct wb_error *err) {
  const size_t length = source->length - info->data_offset;
  enum wb_status status = WB_OK;
  if (length == 0) return WB_OK;
  if (lies_alike(info->type, &info->shape, info->fortran_order)) {
    status = source_read(source, info->data_offset, tensor->data, length, err);
  } else {
    char *bytes = malloc(length);
    memset(tensor->data, 0, wb_tensor_bytes(tensor));
    status = bytes == NULL ? wb_fail(err, WB_ERR_NOMEM, "no memory for the %zu bytes of %s", length,
                                     source->name)
                           : source_read(source, info->data_offset, bytes, length, err);
    if (status == WB_OK) move_all(tensor, bytes, info->fortran_order, true);
    free(bytes);
  }
  if (status == WB_OK && info->big_endian)
    swap_bytes(tensor->data, wb_tensor_bytes(tensor), wb_scalar_size(info->type.scalar));
  if (status == WB_OK && info->type.scalar == WB_BOOL)
    for (size_t i = 0; i < length; i++)
      ((unsigned char *)tensor->data)[i] = ((unsigned char *)tensor->data)[i] != 0;
  return status;
}

static enum wb_status read_into(const struct source *source, struct wb_tensor *tensor,
                                struct wb_error *err) {
  char is[WB_SHAPE_TEXT_MAX], wanted[WB_SHAPE_TEXT_MAX];
  char name[WB_DTYPE_NAME_MAX], wanted_name[WB_DTYPE_NAME_MAX];
  struct wb_npy_info info;
  enum wb_status status = inspect(source, tensor->type.lanes, &info, err);
  if (status != WB_OK) return status;
  if (!wb_dtype_equal(info.type, tensor->type))
    return wb_npy_fail(err, source->name, "descr", "has elements of %s, not of %s",
                       wb_dtype_name(info.type, name), wb_dtype_name(tensor->type, wanted_name));
  if (!wb_shape_equal(&info.shape, &tensor->shape))
    return wb_npy_fail(err, source->name, "shape", "is %s, not %s", wb_shape_text(&info.shape, is),
                       wb_shape_text(&tensor->shape, wanted));
  return read_elements(source, &info, tensor, err);
}

enum wb_status wb_npy_inspect(const char *path, unsigned lanes, struct wb_npy_info *info,
                              struct wb_error *err) {
  struct source source;
  enum wb_status status = source_open(path, &source, err);
  if (status != WB_OK) return status;
  status = inspect(&source, lanes, info, err);
  source_close(&source);
  return status;
}

enum wb_status wb_npy_load_into(const char *path, struct wb_tensor *tensor, struct wb_error *err) {
  struct source source;
  enum wb_status status = source_open(path, &source, err);
  if (status != WB_OK) return status;
  status = read_into(&source, tensor, err);
  source_close(&source);
  return status;
}

enum wb_status wb_npy_inspect_bytes(const void *bytes, size_t length, const char *name,
                                    unsigned lanes, struct wb_npy_info *info,
                                    struct wb_error *err) {
  return inspect(&(struct source){name, -1, bytes, length}, lanes, info, err);
}

enum wb_status wb_npy_parse_into(const void *bytes, size_t length, const char *name,
                                 struct wb_tensor *tensor, struct wb_error *err) {
  return read_into(&(struct source){name, -1, bytes, length}, tensor, err);
}

/* ---- writing ------------------------------------------------------------------------------- */

/* Everything before the elements: padded so that they begin at a multiple of 64. */
static void add_header(struct wb_str *out, const struct wb_tensor *tensor,
                       const struct wb_npy_format *format) {
  const unsigned version = format->version == 0 ? 1 : format->version;
  const unsigned prefix = version == 1 ? LEAST_PREFIX : MOST_PREFIX;
  const unsigned axes = tensor->shape.rank + (tensor->type.lanes > 1);
  char descr[4];
  struct wb_str text;
  wb_str_init(&text);
  wb_npy_descr(tensor->type.scalar, format->big_endian, descr);
  wb_str_addf(&text, "{'descr': '%s', 'fortran_order': %s, 'shape': (", descr,
              format->fortran_order ? "True" : "False");
  for (unsigned d = 0; d < axes; d++)
    wb_str_addf(&text, "%zu,%s",
                d < tensor->shape.rank ? tensor->shape.size[d] : (size_t)tensor->type.lanes,
                d + 1 < axes ? " " : "");
  if (axes > 1) text.data[--text.length] = '\0'; /* only one size alone keeps its comma */
  wb_str_add(&text, "), }");
  while ((prefix + text.length + 1) % ALIGNMENT != 0) wb_str_add_char(&text, ' ');
  wb_str_add_char(&text, '\n');
  wb_str_add_bytes(out, (const char *)magic, sizeof magic);
  wb_str_add_char(out, (char)version);
  wb_str_add_char(out, 0);
  for (unsigned i = 0; i < prefix - 8; i++) wb_str_add_char(out, (char)(text.length >> 8 * i));
  wb_str_add_bytes(out, text.data, text.length);
  wb_str_release(&text);
}

enum wb_status wb_npy_compose(const struct wb_tensor *tensor, const struct wb_npy_format *format,
                              unsigned char **bytes, size_t *length, struct wb_error *err) {
  static const struct wb_npy_format usual = {0};
  struct wb_tensor source = *tensor; /* read alone, though the same code writes */
  struct wb_str header;
  size_t elements;
  enum wb_status status = WB_OK;
  if (format == NULL) format = &usual;
  if (format->version > 3) wb_bug("there is no version %u.0", format->version);
  if (!file_bytes(tensor->type, &tensor->shape, &elements)) wb_bug("a tensor that cannot be");
  wb_str_init(&header);
  add_header(&header, tensor, format);
  *length = header.length + elements;
  *bytes = malloc(*length);
  if (*bytes == NULL) {
    status = wb_fail(err, WB_ERR_NOMEM, "no memory for the %zu bytes of an .npy file", *length);
  } else {
    memcpy(*bytes, header.data, header.length);
    if (!lies_alike(tensor->type, &tensor->shape, format->fortran_order))
      move_all(&source, (char *)*bytes + header.length, format->fortran_order, false);
    else if (elements > 0)
      memcpy(*bytes + header.length, tensor->data, elements);
    if (format->big_endian)
      swap_bytes(*bytes + header.length, elements, wb_scalar_size(tensor->type.scalar));
  }
  wb_str_release(&header);
  return status;
}

enum wb_status wb_npy_save(const char *path, const struct wb_tensor *tensor,
                           const struct wb_npy_format *format, struct wb_error *err) {
  unsigned char *bytes;
  size_t length;
  enum wb_status status = wb_npy_compose(tensor, format, &bytes, &length, err);
  if (status == WB_OK) status = wb_file_write_atomic(path, bytes, length, err);
  free(bytes);
  return status;
}
