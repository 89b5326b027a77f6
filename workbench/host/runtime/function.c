/* Programs and the kernels in them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "device/param.h"
#include "runtime/private.h"
#include "result/timeline.h"

/* ---- programs ------------------------------------------------------------------------------- */

static bool is_same(const struct wb_host_program *program, const struct wb_host_device *device,
                    const struct wb_host_compile_options *options) {
  return program->device == device && strlen(program->source) == options->length &&
         memcmp(program->source, options->source, options->length) == 0 &&
         strcmp(program->options, options->options != NULL ? options->options : "") == 0 &&
         program->is_file == options->is_file && strcmp(program->file, options->file_name) == 0;
}

/* The text of a program is kept as long as the program. */
static uint64_t text_room(size_t length) { return sizeof(struct wb_host_program) + length; }

static void free_program(struct wb_host_program *program) {
  free(program->source);
  free(program->options);
  free(program->file);
  free(program->kernels);
  free(program);
}

/* The one that *link leads to, which no function is in. */
static void release_program(struct wb_host *host, struct wb_host_program **link) {
  struct wb_host_program *program = *link;
  const struct wb_host_device *device = program->device;
  struct wb_error why = {0};
  *link = program->next;
  if (!device->dead && wb_program_release(device->device, program->handle, &why) != WB_OK)
    wb_host_keep_failure(host, wb_host_here(host), &why);
  wb_host_give_room(host, text_room(strlen(program->source)));
  free_program(program);
}

/* Of those that no function is in, so many may be asked for again: programs that are made of sizes
 * can be any number, and each takes memory of its device. Gives how many have functions. */
static size_t release_old_programs(struct wb_host *host) {
  enum { MOST_UNUSED = 64 };
  struct wb_host_program **link = &host->programs;
  size_t unused = 0, in_use = 0;
  while (*link != NULL) {
    const bool is_used = (*link)->references > 0 || *link == host->traced;
    if (!is_used && ++unused > MOST_UNUSED) {
      release_program(host, link);
      continue;
    }
    in_use += is_used;
    link = &(*link)->next;
  }
  return in_use;
}

/* Commands that are held back have functions, too: where these are very many, they are carried out,
 * which is as right. */
static enum wb_status make_room(struct wb_host *host, struct wb_error *err) {
  enum { MANY_IN_USE = 256 };
  if (release_old_programs(host) < MANY_IN_USE) return WB_OK;
  const enum wb_status status = wb_host_complete_all(host, err);
  if (status == WB_OK) release_old_programs(host);
  return status;
}

/* It comes first from now on; NULL where there is none. */
static struct wb_host_program *find_program(struct wb_host *host,
                                            const struct wb_host_device *device,
                                            const struct wb_host_compile_options *options) {
  struct wb_host_program **link = &host->programs;
  while (*link != NULL && !is_same(*link, device, options)) link = &(*link)->next;
  struct wb_host_program *found = *link;
  if (found == NULL) return NULL;
  *link = found->next;
  found->next = host->programs;
  host->programs = found;
  return found;
}

static struct wb_host_program *keep_program(struct wb_host *host, struct wb_host_device *device,
                                            const struct wb_host_compile_options *options,
                                            const struct wb_build_result *built) {
  struct wb_host_program *program = wb_alloc(sizeof *program);
  program->device = device;
  program->source = wb_strndup(options->source, options->length);
  program->options = wb_strdup(options->options != NULL ? options->options : "");
  program->file = wb_strdup(options->file_name);
  program->is_file = options->is_file;
  program->handle = built->program;
  program->kernels = wb_strdup(built->kernels != NULL ? built->kernels : "");
  program->next = host->programs;
  host->programs = program;
  return program;
}

static void note_compiling(struct wb_host_context *context, const char *file, uint64_t start,
                           bool failed) {
  struct wb_host *host = context->host;
  const struct wb_host_place here = wb_host_here(host);
  if (host->timeline == NULL) return;
  const struct wb_timeline_entry entry = {
      .kind = WB_TIMELINE_COMPILE,
      .context = (uint32_t)context->number,
      .name = (char *)file,
      .file = (char *)(here.file != NULL ? here.file : ""),
      .line = here.line,
      .enqueued = start - host->start_ns,
  };
  wb_timeline_ran(host->timeline, wb_timeline_add(host->timeline, &entry), start - host->start_ns,
                  wb_clock_ns() - host->start_ns, failed ? WB_TIMELINE_FAILED : WB_TIMELINE_DONE);
}

/* A command line takes no more in one word, and no honest program needs it. */
enum { OPTIONS_MAX = 1 << 15 };

static enum wb_status check_options(const struct wb_host_compile_options *options,
                                    struct wb_error *err) {
  const size_t length = options->options != NULL ? strlen(options->options) : 0;
  if (length <= OPTIONS_MAX) return WB_OK;
  return wb_fail(err, WB_ERR_USAGE,
                 "the compiler's options, with defines, have %zu bytes; at most %d", length,
                 OPTIONS_MAX);
}

static enum wb_status build(struct wb_host_context *context,
                            const struct wb_host_compile_options *options,
                            struct wb_build_result *result, struct wb_host_program **out,
                            struct wb_error *err) {
  struct wb_host *host = context->host;
  const struct wb_build_request request = {
      .source = options->source,
      .length = options->length,
      .file_name = options->file_name,
      .include_directory = options->folder,
      .any_include = host->options.any_include,
      .options = options->options != NULL ? options->options : "",
      .profile = host->options.traced_launch > 0 || host->options.counts_arrays,
      .time_limit_ms = 30000,
  };
  *out = find_program(host, context->device, options);
  if (*out != NULL) return WB_OK;
  enum { COMPILE_NS = 10000000 }; /* a price, which is the same on every machine */
  const uint64_t start = wb_clock_ns();
  enum wb_status status = check_options(options, err);
  if (status == WB_OK) status = wb_host_spend(host, COMPILE_NS, err);
  if (status == WB_OK) status = make_room(host, err);
  if (status == WB_OK) status = wb_host_take_room(host, text_room(options->length), err);
  if (status != WB_OK) return status;
  status = wb_device_build(context->device->device, &request, result, err);
  note_compiling(context, options->file_name, start, status != WB_OK);
  if (status != WB_OK) wb_host_give_room(host, text_room(options->length));
  if (status == WB_OK) *out = keep_program(host, context->device, options, result);
  return status;
}

/* The only kernel, where no name is given. */
static enum wb_status choose_kernel(const struct wb_host_program *program, const char *wanted,
                                    char *name, size_t size, struct wb_error *err) {
  if (wanted == NULL && strchr(program->kernels, ';') != NULL)
    return wb_fail(err, WB_ERR_USAGE, "%s has several kernels (%s): say which", program->file,
                   program->kernels);
  if (wanted == NULL && program->kernels[0] == '\0')
    return wb_fail(err, WB_ERR_USAGE, "%s has no kernel", program->file);
  snprintf(name, size, "%s", wanted != NULL ? wanted : program->kernels);
  return WB_OK;
}

enum wb_status wb_host_build(struct wb_host_context *context,
                             const struct wb_host_compile_options *options,
                             struct wb_build_result *result, struct wb_error *err) {
  struct wb_host_program *program = NULL;
  return build(context, options, result, &program, err);
}

/* Every launch asks for it. */
static void resolve_type(struct wb_param_info *param) {
  const struct wb_param_type declared = wb_param_type(param);
  param->resolved = true;
  param->has_dtype = declared.known;
  param->dtype = declared.type;
}

enum wb_status wb_host_compile(struct wb_host_context *context,
                               const struct wb_host_compile_options *options,
                               struct wb_host_function **out, struct wb_build_result *result,
                               struct wb_error *err) {
  struct wb_host *host = context->host;
  struct wb_host_program *program = NULL;
  enum wb_status status = wb_host_take_room(host, sizeof(struct wb_host_function), err);
  if (status != WB_OK) return status;
  struct wb_kernel_info *info = wb_alloc(sizeof *info);
  struct wb_build_result own;
  char name[256];
  wb_build_result_init(&own);
  status = build(context, options, result != NULL ? result : &own, &program, err);
  if (status == WB_OK) status = choose_kernel(program, options->kernel, name, sizeof name, err);
  if (status == WB_OK)
    status = wb_kernel_info(context->device->device, program->handle, name, info, err);
  if (status == WB_OK) {
    struct wb_host_function *function = wb_alloc(sizeof *function);
    function->context = wb_context_hold(context);
    function->program = program;
    program->references++;
    function->name = wb_strdup(name);
    function->info = *info;
    for (size_t i = 0; i < info->n_params; i++) resolve_type(&function->info.params[i]);
    function->references = 1;
    function->next = host->functions;
    function->link = &host->functions;
    if (function->next != NULL) function->next->link = &function->next;
    host->functions = function;
    *out = function;
  } else {
    wb_host_give_room(host, sizeof(struct wb_host_function));
  }
  wb_build_result_release(&own);
  free(info);
  return status;
}

static void free_function(struct wb_host_function *function) {
  for (size_t i = 0; function->set != NULL && i < function->info.n_params; i++)
    if (function->set[i].bound.end.block != NULL) wb_block_drop(function->set[i].bound.end.block);
  *function->link = function->next;
  if (function->next != NULL) function->next->link = function->link;
  function->program->references--;
  wb_host_give_room(function->context->host, sizeof *function);
  wb_context_let_go(function->context);
  free(function->set);
  free(function->name);
  free(function);
}

void wb_function_drop_reference(struct wb_host_function *function) {
  if (--function->references == 0) free_function(function);
}

void wb_host_function_drop(struct wb_host_function *function) {
  wb_function_drop_reference(function);
}

void wb_host_free_functions(struct wb_host *host) {
  for (struct wb_host_function *function = host->functions, *next; function != NULL;
       function = next) {
    next = function->next;
    free_function(function);
  }
  while (host->programs != NULL) {
    struct wb_host_program *program = host->programs;
    host->programs = program->next;
    free_program(program);
  }
}

const struct wb_kernel_info *wb_host_function_info(const struct wb_host_function *function) {
  return &function->info;
}
const char *wb_host_function_name(const struct wb_host_function *function) {
  return function->name;
}

bool wb_host_param_dtype(const struct wb_param_info *param, struct wb_dtype *type) {
  struct wb_param_type declared = {.known = param->has_dtype, .type = param->dtype};
  if (!param->resolved) declared = wb_param_type(param);
  if (declared.known) *type = declared.type;
  return declared.known;
}
