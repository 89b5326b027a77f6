/* What a person writes to launch a kernel: arguments and sizes as words of a
 * command line, for any kernel outside any puzzle.
 *
 * An argument, in the order of the kernel's parameters:
 *
 *   TYPE=VALUE              a value:  int=5  float4=(1,2,3,4)  ulong=0xFF
 *   TYPE[N]                 a buffer that nobody has written: an output
 *   TYPE[N]=CONTENT         a buffer with content, which the kernel may write
 *   const TYPE[N]=CONTENT   one that it must not write
 *   local TYPE[N]           local memory of a group
 *   null                    a null pointer
 *   TYPE[W,H]=CONTENT       an image of W × H pixels; as many sizes as its type has,
 *                           TYPE with 1, 2 or 4 lanes (R, RG, RGBA); `unorm uchar4`
 *                           and `snorm short2` are fractions of the largest number
 *   uint=…                  a sampler: the sum of its CLK_ constants, 1 normalized;
 *                           2 to the edge, 4 clamp, 6 repeat, 8 mirrored; 16 nearest,
 *                           32 linear
 *
 * TYPE is any scalar or vector type of OpenCL C but bool, or `bytes`: a buffer
 * or a value (a struct) of N bytes for a parameter of whatever type. N may be a
 * product (1024*1024), and left out where the content says it: float[]=(1,2).
 *
 * CONTENT is
 *
 *   undef                   never written, so that reading it is a finding
 *   zeros, ones
 *   range, range(A), range(A,STEP)    0, 1, 2 … or from A on in steps, counted
 *                           through the lanes of vectors; small integers wrap
 *   random, random(LOW,HIGH)   from a seed; floats in [-1, 1], signed integers
 *                           in [-100, 100], unsigned in [0, 100]
 *   permutation, asymmetric   as tensor/fill.h has them
 *   V                       every element is V
 *   (V, V, …)               one value an element, as many as the array has; with
 *                           "..." at the end the last one fills the rest
 *   @FILE                   the file's bytes as they lie in memory (so 16 for a
 *                           float3), exactly as many as the array has; of a file
 *                           called *.txt the numbers in it, with blanks, commas
 *                           or newlines between them and # before comments
 *
 * V is a number (decimal, 0x… or 0b… for integers; decimal, 0x1p-3, nan, inf,
 * -0.0 for floats), or for vectors (a,b,…) or a number for all lanes. A number
 * that the type cannot hold is an error; hexadecimal ones are bits, so that
 * int=0xFFFFFFFF is -1.
 *
 * Blanks are allowed between any two of these words. Errors are WB_ERR_USAGE,
 * quote what was written and say what could stand there. */
#ifndef WB_LAUNCH_SPEC_H
#define WB_LAUNCH_SPEC_H

#include "base/str.h"
#include "device/device.h"
#include "tensor/fill.h"

enum wb_spec_kind {
  WB_SPEC_VALUE,
  WB_SPEC_BUFFER, /* or a value of `bytes` */
  WB_SPEC_LOCAL,
  WB_SPEC_NULL
};

enum wb_spec_content {
  WB_SPEC_UNDEF,
  WB_SPEC_FILLED, /* by `fill` */
  WB_SPEC_LISTED, /* the elements in `listed`, the last one as often as needed */
  WB_SPEC_FILE    /* of `path` */
};

struct wb_arg_spec {
  char *text; /* as it was written */
  enum wb_spec_kind kind;
  bool read_only;       /* `const` */
  bool bytes;           /* `bytes`: `type` is uchar */
  struct wb_dtype type; /* of a value or an element */
  bool has_count;
  size_t count;     /* elements; 1 for a value */
  unsigned n_sizes; /* of an image: [8,4] has two */
  size_t sizes[3];
  int normalized; /* of an image's integers: `unorm` 1, `snorm` -1 */
  enum wb_spec_content content;
  struct wb_fill fill;
  struct wb_str listed; /* elements as they lie in memory */
  bool repeats;         /* the last one of them fills the rest */
  char *path;
};

/* Fills an uninitialised spec, also after an error: release it always. */
enum wb_status wb_arg_spec_parse(struct wb_arg_spec *spec, const char *text, struct wb_error *err);
void wb_arg_spec_release(struct wb_arg_spec *spec);

/* The content as a tensor, which the caller releases; of WB_SPEC_UNDEF one
 * without data. Reads a file, which may set the count. `number` is the
 * argument's, so that each has random numbers of its own. */
enum wb_status wb_arg_spec_make(struct wb_arg_spec *spec, uint64_t seed, uint64_t number,
                                struct wb_tensor *out, struct wb_error *err);

/* Bytes of the whole array; false where they are too many to count, or where
 * the count comes from a file that has not been read. */
bool wb_arg_spec_bytes(const struct wb_arg_spec *spec, size_t *bytes);

/* ---- against a kernel --------------------------------------------------------- */

/* Whether the arguments are what the kernel wants. The error quotes the
 * kernel's signature, and says how to write what is missing or wrong; `items`
 * is a count that suits buffers. */
enum wb_status wb_arg_spec_check(const struct wb_arg_spec *specs, size_t count, const char *kernel,
                                 const struct wb_kernel_info *info, size_t items,
                                 struct wb_error *err);

/* The image that a spec is for a parameter; false where it is none. */
bool wb_arg_spec_image(const struct wb_arg_spec *spec, const struct wb_param_info *param,
                       struct wb_image_desc *image);

/* ---- sizes -------------------------------------------------------------------- */

/* "64", "64,32", "16x16x4" (at most three, each a whole number from 0): how
 * many, 0 where the text is none of these. Sizes beyond get `otherwise`. */
unsigned wb_sizes_parse(const char *text, size_t otherwise, size_t sizes[3]);

/* "64×32"; appends. */
void wb_sizes_text(unsigned dimensions, const size_t sizes[3], struct wb_str *out);

/* A work-group size for a launch that names none: what the kernel requires
 * (reqd_work_group_size), else divisors of the global size whose product is as
 * large as possible without passing `most` (at most 256 for good measure), as
 * square as that allows. */
void wb_sizes_choose_local(unsigned dimensions, const size_t global[3], const uint32_t required[3],
                           size_t most, size_t local[3]);

#endif
