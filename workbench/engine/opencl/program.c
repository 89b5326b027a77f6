#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/str.h"
#include "device/precheck.h"
#include "device/kernel_text.h"
#include "opencl/build_log.h"
#include "opencl/internal.h"

struct wb_cl_program *wb_cl_find_program(struct wb_device *device, wb_handle handle,
                                         struct wb_error *err) {
  if (handle == 0 || handle > device->n_programs || device->programs[handle - 1].program == NULL) {
    wb_fail(err, WB_ERR_USAGE, "there is no program %u on this device", handle);
    return NULL;
  }
  return &device->programs[handle - 1];
}

void wb_cl_programs_free(struct wb_device *device) {
  for (size_t i = 0; i < device->n_programs; i++) {
    if (device->programs[i].program != NULL) clReleaseProgram(device->programs[i].program);
    free(device->programs[i].types);
  }
  free(device->programs);
}

static wb_handle keep_program(struct wb_device *device, cl_program program) {
  size_t slot = 0;
  while (slot < device->n_programs && device->programs[slot].program != NULL) slot++;
  if (slot == device->n_programs) {
    device->programs =
        wb_grow(device->programs, &device->programs_capacity, slot + 1, sizeof device->programs[0]);
    device->n_programs++;
  }
  device->programs[slot] = (struct wb_cl_program){.program = program};
  return (wb_handle)(slot + 1);
}

enum wb_status wb_cl_program_release(struct wb_device *device, wb_handle handle,
                                     struct wb_error *err) {
  struct wb_cl_program *program = wb_cl_find_program(device, handle, err);
  if (program == NULL) return WB_ERR_USAGE;
  wb_cl_forget_kernels(device, handle);
  clReleaseProgram(program->program);
  free(program->types);
  *program = (struct wb_cl_program){.program = NULL};
  return WB_OK;
}

/* `#line 1 "name"`, so that diagnostics name the judged file, not a temporary
 * file of the driver. */
static char *line_directive(const char *name) {
  struct wb_str out;
  wb_str_init(&out);
  wb_str_add(&out, "#line 1 \"");
  for (const char *c = name; *c != '\0'; c++) {
    if (*c == '"' || *c == '\\') wb_str_add_char(&out, '\\');
    wb_str_add_char(&out, *c == '\n' ? ' ' : *c);
  }
  wb_str_add(&out, "\"\n");
  return wb_str_detach(&out);
}

/* Drivers split options at blanks and know no quotes, so a folder with a
 * blank in its name is passed as a descriptor's path. -1: none needed. */
static int open_awkward_folder(const char *path) {
  if (strpbrk(path, " \t\"'\\") == NULL) return -1;
  return open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

/* Where a program's headers are, as a driver is told: the folders, with `in_place` of those with
 * awkward names. Filled by name_folders. */
struct header_folders {
  const char *folders[WB_MAX_INCLUDE_FOLDERS + 1]; /* ends with NULL */
  int descriptors[WB_MAX_INCLUDE_FOLDERS];
  char *in_place[WB_MAX_INCLUDE_FOLDERS];
  size_t count;
};

static void name_folders(struct header_folders *headers, const struct wb_build_request *request) {
  headers->count = wb_include_folders(request, headers->folders);
  headers->folders[headers->count] = NULL;
  for (size_t i = 0; i < headers->count; i++) {
    const int descriptor = open_awkward_folder(headers->folders[i]);
    headers->descriptors[i] = descriptor;
    headers->in_place[i] = descriptor >= 0 ? wb_format("/proc/self/fd/%d", descriptor) : NULL;
    if (descriptor >= 0) headers->folders[i] = headers->in_place[i];
  }
}

static void release_folders(struct header_folders *headers) {
  for (size_t i = 0; i < headers->count; i++) {
    if (headers->descriptors[i] >= 0) close(headers->descriptors[i]);
    free(headers->in_place[i]);
  }
}

static char *build_options(const struct wb_build_request *request,
                           const struct header_folders *headers) {
  struct wb_str out;
  wb_str_init(&out);
  wb_str_add(&out, request->options != NULL ? request->options : "");
  if (strstr(out.data, "-cl-std=") == NULL) wb_str_add(&out, " -cl-std=CL1.2");
  wb_str_add(&out, " -cl-kernel-arg-info");
  for (size_t i = 0; i < headers->count; i++) wb_str_addf(&out, " -I%s", headers->folders[i]);
  return wb_str_detach(&out);
}

static char *build_log(struct wb_device *device, cl_program program) {
  size_t size = 0;
  if (clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) !=
      CL_SUCCESS)
    size = 0;
  char *log = wb_alloc(size + 1);
  if (size > 0) clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, size, log, NULL);
  wb_build_log_clean(log);
  return log;
}

/* Takes `log`. */
static void take_log(char *log, const char *judged, const char *const *folders,
                     struct wb_build_result *result) {
  free(result->log);
  free(result->diagnostics);
  result->log = log;
  result->diagnostics = wb_alloc(WB_MAX_DIAGNOSTICS * sizeof *result->diagnostics);
  result->n_diagnostics =
      wb_build_log_parse(result->log, judged, folders, result->diagnostics, WB_MAX_DIAGNOSTICS);
}

static bool is_compile_failure(cl_int code) {
  return code == CL_BUILD_PROGRAM_FAILURE || code == CL_COMPILE_PROGRAM_FAILURE ||
         code == CL_LINK_PROGRAM_FAILURE;
}

static enum wb_status create_program(struct wb_device *device,
                                     const struct wb_build_request *request, const char *name,
                                     cl_program *program, struct wb_error *err) {
  cl_int code = CL_SUCCESS;
  char *directive = line_directive(name);
  const char *texts[] = {directive, request->source};
  const size_t lengths[] = {strlen(directive), request->length};
  *program = clCreateProgramWithSource(device->context, request->length > 0 ? 2 : 1, texts, lengths,
                                       &code);
  free(directive);
  return code == CL_SUCCESS ? WB_OK : wb_cl_fail(err, code, "clCreateProgramWithSource");
}

/* A driver reads what it likes, and resolves includes itself: the text is all
 * that can be looked at. */
static enum wb_status check_text(const struct wb_build_request *request, const char *judged,
                                 struct wb_build_result *result, struct wb_error *err) {
  const struct wb_kernel_text_rules rules = {.any_include = request->any_include,
                                             .is_open = !request->any_include};
  struct wb_build_request named = *request;
  struct wb_str log;
  named.file_name = judged;
  wb_str_init(&log);
  enum wb_status status = WB_OK;
  if (wb_precheck_stands(WB_PRECHECK_TEXT))
    status = wb_kernel_text_check(&named, &rules, &log, err);
  const char *const no_folders[] = {NULL};
  if (status != WB_OK) take_log(wb_str_detach(&log), judged, no_folders, result);
  wb_str_release(&log);
  return status;
}

static bool names_a_place(const struct wb_build_result *result) {
  bool named = false;
  for (size_t i = 0; i < result->n_diagnostics; i++) named |= result->diagnostics[i].line > 0;
  return named;
}

static bool builds_the_simplest(struct wb_device *device) {
  const struct wb_build_request request = wb_simplest_request(0);
  cl_program program = NULL;
  const bool built =
      create_program(device, &request, request.file_name, &program, NULL) == WB_OK &&
      clBuildProgram(program, 1, &device->id, "-cl-std=CL1.2", NULL, NULL) == CL_SUCCESS;
  if (program != NULL) clReleaseProgram(program);
  return built;
}

/* A driver that names no place in the text may have stumbled over it, or may not work here at
 * all: a full disk, no linker, no memory. That is this machine's fault. */
static enum wb_status blame_text(struct wb_device *device, const char *judged,
                                 const struct wb_build_result *result, struct wb_error *err) {
  if (names_a_place(result) || builds_the_simplest(device))
    return wb_fail(err, WB_ERR_COMPILE, "%s does not compile", judged);
  return wb_fail(err, WB_ERR_MISSING,
                 "the driver of this device does not compile the simplest kernel, either; look for "
                 "a full disk (TMPDIR, /tmp) and too little memory");
}

/* Compiles the text. */
static enum wb_status compile_text(struct wb_device *device, const struct wb_build_request *request,
                                   const char *judged, const char *options,
                                   const struct header_folders *headers, cl_program *program,
                                   struct wb_build_result *result, struct wb_error *err) {
  enum wb_status status = create_program(device, request, judged, program, err);
  if (status != WB_OK) return status;
  cl_int code = clBuildProgram(*program, 1, &device->id, options, NULL, NULL);
  take_log(build_log(device, *program), judged, headers->folders, result);
  if (is_compile_failure(code))
    status = blame_text(device, judged, result, err);
  else if (code != CL_SUCCESS)
    status = wb_cl_fail(err, code, "clBuildProgram");
  return status;
}

/* The same, or what is kept of it. */
static enum wb_status find_or_compile(struct wb_device *device,
                                      const struct wb_build_request *request, const char *judged,
                                      const char *options, const struct header_folders *headers,
                                      cl_program *program, struct wb_build_result *result,
                                      struct wb_error *err) {
  char *log = NULL;
  const bool keeps = wb_cl_may_keep(device, request);
  if (keeps && wb_cl_kept_get(device, request, judged, options, program, &log)) {
    take_log(log, judged, headers->folders, result);
    return WB_OK;
  }
  const enum wb_status status =
      compile_text(device, request, judged, options, headers, program, result, err);
  if (status == WB_OK && keeps)
    wb_cl_kept_put(device, request, judged, options, *program, result->log);
  return status;
}

enum wb_status wb_cl_build(struct wb_device *device, const struct wb_build_request *asked,
                           struct wb_build_result *result, struct wb_error *err) {
  struct wb_build_request own = *asked, *const request = &own;
  own.own_include = device->own_include;
  if (request->mutant > 0)
    return wb_fail(err, WB_ERR_MISSING, "only the emulator makes mutants of a kernel");
  uint64_t start = wb_clock_ns();
  cl_program program = NULL;
  const char *judged = request->file_name != NULL ? request->file_name : "kernel.cl";
  struct header_folders headers;
  name_folders(&headers, request);
  char *options = build_options(request, &headers);
  enum wb_status status = check_text(request, judged, result, err);
  if (status == WB_OK)
    status = find_or_compile(device, request, judged, options, &headers, &program, result, err);
  if (status != WB_OK) goto out;
  result->program = keep_program(device, program);
  wb_cl_learn_types(device, request, options, &device->programs[result->program - 1]);
  result->kernels = wb_cl_kernel_names(program);
  program = NULL;
out:
  wb_build_result_hide_folders(result, request);
  result->time_ns = wb_clock_ns() - start;
  if (program != NULL) clReleaseProgram(program);
  release_folders(&headers);
  free(options);
  return status;
}
