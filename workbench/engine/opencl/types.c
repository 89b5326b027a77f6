#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "device/param.h"
#include "opencl/internal.h"

/* Drivers tell a parameter's type as the kernel spells it. What a typedef or a struct is, and how
 * large, their compiler is asked by a kernel behind the program's text. */

/* Of types that a program's parameters have. More are not asked for: each takes a compilation. */
enum { MOST_TYPES = 16 };

/* What the kernel says of a type. */
enum { BYTES, LANES, NOT_WHOLE, NOT_NEGATIVE, N_ANSWERS };

static const char *const QUESTION = "wb_what_a_type_is";

/* Of one number, or a vector: whether half of 1 is something, and half of -1 (0 of integers with a
 * sign). A compiler refuses it of a struct. */
static const char NUMBER[] =
    "\n__kernel void wb_what_a_type_is(__global ulong *out) {\n"
    "  const %1$s one = (%1$s)1, two = (%1$s)2, zero = (%1$s)0;\n"
    "  const %1$s less = zero - one;\n"
    "  const %1$s half_one = one / two, half_less = less / two;\n"
    "  const uint bytes = sizeof(%1$s), lanes = vec_step(%1$s);\n"
    "  const uchar *const a = (const uchar *)&half_one, *const b = (const uchar *)&half_less;\n"
    "  out[0] = bytes;\n"
    "  out[1] = lanes;\n"
    "  out[2] = out[3] = 0;\n"
    "  for (uint i = 0; i < bytes / lanes; i++) {\n"
    "    out[2] |= a[i];\n"
    "    out[3] |= b[i];\n"
    "  }\n"
    "}\n";

/* A vector that has a fourth number: of 3 it has as many bytes. */
static const char FOURTH[] =
    "\n__kernel void wb_what_a_type_is(__global ulong *out) {\n"
    "  const %1$s zero = (%1$s)0;\n"
    "  out[0] = sizeof(zero.s3);\n"
    "}\n";

static const char SIZE[] =
    "\n__kernel void wb_what_a_type_is(__global ulong *out) {\n"
    "  out[0] = sizeof(%1$s);\n"
    "}\n";

struct inquiry {
  struct wb_device *device;
  const struct wb_build_request *request;
  const char *options;
};

static bool run_question(struct wb_device *device, cl_kernel kernel, cl_ulong answers[N_ANSWERS]) {
  const size_t bytes = N_ANSWERS * sizeof answers[0], one = 1;
  cl_int code = CL_SUCCESS;
  cl_mem out = clCreateBuffer(device->context, CL_MEM_WRITE_ONLY, bytes, NULL, &code);
  if (code == CL_SUCCESS) code = clSetKernelArg(kernel, 0, sizeof out, &out);
  if (code == CL_SUCCESS)
    code = clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL);
  if (code == CL_SUCCESS)
    code = clEnqueueReadBuffer(device->queue, out, CL_TRUE, 0, bytes, answers, 0, NULL, NULL);
  if (out != NULL) clReleaseMemObject(out);
  return code == CL_SUCCESS;
}

/* Compiles the text and what asks, and runs that; false where the compiler refuses it. */
static bool ask_compiler(const struct inquiry *inquiry, const char *format, const char *type,
                         cl_ulong answers[N_ANSWERS]) {
  struct wb_device *device = inquiry->device;
  char *question = wb_format(format, type);
  const char *texts[] = {inquiry->request->source, question};
  const size_t lengths[] = {inquiry->request->length, strlen(question)};
  cl_int code = CL_SUCCESS;
  cl_kernel kernel = NULL;
  cl_program program = clCreateProgramWithSource(device->context, 2, texts, lengths, &code);
  if (code == CL_SUCCESS)
    code = clBuildProgram(program, 1, &device->id, inquiry->options, NULL, NULL);
  if (code == CL_SUCCESS) kernel = clCreateKernel(program, QUESTION, &code);
  const bool answered = code == CL_SUCCESS && run_question(device, kernel, answers);
  if (kernel != NULL) clReleaseKernel(kernel);
  if (program != NULL) clReleaseProgram(program);
  free(question);
  return answered;
}

/* "float4"; "" where no such type is known. */
static void spell(const struct inquiry *inquiry, const cl_ulong answers[N_ANSWERS],
                  struct wb_cl_type *type) {
  static const char *const names[][3] = {[1] = {"char", "uchar", ""},
                                         [2] = {"short", "ushort", "half"},
                                         [4] = {"int", "uint", "float"},
                                         [8] = {"long", "ulong", "double"}};
  cl_ulong fourth[N_ANSWERS];
  cl_ulong lanes = answers[LANES];
  const cl_ulong bytes = lanes > 0 ? answers[BYTES] / lanes : 0;
  if (bytes == 0 || bytes >= sizeof names / sizeof names[0] || names[bytes][0] == NULL) return;
  const int kind = answers[NOT_WHOLE] != 0 ? 2 : answers[NOT_NEGATIVE] != 0 ? 1 : 0;
  if (lanes == 4 && !ask_compiler(inquiry, FOURTH, type->name, fourth)) lanes = 3;
  if (lanes > 1)
    snprintf(type->base, sizeof type->base, "%s%u", names[bytes][kind], (unsigned)lanes);
  else
    snprintf(type->base, sizeof type->base, "%s", names[bytes][kind]);
}

/* Words alone: what a driver says is put into a text. */
static bool is_name(const char *text) {
  const char *c = text;
  while (isalnum((unsigned char)*c) || *c == '_' || *c == ' ') c++;
  return c > text && *c == '\0';
}

static bool is_known(const struct wb_cl_program *program, const char *name) {
  for (size_t i = 0; i < program->n_types; i++)
    if (strcmp(program->types[i].name, name) == 0) return true;
  return false;
}

static void learn(const struct inquiry *inquiry, struct wb_cl_program *program, const char *name) {
  cl_ulong answers[N_ANSWERS] = {0};
  struct wb_cl_type type = {.bytes = 0};
  snprintf(type.name, sizeof type.name, "%s", name);
  if (ask_compiler(inquiry, NUMBER, name, answers))
    spell(inquiry, answers, &type);
  else
    ask_compiler(inquiry, SIZE, name, answers);
  if (answers[BYTES] <= UINT32_MAX) type.bytes = (uint32_t)answers[BYTES];
  program->types =
      wb_grow(program->types, &program->types_capacity, program->n_types + 1, sizeof type);
  program->types[program->n_types++] = type;
}

void wb_cl_learn_types(struct wb_device *device, const struct wb_build_request *request,
                       const char *options, struct wb_cl_program *program) {
  const struct inquiry inquiry = {.device = device, .request = request, .options = options};
  struct wb_kernel_info *info = wb_alloc(sizeof *info);
  char *names = wb_cl_kernel_names(program->program), *rest = NULL;
  for (char *name = strtok_r(names, ";", &rest); name != NULL; name = strtok_r(NULL, ";", &rest)) {
    cl_int code = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program->program, name, &code);
    if (code != CL_SUCCESS) continue;
    memset(info, 0, sizeof *info);
    wb_cl_describe_params(kernel, info);
    clReleaseKernel(kernel);
    for (size_t i = 0; i < info->n_params && i < WB_MAX_ARGS; i++) {
      const struct wb_param_info *param = &info->params[i];
      if (param->memory == WB_MEMORY_PRIVATE && param->bytes == 0 && is_name(param->type_name) &&
          program->n_types < MOST_TYPES && !is_known(program, param->type_name))
        learn(&inquiry, program, param->type_name);
    }
  }
  free(names);
  free(info);
}

void wb_cl_resolve_types(const struct wb_cl_program *program, struct wb_kernel_info *info) {
  for (size_t i = 0; i < info->n_params && i < WB_MAX_ARGS; i++) {
    struct wb_param_info *param = &info->params[i];
    if (param->memory != WB_MEMORY_PRIVATE || param->bytes > 0) continue;
    for (size_t k = 0; k < program->n_types; k++) {
      const struct wb_cl_type *type = &program->types[k];
      if (strcmp(type->name, param->type_name) != 0) continue;
      param->bytes = type->bytes;
      snprintf(param->base_name, sizeof param->base_name, "%s", type->base);
    }
  }
}
