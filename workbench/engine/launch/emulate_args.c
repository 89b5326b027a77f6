/* From argument specs to what a launch takes. */
#include <stdio.h>
#include <string.h>
#include <sys/sysinfo.h>

#include "base/nearest.h"
#include "launch/emulate_private.h"
#include "device/param.h"

static enum wb_status no_such_dump(const struct wb_emulate_work *w, const char *wanted,
                                   struct wb_error *err) {
  const char *names[WB_MAX_ARGS];
  size_t count = 0;
  struct wb_str text;
  wb_str_init(&text);
  for (size_t i = 0; i < w->job->n_args; i++)
    if (w->job->args[i].kind == WB_SPEC_BUFFER && w->kernel.params[i].memory != WB_MEMORY_PRIVATE)
      names[count++] = w->kernel.params[i].name;
  const char *nearest = wb_nearest(wanted, names, count);
  wb_str_addf(&text, "--dump %s: there is no buffer of that name or number (from 1)", wanted);
  if (nearest != NULL) wb_str_addf(&text, "; did you mean '%s'?", nearest);
  if (count > 0) wb_str_add(&text, nearest != NULL ? " There is: " : "; there is: ");
  for (size_t i = 0; i < count; i++) wb_str_addf(&text, "%s%s", i > 0 ? ", " : "", names[i]);
  wb_fail(err, WB_ERR_USAGE, "%s", text.data);
  wb_str_release(&text);
  return WB_ERR_USAGE;
}

/* Marks the arguments that are to be dumped. */
static enum wb_status choose_dumps(struct wb_emulate_work *w, struct wb_error *err) {
  const struct wb_emulate *job = w->job;
  for (size_t d = 0; d < job->n_dumps; d++) {
    const char *wanted = job->dumps[d];
    bool all = strcmp(wanted, "all") == 0, found = all;
    for (size_t i = 0; i < job->n_args; i++) {
      char number[24];
      snprintf(number, sizeof number, "%zu", i + 1);
      bool buffer =
          job->args[i].kind == WB_SPEC_BUFFER && w->kernel.params[i].memory != WB_MEMORY_PRIVATE;
      if (!buffer ||
          (!all && strcmp(wanted, number) != 0 && strcmp(wanted, w->kernel.params[i].name) != 0))
        continue;
      w->dumped[i] = true;
      found = true;
    }
    if (!found) return no_such_dump(w, wanted, err);
  }
  return WB_OK;
}

static enum wb_status check_memory(const struct wb_emulate_work *w, struct wb_error *err) {
  struct sysinfo system;
  size_t total = 0;
  if (sysinfo(&system) != 0) return WB_OK;
  const uint64_t most = (uint64_t)system.totalram * system.mem_unit;
  for (size_t i = 0; i < w->job->n_args; i++) {
    const struct wb_arg_spec *spec = &w->job->args[i];
    size_t bytes = 0;
    if (!spec->has_count || spec->kind == WB_SPEC_NULL) continue;
    if (!wb_arg_spec_bytes(spec, &bytes) || __builtin_add_overflow(total, bytes, &total) ||
        total > most)
      return wb_fail(err, WB_ERR_USAGE,
                     "argument %zu, %s: the buffers need more than the %.1f GiB of memory that "
                     "this machine has",
                     i + 1, spec->text, (double)most / (1 << 30));
  }
  return WB_OK;
}

/* An array of `bytes` has elements of the parameter's own type where that is
 * one, so that indices in findings mean what they say; the last may be cut. */
static struct wb_dtype element_type(const struct wb_arg_spec *spec,
                                    const struct wb_param_info *param) {
  struct wb_param_type declared = wb_param_type_of(param->type_name);
  return spec->bytes && declared.known ? declared.type : spec->type;
}

static bool is_zeros(const struct wb_arg_spec *spec) {
  return spec->content == WB_SPEC_FILLED && spec->fill.kind == WB_FILL_ZEROS;
}

static enum wb_status make_buffer(struct wb_emulate_work *w, size_t i, struct wb_error *err) {
  struct wb_arg_spec *spec = &w->job->args[i];
  const struct wb_param_info *param = &w->kernel.params[i];
  struct wb_tensor made = {0};
  struct wb_image_desc image = {.kind = WB_IMAGE_NONE};
  struct wb_content content = {.kind = WB_CONTENT_ZEROS};
  enum wb_status status = WB_OK;
  if (!is_zeros(spec)) {
    status = wb_arg_spec_make(spec, w->job->seed, i, &made, err);
    content.kind = made.data != NULL ? WB_CONTENT_BYTES : WB_CONTENT_UNWRITTEN;
    content.bytes = made.data;
  }
  if (status == WB_OK) {
    struct wb_buffer_desc desc = {
        .name = param->name,
        .type = element_type(spec, param),
        .access = spec->read_only ? WB_BUFFER_READ_ONLY : WB_BUFFER_READ_WRITE};
    wb_arg_spec_bytes(spec, &desc.bytes);
    status = wb_arguments_add_buffer(&w->arguments, &desc, err);
  }
  if (status == WB_OK)
    status = wb_arguments_fill(&w->arguments, w->arguments.count - 1, &content, err);
  if (status == WB_OK && wb_arg_spec_image(spec, param, &image))
    wb_arguments_last(&w->arguments)->image = image;
  wb_tensor_release(&made);
  return status;
}

static enum wb_status make_value(struct wb_emulate_work *w, size_t i, struct wb_error *err) {
  struct wb_arg_spec *spec = &w->job->args[i];
  const struct wb_param_info *param = &w->kernel.params[i];
  struct wb_tensor content = {0};
  size_t bytes = 0;
  enum wb_status status = wb_arg_spec_make(spec, w->job->seed, i, &content, err);
  if (status == WB_OK) bytes = wb_tensor_bytes(&content);
  if (status == WB_OK && content.data == NULL)
    status = wb_fail(err, WB_ERR_USAGE, "a value needs content, as =zeros");
  if (status == WB_OK && (bytes > WB_SCALAR_ARG_MAX || (param->bytes > 0 && bytes != param->bytes)))
    status = wb_fail(err, WB_ERR_USAGE, "has %zu bytes; the parameter takes %u", bytes,
                     param->bytes > 0 ? param->bytes : WB_SCALAR_ARG_MAX);
  const struct wb_dtype type = element_type(spec, param);
  if (status == WB_OK)
    wb_arguments_add_scalar(&w->arguments, param->name, type,
                            bytes != wb_dtype_size(type) ? bytes : 0, content.data);
  wb_tensor_release(&content);
  return status;
}

/* A null pointer has elements of the parameter's own type, where that is one. */
static struct wb_dtype null_type(const struct wb_param_info *param) {
  const struct wb_param_type declared = wb_param_type_of(param->type_name);
  return declared.known ? declared.type : (struct wb_dtype){WB_UCHAR, 1};
}

static enum wb_status make_arg(struct wb_emulate_work *w, size_t i, struct wb_error *err) {
  const struct wb_arg_spec *spec = &w->job->args[i];
  const struct wb_param_info *param = &w->kernel.params[i];
  enum wb_status status = WB_OK;
  size_t bytes = 0;
  if (spec->kind == WB_SPEC_NULL) {
    wb_arguments_add_null(&w->arguments, param->name, null_type(param));
  } else if (spec->kind == WB_SPEC_LOCAL) {
    wb_arg_spec_bytes(spec, &bytes);
    wb_arguments_add_local(&w->arguments, param->name, element_type(spec, param), bytes);
  } else if (spec->kind == WB_SPEC_VALUE || param->memory == WB_MEMORY_PRIVATE) {
    status = make_value(w, i, err);
  } else {
    status = make_buffer(w, i, err);
  }
  if (status != WB_OK && err->where[0] == '\0')
    snprintf(err->where, sizeof err->where, "argument %zu, %.200s", i + 1, spec->text);
  return status;
}

enum wb_status wb_emulate_make_args(struct wb_emulate_work *w, struct wb_error *err) {
  const struct wb_emulate *job = w->job;
  enum wb_status status = wb_arg_spec_check(job->args, job->n_args, job->result.kernel, &w->kernel,
                                            job->global[0] * job->global[1] * job->global[2], err);
  if (status == WB_OK) status = choose_dumps(w, err);
  if (status == WB_OK) status = check_memory(w, err);
  for (size_t i = 0; i < job->n_args && status == WB_OK; i++) {
    err->where[0] = '\0';
    status = make_arg(w, i, err);
  }
  return status;
}
