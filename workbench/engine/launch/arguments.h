/* The arguments of one launch with the buffers behind them: made on a device, read back and
 * released. Whoever launches a kernel makes its arguments so: puzzle cases and `emulate`. */
#ifndef WB_LAUNCH_ARGUMENTS_H
#define WB_LAUNCH_ARGUMENTS_H

#include "device/device.h"
#include "tensor/tensor.h"

/* In the order of the kernel's parameters. With a device and a count of 0 there are none, whatever
 * the rest holds; the device stays the caller's. */
struct wb_arguments {
  struct wb_device *device;
  size_t count;
  struct wb_arg items[WB_MAX_ARGS]; /* of a struct wb_launch */
  size_t bytes[WB_MAX_ARGS];        /* of a buffer */
};

/* What a buffer holds before the launch. */
enum wb_content_kind {
  WB_CONTENT_UNWRITTEN, /* reading it is a finding, where the device knows */
  WB_CONTENT_ZEROS,     /* which are not sent to the device */
  WB_CONTENT_BYTES
};
struct wb_content {
  enum wb_content_kind kind;
  const void *bytes; /* as many as the buffer has */
};

/* Each adds one, at most WB_MAX_ARGS. Names must live until the launch has ended. A buffer is
 * unwritten; the device may still prepare it while others are made and filled. */
enum wb_status wb_arguments_add_buffer(struct wb_arguments *arguments,
                                       const struct wb_buffer_desc *desc, struct wb_error *err);
void wb_arguments_add_null(struct wb_arguments *arguments, const char *name, struct wb_dtype type);
void wb_arguments_add_local(struct wb_arguments *arguments, const char *name, struct wb_dtype type,
                            size_t bytes);
/* `bytes`: those of a value that is not of `type` (a struct), at most WB_SCALAR_ARG_MAX; 0: it
 * is of `type`. */
void wb_arguments_add_scalar(struct wb_arguments *arguments, const char *name, struct wb_dtype type,
                             size_t bytes, const void *value);

/* The one added last. */
struct wb_arg *wb_arguments_last(struct wb_arguments *arguments);

/* The buffer behind argument `i`; 0: there is none. */
wb_handle wb_arguments_buffer(const struct wb_arguments *arguments, size_t i);

/* Gives that buffer its content. */
enum wb_status wb_arguments_fill(const struct wb_arguments *arguments, size_t i,
                                 const struct wb_content *content, struct wb_error *err);

/* Reads the first bytes of that buffer, as many as the tensor has, once the launch has
 * ended. */
enum wb_status wb_arguments_read(const struct wb_arguments *arguments, size_t i,
                                 struct wb_tensor *content, struct wb_error *err);

/* Releases the buffers; there are no arguments afterwards. */
enum wb_status wb_arguments_release(struct wb_arguments *arguments, struct wb_error *err);

#endif
