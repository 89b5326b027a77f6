/* Devices: contexts, buffers, programs, kernels and an in-order queue.
 *
 * One interface, several implementations (`struct wb_device_ops`):
 *
 *   emulator  emulator/  runs kernels on this machine and checks every access
 *   opencl    opencl/    a platform of the ICD loader
 *   fake      device/    for tests: plain C kernels, a fault at step N
 *   remote    device/    speaks to a worker process that holds one of the
 *                        above; what the judge uses, so that learner code
 *                        never runs in its process
 *
 * A device is one context with one in-order queue. Calls may be carried out
 * when they are made or later, but in order; wb_device_finish() waits for all
 * of them, and only then are the outcomes of launches filled in. The judge is
 * one client; host programs written in Lua are another.
 *
 * Buffers lie between guard zones of WB_GUARD_BYTES and start poisoned with
 * WB_POISON_BYTE, on every implementation. No call here is thread-safe. */
#ifndef WB_DEVICE_DEVICE_H
#define WB_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "device/image_desc.h"
#include "finding/array_count.h"
#include "finding/diagnostic.h"
#include "finding/finding.h"
#include "finding/code_mutant.h"
#include "finding/schedule.h"
#include "finding/trace.h"
#include "sandbox/walls.h"
#include "tensor/dtype.h"

enum {
  WB_GUARD_BYTES = 4096,
  WB_POISON_BYTE = 0xA5,
  WB_MAX_ARGS = 64,
  WB_SCALAR_ARG_MAX = 256, /* bytes of a double16, and of structs twice as large */
  WB_MAX_OUTCOME_FINDINGS = 32,
  WB_DEVICE_NAME_MAX = 256
};

typedef uint32_t wb_handle; /* of a buffer or a program on its device; 0: none */

#define WB_EMULATOR_NAME "checking emulator"

struct wb_device_info {
  char selector[64];               /* "emulator", "opencl:0.0" */
  char name[WB_DEVICE_NAME_MAX];   /* of the device */
  char vendor[WB_DEVICE_NAME_MAX]; /* platform, its version, the driver's */
  bool checks;                     /* reports findings, not outputs alone */
  bool keeps_inputs; /* no launch can change a WB_BUFFER_READ_ONLY buffer or its guards */
  bool fp64, fp16;
  bool subgroups, shuffles;             /* functions of sub-groups; their shuffles */
  bool gpu;                             /* a GPU or another accelerator, not a CPU */
  struct wb_walls walls;                /* that stand around what runs a kernel; none where
                                           the device is not open */
  uint64_t global_memory, local_memory; /* bytes */
  uint64_t max_group_size;
  uint64_t max_item_size[3];
};

/* What the kernels of a launch may do with a buffer; more is a finding where
 * the device checks. */
enum wb_buffer_access { WB_BUFFER_READ_ONLY, WB_BUFFER_WRITE_ONLY, WB_BUFFER_READ_WRITE };

struct wb_buffer_desc {
  const char *name;     /* for findings; copied */
  struct wb_dtype type; /* of one element, for indices in findings */
  size_t bytes;         /* may be 0 */
  enum wb_buffer_access access;
};

/* Whether the bytes around a buffer, and (where the device knows) those in
 * it, are as they should be. */
struct wb_buffer_state {
  bool guards_intact;
  int64_t first_broken;     /* byte offset from the buffer's start, when not */
  bool knows_written;       /* the next two are set */
  uint64_t unwritten_bytes; /* bytes that nobody wrote since the creation */
  uint64_t first_unwritten; /* byte offset of the first of them */
};

enum { WB_MAX_INCLUDES = 32, WB_MAX_BUILD_INFOS = 4 };

struct wb_build_request {
  const char *source; /* the text, `length` bytes */
  size_t length;
  const char *file_name;         /* as diagnostics name it; control characters become '?' */
  const char *include_directory; /* of the course's kernels/include, or NULL */
  /* At most WB_MAX_INCLUDES folders to look for included files in after that. */
  const char *const *more_includes;
  size_t n_more_includes;
  /* Of the workbench's own headers, the last to look in. Back ends set it (registry.h), whatever
   * they were given. NULL: it is not there. */
  const char *own_include;
  /* The text is the person's own: it may include any file, not only plain
   * names below those folders. Never set for what somebody else submitted. */
  bool any_include;
  const char *options;    /* of clBuildProgram: -D, -cl-std …; may be "" */
  uint32_t time_limit_ms; /* of wb_build_doubt_ms() more, where a device doubts its compiler */
  /* The kernel's launches also count what a GPU would do (struct wb_counters
   * says which) and can be traced, at some cost in time. Devices that cannot
   * count ignore it. */
  bool profile;
  /* Build a mutant of the text (struct wb_code_mutant.number) in its place; 0: the text itself. One
   * that there is not is WB_ERR_NOT_FOUND; a device that makes none, or has made code that is not
   * valid, says so as WB_ERR_MISSING and WB_ERR_CRASH. */
  uint32_t mutant;
  bool lists_mutants;     /* of the text itself: struct wb_build_result.mutants is wanted */
  bool wants_fingerprint; /* struct wb_build_result.fingerprint is wanted */
};

/* The folders that a request's files may be included from, in the order in which they are looked
 * in; gives how many. */
enum { WB_MAX_INCLUDE_FOLDERS = WB_MAX_INCLUDES + 2 };
size_t wb_include_folders(const struct wb_build_request *request,
                          const char *folders[WB_MAX_INCLUDE_FOLDERS]);

/* How long a device may look, after a build that failed, whether it was the text or the
 * compiler does not work at all. */
uint32_t wb_build_doubt_ms(const struct wb_build_request *request);

/* The simplest of kernels: what does not compile it does not work on this machine, and what it
 * said of another text counts against nobody. Its text lives as long as the program. */
struct wb_build_request wb_simplest_request(uint32_t time_limit_ms);

/* Filled by wb_device_build; owned by the caller, freed with
 * wb_build_result_release. A failed compilation is WB_ERR_COMPILE with `log`
 * and `diagnostics` set; other statuses are the device's fault. */
struct wb_build_result {
  wb_handle program;
  char *log;                         /* the compiler's own words, malloc'ed; "" if none */
  struct wb_diagnostic *diagnostics; /* malloc'ed */
  size_t n_diagnostics;
  char *kernels; /* names of the program's kernels, "add;scale"; malloc'ed; NULL if none */
  /* Of the first of them, where the device has it at hand, what wb_kernel_info says: from one
   * process to another it comes sooner so. malloc'ed. */
  struct wb_kernel_info *infos;
  size_t n_infos;
  /* Two texts with equal ones are the same program to this device: no launch tells them apart but
   * by the names and places that its findings have. "" where it cannot say, or was not asked. */
  char fingerprint[WB_FINGERPRINT_MAX];
  struct wb_code_mutants mutants; /* where they were asked for, and the device makes any */
  uint64_t time_ns;
};
void wb_build_result_init(struct wb_build_result *result);
void wb_build_result_release(struct wb_build_result *result);

/* Takes out of log and diagnostics where the folders of included files lie, which is nothing that a
 * text should learn: files in them are named from there. Back ends do so once they know the
 * folders; not of a text that is the person's own (any_include). */
void wb_build_result_hide_folders(struct wb_build_result *result,
                                  const struct wb_build_request *request);

/* The parameters of a kernel, as the device's compiler sees them. */
struct wb_param_info {
  char name[WB_FINDING_NAME_MAX];
  char type_name[64];     /* "float*", "uint", "int4*": OpenCL C's spelling */
  enum wb_memory memory;  /* GLOBAL, LOCAL, CONSTANT for pointers; PRIVATE for
                             values; NONE where the device does not know */
  bool is_const;          /* pointer to const */
  uint32_t bytes;         /* of a value; 0 for pointers, or where not known */
  uint32_t element_bytes; /* of what a pointer points at, structs too; 0: not known */
  char base_name[64];     /* type_name without typedefs; "" where that is not known */
  /* What the name says, for whoever asks often: host/runtime sets it, devices do not. */
  bool resolved, has_dtype;
  struct wb_dtype dtype;
};
struct wb_kernel_info {
  size_t n_params;
  struct wb_param_info params[WB_MAX_ARGS];
  uint32_t required_group_size[3]; /* reqd_work_group_size, else zeros */
  /* What it computes may depend on the order in which work-items run, though no
   * two of them race: it has atomics, or functions of sub-groups, say. Whoever
   * needs its result to be right in every order launches it in the first so many
   * of wb_schedule_order. 1: it cannot, or the device has one order only. A launch with
   * data races, warnings too, may always depend on it. */
  uint32_t n_orders;
};

enum wb_arg_kind { WB_ARG_BUFFER, WB_ARG_SCALAR, WB_ARG_LOCAL };
struct wb_arg {
  enum wb_arg_kind kind;
  const char *name;     /* for findings; valid until finish */
  struct wb_dtype type; /* of an element, or of the scalar */
  size_t bytes;         /* of a scalar that is none of these types (a struct), whose
                           `type` says nothing then; 0: the type's size */
  /* How a parameter that is an image sees the buffer's bytes; else its kind is
   * WB_IMAGE_NONE. A sampler is a uint: CLK_FILTER_LINEAR | …, as in kernels. */
  struct wb_image_desc image;
  /* The part of the buffer that the kernel sees; 0 bytes: all of it. */
  uint64_t buffer_offset, buffer_bytes;
  /* The last member, since most of it is mostly nothing. */
  union {
    wb_handle buffer;                        /* 0: a null pointer */
    unsigned char scalar[WB_SCALAR_ARG_MAX]; /* in memory's order */
    size_t local_bytes;
  } value;
};

/* Bytes of a buffer that work-items of a launch read or wrote. */
enum { WB_MAX_TOUCHED = 65536 };
struct wb_touched {
  uint64_t start, end; /* of the whole buffer: from `start` to before `end` */
  uint32_t arg;        /* which argument */
  bool reads, writes;  /* an atomic operation does both */
};

/* A number in a buffer that a launch made of values that were never set. If it has another value by
 * now, it has been set since. */
enum { WB_MAX_UNDEFINED = 4096, WB_UNDEFINED_BYTES = 8 };
struct wb_undefined {
  uint64_t start; /* of the whole buffer, in bytes */
  uint64_t value; /* its bytes, in memory's order */
  uint32_t arg;   /* which argument */
  uint32_t bytes; /* at most WB_UNDEFINED_BYTES */
  bool any_value; /* of an atomic operation: others may have followed */
};

/* How many bytes of a scalar argument count. */
static inline size_t wb_arg_bytes(const struct wb_arg *arg) {
  return arg->bytes > 0 ? arg->bytes : wb_dtype_size(arg->type);
}

enum { WB_DEFAULT_SUBGROUP = 32, WB_MAX_SUBGROUP = 64 };

/* A device that checks counts what it executes, and a millisecond is so much of that on every
 * machine; of others it is one of the wall clock. */
struct wb_limits {
  uint32_t time_ms;      /* of one launch; 0: none */
  uint64_t memory_bytes; /* address space beyond the buffers */
  uint64_t output_bytes; /* of printf */
  uint64_t steps;        /* loop iterations and calls of one work-item; 0: none */
};

/* How long a launch with that limit may last by the wall clock where the device counts: far longer
 * than one that executes all that it may, on a machine that has much else to do. One that lasts
 * longer hangs, and that is nobody's verdict. */
uint64_t wb_hang_limit_ms(uint32_t time_ms);

struct wb_launch {
  wb_handle program;
  const char *kernel;
  unsigned dimensions;        /* 1, 2 or 3; sizes beyond are 1 */
  size_t global[3], local[3]; /* work-items; local divides global */
  size_t offset[3];           /* of global ids */
  const struct wb_arg *args;
  size_t n_args;
  struct wb_limits limits;
  struct wb_schedule schedule;
  uint32_t subgroup;    /* work-items in a sub-group: a power of two up to
                           WB_MAX_SUBGROUP; 0: WB_DEFAULT_SUBGROUP */
  uint64_t trace_bytes; /* room for a trace, at most WB_TRACE_MAX; 0: none.
                           Only of programs built with `profile` */
  /* Of a program built with `profile`: only what single arrays are accessed is counted, and nothing
   * that the model of a GPU says (finding/counters.h). */
  bool arrays_alone;
  /* What is printed matters: who printed it is wanted (struct wb_outcome.prints), and where
   * `prints_in_time` says so the text in the order in which this schedule printed it. Else it
   * is in one that no schedule changes, as far as a device knows who printed what. */
  bool prints_told, prints_in_time;
  /* Which bytes are touched is wanted, where the device knows (struct wb_outcome.touched). */
  bool touched_told;
};

/* One call of printf that wrote something: what it wrote ends where the next one begins. */
struct wb_print {
  uint64_t start;  /* in the outcome's text */
  uint64_t phase;  /* how many barriers its group had passed */
  uint64_t launch; /* of several, for whoever gathers what they printed; 0 from a device */
  struct wb_item_id who;
};
enum { WB_MAX_PRINTS = 16384 }; /* of one launch that are told */

enum wb_outcome_kind {
  WB_OUTCOME_DONE, /* ran to its end; see findings */
  WB_OUTCOME_TIME_LIMIT,
  WB_OUTCOME_MEMORY_LIMIT,
  WB_OUTCOME_OUTPUT_LIMIT,
  WB_OUTCOME_CRASHED,  /* the process or driver that ran it died */
  WB_OUTCOME_SECURITY, /* the sandbox refused something */
  WB_OUTCOME_CANCELLED
};

/* How a launch went. Owned by the caller (storage valid until finish, since
 * that is when it is filled), freed with wb_outcome_release. */
struct wb_outcome {
  enum wb_outcome_kind kind;
  char detail[WB_DIAGNOSTIC_TEXT_MAX]; /* one sentence when not DONE */
  size_t n_findings;                   /* and `findings` below */
  uint64_t findings_dropped;           /* distinct ones beyond the array */
  struct wb_counters counters;         /* all 0 where the device cannot count */
  size_t n_lines;                      /* and `lines` below */
  /* For such programs, too: by argument, then those of the kernel's own arrays; malloc'ed, may be
   * NULL. */
  struct wb_array_count *arrays;
  size_t n_arrays;
  uint64_t time_ns;  /* of the kernel: event profiling, or the emulator's run */
  uint64_t spent_ns; /* of struct wb_limits.time_ms, as the device counts it */
  char *text;        /* what printf wrote, malloc'ed, NUL-ended; may be NULL */
  size_t text_length;
  uint64_t text_total; /* bytes that were printed: more where they are not all here, UINT64_MAX
                          where the device cannot say */
  /* Where the launch wants it and the device knows: struct wb_print by struct wb_print, by their
   * starts, the first WB_MAX_PRINTS; malloc'ed, any bytes that a worker sent; may be NULL. */
  unsigned char *prints;
  size_t prints_length;
  /* Where the launch wants it and the device knows: by argument and start, neighbours that are
   * alike are one; malloc'ed, may be NULL. */
  bool knows_touched;
  struct wb_touched *touched;
  size_t n_touched;
  bool touched_whole; /* false: there are more ranges than WB_MAX_TOUCHED, and some are missing */
  /* Where the device knows, no byte twice, the first WB_MAX_UNDEFINED; malloc'ed, may be NULL. */
  struct wb_undefined *undefined;
  size_t n_undefined;
  uint64_t idle_items;  /* work-items that touched no global memory and printed nothing */
  uint64_t idle_groups; /* groups of such alone */
  uint64_t total_items;
  unsigned char *trace; /* finding/trace.h explains; malloc'ed; may be NULL */
  size_t trace_length;
  /* Last, so that the pages of what most launches leave empty stay untouched. */
  struct wb_finding findings[WB_MAX_OUTCOME_FINDINGS];
  /* For programs built with `profile`: the lines that waste most first, then those that cost
   * most, then by line. */
  struct wb_line_cost lines[WB_MAX_LINE_COSTS];
};
void wb_outcome_init(struct wb_outcome *outcome);
void wb_outcome_release(struct wb_outcome *outcome);

struct wb_device;         /* the implementation's; begins with `struct wb_device_base` */
struct wb_device_command; /* below */
struct wb_device_completion;
typedef void (*wb_take_completion)(void *data, const struct wb_device_completion *completion);

/* An implementation. Every function is required except where it says so; each
 * gets an open device and arguments that the wrappers below have checked
 * (handles in use, ranges inside buffers, sizes not zero). */
struct wb_device_ops {
  const char *name;
  void (*close)(struct wb_device *device);
  enum wb_status (*info)(struct wb_device *device, struct wb_device_info *info,
                         struct wb_error *err);
  /* The handle is the least one that no buffer has, from 1 on. */
  enum wb_status (*buffer_create)(struct wb_device *device, const struct wb_buffer_desc *desc,
                                  wb_handle *buffer, struct wb_error *err);
  enum wb_status (*buffer_release)(struct wb_device *device, wb_handle buffer,
                                   struct wb_error *err);
  enum wb_status (*buffer_write)(struct wb_device *device, wb_handle buffer, size_t offset,
                                 const void *bytes, size_t length, struct wb_error *err);
  /* Waits for everything before it in the queue. */
  enum wb_status (*buffer_read)(struct wb_device *device, wb_handle buffer, size_t offset,
                                void *bytes, size_t length, struct wb_error *err);
  enum wb_status (*buffer_fill)(struct wb_device *device, wb_handle buffer, size_t offset,
                                size_t length, const void *pattern, size_t pattern_length,
                                struct wb_error *err);
  enum wb_status (*buffer_copy)(struct wb_device *device, wb_handle from, size_t from_offset,
                                wb_handle to, size_t to_offset, size_t length,
                                struct wb_error *err);
  /* Waits likewise, and says whether anything strayed out of the buffer. */
  enum wb_status (*buffer_state)(struct wb_device *device, wb_handle buffer,
                                 struct wb_buffer_state *state, struct wb_error *err);
  enum wb_status (*build)(struct wb_device *device, const struct wb_build_request *request,
                          struct wb_build_result *result, struct wb_error *err);
  /* May be NULL: no build is begun. */
  bool (*begin_build)(struct wb_device *device, const struct wb_build_request *request);
  enum wb_status (*program_release)(struct wb_device *device, wb_handle program,
                                    struct wb_error *err);
  /* WB_ERR_NOT_FOUND, with the nearest name, where there is no such kernel. */
  enum wb_status (*kernel_info)(struct wb_device *device, wb_handle program, const char *kernel,
                                struct wb_kernel_info *info, struct wb_error *err);
  /* Launches may run beside each other where they share no buffer. Once one has ended otherwise
   * than DONE, those that follow it up to the next finish may be CANCELLED. One may be held back
   * until a flush, a question or a finish.
   * A launch with impossible sizes, or a wrong number or kind of arguments, is an
   * invalid-launch or invalid-argument finding in the outcome, not an error. */
  enum wb_status (*launch)(struct wb_device *device, const struct wb_launch *launch,
                           struct wb_outcome *outcome, struct wb_error *err);
  /* Waits for the launch with that outcome, where it is under way, or for more; NULL: for all. */
  enum wb_status (*finish)(struct wb_device *device, const struct wb_outcome *last,
                           struct wb_error *err);
  /* May be NULL: nothing comes sooner so. */
  void (*expect)(struct wb_device *device, wb_handle buffer, size_t bytes);
  /* May be NULL likewise. */
  void (*ask)(struct wb_device *device, const struct wb_outcome *last);
  /* The range counts as never written, and has other bytes. May be NULL: it is filled with
   * WB_POISON_BYTE. */
  enum wb_status (*buffer_forget)(struct wb_device *device, wb_handle buffer, size_t offset,
                                  size_t length, struct wb_error *err);
  /* These are NULL together: commands are carried out when they come. */
  enum wb_status (*set_host_memory)(struct wb_device *device, int memory, struct wb_error *err);
  enum wb_status (*enqueue)(struct wb_device *device, const struct wb_device_command *command,
                            struct wb_error *err);
  enum wb_status (*flush)(struct wb_device *device, struct wb_error *err);
  enum wb_status (*await)(struct wb_device *device, uint64_t id, uint32_t timeout_ms,
                          wb_take_completion take, void *data, bool *done, struct wb_error *err);
  /* May be NULL: there is nothing that it could do in advance. */
  enum wb_status (*prepare)(struct wb_device *device, const struct wb_build_request *request,
                            struct wb_error *err);
  /* May be NULL: it cannot. */
  enum wb_status (*renew)(struct wb_device *device, struct wb_error *err);
};

/* Zeroed by the implementation but for `ops`. `tracked` is the wrappers' own:
 * which handles are in use; freed by wb_device_close after ops->close. */
struct wb_device_tracking;
struct wb_device_commands; /* of devices that carry commands out when they come */
struct wb_device_base {
  const struct wb_device_ops *ops;
  struct wb_device_tracking *tracked;
  struct wb_device_commands *commands;
};
void wb_device_commands_free(struct wb_device_commands *commands);

/* Wrappers: check what any implementation would have to, then call it. Lengths of zero succeed
 * without a call. A handle that is not in use or a range that leaves its buffer is
 * WB_ERR_USAGE. A launch with impossible sizes (no dimension, a size of zero, a local size that
 * does not divide the global size) is an invalid-launch finding in the outcome, at once. */
void wb_device_close(struct wb_device *device); /* NULL is fine */
enum wb_status wb_device_info(struct wb_device *device, struct wb_device_info *info,
                              struct wb_error *err);
enum wb_status wb_buffer_create(struct wb_device *device, const struct wb_buffer_desc *desc,
                                wb_handle *buffer, struct wb_error *err);
enum wb_status wb_buffer_release(struct wb_device *device, wb_handle buffer, struct wb_error *err);
enum wb_status wb_buffer_write(struct wb_device *device, wb_handle buffer, size_t offset,
                               const void *bytes, size_t length, struct wb_error *err);
enum wb_status wb_buffer_read(struct wb_device *device, wb_handle buffer, size_t offset,
                              void *bytes, size_t length, struct wb_error *err);
enum wb_status wb_buffer_fill(struct wb_device *device, wb_handle buffer, size_t offset,
                              size_t length, const void *pattern, size_t pattern_length,
                              struct wb_error *err);
enum wb_status wb_buffer_copy(struct wb_device *device, wb_handle from, size_t from_offset,
                              wb_handle to, size_t to_offset, size_t length, struct wb_error *err);
enum wb_status wb_buffer_state(struct wb_device *device, wb_handle buffer,
                               struct wb_buffer_state *state, struct wb_error *err);
/* Says that its state, and all that is in it, will be asked for after the next finish, if that goes
 * well: a device that is another process's has both at hand then. */
void wb_buffer_expect(struct wb_device *device, wb_handle buffer);
/* The bytes count as never written again, where the device knows, and are poisoned. */
enum wb_status wb_buffer_forget(struct wb_device *device, wb_handle buffer, size_t offset,
                                size_t length, struct wb_error *err);
enum wb_status wb_device_build(struct wb_device *device, const struct wb_build_request *request,
                               struct wb_build_result *result, struct wb_error *err);
/* Begins a build, where the device goes on with it by itself, and says whether it was begun: then
 * nothing but wb_device_info may come before wb_device_build with the same request, which waits. */
bool wb_device_begin_build(struct wb_device *device, const struct wb_build_request *request);
/* Announces a build like `request`, whose source is ignored: the device does in
 * advance what it can, and returns at once. If the build that follows differs in
 * more than its source, it is merely no faster. */
enum wb_status wb_device_prepare(struct wb_device *device, const struct wb_build_request *request,
                                 struct wb_error *err);
enum wb_status wb_program_release(struct wb_device *device, wb_handle program,
                                  struct wb_error *err);
/* Waits for all launches, and releases every buffer and program: as if it had just been opened. */
enum wb_status wb_device_clear(struct wb_device *device, struct wb_error *err);
/* Of a device whose worker is forked for each client (device/remote.h): the same, and all that was
 * in the memory of processes is gone with them, too. What is used next begins where the worker was
 * before it had any client. WB_ERR_USAGE for others; after an error the device can only be closed.
 */
enum wb_status wb_device_renew(struct wb_device *device, struct wb_error *err);
enum wb_status wb_kernel_info(struct wb_device *device, wb_handle program, const char *kernel,
                              struct wb_kernel_info *info, struct wb_error *err);
enum wb_status wb_device_launch(struct wb_device *device, const struct wb_launch *launch,
                                struct wb_outcome *outcome, struct wb_error *err);
enum wb_status wb_device_finish(struct wb_device *device, struct wb_error *err);
/* The same for the launch with that outcome alone, and those before it: those after it may go on,
 * and their outcomes are filled in by a later finish. Nothing where it was waited for before. */
enum wb_status wb_device_finish_launch(struct wb_device *device, const struct wb_outcome *outcome,
                                       struct wb_error *err);
/* Says that this is what will be asked next, before any other launch, and then for those that it is
 * said of after it; with what wb_buffer_expect was said of. Changes no answer. */
void wb_device_ask(struct wb_device *device, const struct wb_outcome *outcome);

/* ---- commands: what host programs enqueue ---------------------------------------------------- */

/* A device has several in-order queues, which run beside each other where the device can. A call
 * that enqueues returns at once, and says only whether the device is there; what becomes of the
 * command is in its completion. Memory of the host is a memfd that the program and the device
 * share: it is named by its offset.
 *
 * Devices whose table has no `enqueue` carry commands out when they come, in that order. */
enum { WB_MAX_QUEUES = 64, WB_FILL_PATTERN_MAX = 128 };
enum wb_command_kind { WB_COMMAND_COPY, WB_COMMAND_FILL, WB_COMMAND_LAUNCH, WB_COMMAND_MARKER };
struct wb_memory_place {
  wb_handle buffer; /* 0: host memory */
  uint64_t offset;
};
struct wb_device_command {
  uint64_t id;           /* of this device's commands: ascending, from 1 */
  uint32_t queue;        /* below WB_MAX_QUEUES */
  const uint64_t *after; /* commands of this device, of other queues, that must be done before */
  size_t n_after;
  enum wb_command_kind kind;
  struct wb_memory_place from, to; /* of a copy; a fill has `to` */
  uint64_t length;                 /* bytes */
  unsigned char pattern[WB_FILL_PATTERN_MAX];
  size_t pattern_length;
  const struct wb_launch *launch; /* copied */
  bool timed; /* when it began and ended is wanted; else the completion's times are its queuing's */
};
struct wb_device_completion {
  uint64_t id;
  enum wb_status status; /* whether it could be carried out at all */
  struct wb_error error;
  uint64_t queued_ns, start_ns, end_ns; /* of wb_clock_ns */
  struct wb_outcome *outcome; /* of a launch: valid until `take` returns; NULL of others */
};

/* Before the first command: the memory that they name; stays the caller's. */
enum wb_status wb_device_set_host_memory(struct wb_device *device, int memory,
                                         struct wb_error *err);
enum wb_status wb_device_enqueue(struct wb_device *device, const struct wb_device_command *command,
                                 struct wb_error *err);
/* All commands and launches so far are on their way. */
enum wb_status wb_device_flush(struct wb_device *device, struct wb_error *err);
/* Waits until command `id` is done (0: for none), at most `timeout_ms`, and gives every completion
 * that has come to `take`, in the order of their ends. *done says whether it is. */
enum wb_status wb_device_await(struct wb_device *device, uint64_t id, uint32_t timeout_ms,
                               wb_take_completion take, void *data, bool *done,
                               struct wb_error *err);

#endif
