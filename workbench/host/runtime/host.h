/* Host programs: what the half of GPU programming on the CPU's side does, and what it does wrong.
 *
 * A *host* is one run of one program. It has *contexts*, each on a device; a context has *queues*
 * of commands, one at least; *buffers* lie in the host's memory or a device's; *events* mark
 * places in queues; *functions* are kernels that were compiled. host/gpu gives all of it to Lua,
 * libworkbench to C.
 *
 * Time. Enqueuing returns at once. Commands of one queue run in order, those of different queues
 * beside each other, unless an event orders them. On the emulator commands are held back until
 * somebody waits for them; which queue then goes on, the host's seed decides; and memory of the
 * host that a held copy is to write has other bytes until then, so that a program that forgets to
 * wait is never right by luck. On other devices commands go to the device at once.
 *
 * Checks. Every command and every access of the program to a host buffer is checked (checks.h says
 * how); what is wrong is a finding with the program's line, and the other line where there are
 * two. A call that cannot be carried out also fails: WB_ERR_USAGE, whose message begins with the
 * finding's kind. Findings of kernels have the line that launched them.
 *
 * Lifetime. Handles are the caller's until dropped: `_drop` says that the program has no more use
 * for the handle (a garbage collector found so, or a scope ended) and is never a mistake; what
 * commands still need lives until they are done. `_release` frees early, and may be a mistake.
 * Everything else ends with wb_host_free. One thread at a time. */
#ifndef WB_HOST_HOST_H
#define WB_HOST_HOST_H

#include "device/device.h"
#include "finding/finding.h"

struct wb_timeline; /* result/timeline.h */

struct wb_host;
struct wb_host_context;
struct wb_host_queue;
struct wb_host_buffer;
struct wb_host_event;
struct wb_host_function;

/* Where the program is: a line of it. `file` is copied. */
struct wb_host_site {
  char file[WB_FINDING_FILE_MAX];
  uint32_t line; /* from 1; 0: unknown */
};

struct wb_host_options {
  /* What a context without an api is on: what a person writes for --device. NULL: the emulator. */
  const char *device;
  /* Folders with files that kernels may include, and whether they may include any file at all:
   * for a person's own programs, of which what drivers compile is kept as well. Ends with NULL; may
   * be NULL. */
  const char *const *folders;
  bool any_include;
  int cancel_fd;               /* readable: give up with WB_ERR_CANCELLED; -1: none */
  uint64_t seed;               /* of the order in which queues go on */
  struct wb_schedule schedule; /* of work-items, on the emulator */
  uint32_t subgroup;           /* work-items of a sub-group there; 0: as many as usual */
  /* There are no devices but those that wb_host_start_device has started: nobody is asked which
   * this machine has. */
  bool started_devices_alone;
  bool unchecked; /* no checks of the host: for measuring */
  /* No kernel runs, or not that of this name, file ("": of a text) and options, where there is a
   * name: what it could write is filled with this byte in its turn. Whether a program uses what its
   * kernels compute shows in what it then returns. */
  bool withholds_kernels;
  const char *withheld, *withheld_file, *withheld_options;
  unsigned char poison;
  bool timeline; /* what ran when is wanted (wb_host_timeline) */
  /* What the work-items of this launch do is wanted (wb_host_traced): of the launches that the
   * program asks for, from 1; 0: of none. Kernels are built for that, which makes them slower. */
  uint64_t traced_launch;
  bool counts_arrays; /* wb_host_arrays is wanted; the same */
  /* The thread that opens a device may end before the host does: its workers end when the program
   * closes them or is gone, rather than with that thread. */
  bool outlives_thread;
  bool keeps_origins; /* what each byte was made by (wb_host_check_returned) */
  /* What copies to devices may bring beside zeros: parts of these, else that is a finding. NULL:
   * anything. */
  const struct wb_host_input {
    const unsigned char *bytes;
    size_t length;
  } * inputs;
  size_t n_inputs;
  bool warns_of_all; /* warnings, too, that a program without any mistake may get on purpose:
                        redundant-work */
  /* All that buffers of the host and of devices may have at one time; 0: 4 GiB on the emulator's
   * side, no limit else. So many commands wait at one time at most, and are carried out then; 0:
   * 50,000. */
  uint64_t memory_bytes;
  uint64_t max_pending;
  struct wb_limits launch; /* of each launch; zeroes: 10 s, 1 GiB, 1 MiB, no steps */
  uint32_t whole_ms;       /* of all launches together, as their devices count; 0: no limit */

  /* Asked when something is enqueued or found: where the program is now. */
  void (*locate)(void *data, struct wb_host_site *site);
  /* What the program calls this buffer; false: it has no name. May be NULL. */
  bool (*name)(void *data, const struct wb_host_buffer *buffer, char *name, size_t size);
  /* What kernels print, when it is waited for. */
  void (*print)(void *data, const char *text, size_t length);
  void *data;
};

enum wb_status wb_host_new(const struct wb_host_options *options, struct wb_host **host,
                           struct wb_error *err);
/* The same after the run of another host, which has finished well: its devices, cleared, and the
 * memory that they share are the new one's, so that nothing needs to be started. Frees it, whatever
 * comes of this. */
enum wb_status wb_host_new_after(const struct wb_host_options *options, struct wb_host *before,
                                 struct wb_host **host, struct wb_error *err);
/* Starts the worker of a device (as for --device; NULL: the options'), so that contexts on it need
 * no new process: for a host that is about to raise walls. */
enum wb_status wb_host_start_device(struct wb_host *host, const char *device, struct wb_error *err);
/* Whether every device that was started reports what is wrong with kernels. */
bool wb_host_checks(const struct wb_host *host);
/* A part of the program has ended, after which nothing of it goes on: what was enqueued is carried
 * out and waited for, and where `reports` says so it is a finding that the program did not wait
 * itself. Fails as wb_host_synchronize does. */
enum wb_status wb_host_end_part(struct wb_host *host, bool reports, struct wb_error *err);
/* The program has ended: what it never waited for is carried out (not where it failed: `died`) and
 * told, so are leaks. */
enum wb_status wb_host_finish(struct wb_host *host, bool died, struct wb_error *err);
void wb_host_free(struct wb_host *host); /* NULL is fine; handles are gone with it */

/* Found so far, errors first in order of their lines; the host's. */
const struct wb_finding *wb_host_findings(const struct wb_host *host, size_t *count);
const struct wb_timeline *wb_host_timeline(struct wb_host *host);
/* Forgets what is in it, after wb_host_end_part. */
void wb_host_clear_timeline(struct wb_host *host);

/* With options.counts_arrays: what all launches did to each array, by its name in its kernel and
 * the kernel's file; the host's. None where the device does not count. */
const struct wb_array_count *wb_host_arrays(const struct wb_host *host, size_t *count);

/* The trace of options.traced_launch (finding/trace.h), and the text of the file with its kernel;
 * the host's. Without bytes where the program did not come so far, or the device records none. */
struct wb_host_traced {
  const unsigned char *bytes;
  size_t length;
  const char *file, *source;
};
struct wb_host_traced wb_host_traced(const struct wb_host *host);

/* What a program returns for an output that must come from kernels: these bytes are looked for in
 * what host buffers hold and held. Where they are not, or were made by somebody else, that is a
 * finding. Does nothing without options.keeps_origins, or on devices that do not check. */
struct wb_host_returned {
  const char *name;
  const void *bytes;
  uint64_t length, element_bytes;
  const char *makers; /* names of kernels from files, a blank between them, or WB_ANY_KERNEL
                         (result/host_exchange.h) */
};
void wb_host_check_returned(struct wb_host *host, const struct wb_host_returned *returned);

/* Why a launch was ended, the last one of those that were; WB_OUTCOME_DONE: none was. */
enum wb_outcome_kind wb_host_ended_by(const struct wb_host *host);

/* What all launches so far took, as their devices count against limits (struct wb_limits), with a
 * fixed price for each launch and each compilation. */
uint64_t wb_host_spent_ns(const struct wb_host *host);

/* What the program did. */
struct wb_host_counts {
  uint64_t launches, copies, fills, waits; /* waits: calls that waited for commands */
  uint32_t n_orders;      /* of the kernel launched that has most of them (wb_kernel_info) */
  uint64_t longest_chain; /* of copies, fills and launches that must come one after the other */
  uint64_t bytes_to_device, bytes_to_host, bytes_on_device; /* copied; between contexts: both */
  uint64_t peak_bytes, held_bytes; /* of buffers, at most at one time, and now */
  uint64_t device_ns;              /* commands' time, summed */
  uint64_t wait_ns;                /* the program's time in waits */
  uint64_t errors, warnings;       /* findings */
  struct wb_counters counters;     /* of all launches */
};
/* Bytes that the program may still fill with events, kernels and views of buffers. */
uint64_t wb_host_room_left(const struct wb_host *host);
void wb_host_counts(const struct wb_host *host, struct wb_host_counts *counts);

/* ---- devices and contexts ----------------------------------------------------------------- */

/* "emulator", "opencl". How many devices an api has; infos of them live as long as the host.
 * WB_ERR_USAGE where there is no such api, naming those that there are. NULL: all of them. */
enum { WB_EMULATED_DEVICES = 2 };
enum wb_status wb_host_devices(struct wb_host *host, const char *api,
                               const struct wb_device_info **infos, size_t *count,
                               struct wb_error *err);

struct wb_host_context_options {
  const char *api; /* NULL: the options' device, if id is -1, else that device's api */
  int id;          /* of the api's devices, from 0; -1: the first, or the options' */
  /* Commands go to the device only when wb_host_flush says so, or the program waits: as OpenCL
   * leaves it open. Else every command goes at once. */
  bool explicit_flush;
};
enum wb_status wb_host_context_new(struct wb_host *host,
                                   const struct wb_host_context_options *options,
                                   struct wb_host_context **context, struct wb_error *err);
void wb_host_context_drop(struct wb_host_context *context);
const struct wb_device_info *wb_host_context_info(const struct wb_host_context *context);
const char *wb_host_context_api(const struct wb_host_context *context);
int wb_host_context_id(const struct wb_host_context *context);

/* The first is the context's own; others run beside it. */
struct wb_host_queue *wb_host_context_queue(struct wb_host_context *context);
enum wb_status wb_host_queue_new(struct wb_host_context *context, struct wb_host_queue **queue,
                                 struct wb_error *err);
void wb_host_queue_drop(struct wb_host_queue *queue);
struct wb_host_context *wb_host_queue_context(struct wb_host_queue *queue);

/* Waits for all commands of one queue, or of all queues of a context. What kernels printed is
 * given out. Fails with what a command failed with (WB_ERR_COMPILE never; a launch that was ended
 * by a limit, or crashed: WB_ERR_LIMIT, WB_ERR_CRASH, with its line). Findings are no failure. */
enum wb_status wb_host_synchronize(struct wb_host_queue *queue, struct wb_error *err);
enum wb_status wb_host_synchronize_context(struct wb_host_context *context, struct wb_error *err);
enum wb_status wb_host_flush(struct wb_host_queue *queue, struct wb_error *err);

/* ---- buffers ------------------------------------------------------------------------------ */

enum wb_host_side { WB_HOST_SIDE, WB_DEVICE_SIDE };

struct wb_host_buffer_options {
  struct wb_dtype type; /* of an element; ignored where element_bytes is set */
  size_t element_bytes; /* of a struct; 0: the type's */
  uint64_t count;       /* elements; may be 0 */
  enum wb_host_side side;
  enum wb_buffer_access access; /* what kernels may do with it; of a device's */
  const char *name;             /* where nobody else tells its name (wb_host_options.name); copied;
                                   NULL: none */
};
enum wb_status wb_host_buffer_new(struct wb_host_context *context,
                                  const struct wb_host_buffer_options *options,
                                  struct wb_host_buffer **buffer, struct wb_error *err);
/* A part of a buffer: `offset` and options->count are of elements of the *new* type; side and
 * access are the whole's. It lives as long as its owner. */
enum wb_status wb_host_buffer_part(struct wb_host_buffer *owner, uint64_t offset,
                                   const struct wb_host_buffer_options *options,
                                   struct wb_host_buffer **buffer, struct wb_error *err);
void wb_host_buffer_drop(struct wb_host_buffer *buffer);
enum wb_status wb_host_buffer_release(struct wb_host_buffer *buffer, struct wb_error *err);

struct wb_host_buffer_info {
  struct wb_dtype type;
  size_t element_bytes;
  uint64_t count, bytes;
  enum wb_host_side side;
  enum wb_buffer_access access;
  bool released, is_part, is_mapping;
  struct wb_host_site made; /* where */
};
void wb_host_buffer_info(const struct wb_host_buffer *buffer, struct wb_host_buffer_info *info);
struct wb_host_context *wb_host_buffer_context(struct wb_host_buffer *buffer);

/* The program is about to read or write elements of a host buffer: their first byte, good until
 * the next call with this host. Checks; a race is a finding and no failure. Fails where the buffer
 * is a device's, was released, or has no such elements. */
enum wb_status wb_host_buffer_touch(struct wb_host_buffer *buffer, uint64_t first, uint64_t count,
                                    enum wb_access access, void **bytes, struct wb_error *err);

/* Maps a device's buffer: waits for the queue, and gives a host buffer with the device's bytes.
 * Unmapping copies all of it back (unless `read_only`) and waits. Meanwhile no command may use
 * the buffer. */
enum wb_status wb_host_map(struct wb_host_queue *queue, struct wb_host_buffer *buffer,
                           bool read_only, struct wb_host_buffer **mapping, struct wb_error *err);
enum wb_status wb_host_unmap(struct wb_host_buffer *mapping, struct wb_error *err);

/* ---- commands ----------------------------------------------------------------------------- */

/* Copies as many bytes as `to` has; `from` may be longer. Either of them is the host's or a
 * device's; one at least of those of devices is of the queue's context. */
enum wb_status wb_host_copy(struct wb_host_queue *queue, struct wb_host_buffer *to,
                            struct wb_host_buffer *from, struct wb_error *err);
/* From or to memory that no command can see. The bytes are copied now; reading waits. */
enum wb_status wb_host_write(struct wb_host_queue *queue, struct wb_host_buffer *to,
                             const void *bytes, uint64_t length, struct wb_error *err);
enum wb_status wb_host_read(struct wb_host_queue *queue, struct wb_host_buffer *from, void *bytes,
                            uint64_t length, struct wb_error *err);
/* Every element becomes the pattern: an element's bytes. */
enum wb_status wb_host_fill(struct wb_host_queue *queue, struct wb_host_buffer *buffer,
                            const void *pattern, size_t pattern_length, struct wb_error *err);

struct wb_host_compile_options {
  const char *source; /* the text, `length` bytes */
  size_t length;
  const char *file_name; /* as diagnostics name it */
  bool is_file;          /* the text is that of a file of this name, not the program's own */
  const char *folder;    /* of the file, for its includes; NULL: none */
  const char *kernel;    /* which; NULL: the only one */
  const char *options;   /* of clBuildProgram; NULL: none */
};
/* A text that was compiled before with the same options is not compiled again. WB_ERR_COMPILE:
 * the message has the compiler's words; `diagnostics`, freed by the caller, may be NULL. */
enum wb_status wb_host_compile(struct wb_host_context *context,
                               const struct wb_host_compile_options *options,
                               struct wb_host_function **function, struct wb_build_result *result,
                               struct wb_error *err);
/* The same without a kernel: those of this text are compiled then. */
enum wb_status wb_host_build(struct wb_host_context *context,
                             const struct wb_host_compile_options *options,
                             struct wb_build_result *result, struct wb_error *err);
void wb_host_function_drop(struct wb_host_function *function);
const struct wb_kernel_info *wb_host_function_info(const struct wb_host_function *function);
const char *wb_host_function_name(const struct wb_host_function *function);
/* The parameter's type, where it is a value of one of OpenCL C's types. */
bool wb_host_param_dtype(const struct wb_param_info *param, struct wb_dtype *type);

enum wb_host_arg_kind {
  WB_HOST_BUFFER_ARG,
  WB_HOST_NULL_ARG,
  WB_HOST_LOCAL_ARG,
  WB_HOST_VALUE_ARG
};
struct wb_host_arg {
  enum wb_host_arg_kind kind;
  struct wb_host_buffer *buffer;
  size_t local_bytes;
  struct wb_dtype type; /* of a value, or of an element of local memory */
  size_t bytes;         /* of a value */
  unsigned char value[WB_SCALAR_ARG_MAX];
};

struct wb_host_launch {
  unsigned dimensions;
  size_t global[3], local[3];
  bool chooses_group; /* `local` is nothing: the runtime chooses one */
  size_t offset[3];
  /* All of the kernel's; NULL: those of wb_host_set_argument. */
  const struct wb_host_arg *args;
  size_t n_args;
};
enum wb_status wb_host_launch(struct wb_host_queue *queue, struct wb_host_function *function,
                              const struct wb_host_launch *launch, struct wb_error *err);
/* For whoever turns a program's own values into arguments: one that its parameter's type cannot
 * hold. `why` begins with "argument 2 of add". Always fails. */
enum wb_status wb_host_refuse_argument(struct wb_host_function *function, const char *why,
                                       struct wb_error *err);
/* For launches that name no arguments, as OpenCL's clSetKernelArg: kept from launch to launch. */
enum wb_status wb_host_set_argument(struct wb_host_function *function, size_t index,
                                    const struct wb_host_arg *arg, struct wb_error *err);

/* ---- events ------------------------------------------------------------------------------- */

enum wb_status wb_host_event_new(struct wb_host_context *context, struct wb_host_event **event,
                                 struct wb_error *err);
void wb_host_event_drop(struct wb_host_event *event);
/* Marks the place after all commands of the queue so far; again: another place. */
enum wb_status wb_host_record(struct wb_host_queue *queue, struct wb_host_event *event,
                              struct wb_error *err);
/* Later commands of the queue wait for the event. */
enum wb_status wb_host_wait_event(struct wb_host_queue *queue, struct wb_host_event *event,
                                  struct wb_error *err);
/* The program waits. */
enum wb_status wb_host_await_event(struct wb_host_event *event, struct wb_error *err);
/* Whether it is done; never waits. */
enum wb_status wb_host_event_is_done(struct wb_host_event *event, bool *done, struct wb_error *err);
/* When the last command before the event ended, and when that one was enqueued and started, of
 * the machine's monotonic clock; waits. */
struct wb_host_times {
  uint64_t queued_ns, start_ns, end_ns;
};
enum wb_status wb_host_event_times(struct wb_host_event *event, struct wb_host_times *times,
                                   struct wb_error *err);

#endif
