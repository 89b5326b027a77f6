/* What libworkbench hands out, and what each of its calls does first and last.
 *
 * A handle is a small object of ours around one of the runtime's (runtime/host.h). It stays in
 * memory until its host is closed, also when it was released, so that a handle that is used too
 * late, or in another's place, is an error and no crash; only a buffer that was dropped is gone.
 * Buffers that were released go on to the runtime, which has a finding for that. */
#ifndef WB_LIBRARY_OBJECT_H
#define WB_LIBRARY_OBJECT_H

#include "base/str.h"
#include "library/workbench.h"
#include "runtime/host.h"

enum wb_api_object_kind {
  WB_OBJECT_HOST,
  WB_OBJECT_CONTEXT,
  WB_OBJECT_QUEUE,
  WB_OBJECT_BUFFER,
  WB_OBJECT_PROGRAM,
  WB_OBJECT_KERNEL,
  WB_OBJECT_EVENT,
  WB_OBJECT_OPS,
  WB_OBJECT_GRAPH,
  WB_OBJECT_KIND_COUNT
};

struct wb_api_object {
  uint32_t mark; /* that it is one of ours */
  enum wb_api_object_kind kind;
  bool released;
  struct workbench_host *host;
  struct wb_api_object *next, **link; /* of the host's */
};

struct workbench_host {
  struct wb_api_object object;
  struct wb_host *handle;
  struct wb_api_object *objects;
  struct wb_host_site site; /* of the call that runs */
  bool finished;
  int interrupt_fd; /* readable once a call is interrupted (interrupt.h); -1: none can be */
  void (*print)(void *data, const char *text, size_t length);
  void *print_data;
  struct wb_str sentence; /* of the finding that was asked for last */
};

struct workbench_queue {
  struct wb_api_object object;
  struct wb_host_queue *handle;
  struct workbench_context *context;
};

struct workbench_context {
  struct wb_api_object object;
  struct wb_host_context *handle;
  struct workbench_queue *queue; /* its own */
};

struct workbench_buffer {
  struct wb_api_object object;
  struct wb_host_buffer *handle;
  struct workbench_context *context;
};

struct workbench_program {
  struct wb_api_object object;
  struct workbench_context *context;
  char *source, *file, *folder, *options, *log;
  bool compiled, is_file;
};

struct workbench_kernel {
  struct wb_api_object object;
  struct wb_host_function *handle;
};

struct workbench_event {
  struct wb_api_object object;
  struct wb_host_event *handle;
};

/* A new object of a host, zeroed but for its head. */
void *wb_api_object_new(struct workbench_host *host, enum wb_api_object_kind kind, size_t size);
void wb_api_objects_free(struct workbench_host *host);
void wb_api_object_free(struct wb_api_object *object);

/* What a call does first with each handle that it is given: `call` is its name (a final _at is
 * left out in words). The same one as the first's host is wanted of further ones. */
workbench_status wb_api_object_check(const char *call, const void *object,
                                     enum wb_api_object_kind kind);
workbench_status wb_api_object_check_same(const char *call, const void *object,
                                          enum wb_api_object_kind kind, const void *first);
/* From here on the program is at this line. */
void wb_api_object_enter(const void *object, const char *file, int line);

/* What kernels and operations print. */
void wb_api_print(const struct workbench_host *host, const char *text, size_t length);

/* What a call ends with: its status in the library's words, and its error kept for the thread. */
workbench_status wb_api_end(enum wb_status status, const struct wb_error *err);
workbench_status wb_api_refuse(const char *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Copies a struct that begins with its size, of this version or another: into `known` bytes, zeroes
 * where the caller's is shorter. */
workbench_status wb_api_take(const char *call, const void *from, void *into, size_t known);
/* The reverse: fills the caller's struct as far as it goes. */
workbench_status wb_api_give(const char *call, const void *from, size_t known, void *into);

#endif
