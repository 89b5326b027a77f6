/* libworkbench: GPU programs whose host side is checked, too.
 *
 *   cc program.c $(pkg-config --cflags --libs workbench)
 *
 * docs/libworkbench.md has a whole program. What the checking emulator finds wrong, in kernels and
 * in the program itself, are *findings*, with the line of the program's call; the kinds are those
 * of docs/host-checks.md and docs/findings.md. The same program runs on every OpenCL device.
 *
 * Calls. Most return a status. After one that is not WORKBENCH_OK, workbench_error_text() says
 * what happened and what to do; it is of the calling thread, and stays until that thread's next
 * call that fails. A finding is no failure, unless the call could not be carried out.
 * What is written here in lower case with arguments is a macro over the function of the same name
 * with _at, which adds the file and line of the call; whoever binds the library to another
 * language calls that, with a place of its own.
 *
 * Options are structs that begin with their own size, so that later versions can add fields. Zero
 * all of it and set `size`: workbench_options options = {.size = sizeof options}. NULL in place
 * of options means all defaults, where the call says so.
 *
 * Ownership. A host owns everything that is made in it, until workbench_close. `_release` frees
 * earlier; to use, or to release, what was released is an error and no crash until the host is
 * closed (workbench_buffer_drop is the exception). What commands still need lives until they are
 * done. Texts that are passed are copied, also the bytes of arguments and of workbench_write. Texts
 * that the library gives live as long as the host, unless it says otherwise.
 *
 * Threads. One host is used by one thread at a time; several hosts are independent. A host may be
 * used by another thread than the one that opened it, and outlive that one. */
#ifndef WORKBENCH_H
#define WORKBENCH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WORKBENCH_API __attribute__((visibility("default")))

typedef enum workbench_status {
  WORKBENCH_OK,
  WORKBENCH_NO_MEMORY,
  WORKBENCH_IO,        /* a file, a pipe or a process */
  WORKBENCH_NOT_FOUND, /* no such file or kernel */
  WORKBENCH_USAGE,     /* the call is wrong; often a finding says so as well */
  WORKBENCH_MISSING,   /* a device or a compiler is not on this machine */
  WORKBENCH_COMPILE,   /* the program does not compile: workbench_program_log */
  WORKBENCH_LIMIT,     /* of time, memory or output */
  WORKBENCH_CRASH,     /* the device's worker or its driver died */
  WORKBENCH_REFUSED,   /* the sandbox refused what a kernel or a driver tried */
  WORKBENCH_INTERNAL,  /* a mistake of the library: please report it */
  WORKBENCH_CANCELLED  /* the call was interrupted: workbench_options.interruptible */
} workbench_status;

/* "usage". Static. */
WORKBENCH_API const char *workbench_status_name(workbench_status status);
/* Of the last call of this thread that failed; "" before. */
WORKBENCH_API const char *workbench_error_text(void);
/* The library's version, "0.1.0". */
WORKBENCH_API const char *workbench_version(void);

typedef struct workbench_host workbench_host;       /* one run of one program */
typedef struct workbench_context workbench_context; /* a device at work */
typedef struct workbench_queue workbench_queue;     /* commands, one after the other */
typedef struct workbench_buffer workbench_buffer;
typedef struct workbench_program workbench_program; /* a text of OpenCL C, compiled */
typedef struct workbench_kernel workbench_kernel;
typedef struct workbench_event workbench_event; /* a place in a queue */
typedef struct workbench_ops workbench_ops;     /* a library of operations */
typedef struct workbench_graph workbench_graph; /* a computation, compiled for a device */

/* ---- the host -------------------------------------------------------------------------------- */

typedef struct workbench_options {
  size_t size;
  /* What contexts without an api are on, as for `workbench lua --device`: "emulator", "opencl",
   * "opencl:0.0", "gpu", a part of a name. NULL: $WORKBENCH_DEVICE, else the emulator. */
  const char *device;
  const char *const *include_folders; /* of kernels; ends with NULL; NULL: none */
  uint64_t seed;                      /* of the order in which the emulator's queues go on */
  int warn_all;          /* warnings as well that a right program may get: redundant-work */
  int unchecked;         /* no checks of the program, only of kernels: for measuring */
  uint64_t memory_bytes; /* of all buffers at one time; 0: 4 GiB */
  uint32_t launch_ms;    /* how long one launch may take; 0: 10 s */
  /* What kernels print, when the program waits for them; NULL: to standard output. Must not call
   * the library. */
  void (*print)(void *data, const char *text, size_t length);
  void *data;
  /* A SIGINT (Ctrl-C) ends a call that the main thread is in with WORKBENCH_CANCELLED, besides what
   * the program's own handler does; a program without one ends, as ever. A device that the call
   * waited for is lost: make another host. */
  int interruptible;
} workbench_options;

/* `options` may be NULL. */
WORKBENCH_API workbench_status workbench_open(const workbench_options *options,
                                              workbench_host **host);
/* The program has come to its end: what it never waited for is carried out, and told as a finding,
 * as are leaks. After that there are only the calls for findings, and workbench_close. */
WORKBENCH_API workbench_status workbench_finish(workbench_host *host);
/* Frees everything. NULL is fine. Does not finish: a program that gave up has no leaks. */
WORKBENCH_API void workbench_close(workbench_host *host);

/* ---- findings -------------------------------------------------------------------------------- */

typedef enum workbench_severity { WORKBENCH_ERROR, WORKBENCH_WARNING } workbench_severity;

typedef struct workbench_finding {
  size_t size; /* set by the caller */
  workbench_severity severity;
  const char *kind;       /* "host-race" */
  const char *sentence;   /* what was done, without its place */
  const char *file;       /* of the program's call; "" where it is not known */
  uint32_t line;          /* 0: unknown */
  const char *other_file; /* of the other call, where there are two */
  uint32_t other_line;    /* 0: there is none */
  const char *kernel;     /* "" where no kernel is concerned */
  const char *kernel_file;
  uint32_t kernel_line, kernel_column; /* 0: no place in a kernel */
  uint32_t kernel_other_line;          /* of a race, say; 0: none */
  const char *array;                   /* the buffer or parameter; "" where none is */
  uint64_t count;                      /* how often */
} workbench_finding;

/* How many there are so far: errors first, in the order of their lines. */
WORKBENCH_API size_t workbench_finding_count(workbench_host *host);
/* Fills `finding`; its texts are valid until the next call with this host. */
WORKBENCH_API workbench_status workbench_finding_get(workbench_host *host, size_t index,
                                                     workbench_finding *finding);
/* All findings, as compilers write theirs: "main.c:12: error: host-race: …", and the other lines as
 * notes. The caller frees it with workbench_text_free. */
WORKBENCH_API workbench_status workbench_findings_text(workbench_host *host, char **text);
WORKBENCH_API void workbench_text_free(char *text); /* NULL is fine */

/* ---- devices --------------------------------------------------------------------------------- */

typedef struct workbench_device_info {
  size_t size;          /* set by the caller */
  const char *api;      /* "emulator", "opencl" */
  const char *selector; /* for workbench_options.device: "opencl:0.0" */
  const char *name;
  const char *vendor; /* platform, its version, the driver's */
  int checks;         /* tells findings: the emulator */
  int gpu;            /* a GPU or another accelerator, not a CPU */
  int fp16, fp64, subgroups;
  uint64_t global_memory, local_memory; /* bytes */
  uint64_t max_group_size;              /* work-items of one group */
} workbench_device_info;

/* Of an api, or of all where it is NULL: devices 0, 1 … */
WORKBENCH_API workbench_status workbench_device_count(workbench_host *host, const char *api,
                                                      size_t *count);
WORKBENCH_API workbench_status workbench_device_get(workbench_host *host, const char *api,
                                                    size_t index, workbench_device_info *info);

/* ---- contexts and queues --------------------------------------------------------------------- */

typedef struct workbench_context_options {
  size_t size;
  const char *api; /* NULL: that of workbench_options.device */
  uint32_t id;     /* which of the api's devices */
  /* Commands go to the device at workbench_flush or when the program waits; else at once. */
  int explicit_flush;
} workbench_context_options;

/* `options` may be NULL: the device of workbench_options. */
WORKBENCH_API workbench_status workbench_context_new_at(workbench_host *host,
                                                        const workbench_context_options *options,
                                                        workbench_context **context,
                                                        const char *file, int line);
#define workbench_context_new(host, options, context) \
  workbench_context_new_at(host, options, context, __FILE__, __LINE__)
WORKBENCH_API workbench_status workbench_context_device(workbench_context *context,
                                                        workbench_device_info *info);
/* The context's own queue; NULL for a context that is none. Lives as long as the context. */
WORKBENCH_API workbench_queue *workbench_context_queue(workbench_context *context);
/* Another queue, beside it. */
WORKBENCH_API workbench_status workbench_queue_new(workbench_context *context,
                                                   workbench_queue **queue);
WORKBENCH_API workbench_status workbench_queue_release(workbench_queue *queue);
/* Its buffers, kernels, events and further queues stay usable; the context itself, its own queue
 * and its programs do not. */
WORKBENCH_API workbench_status workbench_context_release(workbench_context *context);

/* Waits for one queue, or all of a context. Fails with what a command failed with. */
WORKBENCH_API workbench_status workbench_synchronize_at(workbench_queue *queue, const char *file,
                                                        int line);
#define workbench_synchronize(queue) workbench_synchronize_at(queue, __FILE__, __LINE__)
WORKBENCH_API workbench_status workbench_context_synchronize_at(workbench_context *context,
                                                                const char *file, int line);
#define workbench_context_synchronize(context) \
  workbench_context_synchronize_at(context, __FILE__, __LINE__)
WORKBENCH_API workbench_status workbench_flush_at(workbench_queue *queue, const char *file,
                                                  int line);
#define workbench_flush(queue) workbench_flush_at(queue, __FILE__, __LINE__)

/* ---- buffers --------------------------------------------------------------------------------- */

typedef enum workbench_side { WORKBENCH_DEVICE, WORKBENCH_HOST } workbench_side;
typedef enum workbench_access {
  WORKBENCH_READ_WRITE,
  WORKBENCH_READ,
  WORKBENCH_WRITE
} workbench_access;

typedef struct workbench_buffer_options {
  size_t size;
  const char *name;        /* what findings call it; NULL: "the device buffer of line 12" */
  const char *type;        /* of an element, OpenCL C's: "float", "uint4"; NULL: a struct */
  size_t element_bytes;    /* of a struct */
  uint64_t count;          /* elements; may be 0 */
  workbench_side side;     /* where it lies; of a part: its owner's */
  workbench_access access; /* what kernels may do with a device's */
} workbench_buffer_options;

/* Contents are undefined at first. */
WORKBENCH_API workbench_status workbench_buffer_new_at(workbench_context *context,
                                                       const workbench_buffer_options *options,
                                                       workbench_buffer **buffer, const char *file,
                                                       int line);
#define workbench_buffer_new(context, options, buffer) \
  workbench_buffer_new_at(context, options, buffer, __FILE__, __LINE__)
/* A part of a buffer, seen as elements of a type; offset and count are of that type. */
WORKBENCH_API workbench_status workbench_buffer_part_at(workbench_buffer *owner, uint64_t offset,
                                                        const workbench_buffer_options *options,
                                                        workbench_buffer **part, const char *file,
                                                        int line);
#define workbench_buffer_part(owner, offset, options, part) \
  workbench_buffer_part_at(owner, offset, options, part, __FILE__, __LINE__)
/* Frees the memory; parts of it cannot be used any more either. */
WORKBENCH_API workbench_status workbench_buffer_release_at(workbench_buffer *buffer,
                                                           const char *file, int line);
#define workbench_buffer_release(buffer) workbench_buffer_release_at(buffer, __FILE__, __LINE__)
/* The same for bindings whose language finds out by itself that nobody has a buffer any more: the
 * handle is gone at once, and no call may be given it again; the memory goes when the last command
 * that needs it is done, and no finding is made of that. */
WORKBENCH_API workbench_status workbench_buffer_drop(workbench_buffer *buffer);
WORKBENCH_API uint64_t workbench_buffer_bytes(workbench_buffer *buffer); /* 0 for none */

/* The program reads or writes `count` elements of a host buffer, from `first` on: *elements is the
 * first one's address, to be used before the next call with this host and not after. This is where
 * races with commands are found. */
WORKBENCH_API workbench_status workbench_elements_at(workbench_buffer *buffer,
                                                     workbench_access access, uint64_t first,
                                                     uint64_t count, void **elements,
                                                     const char *file, int line);
#define workbench_elements(buffer, access, first, count, elements) \
  workbench_elements_at(buffer, access, first, count, elements, __FILE__, __LINE__)

/* Maps a device's buffer: waits for the queue, and gives a host buffer with its elements. Unmapping
 * copies them back (unless access is WORKBENCH_READ), waits, and releases the mapping. Meanwhile no
 * command may use the buffer. */
WORKBENCH_API workbench_status workbench_map_at(workbench_queue *queue, workbench_buffer *buffer,
                                                workbench_access access, workbench_buffer **mapping,
                                                const char *file, int line);
#define workbench_map(queue, buffer, access, mapping) \
  workbench_map_at(queue, buffer, access, mapping, __FILE__, __LINE__)
WORKBENCH_API workbench_status workbench_unmap_at(workbench_buffer *mapping, const char *file,
                                                  int line);
#define workbench_unmap(mapping) workbench_unmap_at(mapping, __FILE__, __LINE__)

/* ---- commands -------------------------------------------------------------------------------- */

/* Enqueues a copy of as many bytes as `to` has; `from` may be longer. Either is a host's or a
 * device's. */
WORKBENCH_API workbench_status workbench_copy_at(workbench_queue *queue, workbench_buffer *to,
                                                 workbench_buffer *from, const char *file,
                                                 int line);
#define workbench_copy(queue, to, from) workbench_copy_at(queue, to, from, __FILE__, __LINE__)
/* From and to the program's own memory, from the buffer's first byte on. Writing takes the bytes at
 * once, and is enqueued; reading waits. */
WORKBENCH_API workbench_status workbench_write_at(workbench_queue *queue, workbench_buffer *to,
                                                  const void *bytes, uint64_t length,
                                                  const char *file, int line);
#define workbench_write(queue, to, bytes, length) \
  workbench_write_at(queue, to, bytes, length, __FILE__, __LINE__)
WORKBENCH_API workbench_status workbench_read_at(workbench_queue *queue, workbench_buffer *from,
                                                 void *bytes, uint64_t length, const char *file,
                                                 int line);
#define workbench_read(queue, from, bytes, length) \
  workbench_read_at(queue, from, bytes, length, __FILE__, __LINE__)
/* Enqueues a fill: the pattern, at most 128 bytes, again and again. A pattern of one byte 0 is
 * memset(…, 0, …). */
WORKBENCH_API workbench_status workbench_fill_at(workbench_queue *queue, workbench_buffer *buffer,
                                                 const void *pattern, size_t length,
                                                 const char *file, int line);
#define workbench_fill(queue, buffer, pattern, length) \
  workbench_fill_at(queue, buffer, pattern, length, __FILE__, __LINE__)

/* ---- programs and kernels -------------------------------------------------------------------- */

typedef struct workbench_program_options {
  size_t size;
  const char *file;    /* of the text; where `source` is given, only its name for diagnostics */
  const char *source;  /* the text itself; NULL: it is read from the file */
  const char *options; /* of clBuildProgram, "-D N=4"; NULL: none */
} workbench_program_options;

/* Compiles. A text that does not compile is WORKBENCH_COMPILE, and *program is a program all the
 * same, for its log; else a call that fails sets *program to NULL. */
WORKBENCH_API workbench_status workbench_program_new_at(workbench_context *context,
                                                        const workbench_program_options *options,
                                                        workbench_program **program,
                                                        const char *file, int line);
#define workbench_program_new(context, options, program) \
  workbench_program_new_at(context, options, program, __FILE__, __LINE__)
/* What the compiler said; "" for nothing. */
WORKBENCH_API const char *workbench_program_log(workbench_program *program);
WORKBENCH_API workbench_status workbench_program_release(workbench_program *program);

/* `name` may be NULL where the program has one kernel only. The kernel needs its program no more.
 */
WORKBENCH_API workbench_status workbench_kernel_new_at(workbench_program *program, const char *name,
                                                       workbench_kernel **kernel, const char *file,
                                                       int line);
#define workbench_kernel_new(program, name, kernel) \
  workbench_kernel_new_at(program, name, kernel, __FILE__, __LINE__)
WORKBENCH_API workbench_status workbench_kernel_release(workbench_kernel *kernel);

typedef enum workbench_argument_kind {
  WORKBENCH_NULL_ARGUMENT,
  WORKBENCH_BUFFER_ARGUMENT,
  WORKBENCH_LOCAL_ARGUMENT, /* `bytes` of local memory */
  WORKBENCH_VALUE_ARGUMENT  /* `bytes` of a number, a vector or a struct, at most 256 */
} workbench_argument_kind;

typedef struct workbench_argument {
  workbench_argument_kind kind;
  workbench_buffer *buffer;
  size_t bytes;
  const void *value; /* NULL: `number` has it */
  union {
    int32_t i;
    uint32_t u;
    int64_t l;
    uint64_t ul;
    float f;
    double d;
  } number;
} workbench_argument;

static inline workbench_argument workbench_argument_of(workbench_argument_kind kind,
                                                       workbench_buffer *buffer, size_t bytes,
                                                       const void *value) {
  workbench_argument argument;
  argument.kind = kind;
  argument.buffer = buffer;
  argument.bytes = bytes;
  argument.value = value;
  argument.number.ul = 0;
  return argument;
}
static inline workbench_argument workbench_buffer_argument(workbench_buffer *buffer) {
  return workbench_argument_of(WORKBENCH_BUFFER_ARGUMENT, buffer, 0, NULL);
}
static inline workbench_argument workbench_null_argument(void) {
  return workbench_argument_of(WORKBENCH_NULL_ARGUMENT, NULL, 0, NULL);
}
static inline workbench_argument workbench_local_argument(size_t bytes) {
  return workbench_argument_of(WORKBENCH_LOCAL_ARGUMENT, NULL, bytes, NULL);
}
/* The bytes are read by the call that gets the argument. */
static inline workbench_argument workbench_value_argument(const void *value, size_t bytes) {
  return workbench_argument_of(WORKBENCH_VALUE_ARGUMENT, NULL, bytes, value);
}
static inline workbench_argument workbench_int(int32_t value) {
  workbench_argument argument =
      workbench_argument_of(WORKBENCH_VALUE_ARGUMENT, NULL, sizeof value, NULL);
  argument.number.i = value;
  return argument;
}
static inline workbench_argument workbench_uint(uint32_t value) {
  workbench_argument argument =
      workbench_argument_of(WORKBENCH_VALUE_ARGUMENT, NULL, sizeof value, NULL);
  argument.number.u = value;
  return argument;
}
static inline workbench_argument workbench_long(int64_t value) {
  workbench_argument argument =
      workbench_argument_of(WORKBENCH_VALUE_ARGUMENT, NULL, sizeof value, NULL);
  argument.number.l = value;
  return argument;
}
static inline workbench_argument workbench_ulong(uint64_t value) {
  workbench_argument argument =
      workbench_argument_of(WORKBENCH_VALUE_ARGUMENT, NULL, sizeof value, NULL);
  argument.number.ul = value;
  return argument;
}
static inline workbench_argument workbench_float(float value) {
  workbench_argument argument =
      workbench_argument_of(WORKBENCH_VALUE_ARGUMENT, NULL, sizeof value, NULL);
  argument.number.f = value;
  return argument;
}
static inline workbench_argument workbench_double(double value) {
  workbench_argument argument =
      workbench_argument_of(WORKBENCH_VALUE_ARGUMENT, NULL, sizeof value, NULL);
  argument.number.d = value;
  return argument;
}

typedef struct workbench_launch_options {
  size_t size;
  uint32_t dimensions; /* 1, 2, 3; 0: as many as `grid`, `block` and `offset` have sizes for */
  size_t grid[3];      /* groups, in each dimension */
  size_t block[3];     /* work-items of one group; block[0] 0: `grid` counts work-items, and the
                          library chooses the groups */
  size_t offset[3];    /* of global ids */
  const workbench_argument *arguments; /* all of the kernel's; NULL: those of
                                          workbench_kernel_set_argument */
  size_t argument_count;
} workbench_launch_options;

/* Enqueues a launch. */
WORKBENCH_API workbench_status workbench_launch_at(workbench_queue *queue, workbench_kernel *kernel,
                                                   const workbench_launch_options *options,
                                                   const char *file, int line);
#define workbench_launch(queue, kernel, options) \
  workbench_launch_at(queue, kernel, options, __FILE__, __LINE__)
/* For launches that name no arguments; kept from launch to launch. */
WORKBENCH_API workbench_status workbench_kernel_set_argument_at(workbench_kernel *kernel,
                                                                size_t index,
                                                                workbench_argument argument,
                                                                const char *file, int line);
#define workbench_kernel_set_argument(kernel, index, argument) \
  workbench_kernel_set_argument_at(kernel, index, argument, __FILE__, __LINE__)

/* ---- events ---------------------------------------------------------------------------------- */

WORKBENCH_API workbench_status workbench_event_new_at(workbench_context *context,
                                                      workbench_event **event, const char *file,
                                                      int line);
#define workbench_event_new(context, event) \
  workbench_event_new_at(context, event, __FILE__, __LINE__)
WORKBENCH_API workbench_status workbench_event_release(workbench_event *event);
/* Marks the place after all commands of the queue so far; again: another place. */
WORKBENCH_API workbench_status workbench_record_at(workbench_queue *queue, workbench_event *event,
                                                   const char *file, int line);
#define workbench_record(queue, event) workbench_record_at(queue, event, __FILE__, __LINE__)
/* Later commands of the queue wait for the event; the call returns at once. */
WORKBENCH_API workbench_status workbench_wait_for_at(workbench_queue *queue, workbench_event *event,
                                                     const char *file, int line);
#define workbench_wait_for(queue, event) workbench_wait_for_at(queue, event, __FILE__, __LINE__)
/* The program waits. */
WORKBENCH_API workbench_status workbench_event_synchronize_at(workbench_event *event,
                                                              const char *file, int line);
#define workbench_event_synchronize(event) workbench_event_synchronize_at(event, __FILE__, __LINE__)
/* *done is 1 or 0; never waits. */
WORKBENCH_API workbench_status workbench_event_is_done_at(workbench_event *event, int *done,
                                                          const char *file, int line);
#define workbench_event_is_done(event, done) \
  workbench_event_is_done_at(event, done, __FILE__, __LINE__)

/* Of the last command before the event: when it was enqueued, began and ended, in nanoseconds of
 * the machine's monotonic clock. Waits. On the emulator they say in which order, not how fast. */
typedef struct workbench_times {
  size_t size; /* set by the caller */
  uint64_t queued_ns, start_ns, end_ns;
} workbench_times;
WORKBENCH_API workbench_status workbench_event_times_at(workbench_event *event,
                                                        workbench_times *times, const char *file,
                                                        int line);
#define workbench_event_times(event, times) \
  workbench_event_times_at(event, times, __FILE__, __LINE__)

/* ---- operations ------------------------------------------------------------------------------
 *
 * Operations by name, written in Lua and OpenCL C (docs/operations.md), called with tensors as
 * DLPack describes them (struct DLTensor of dlpack.h, which the program includes before this header
 * to have its name checked; for a DLManagedTensor it is &managed->dl_tensor). The library only
 * looks at a tensor while the call lasts: it keeps no address of it, and calls no deleter.
 *
 * In the CPU's memory (kDLCPU, and memory that a driver pinned there), where the call has no
 * context: the operation's function for the CPU runs on that memory itself, before the call
 * returns. Elements that do not lie side by side in row-major order, or not as their type is
 * aligned, are copied, for outputs back; strides may be negative, and of inputs 0. At most 6 axes.
 * Output and input may be the same tensor where the operation says in_place, and overlap in no
 * other way.
 *
 * In the CPU's memory, with a context: inputs are copied to its device, the operation's function
 * for devices runs there, and outputs are copied back before the call returns.
 *
 * On a device (kDLOpenCL): `data` is a workbench_buffer of the device's side, all of it, with the
 * type's elements (a bool is an uchar); byte_offset is 0, strides are NULL or row-major. Nothing is
 * copied. The operation's commands are enqueued in its context's own queue, and the call does not
 * wait.
 *
 * Types are OpenCL C's: integers of 8 to 64 bits, floats of 16 (half), 32 and 64; bools are of
 * DLPack's type code 6 and 8 bits, where each byte is 0 or 1. `lanes` is 1. A tensor with a size 0
 * may have no data.
 *
 * An operation that fails, or tensors that do not fit its declaration: WORKBENCH_USAGE, with a text
 * that has the operation, the argument, and both types or shapes; a kernel that does not compile:
 * WORKBENCH_COMPILE. What outputs have then is undefined. What is found wrong in kernels is a
 * finding, as of every launch. What operations print goes where kernels' output goes.
 *
 * Operations are programs of whoever wrote them, and run in the calling process: load those that
 * you would run. They have Lua's safe functions alone (no files, no processes). */

#ifdef DLPACK_DLPACK_H_
typedef DLTensor workbench_tensor;
#else
typedef void workbench_tensor;
#endif

/* A folder of operations, or a package, NAME.ops. WORKBENCH_NOT_FOUND where there is none. */
WORKBENCH_API workbench_status workbench_ops_load_at(workbench_host *host, const char *path,
                                                     workbench_ops **ops, const char *file,
                                                     int line);
#define workbench_ops_load(host, path, ops) \
  workbench_ops_load_at(host, path, ops, __FILE__, __LINE__)
/* Frees it with all that its operations hold; so does workbench_finish. */
WORKBENCH_API workbench_status workbench_ops_release(workbench_ops *ops);

typedef struct workbench_op_info {
  size_t size; /* set by the caller */
  const char *name;
  const char *summary; /* "" for none */
  size_t output_count, input_count, parameter_count;
  int has_cpu, has_gpu; /* whether it can be called with the CPU's memory, and on devices */
  int has_gradient;     /* itself, or by what it is made of */
  int in_place;         /* an output may be an input */
} workbench_op_info;
typedef struct workbench_op_argument {
  size_t size; /* set by the caller */
  const char *name;
  const char *dtype; /* "float", "float or double", "same as x", "any" */
  const char *shape; /* "[n, k + 1]", "same as x", "rank 2", "any" */
} workbench_op_argument;
typedef struct workbench_op_parameter {
  size_t size; /* set by the caller */
  const char *name;
  const char *type;  /* OpenCL C's: "int", "float", "bool" */
  const char *value; /* its default, as a text; NULL: it has none */
} workbench_op_parameter;

/* The operations, sorted by name. Texts live as long as `ops`. */
WORKBENCH_API size_t workbench_ops_count(workbench_ops *ops); /* 0 for none */
/* WORKBENCH_NOT_FOUND, with the nearest name, where there is no such operation. */
WORKBENCH_API workbench_status workbench_ops_find(workbench_ops *ops, const char *name,
                                                  size_t *index);
WORKBENCH_API workbench_status workbench_ops_get(workbench_ops *ops, size_t index,
                                                 workbench_op_info *info);
/* Its outputs, and after them its inputs. */
WORKBENCH_API workbench_status workbench_ops_get_argument(workbench_ops *ops, size_t index,
                                                          size_t number,
                                                          workbench_op_argument *argument);
WORKBENCH_API workbench_status workbench_ops_get_parameter(workbench_ops *ops, size_t index,
                                                           size_t number,
                                                           workbench_op_parameter *parameter);

/* A value for a parameter. */
typedef enum workbench_parameter_kind {
  WORKBENCH_INTEGER_PARAMETER,
  WORKBENCH_NUMBER_PARAMETER,
  WORKBENCH_BOOL_PARAMETER /* `integer` is 0 or not */
} workbench_parameter_kind;
typedef struct workbench_parameter {
  const char *name;
  workbench_parameter_kind kind;
  int64_t integer;
  double number;
} workbench_parameter;

typedef struct workbench_ops_options {
  size_t size;
  const workbench_parameter *parameters; /* those that are not their defaults */
  size_t parameter_count;
  workbench_context *context; /* on whose device it runs with tensors of the CPU's memory; NULL: it
                                 runs where the tensors are */
} workbench_ops_options;

/* Calls an operation: outputs, then inputs, in its declaration's order. `options` may be NULL. */
WORKBENCH_API workbench_status workbench_ops_call_at(
    workbench_ops *ops, const char *name, const workbench_ops_options *options,
    workbench_tensor *const *outputs, size_t output_count, workbench_tensor *const *inputs,
    size_t input_count, const char *file, int line);
#define workbench_ops_call(ops, name, options, outputs, output_count, inputs, input_count)        \
  workbench_ops_call_at(ops, name, options, outputs, output_count, inputs, input_count, __FILE__, \
                        __LINE__)

enum { WORKBENCH_MOST_AXES = 16 };
typedef struct workbench_op_result {
  const char *dtype; /* "float"; "bool". Static */
  int rank;
  int64_t shape[WORKBENCH_MOST_AXES];
} workbench_op_result;

/* The types and shapes that outputs have for these inputs, whose data is not looked at: `results`
 * has room for all of the operation's outputs. */
WORKBENCH_API workbench_status workbench_ops_infer(workbench_ops *ops, const char *name,
                                                   const workbench_ops_options *options,
                                                   workbench_tensor *const *inputs,
                                                   size_t input_count, workbench_op_result *results,
                                                   size_t result_count);

/* Computes gradients of inputs: for each input that has a tensor in `gradients` (NULL: not wanted),
 * the sum over outputs of the output's gradient times the derivative of that output by the input.
 * `output_gradients` has one for each output; NULL: zeros. Of float and double. A graph of the
 * operation's gradient is compiled for each kind of arguments once, and kept. */
WORKBENCH_API workbench_status workbench_ops_gradient_at(
    workbench_ops *ops, const char *name, const workbench_ops_options *options,
    workbench_tensor *const *gradients, workbench_tensor *const *output_gradients,
    size_t output_count, workbench_tensor *const *inputs, size_t input_count, const char *file,
    int line);
#define workbench_ops_gradient(ops, name, options, gradients, output_gradients, output_count,      \
                               inputs, input_count)                                                \
  workbench_ops_gradient_at(ops, name, options, gradients, output_gradients, output_count, inputs, \
                            input_count, __FILE__, __LINE__)

/* ---- graphs ----------------------------------------------------------------------------------
 *
 * A graph (docs/graphs.md) is a file of Lua that returns it: `return graph.Graph(…)`, and after it,
 * where the file has weights itself, a table { weights = { name = tensor } }. What the file names,
 * operations of custom_extensions and files, lies beside it. Modules that it requires are those of
 * operations, and files beside it whose names begin with _.
 *
 * It is loaded for the CPU, or for a context's device, and compiled for each combination of sizes
 * once. Tensors are as those of operations are; what is said there of memory holds here. With a
 * context, tensors of the CPU's memory are copied to its device and back, and those of its buffers
 * are used as they are, without waiting; without one buffers are refused. No output is the memory
 * of an input. The rules for errors and findings are those of operations, and it is a program, too:
 * load what you would run. */

typedef struct workbench_graph_options {
  size_t size;
  workbench_context *context; /* on whose device it runs; NULL: on the CPU */
  const char *source;         /* the text itself; then the path is only its name, and where what it
                                 names lies; NULL: it is read from the file */
} workbench_graph_options;

/* WORKBENCH_NOT_FOUND where there is no such file. `options` may be NULL. */
WORKBENCH_API workbench_status workbench_graph_load_at(workbench_host *host, const char *path,
                                                       const workbench_graph_options *options,
                                                       workbench_graph **graph, const char *file,
                                                       int line);
#define workbench_graph_load(host, path, options, graph) \
  workbench_graph_load_at(host, path, options, graph, __FILE__, __LINE__)
/* Frees it with all that it has on its device; so does workbench_finish. */
WORKBENCH_API workbench_status workbench_graph_release(workbench_graph *graph);

typedef struct workbench_graph_info {
  size_t size; /* set by the caller */
  const char *name;
  size_t output_count, input_count, weight_count;
  int is_ready; /* all weights are there */
} workbench_graph_info;
WORKBENCH_API workbench_status workbench_graph_get(workbench_graph *graph,
                                                   workbench_graph_info *info);
/* Its outputs, after them its inputs, and then its weights, sorted by name. Inputs have the names
 * of the arguments of the graph's function. Shapes are texts, as "[n, 4]". */
WORKBENCH_API workbench_status workbench_graph_get_argument(workbench_graph *graph, size_t number,
                                                            workbench_op_argument *argument);

/* Gives weights by their names; those that are not named stay as they are, and in the end none may
 * be missing. Elements are copied. Where it fails nothing is changed. */
WORKBENCH_API workbench_status workbench_graph_set_weights_at(workbench_graph *graph,
                                                              const char *const *names,
                                                              workbench_tensor *const *tensors,
                                                              size_t count, const char *file,
                                                              int line);
#define workbench_graph_set_weights(graph, names, tensors, count) \
  workbench_graph_set_weights_at(graph, names, tensors, count, __FILE__, __LINE__)

/* Computes the outputs. */
WORKBENCH_API workbench_status workbench_graph_execute_at(
    workbench_graph *graph, workbench_tensor *const *outputs, size_t output_count,
    workbench_tensor *const *inputs, size_t input_count, const char *file, int line);
#define workbench_graph_execute(graph, outputs, output_count, inputs, input_count) \
  workbench_graph_execute_at(graph, outputs, output_count, inputs, input_count, __FILE__, __LINE__)

/* The types and shapes that outputs have for these inputs, whose data is not looked at: `results`
 * has room for all of the graph's outputs. Needs no weights. */
WORKBENCH_API workbench_status workbench_graph_infer(workbench_graph *graph,
                                                     workbench_tensor *const *inputs,
                                                     size_t input_count,
                                                     workbench_op_result *results,
                                                     size_t result_count);

/* What the graph becomes for these inputs, whose data is not looked at: kernels, what was fused and
 * why not, bytes (docs/graph-explain.md). Without inputs: as it was executed last. The caller frees
 * it with workbench_text_free. */
WORKBENCH_API workbench_status workbench_graph_explain(workbench_graph *graph,
                                                       workbench_tensor *const *inputs,
                                                       size_t input_count, char **text);

#ifdef __cplusplus
}
#endif

#endif
