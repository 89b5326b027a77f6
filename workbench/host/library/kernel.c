/* Programs, kernels and their launches. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "device/param.h"
#include "library/interrupt.h"
#include "library/object.h"

enum { SOURCE_MAX = 16 << 20 };

/* ---- programs ---------------------------------------------------------------------------------
 */

static workbench_status take_source(const char *call, const workbench_program_options *options,
                                    struct workbench_program *program) {
  struct wb_error err = {.status = WB_OK};
  struct wb_str text;
  const char *file = options->file;
  if (options->source == NULL && file == NULL)
    return wb_api_refuse(call, "say what to compile: a file, or the source itself");
  program->file = wb_strdup(file != NULL ? file : "program.cl");
  program->is_file = options->source == NULL;
  program->folder = file != NULL ? wb_path_dirname(file) : NULL;
  program->options = wb_strdup(options->options != NULL ? options->options : "");
  if (options->source != NULL) {
    program->source = wb_strdup(options->source);
    return WORKBENCH_OK;
  }
  wb_str_init(&text);
  const enum wb_status status = wb_file_exists(file)
                                    ? wb_file_read(file, SOURCE_MAX, &text, &err)
                                    : wb_fail(&err, WB_ERR_NOT_FOUND, "there is no file %s", file);
  program->source = wb_str_detach(&text);
  return wb_api_end(status, &err);
}

static struct wb_host_compile_options compile_options(const struct workbench_program *program,
                                                      const char *kernel) {
  return (struct wb_host_compile_options){.source = program->source,
                                          .length = strlen(program->source),
                                          .file_name = program->file,
                                          .is_file = program->is_file,
                                          .folder = program->folder,
                                          .kernel = kernel,
                                          .options = program->options};
}

static workbench_status compile_program(struct workbench_program *program) {
  struct wb_build_result result;
  struct wb_error err = {.status = WB_OK};
  const struct wb_host_compile_options how = compile_options(program, NULL);
  wb_build_result_init(&result);
  wb_api_interrupt_begin(program->object.host, NULL);
  enum wb_status status = wb_host_build(program->context->handle, &how, &result, &err);
  status = wb_api_interrupt_end(program->object.host, NULL, status, &err);
  program->log = wb_strdup(result.log != NULL ? result.log : "");
  program->compiled = status == WB_OK;
  wb_build_result_release(&result);
  return wb_api_end(status, &err);
}

workbench_status workbench_program_new_at(workbench_context *context,
                                          const workbench_program_options *options,
                                          workbench_program **out, const char *file, int line) {
  workbench_program_options given;
  if (out == NULL) return wb_api_refuse(__func__, "there is no place for the program: it is NULL");
  *out = NULL;
  workbench_status status = wb_api_object_check(__func__, context, WB_OBJECT_CONTEXT);
  if (status == WORKBENCH_OK && options == NULL)
    status = wb_api_refuse(__func__, "the options are NULL: they say what to compile");
  if (status == WORKBENCH_OK) status = wb_api_take(__func__, options, &given, sizeof given);
  if (status != WORKBENCH_OK) return status;
  wb_api_object_enter(context, file, line);
  struct workbench_program *program =
      wb_api_object_new(context->object.host, WB_OBJECT_PROGRAM, sizeof *program);
  program->context = context;
  status = take_source(__func__, &given, program);
  if (status == WORKBENCH_OK) status = compile_program(program);
  if (status == WORKBENCH_OK || status == WORKBENCH_COMPILE) *out = program;
  return status;
}

const char *workbench_program_log(workbench_program *program) {
  if (wb_api_object_check(__func__, program, WB_OBJECT_PROGRAM) != WORKBENCH_OK) return "";
  return program->log;
}

/* Its texts go with the host: the log may still be looked at. */
workbench_status workbench_program_release(workbench_program *program) {
  workbench_status checked = wb_api_object_check(__func__, program, WB_OBJECT_PROGRAM);
  if (checked != WORKBENCH_OK) return checked;
  program->object.released = true;
  return WORKBENCH_OK;
}

/* ---- kernels ----------------------------------------------------------------------------------
 */

workbench_status workbench_kernel_new_at(workbench_program *program, const char *name,
                                         workbench_kernel **out, const char *file, int line) {
  struct wb_host_function *handle = NULL;
  struct wb_error err = {.status = WB_OK};
  if (out == NULL) return wb_api_refuse(__func__, "there is no place for the kernel: it is NULL");
  *out = NULL;
  workbench_status checked = wb_api_object_check(__func__, program, WB_OBJECT_PROGRAM);
  if (checked == WORKBENCH_OK)
    checked = wb_api_object_check(__func__, program->context, WB_OBJECT_CONTEXT);
  if (checked != WORKBENCH_OK) return checked;
  if (!program->compiled)
    return wb_api_refuse(__func__, "%.200s did not compile: workbench_program_log says why",
                         program->file);
  wb_api_object_enter(program, file, line);
  const struct wb_host_compile_options how = compile_options(program, name);
  wb_api_interrupt_begin(program->object.host, NULL);
  enum wb_status status = wb_host_compile(program->context->handle, &how, &handle, NULL, &err);
  status = wb_api_interrupt_end(program->object.host, NULL, status, &err);
  if (status != WB_OK) return wb_api_end(status, &err);
  *out = wb_api_object_new(program->object.host, WB_OBJECT_KERNEL, sizeof **out);
  (*out)->handle = handle;
  return WORKBENCH_OK;
}

workbench_status workbench_kernel_release(workbench_kernel *kernel) {
  workbench_status checked = wb_api_object_check(__func__, kernel, WB_OBJECT_KERNEL);
  if (checked != WORKBENCH_OK) return checked;
  wb_host_function_drop(kernel->handle);
  kernel->handle = NULL;
  kernel->object.released = true;
  return WORKBENCH_OK;
}

/* ---- arguments --------------------------------------------------------------------------------
 */

static workbench_status take_value(const char *call, const workbench_argument *from,
                                   struct wb_host_arg *arg) {
  const size_t most = from->value != NULL ? sizeof arg->value : sizeof from->number;
  if (from->bytes == 0 || from->bytes > most)
    return wb_api_refuse(call, "an argument has %zu bytes; it can have 1 to %zu", from->bytes,
                         most);
  arg->kind = WB_HOST_VALUE_ARG;
  arg->bytes = from->bytes;
  memcpy(arg->value, from->value != NULL ? from->value : (const void *)&from->number, from->bytes);
  return WORKBENCH_OK;
}

/* Values and local memory have the type of their parameter, where that is known. */
static workbench_status take_argument(const char *call, struct workbench_kernel *kernel,
                                      size_t index, const workbench_argument *from,
                                      struct wb_host_arg *arg) {
  const struct wb_kernel_info *info = wb_host_function_info(kernel->handle);
  workbench_status status = WORKBENCH_OK;
  *arg = (struct wb_host_arg){.kind = WB_HOST_NULL_ARG, .type = {WB_UCHAR, 1}};
  if (index < info->n_params && !wb_host_param_dtype(&info->params[index], &arg->type)) {
    const struct wb_param_type element = wb_param_type(&info->params[index]);
    if (element.known) arg->type = element.type;
  }
  switch (from->kind) {
    case WORKBENCH_NULL_ARGUMENT:
      return WORKBENCH_OK;
    case WORKBENCH_BUFFER_ARGUMENT:
      status = wb_api_object_check_same(call, from->buffer, WB_OBJECT_BUFFER, kernel);
      arg->kind = WB_HOST_BUFFER_ARG;
      if (status == WORKBENCH_OK) arg->buffer = from->buffer->handle;
      return status;
    case WORKBENCH_LOCAL_ARGUMENT:
      arg->kind = WB_HOST_LOCAL_ARG;
      arg->local_bytes = from->bytes;
      return WORKBENCH_OK;
    case WORKBENCH_VALUE_ARGUMENT:
      return take_value(call, from, arg);
    default:
      return wb_api_refuse(call, "there is no kind of argument %d", (int)from->kind);
  }
}

workbench_status workbench_kernel_set_argument_at(workbench_kernel *kernel, size_t index,
                                                  workbench_argument argument, const char *file,
                                                  int line) {
  struct wb_host_arg arg;
  struct wb_error err = {.status = WB_OK};
  workbench_status checked = wb_api_object_check(__func__, kernel, WB_OBJECT_KERNEL);
  if (checked == WORKBENCH_OK) checked = take_argument(__func__, kernel, index, &argument, &arg);
  if (checked != WORKBENCH_OK) return checked;
  wb_api_object_enter(kernel, file, line);
  return wb_api_end(wb_host_set_argument(kernel->handle, index, &arg, &err), &err);
}

/* ---- launches ---------------------------------------------------------------------------------
 */

/* As many as have a size. */
static unsigned count_dimensions(const workbench_launch_options *from) {
  unsigned dimensions = 3;
  while (dimensions > 1 && from->grid[dimensions - 1] == 0 && from->block[dimensions - 1] == 0 &&
         from->offset[dimensions - 1] == 0)
    dimensions--;
  return dimensions;
}

static workbench_status take_sizes(const char *call, const workbench_launch_options *from,
                                   struct wb_host_launch *launch) {
  launch->dimensions = from->dimensions > 0 ? from->dimensions : count_dimensions(from);
  if (launch->dimensions > 3)
    return wb_api_refuse(call, "a grid has 1, 2 or 3 dimensions, not %u", launch->dimensions);
  for (unsigned d = 0; d < launch->dimensions; d++) {
    const size_t block = from->block[0] > 0 ? from->block[d] : 1;
    if (__builtin_mul_overflow(from->grid[d], block, &launch->global[d]))
      return wb_api_refuse(call, "%zu groups of %zu work-items are too many", from->grid[d], block);
    launch->local[d] = from->block[0] > 0 ? block : 0;
    launch->offset[d] = from->offset[d];
  }
  launch->chooses_group = from->block[0] == 0;
  return WORKBENCH_OK;
}

workbench_status workbench_launch_at(workbench_queue *queue, workbench_kernel *kernel,
                                     const workbench_launch_options *options, const char *file,
                                     int line) {
  workbench_launch_options given;
  struct wb_host_launch launch = {.args = NULL};
  struct wb_host_arg args[WB_MAX_ARGS];
  struct wb_error err = {.status = WB_OK};
  workbench_status status = wb_api_object_check(__func__, queue, WB_OBJECT_QUEUE);
  if (status == WORKBENCH_OK)
    status = wb_api_object_check_same(__func__, kernel, WB_OBJECT_KERNEL, queue);
  if (status == WORKBENCH_OK && options == NULL)
    status = wb_api_refuse(__func__, "the options are NULL: they say the sizes");
  if (status == WORKBENCH_OK) status = wb_api_take(__func__, options, &given, sizeof given);
  if (status == WORKBENCH_OK) status = take_sizes(__func__, &given, &launch);
  if (status == WORKBENCH_OK && given.argument_count > WB_MAX_ARGS)
    status = wb_api_refuse(__func__, "%zu arguments are too many: kernels have at most %d",
                           given.argument_count, WB_MAX_ARGS);
  if (status == WORKBENCH_OK && given.arguments == NULL && given.argument_count > 0)
    status = wb_api_refuse(__func__, "there are no arguments: they are NULL");
  if (status != WORKBENCH_OK) return status;
  wb_api_object_enter(queue, file, line);
  for (size_t i = 0; given.arguments != NULL && i < given.argument_count && status == WORKBENCH_OK;
       i++)
    status = take_argument(__func__, kernel, i, &given.arguments[i], &args[i]);
  if (status != WORKBENCH_OK) return status;
  launch.args = given.arguments != NULL ? args : NULL;
  launch.n_args = given.argument_count;
  return wb_api_end(wb_host_launch(queue->handle, kernel->handle, &launch, &err), &err);
}
