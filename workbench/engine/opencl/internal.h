/* What the files of the OpenCL back end share. Nothing here is for others. */
#ifndef WB_OPENCL_INTERNAL_H
#define WB_OPENCL_INTERNAL_H

#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue: works on 1.2 and 3.0 alike */
#include <CL/cl.h>

#include "base/sha256.h"
#include "device/device.h"

/* A buffer is one allocation, [guard | data | guard], all poisoned. Kernels
 * get `data`, a sub-buffer: clSetKernelArg takes no offset. */
struct wb_cl_buffer {
  cl_mem whole, data; /* NULL: the slot is free */
  size_t bytes;
};

/* What a driver tells by a name of the program's own (types.c). */
struct wb_cl_type {
  char name[64];  /* "real", "struct pair" */
  char base[16];  /* "float"; "" of structs */
  uint32_t bytes; /* 0: nobody knows */
};

struct wb_cl_program {
  cl_program program;       /* NULL: the slot is free */
  struct wb_cl_type *types; /* of values that its kernels take */
  size_t n_types, types_capacity;
};

/* A part of a buffer that a kernel sees as a whole one, while its launch lasts: a sub-buffer, or
 * where the device allows none at that byte, a buffer of its own that is copied there and back. */
struct wb_cl_part {
  cl_mem memory, whole;
  size_t offset, bytes; /* in the buffer without its guard */
  bool copied;
};

enum { WB_KEPT_FOLDERS = 2 };

struct wb_device {
  struct wb_device_base base; /* first, always */
  char selector[64];
  cl_platform_id platform;
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;       /* in order, with profiling */
  size_t guard;                 /* WB_GUARD_BYTES, rounded up to where sub-buffers may start */
  struct wb_cl_buffer *buffers; /* slot i has the handle i + 1 */
  size_t n_buffers, buffers_capacity;
  struct wb_cl_program *programs;
  size_t n_programs, programs_capacity;
  struct wb_cl_part parts[WB_MAX_ARGS]; /* of the launch that is under way */
  size_t n_parts;
  cl_command_queue part_queue; /* of that launch; NULL: `queue` */
  const cl_event *part_events; /* that it waits for, and what copies its parts does, too */
  cl_uint n_part_events;
  bool unfinished;                 /* `queue` was given something that nobody has waited for */
  struct wb_cl_commands *commands; /* commands.c; NULL: none came yet */
  bool compiles_only;              /* for others (WB_PROGRAMS_TO): it runs no kernel */
  char *own_include;               /* the folder of the workbench's own headers, or NULL */
  /* Folders of programs that are kept, each NULL or not: of a person or of a run, where with
   * `only_finds` others put them (WB_PROGRAMS_FROM); and the one that tests share. */
  char *kept[WB_KEPT_FOLDERS];
  bool only_finds;
};

/* "CL_OUT_OF_RESOURCES", or "OpenCL error -9999" from a buffer that is the
 * caller's (at least 40 bytes). */
const char *wb_cl_error_name(cl_int code, char *buffer);

/* A failed call as an error: names the call, the code, and what it means. */
enum wb_status wb_cl_fail(struct wb_error *err, cl_int code, const char *call);

/* Tells PoCL where to keep compiled kernels, where it could not write to its
 * own choice. Call before the first OpenCL call. */
void wb_cl_choose_cache(void);

/* All platforms; NULL and 0 where there are none. The caller frees. */
cl_platform_id *wb_cl_platforms(cl_uint *count);
cl_device_id *wb_cl_devices(cl_platform_id platform, cl_uint *count);
void wb_cl_describe(cl_platform_id platform, cl_device_id id, struct wb_device_info *info);

/* Operations of the device, by file. */
enum wb_status wb_cl_buffer_create(struct wb_device *device, const struct wb_buffer_desc *desc,
                                   wb_handle *handle, struct wb_error *err);
enum wb_status wb_cl_buffer_release(struct wb_device *device, wb_handle handle,
                                    struct wb_error *err);
enum wb_status wb_cl_buffer_write(struct wb_device *device, wb_handle handle, size_t offset,
                                  const void *bytes, size_t length, struct wb_error *err);
enum wb_status wb_cl_buffer_read(struct wb_device *device, wb_handle handle, size_t offset,
                                 void *bytes, size_t length, struct wb_error *err);
enum wb_status wb_cl_buffer_fill(struct wb_device *device, wb_handle handle, size_t offset,
                                 size_t length, const void *pattern, size_t pattern_length,
                                 struct wb_error *err);
enum wb_status wb_cl_buffer_copy(struct wb_device *device, wb_handle from, size_t from_offset,
                                 wb_handle to, size_t to_offset, size_t length,
                                 struct wb_error *err);
enum wb_status wb_cl_buffer_state(struct wb_device *device, wb_handle handle,
                                  struct wb_buffer_state *state, struct wb_error *err);
/* The part's memory, kept until wb_cl_parts_end. */
enum wb_status wb_cl_part_begin(struct wb_device *device, const struct wb_cl_buffer *buffer,
                                size_t offset, size_t bytes, cl_mem *memory, struct wb_error *err);
/* Enqueues copies back, after the kernel; whether there are any. */
cl_int wb_cl_parts_return(struct wb_device *device, bool *any);
void wb_cl_parts_end(struct wb_device *device); /* all is done */
/* The buffer, if the range lies in it; else NULL. */
struct wb_cl_buffer *wb_cl_find_range(struct wb_device *device, wb_handle handle, size_t offset,
                                      size_t length, struct wb_error *err);
/* OpenCL fills with patterns of 1, 2, 4 … 128 bytes at multiples of their size only. */
bool wb_cl_can_fill(size_t offset, size_t length, size_t pattern_length);
struct wb_cl_buffer *wb_cl_find_buffer(struct wb_device *device, wb_handle handle,
                                       struct wb_error *err);
void wb_cl_buffers_free(struct wb_device *device);

enum wb_status wb_cl_build(struct wb_device *device, const struct wb_build_request *request,
                           struct wb_build_result *result, struct wb_error *err);
enum wb_status wb_cl_program_release(struct wb_device *device, wb_handle handle,
                                     struct wb_error *err);
struct wb_cl_program *wb_cl_find_program(struct wb_device *device, wb_handle handle,
                                         struct wb_error *err);
void wb_cl_programs_free(struct wb_device *device);

/* Programs on disk (kept.c): whether this one may be kept. `name` is what its text is called. */
bool wb_cl_may_keep(const struct wb_device *device, const struct wb_build_request *request);
/* The program and its build log, malloc'ed; false where there is none that the driver takes. */
bool wb_cl_kept_get(struct wb_device *device, const struct wb_build_request *request,
                    const char *name, const char *options, cl_program *program, char **log);
void wb_cl_kept_put(struct wb_device *device, const struct wb_build_request *request,
                    const char *name, const char *options, cl_program program, const char *log);
void wb_cl_kept_forget(struct wb_device *device); /* where they are */

enum wb_status wb_cl_kernel_create(struct wb_device *device, wb_handle handle, const char *name,
                                   cl_kernel *kernel, struct wb_error *err);
enum wb_status wb_cl_kernel_info(struct wb_device *device, wb_handle program, const char *name,
                                 struct wb_kernel_info *info, struct wb_error *err);
char *wb_cl_kernel_names(cl_program program); /* "a;b;c"; the caller frees */
/* By what the driver tells; wb_cl_resolve_types adds what was asked of its compiler. */
void wb_cl_describe_params(cl_kernel kernel, struct wb_kernel_info *info);
void wb_cl_learn_types(struct wb_device *device, const struct wb_build_request *request,
                       const char *options, struct wb_cl_program *program);
void wb_cl_resolve_types(const struct wb_cl_program *program, struct wb_kernel_info *info);
/* Its parameters, and the size that it requires. */
void wb_cl_describe_kernel(struct wb_device *device, cl_kernel kernel, struct wb_kernel_info *info);

/* Not where it only compiles. */
enum wb_status wb_cl_may_launch(const struct wb_device *device, struct wb_error *err);
enum wb_status wb_cl_launch(struct wb_device *device, const struct wb_launch *launch,
                            struct wb_outcome *outcome, struct wb_error *err);

/* A kernel that the driver refused or stopped, as an outcome; what it could not do for want of
 * memory, or without having begun, is an error of its own. */
enum wb_status wb_cl_refused_launch(const struct wb_launch *launch, cl_int code,
                                    struct wb_outcome *outcome, struct wb_error *err);
enum wb_status wb_cl_failed_launch(cl_int code, struct wb_outcome *outcome, struct wb_error *err);

/* Commands (commands.c). */
enum wb_status wb_cl_set_host_memory(struct wb_device *device, int memory, struct wb_error *err);
enum wb_status wb_cl_enqueue(struct wb_device *device, const struct wb_device_command *command,
                             struct wb_error *err);
enum wb_status wb_cl_flush(struct wb_device *device, struct wb_error *err);
enum wb_status wb_cl_await(struct wb_device *device, uint64_t id, uint32_t timeout_ms,
                           wb_take_completion take, void *data, bool *done, struct wb_error *err);
void wb_cl_commands_free(struct wb_device *device);
void wb_cl_forget_kernels(struct wb_device *device, wb_handle program);

/* Whether the launch is possible within the device's and the kernel's limits; adds an
 * invalid-launch or invalid-argument finding to `outcome` where it cannot. */
bool wb_cl_check_sizes(struct wb_device *device, cl_kernel kernel, const struct wb_launch *launch,
                       struct wb_outcome *outcome);
/* `info` has the kernel's parameters (wb_cl_describe_params). */
enum wb_status wb_cl_set_arguments(struct wb_device *device, cl_kernel kernel,
                                   const struct wb_kernel_info *info,
                                   const struct wb_launch *launch, struct wb_outcome *outcome,
                                   struct wb_error *err);
bool wb_cl_check_local_memory(struct wb_device *device, cl_kernel kernel,
                              const struct wb_launch *launch, struct wb_outcome *outcome);
void wb_cl_add_finding(struct wb_outcome *outcome, enum wb_finding_kind kind, const char *kernel,
                       const char *array, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

#endif
