#include "emulator/run/validate.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "emulator/run/memory.h"

struct validation {
  const struct wb_kernel_image *image;
  const struct wb_launch *launch;
  const struct wb_bound_buffers *bound;
  struct wb_outcome *outcome;
};

__attribute__((format(printf, 4, 5))) static void find(const struct validation *v,
                                                       enum wb_finding_kind kind,
                                                       const char *parameter, const char *format,
                                                       ...) {
  va_list args;
  if (v->outcome->n_findings == WB_MAX_OUTCOME_FINDINGS) return;
  struct wb_finding *finding = &v->outcome->findings[v->outcome->n_findings++];
  memset(finding, 0, sizeof *finding);
  finding->kind = kind;
  finding->count = 1;
  snprintf(finding->kernel, sizeof finding->kernel, "%s", v->image->name);
  snprintf(finding->array, sizeof finding->array, "%s", parameter);
  va_start(args, format);
  vsnprintf(finding->message, sizeof finding->message, format, args);
  va_end(args);
}

/* ---- sizes ------------------------------------------------------------------- */

static void check_dimension(const struct validation *v, unsigned d) {
  const size_t global = v->launch->global[d], local = v->launch->local[d];
  const uint32_t required = v->image->required_group_size[d];
  if (global == 0 || local == 0)
    find(v, WB_INVALID_LAUNCH, "", "the %s size is 0 in dimension %u",
         global == 0 ? "global" : "local", d);
  else if (global % local != 0)
    find(v, WB_INVALID_LAUNCH, "",
         "the local size %zu does not divide the global size %zu in dimension %u", local, global,
         d);
  if (required != 0 && local != required)
    find(v, WB_INVALID_LAUNCH, "",
         "the kernel requires a work-group size of %u in dimension %u, but is launched with %zu",
         required, d, local);
}

static void check_group_items(const struct validation *v) {
  const size_t *local = v->launch->local;
  bool fits = true;
  size_t items = 1;
  for (unsigned d = 0; d < 3 && fits; d++) {
    fits = local[d] <= WB_MAX_GROUP_ITEMS;
    if (fits) items *= local[d];
  }
  if (!fits || items > WB_MAX_GROUP_ITEMS)
    find(v, WB_INVALID_LAUNCH, "", "a work-group of %zu × %zu × %zu has more than %d work-items",
         local[0], local[1], local[2], WB_MAX_GROUP_ITEMS);
}

/* Numbers of work-items are 64 bits with room to spare for phases. */
static void check_total(const struct validation *v) {
  const uint64_t most = 1ULL << 38;
  uint64_t items = 1;
  bool fits = true;
  for (unsigned d = 0; d < 3 && fits; d++) {
    fits = v->launch->global[d] == 0 || items <= most / v->launch->global[d];
    if (fits) items *= v->launch->global[d];
  }
  if (!fits)
    find(v, WB_INVALID_LAUNCH, "", "a launch of %zu × %zu × %zu work-items is too large",
         v->launch->global[0], v->launch->global[1], v->launch->global[2]);
}

static void check_sizes(const struct validation *v) {
  if (v->launch->dimensions < 1 || v->launch->dimensions > 3) {
    find(v, WB_INVALID_LAUNCH, "", "a launch has 1, 2 or 3 dimensions, not %u",
         v->launch->dimensions);
    return;
  }
  for (unsigned d = 0; d < 3; d++) check_dimension(v, d);
  check_group_items(v);
  check_total(v);
}

static void check_local_memory(const struct validation *v) {
  const uint64_t absurd = 1ULL << 50; /* the sum of all stays a number */
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < v->image->n_objects; i++)
    if (v->image->objects[i].memory == WB_MEMORY_LOCAL) bytes += v->image->objects[i].size;
  for (size_t i = 0; i < v->launch->n_args; i++) {
    const struct wb_arg *arg = &v->launch->args[i];
    if (arg->kind != WB_ARG_LOCAL) continue;
    bytes += arg->value.local_bytes < absurd ? arg->value.local_bytes : absurd;
  }
  if (bytes > WB_LOCAL_MEMORY_BYTES)
    find(v, WB_INVALID_LAUNCH, "",
         "the kernel needs %" PRIu64 " bytes of local memory; a work-group has %d", bytes,
         WB_LOCAL_MEMORY_BYTES);
}

static void check_private_memory(const struct validation *v) {
  const struct wb_private_use *use = &v->image->private_use;
  const size_t before = v->outcome->n_findings;
  const char *name = use->largest != NULL ? use->largest : "one without a name";
  if (use->bytes <= WB_PRIVATE_MEMORY_BYTES) return;
  find(v, WB_STACK_OVERFLOW, use->largest != NULL ? name : "",
       "a work-item needs %" PRIu64
       " bytes of private memory; it has %d; its largest variable, "
       "%s, takes %" PRIu64,
       use->bytes, WB_PRIVATE_MEMORY_BYTES, name, use->largest_bytes);
  if (v->outcome->n_findings == before) return;
  struct wb_finding *finding = &v->outcome->findings[before];
  finding->line = use->line;
  finding->column = use->column;
  finding->memory = WB_MEMORY_PRIVATE;
  if (use->file != NULL) snprintf(finding->file, sizeof finding->file, "%s", use->file);
}

/* ---- arguments --------------------------------------------------------------- */

/* OpenCL C lets some types be spelt in two ways. */
static const struct {
  const char *spelt, *name;
} synonyms[] = {
    {"unsigned char", "uchar"}, {"unsigned short", "ushort"}, {"unsigned int", "uint"},
    {"unsigned", "uint"},       {"unsigned long", "ulong"},   {"signed char", "char"},
    {"size_t", "ulong"},        {"ptrdiff_t", "long"},        {"intptr_t", "long"},
    {"uintptr_t", "ulong"},
};

static bool skip_word(const char **text, const char *word) {
  size_t length = strlen(word);
  bool found = strncmp(*text, word, length) == 0;
  if (found) *text += length;
  return found;
}

/* The element type of a parameter, without qualifiers and stars; false where
 * it is none that tensors have (a struct, say). */
static bool element_type(const struct wb_param_info *param, struct wb_dtype *type) {
  char name[sizeof param->type_name];
  const char *from = param->type_name;
  while (skip_word(&from, "const ") || skip_word(&from, "volatile ") ||
         skip_word(&from, "restrict "))
    ;
  snprintf(name, sizeof name, "%s", from);
  size_t length = strlen(name);
  while (length > 0 && (name[length - 1] == '*' || name[length - 1] == ' ')) name[--length] = '\0';
  bool known = wb_dtype_parse(name, type);
  for (size_t i = 0; i < sizeof synonyms / sizeof synonyms[0] && !known; i++)
    if (strcmp(name, synonyms[i].spelt) == 0) known = wb_dtype_parse(synonyms[i].name, type);
  return known;
}

static const char *kind_words(enum wb_arg_kind kind) {
  static const char *const words[] = {[WB_ARG_BUFFER] = "a buffer (__global or __constant pointer)",
                                      [WB_ARG_SCALAR] = "a value",
                                      [WB_ARG_LOCAL] = "local memory (__local pointer)"};
  return words[kind];
}

static bool kind_fits(enum wb_arg_kind kind, enum wb_memory memory) {
  bool fits = memory == WB_MEMORY_NONE; /* the compiler could not tell */
  if (kind == WB_ARG_BUFFER) fits |= memory == WB_MEMORY_GLOBAL || memory == WB_MEMORY_CONSTANT;
  if (kind == WB_ARG_SCALAR) fits |= memory == WB_MEMORY_PRIVATE;
  if (kind == WB_ARG_LOCAL) fits |= memory == WB_MEMORY_LOCAL;
  return fits;
}

/* Pointees must be the very type; values may differ in sign alone, which
 * changes no bit of what is passed. */
static bool type_fits(const struct wb_arg *arg, struct wb_dtype declared) {
  bool fits = wb_dtype_equal(arg->type, declared);
  if (!fits && arg->kind == WB_ARG_SCALAR)
    fits = arg->type.lanes == declared.lanes &&
           wb_scalar_size(arg->type.scalar) == wb_scalar_size(declared.scalar) &&
           wb_scalar_is_float(arg->type.scalar) == wb_scalar_is_float(declared.scalar);
  return fits;
}

/* Of the argument's buffer, those that the kernel sees. */
static size_t seen_bytes(const struct validation *v, size_t i) {
  const struct wb_arg *arg = &v->launch->args[i];
  return arg->buffer_bytes > 0 ? (size_t)arg->buffer_bytes : v->bound->of[i]->bytes;
}

/* An image is a buffer of the right size, seen as the kind that the kernel
 * declares; there is no image that is null. */
static void check_image(const struct validation *v, size_t i, enum wb_image_kind declared) {
  const struct wb_arg *arg = &v->launch->args[i];
  const char *name = v->image->info->params[i].name, *type = v->image->info->params[i].type_name;
  size_t bytes = 0;
  if (arg->kind != WB_ARG_BUFFER || arg->image.kind != declared || v->bound->of[i] == NULL)
    find(v, WB_INVALID_ARGUMENT, name, "parameter %zu, %s, is declared as %s, but is given %s%s",
         i + 1, name, type,
         arg->image.kind == WB_IMAGE_NONE ? "something else, or null"
                                          : wb_image_kind_name(arg->image.kind),
         arg->image.kind == declared ? " without memory" : "");
  else if (!wb_image_bytes(&arg->image, &bytes) || bytes != seen_bytes(v, i))
    find(v, WB_INVALID_ARGUMENT, name,
         "parameter %zu, %s: the image's sizes and format make %zu bytes, its memory has %zu",
         i + 1, name, bytes, seen_bytes(v, i));
}

static void check_argument(const struct validation *v, size_t i) {
  const struct wb_arg *arg = &v->launch->args[i];
  const struct wb_param_info *param = &v->image->info->params[i];
  const char *name = param->name;
  struct wb_dtype declared;
  char wanted[32];
  const enum wb_image_kind image = wb_image_kind_parse(param->type_name);
  if (image != WB_IMAGE_NONE) {
    check_image(v, i, image);
    return;
  }
  if (!kind_fits(arg->kind, param->memory)) {
    find(v, WB_INVALID_ARGUMENT, name, "parameter %zu, %s, is declared as %s, but is given %s",
         i + 1, name, param->type_name, kind_words(arg->kind));
    return;
  }
  bool typed = arg->type.lanes != 0 && arg->bytes == 0;
  bool differs = typed && element_type(param, &declared) && !type_fits(arg, declared);
  if (!differs && arg->kind == WB_ARG_SCALAR && v->image->param_bytes != NULL &&
      (typed || arg->bytes > 0))
    differs = v->image->param_bytes[i] != wb_arg_bytes(arg);
  if (differs && arg->bytes > 0)
    find(v, WB_INVALID_ARGUMENT, name,
         "parameter %zu, %s, is declared as %s of %u bytes, but is given %zu bytes", i + 1, name,
         param->type_name, v->image->param_bytes[i], arg->bytes);
  else if (differs)
    find(v, WB_INVALID_ARGUMENT, name, "parameter %zu, %s, is declared as %s, but is given %s%s",
         i + 1, name, param->type_name, wb_dtype_name(arg->type, wanted),
         arg->kind == WB_ARG_SCALAR ? "" : " elements");
}

static void check_arguments(const struct validation *v) {
  const size_t declared = v->image->info->n_params, given = v->launch->n_args;
  if (declared != given)
    find(v, WB_INVALID_ARGUMENT, "", "the kernel declares %zu parameter%s, but is given %zu",
         declared, declared == 1 ? "" : "s", given);
  else
    for (size_t i = 0; i < given; i++) check_argument(v, i);
}

bool wb_launch_is_valid(const struct wb_kernel_image *image, const struct wb_launch *launch,
                        const struct wb_bound_buffers *bound, struct wb_outcome *outcome) {
  const struct validation v = {
      .image = image, .launch = launch, .bound = bound, .outcome = outcome};
  const size_t before = outcome->n_findings;
  check_sizes(&v);
  check_arguments(&v);
  check_local_memory(&v);
  check_private_memory(&v);
  return outcome->n_findings == before;
}
