/* Programs that are kept on disk, for a person's own programs, and for those of one run
 * (device/worker.h).
 *
 * A driver's own cache is none of this: nobody knows what one does with a damaged file, or with a
 * changed header. What is kept here is what clGetProgramInfo gives for CL_PROGRAM_BINARIES, with a
 * digest over it (base/cache.h), under a key of all that a driver compiles: text, options, device,
 * driver, processor, and what the environment tells drivers. A driver reads included files by
 * itself, so that a text that may include any is compiled each time.
 *
 * Not every driver says the same of a program's kernels whether it compiled the program or was
 * given its binary. So one is kept only if a program made of it says the same. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/file.h"
#include "fields/wire.h"
#include "opencl/internal.h"

enum { FORMAT = 3, CPU_INFO_MAX = 1 << 20 };

/* ---- what may be kept -------------------------------------------------------------------------
 */

/* Without what makes two lines one: a backslash, perhaps blanks, and a line's end. */
static void join_lines(struct wb_str *out, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++) {
    size_t end = i + 1;
    while (text[i] == '\\' && end < length && memchr(" \t\v\f\r", text[end], 5) != NULL) end++;
    if (text[i] == '\\' && end < length && text[end] == '\n')
      i = end;
    else
      wb_str_add_char(out, text[i]);
  }
}

/* Whether one of these words, of which the last is NULL, is anywhere, in a comment or not. */
static bool has_word(const char *text, size_t length, const char *const *words) {
  bool has = false;
  struct wb_str joined;
  wb_str_init(&joined);
  join_lines(&joined, text, length);
  for (; *words != NULL; words++)
    has |= memmem(joined.data, joined.length, *words, strlen(*words)) != NULL;
  wb_str_release(&joined);
  return has;
}

/* A trigraph may be a backslash. */
static bool may_read_files(const char *text, size_t length) {
  static const char *const words[] = {"include", "import", "embed", "?\?/", NULL};
  return has_word(text, length, words);
}

/* PoCL's binaries print nothing: the formats of printf do not come back with them. Its name may be
 * pasted together by macros, whose ## has other spellings. */
static bool may_print(const char *text, size_t length) {
  static const char *const words[] = {"printf", "##", "%:%:", "?\?=", "?\?/", NULL};
  return has_word(text, length, words);
}

bool wb_cl_may_keep(const struct wb_device *device, const struct wb_build_request *request) {
  const char *options = request->options != NULL ? request->options : "";
  /* Else there are the workbench's own headers alone. */
  const bool has_files =
      request->any_include || request->include_directory != NULL || request->n_more_includes > 0;
  const bool prints =
      may_print(request->source, request->length) || may_print(options, strlen(options));
  return (device->kept[0] != NULL || device->kept[1] != NULL) && !prints &&
         (!has_files || (!may_read_files(request->source, request->length) &&
                         !may_read_files(options, strlen(options))));
}

/* ---- the key ----------------------------------------------------------------------------------
 */

static void add_device_text(struct wb_sha256 *sha, cl_device_id id, cl_device_info what) {
  char text[1024] = "";
  clGetDeviceInfo(id, what, sizeof text - 1, text, NULL);
  wb_sha256_add_text(sha, text);
}

static void add_platform_text(struct wb_sha256 *sha, cl_platform_id id, cl_platform_info what) {
  char text[1024] = "";
  clGetPlatformInfo(id, what, sizeof text - 1, text, NULL);
  wb_sha256_add_text(sha, text);
}

/* What the first processor can do, for which a CPU's driver compiles. The clock's rate, which
 * changes, is another line. */
static void add_processor(struct wb_sha256 *sha) {
  static const char *const lines[] = {"\nmodel name", "\nflags", "\nFeatures"};
  struct wb_str text;
  wb_str_init(&text);
  wb_str_add_char(&text, '\n');
  wb_file_read("/proc/cpuinfo", CPU_INFO_MAX, &text, NULL);
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    const char *line = strstr(text.data, lines[i]);
    if (line != NULL) wb_sha256_add(sha, line, 1 + strcspn(line + 1, "\n"));
  }
  wb_str_release(&text);
}

/* What drivers read of the environment, but for folders that each run has anew. */
static void add_environment(struct wb_sha256 *sha) {
  static const char *const begins[] = {"POCL_",   "CL_",   "CUDA_", "__GL_",   "IGC_",
                                       "NEO",     "AMD_",  "GPU_",  "ROC",     "HSA_",
                                       "RUSTICL", "MESA_", "LP_",   "GALLIUM", "OCL_"};
  struct wb_names names;
  wb_names_init(&names);
  for (char *const *entry = environ; *entry != NULL; entry++) {
    bool told = false;
    for (size_t i = 0; i < sizeof begins / sizeof begins[0]; i++)
      told |= wb_starts_with(*entry, begins[i]);
    if (told && !wb_starts_with(*entry, "POCL_CACHE_DIR=") &&
        !wb_starts_with(*entry, "CUDA_CACHE_PATH="))
      wb_names_add(&names, *entry);
  }
  wb_names_sort(&names);
  for (size_t i = 0; i < names.count; i++) wb_sha256_add_text(sha, names.items[i]);
  wb_names_release(&names);
}

/* But for the name of the text. */
static struct wb_sha256 begin_key(struct wb_device *device, const struct wb_build_request *request,
                                  const char *options) {
  struct wb_sha256 sha;
  wb_sha256_init(&sha);
  wb_sha256_add_number(&sha, FORMAT);
  wb_sha256_add_text(&sha, WB_VERSION);
  add_platform_text(&sha, device->platform, CL_PLATFORM_NAME);
  add_platform_text(&sha, device->platform, CL_PLATFORM_VERSION);
  add_device_text(&sha, device->id, CL_DEVICE_NAME);
  add_device_text(&sha, device->id, CL_DEVICE_VENDOR);
  add_device_text(&sha, device->id, CL_DEVICE_VERSION);
  add_device_text(&sha, device->id, CL_DRIVER_VERSION);
  add_device_text(&sha, device->id, CL_DEVICE_EXTENSIONS);
  add_processor(&sha);
  add_environment(&sha);
  wb_sha256_add_text(&sha, options);
  wb_sha256_add_number(&sha, request->length);
  wb_sha256_add(&sha, request->source, request->length);
  return sha;
}

/* `name` is "" for a program that is the same whatever its text is called. */
static void end_key(struct wb_sha256 sha, const char *name, unsigned char key[WB_SHA256_BYTES]) {
  wb_sha256_add_text(&sha, name);
  wb_sha256_finish(&sha, key);
}

/* What the compiler says has the name, and the text may have it by a macro. */
static bool has_its_name(const struct wb_build_request *request, const char *log) {
  static const char *const words[] = {"__FILE__", NULL};
  return log[0] != '\0' || has_word(request->source, request->length, words);
}

/* ---- programs of binaries ----------------------------------------------------------------------
 */

/* NULL where the driver does not take it. */
static cl_program load_binary(struct wb_device *device, const unsigned char *bytes, size_t length,
                              const char *options) {
  cl_int code = CL_SUCCESS, taken = CL_SUCCESS;
  cl_program program =
      clCreateProgramWithBinary(device->context, 1, &device->id, &length, &bytes, &taken, &code);
  if (program == NULL || code != CL_SUCCESS) return NULL;
  if (taken == CL_SUCCESS &&
      clBuildProgram(program, 1, &device->id, options, NULL, NULL) == CL_SUCCESS)
    return program;
  clReleaseProgram(program);
  return NULL;
}

static bool take_content(struct wb_device *device, const struct wb_str *content,
                         const char *options, cl_program *program, char **log) {
  size_t log_length = 0, length = 0;
  struct wb_reader in = wb_reader_of(content->data, content->length);
  const char *text = wb_get_bytes(&in, &log_length);
  const unsigned char *bytes = wb_get_bytes(&in, &length);
  *program = wb_reader_done(&in) && length > 0 ? load_binary(device, bytes, length, options) : NULL;
  if (*program != NULL) *log = wb_strndup(text, log_length);
  return *program != NULL;
}

static bool find_content(struct wb_device *device, const unsigned char key[WB_SHA256_BYTES],
                         const char *options, cl_program *program, char **log) {
  bool found = false;
  for (int i = 0; i < WB_KEPT_FOLDERS && !found; i++) {
    struct wb_str content;
    wb_str_init(&content);
    found = wb_cache_get(device->kept[i], key, &content) &&
            take_content(device, &content, options, program, log);
    /* Others look for it in the first. */
    if (found && i > 0 && device->compiles_only)
      wb_cache_put(device->kept[0], key, content.data, content.length);
    wb_str_release(&content);
  }
  return found;
}

bool wb_cl_kept_get(struct wb_device *device, const struct wb_build_request *request,
                    const char *name, const char *options, cl_program *program, char **log) {
  const struct wb_sha256 begun = begin_key(device, request, options);
  const char *const names[] = {"", name};
  bool found = false;
  for (int i = 0; i < 2 && !found; i++) {
    unsigned char key[WB_SHA256_BYTES];
    end_key(begun, names[i], key);
    found = find_content(device, key, options, program, log);
  }
  return found;
}

static bool describe_kernel(struct wb_device *device, cl_program program, const char *name,
                            struct wb_kernel_info *info) {
  cl_int code = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, name, &code);
  memset(info, 0, sizeof *info);
  if (code != CL_SUCCESS) return false;
  wb_cl_describe_kernel(device, kernel, info);
  clReleaseKernel(kernel);
  return true;
}

/* Whether both have the same kernels, with the same parameters. */
static bool says_the_same(struct wb_device *device, cl_program a, cl_program b) {
  struct wb_kernel_info *infos = wb_alloc(2 * sizeof *infos);
  char *names = wb_cl_kernel_names(a), *others = wb_cl_kernel_names(b), *rest = NULL;
  bool same = names[0] != '\0' && strcmp(names, others) == 0;
  for (char *name = strtok_r(names, ";", &rest); same && name != NULL;
       name = strtok_r(NULL, ";", &rest))
    same = describe_kernel(device, a, name, &infos[0]) &&
           describe_kernel(device, b, name, &infos[1]) &&
           memcmp(&infos[0], &infos[1], sizeof infos[0]) == 0;
  free(names);
  free(others);
  free(infos);
  return same;
}

/* malloc'ed; NULL where the driver gives none. */
static unsigned char *binary_of(cl_program program, size_t *length) {
  unsigned char *bytes = NULL;
  *length = 0;
  if (clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof *length, length, NULL) !=
          CL_SUCCESS ||
      *length == 0)
    return NULL;
  bytes = wb_alloc(*length);
  if (clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL) == CL_SUCCESS)
    return bytes;
  free(bytes);
  return NULL;
}

static void put_content(struct wb_device *device, const unsigned char key[WB_SHA256_BYTES],
                        const unsigned char *bytes, size_t length, const char *log) {
  struct wb_str content;
  wb_str_init(&content);
  wb_put_bytes(&content, log, strlen(log));
  wb_put_bytes(&content, bytes, length);
  for (int i = device->only_finds ? 1 : 0; i < WB_KEPT_FOLDERS; i++)
    if (device->kept[i] != NULL) wb_cache_put(device->kept[i], key, content.data, content.length);
  wb_str_release(&content);
}

void wb_cl_kept_put(struct wb_device *device, const struct wb_build_request *request,
                    const char *name, const char *options, cl_program program, const char *log) {
  size_t length = 0;
  unsigned char *bytes = binary_of(program, &length), key[WB_SHA256_BYTES];
  cl_program again = bytes != NULL ? load_binary(device, bytes, length, options) : NULL;
  if (again != NULL && says_the_same(device, program, again)) {
    end_key(begin_key(device, request, options), has_its_name(request, log) ? name : "", key);
    put_content(device, key, bytes, length, log);
  } else {
    wb_cl_kept_forget(device); /* this driver will not do it for the next program, either */
  }
  if (again != NULL) clReleaseProgram(again);
  free(bytes);
}

void wb_cl_kept_forget(struct wb_device *device) {
  for (int i = 0; i < WB_KEPT_FOLDERS; i++) {
    free(device->kept[i]);
    device->kept[i] = NULL;
  }
}
