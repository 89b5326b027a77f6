/* What the judge asks of workbench-host, and what comes back: one case of a host puzzle.
 *
 * Both are bytes on a socket, a u64 with their length before them. The request has everything that
 * the program gets, and of what it is to return only names, types and shapes: what is right never
 * enters that process. What comes back is untrusted. Whoever reads one releases it. */
#ifndef WB_RESULT_HOST_EXCHANGE_H
#define WB_RESULT_HOST_EXCHANGE_H

#include "fields/fields.h"
#include "tensor/tensor.h"

enum {
  WB_HOST_VALUES_MAX = 64, /* as many as a puzzle has parameters */
  WB_HOST_FILES_MAX = 100,
  WB_HOST_FILE_BYTES_MAX = 16 << 20,
  WB_HOST_VALUE_BYTES_MAX = 1 << 30,
  WB_HOST_REPLY_BYTES_MAX = 1 << 30
};

struct wb_host_file {
  char *name;
  unsigned char *bytes;
  uint64_t length;
};

/* In the place of kernels' names. */
#define WB_ANY_KERNEL "*"

/* A parameter of the puzzle, or what was returned for one. */
struct wb_host_value {
  char *name;
  bool is_scalar;
  uint32_t scalar, lanes; /* the type */
  uint32_t rank;
  uint64_t size[WB_MAX_RANK];
  unsigned char *bytes; /* none of what is to be returned */
  uint64_t length;
  char *makers; /* of what is to be returned: names of the kernels that it must come
                   from, a blank between them, or WB_ANY_KERNEL; "": it may come from anything */
  char *note;   /* of what was returned: why it is none of that type and shape; "" where it is */
};

struct wb_host_request {
  char *label;  /* the program's name */
  char *device; /* as for --device */
  unsigned char *text;
  uint64_t length;
  struct wb_host_file *files;
  uint32_t n_files;
  struct wb_host_value *inputs, *outputs;
  uint32_t n_inputs, n_outputs;
  uint64_t seed, memory_bytes, output_bytes;
  uint32_t schedule; /* of work-items: an enum wb_schedule_kind, and its seed */
  uint64_t schedule_seed;
  uint32_t subgroup; /* work-items of a sub-group; 0: as many as usual */
  uint32_t time_ms;
  bool timeline;
  bool explains;          /* what its graphs became is wanted */
  bool withholds_kernels; /* they do not run: does the program use what they compute? */
  /* Of withholds_kernels: only the kernel of this name, file ("": of the program's text) and
   * options; "": all. */
  char *withheld, *withheld_file, *withheld_options;
  uint32_t poison;         /* the byte that takes the place of what they would write */
  uint32_t traced_launch;  /* what its work-items do is wanted, too; from 1, 0: of none */
  bool counts_arrays;      /* what its launches do to each array is wanted, too */
  bool takes_inputs_alone; /* devices may be given nothing but parts of the inputs, and zeros */
  bool keeps_on;           /* requests with other inputs may follow, once this one was replied to */
  bool shares_process;     /* … and with other programs, orders, sub-groups, kernels withheld */
};

/* Which limit ended the program. */
enum wb_host_limit { WB_HOST_NO_LIMIT, WB_HOST_TIME, WB_HOST_MEMORY, WB_HOST_OUTPUT };

struct wb_host_reply {
  unsigned char *result; /* the JSON of host_result.h */
  uint64_t length;
  uint32_t limit;
  bool checks;            /* the device reports what is wrong with kernels, and counts */
  uint32_t n_orders;      /* of work-items, in which it must be right: wb_kernel_info */
  unsigned char *printed; /* by the program and its kernels */
  uint64_t printed_length;
  struct wb_host_value *outputs; /* in the order of the request's */
  uint32_t n_outputs;
  /* Of the traced launch (finding/trace.h), where it came so far: and the file of its kernel. */
  unsigned char *trace;
  uint64_t trace_length;
  char *traced_file;
  unsigned char *traced_text;
  uint64_t traced_text_length;
  bool keeps_on; /* it waits for another request, which had said so; else it ends */
};

extern const struct wb_fields wb_host_request_fields, wb_host_reply_fields;
WB_WIRE_OWNER(host_request, struct wb_host_request)
WB_WIRE_OWNER(host_reply, struct wb_host_reply)

/* Frees a list, and what is in it. */
void wb_host_values_release(struct wb_host_value *values, size_t count);

/* Sets name, type and shape; its bytes, copied, where the tensor has data and `with_data`. */
void wb_host_value_take(struct wb_host_value *value, const char *name,
                        const struct wb_tensor *tensor, bool is_scalar, bool with_data);

#endif
