/* Specs against the kernel that they are for. */
#include <inttypes.h>
#include <string.h>

#include "device/param.h"
#include "launch/spec.h"

/* ---- what would do --------------------------------------------------------------- */

static void suggest_value(const struct wb_param_info *param, size_t items, struct wb_str *out) {
  struct wb_param_type type = wb_param_type_of(param->type_name);
  char name[WB_DTYPE_NAME_MAX];
  if (!type.known) {
    wb_str_addf(out, "bytes[%" PRIu32 "]=zeros", param->bytes > 0 ? param->bytes : 16);
    return;
  }
  wb_str_addf(out, "%s=", wb_dtype_name(type.type, name));
  if (type.type.lanes > 1) wb_str_add_char(out, '(');
  for (unsigned lane = 0; lane < type.type.lanes; lane++)
    if (type.type.lanes > 1)
      wb_str_addf(out, "%s%u", lane > 0 ? "," : "", lane);
    else if (wb_scalar_size(type.type.scalar) < 4 || wb_scalar_is_float(type.type.scalar))
      wb_str_add(out, "1");
    else
      wb_str_addf(out, "%zu", items);
  if (type.type.lanes > 1) wb_str_add_char(out, ')');
}

static void suggest_spec(const struct wb_param_info *param, size_t items, struct wb_str *out) {
  struct wb_param_type type = wb_param_type_of(param->type_name);
  char name[WB_DTYPE_NAME_MAX];
  bool constant = param->is_const || param->memory == WB_MEMORY_CONSTANT;
  enum wb_image_kind image = wb_image_kind_parse(param->type_name);
  if (image != WB_IMAGE_NONE) {
    bool flat = image == WB_IMAGE_1D || image == WB_IMAGE_1D_BUFFER;
    bool deep = image == WB_IMAGE_3D || image == WB_IMAGE_2D_ARRAY;
    wb_str_addf(out, "%sfloat4[%s]%s", constant ? "const " : "",
                flat   ? "64"
                : deep ? "8,8,4"
                       : "8,8",
                constant ? "=range" : "");
    return;
  }
  if (strcmp(param->type_name, "sampler_t") == 0) {
    wb_str_add(out, "uint=18");
    return;
  }
  if (param->memory == WB_MEMORY_PRIVATE || !type.pointer) {
    suggest_value(param, items, out);
    return;
  }
  const char *element = type.known ? wb_dtype_name(type.type, name) : "bytes";
  if (param->memory == WB_MEMORY_LOCAL)
    wb_str_addf(out, "local %s[%zu]", element, items);
  else
    wb_str_addf(out, "%s%s[%zu]%s", constant ? "const " : "", element, items,
                constant ? type.known ? "=range" : "=zeros" : "");
}

/* "--arg 'float[64]'": as one types it in a shell. */
static void add_option(const struct wb_param_info *param, size_t items, struct wb_str *out) {
  struct wb_str spec;
  wb_str_init(&spec);
  suggest_spec(param, items, &spec);
  bool plain = strpbrk(spec.data, " []()") == NULL;
  wb_str_addf(out, "--arg %s%s%s", plain ? "" : "'", spec.data, plain ? "" : "'");
  wb_str_release(&spec);
}

/* ---- counts ---------------------------------------------------------------------- */

static enum wb_status count_differs(const struct wb_arg_spec *specs, size_t count,
                                    const char *kernel, const struct wb_kernel_info *info,
                                    size_t items, struct wb_error *err) {
  struct wb_str text;
  wb_str_init(&text);
  if (count == 0)
    wb_str_addf(&text, "the kernel takes %zu argument%s and none is given:\n  ", info->n_params,
                info->n_params == 1 ? "" : "s");
  else
    wb_str_addf(&text, "the kernel takes %zu argument%s and %zu %s given:\n  ", info->n_params,
                info->n_params == 1 ? "" : "s", count, count == 1 ? "is" : "are");
  wb_kernel_spell(kernel, info, &text);
  if (count < info->n_params) wb_str_add(&text, "\nThese would do for what is missing:\n ");
  for (size_t i = count; i < info->n_params; i++) {
    wb_str_add_char(&text, ' ');
    add_option(&info->params[i], items, &text);
  }
  if (count > info->n_params)
    wb_str_addf(&text, "\nThe first one too many is %s", specs[info->n_params].text);
  wb_fail(err, WB_ERR_USAGE, "%s", text.data);
  wb_str_release(&text);
  return WB_ERR_USAGE;
}

/* ---- types ------------------------------------------------------------------------ */

/* An image with as many sizes as its type, of a format that OpenCL has. */
static bool image_fits(const struct wb_arg_spec *spec, const struct wb_param_info *param) {
  struct wb_image_desc image;
  return wb_arg_spec_image(spec, param, &image);
}

static bool kind_fits(const struct wb_arg_spec *spec, const struct wb_param_info *param) {
  if (wb_image_kind_parse(param->type_name) != WB_IMAGE_NONE) return image_fits(spec, param);
  if (spec->n_sizes > 1 || spec->normalized != 0) return false;
  switch (param->memory) {
    case WB_MEMORY_NONE:
      return true; /* the device does not know */
    case WB_MEMORY_PRIVATE:
      return spec->kind == WB_SPEC_VALUE || (spec->kind == WB_SPEC_BUFFER && spec->bytes);
    case WB_MEMORY_LOCAL:
      return spec->kind == WB_SPEC_LOCAL;
    default:
      return spec->kind == WB_SPEC_BUFFER || spec->kind == WB_SPEC_NULL;
  }
}

/* Values may differ in sign alone, which changes no bit of what is passed. */
static bool type_fits(const struct wb_arg_spec *spec, const struct wb_param_info *param) {
  struct wb_param_type wanted = wb_param_type_of(param->type_name);
  const struct wb_dtype given = spec->type;
  size_t bytes = 0;
  if (spec->kind == WB_SPEC_NULL || wb_image_kind_parse(param->type_name) != WB_IMAGE_NONE)
    return true;
  if (spec->bytes && param->memory != WB_MEMORY_PRIVATE) return true;
  if (spec->bytes)
    return param->bytes == 0 || !spec->has_count ||
           (wb_arg_spec_bytes(spec, &bytes) && bytes == param->bytes);
  if (!wanted.known)
    return spec->kind != WB_SPEC_VALUE || param->bytes == 0 || param->bytes == wb_dtype_size(given);
  if (wb_dtype_equal(given, wanted.type)) return true;
  return spec->kind == WB_SPEC_VALUE && given.lanes == wanted.type.lanes &&
         wb_scalar_size(given.scalar) == wb_scalar_size(wanted.type.scalar) &&
         wb_scalar_is_float(given.scalar) == wb_scalar_is_float(wanted.type.scalar);
}

static enum wb_status does_not_fit(const struct wb_arg_spec *spec, size_t i, const char *kernel,
                                   const struct wb_kernel_info *info, size_t items,
                                   struct wb_error *err) {
  const struct wb_param_info *param = &info->params[i];
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "argument %zu is %s, but the parameter is `", i + 1, spec->text);
  wb_param_spell(param, &text);
  wb_str_add_char(&text, '`');
  if (param->bytes > 0 && !wb_param_type_of(param->type_name).known)
    wb_str_addf(&text, " of %" PRIu32 " bytes", param->bytes);
  wb_str_add(&text, ":\n  ");
  wb_kernel_spell(kernel, info, &text);
  wb_str_add(&text, "\nThis would do: ");
  add_option(param, items, &text);
  wb_fail(err, WB_ERR_USAGE, "%s", text.data);
  wb_str_release(&text);
  return WB_ERR_USAGE;
}

enum wb_status wb_arg_spec_check(const struct wb_arg_spec *specs, size_t count, const char *kernel,
                                 const struct wb_kernel_info *info, size_t items,
                                 struct wb_error *err) {
  if (count != info->n_params) return count_differs(specs, count, kernel, info, items, err);
  for (size_t i = 0; i < count; i++) {
    const struct wb_param_info *param = &info->params[i];
    if (!kind_fits(&specs[i], param) || !type_fits(&specs[i], param))
      return does_not_fit(&specs[i], i, kernel, info, items, err);
  }
  return WB_OK;
}
