#include "device/registry.h"

#include <ctype.h>
#include <fcntl.h>
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/nearest.h"
#include "base/process.h"
#include "device/info_json.h"
#include "device/remote.h"
#include "device/worker.h"

enum { LIST_LIMIT_MS = 15000, LIST_OUTPUT_MAX = 256 << 10 };

/* The workers there are, and the selectors that each opens. */
struct worker_kind {
  const char *executable;
  const char *prefix; /* of its selectors */
  const char *install;
  bool supervised;     /* its walls tell what they refuse */
  bool keeps_limits;   /* of launches, by itself */
  bool posts;          /* for a judge; a host program waits for what it asks for */
  bool has_ring;       /* commands are many, and carried out at once */
  bool keeps_programs; /* of a person's own; the emulator keeps all */
  bool forks;          /* for each client */
};

static const struct worker_kind worker_kinds[] = {
    {.executable = "workbench-emulator",
     .prefix = "emulator",
     .install = "the emulator was not built: it needs LLVM 19",
     .keeps_limits = true,
     .posts = true,
     .forks = true},
    {.executable = "workbench-opencl",
     .prefix = "opencl",
     .install = "OpenCL devices need the OpenCL loader and a driver",
     .supervised = true,
     .has_ring = true,
     .keeps_programs = true},
};
enum { N_WORKERS = sizeof worker_kinds / sizeof worker_kinds[0] };

/* ---- where the workers are --------------------------------------------------- */

/* The header of the file that this code was linked into; every linker defines it. */
extern const ElfW(Ehdr) __ehdr_start __attribute__((visibility("hidden")));

/* Whether that is the program itself; else it is libworkbench.so or gpu.so. */
static bool in_program(void) {
  return getauxval(AT_PHDR) == (uintptr_t)&__ehdr_start + __ehdr_start.e_phoff;
}

/* The file that this code was loaded from, as the kernel knows it: whoever loaded it may have named
 * it by a path of a folder that is no longer the current one. NULL: unknown. */
static char *directory_of_object(void) {
  const uintptr_t here = (uintptr_t)directory_of_object;
  char *line = NULL, *found = NULL;
  size_t capacity = 0;
  FILE *maps = fopen("/proc/self/maps", "re");
  while (maps != NULL && found == NULL && getline(&line, &capacity, maps) > 0) {
    uintptr_t start = 0, end = 0;
    const char *path = strchr(line, '/');
    if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR, &start, &end) != 2 || here < start || here >= end)
      continue;
    if (path == NULL) break;
    line[strcspn(line, "\n")] = '\0';
    found = wb_path_dirname(path);
  }
  free(line);
  if (maps != NULL) fclose(maps);
  return found;
}

static char *directory_of_program(void) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return NULL;
  path[length] = '\0';
  return wb_path_dirname(path);
}

static char *own_directory(void) {
  char *found = in_program() ? directory_of_program() : directory_of_object();
  return found != NULL ? found : wb_strdup(".");
}

static char *executable_in(const char *directory, const char *name) {
  char *path = wb_path_join(directory, name);
  if (wb_is_regular_file(path) && access(path, X_OK) == 0) return path;
  free(path);
  return NULL;
}

/* As `make install` puts them: a program lies in PREFIX/bin, a shared object as deep in PREFIX as
 * PREFIX/lib/lua/5.4. */
static char *installed_around(const char *directory, const char *name) {
  enum { LEVELS_ABOVE_OBJECT = 4 };
  const bool program = in_program();
  const int levels = program ? 0 : LEVELS_ABOVE_OBJECT;
  char *at = wb_strdup(directory), *found = NULL;
  for (int level = 0; level <= levels && found == NULL; level++) {
    char *above = wb_path_dirname(at);
    char *installed = wb_path_join(at, program ? "../libexec/workbench" : "libexec/workbench");
    found = executable_in(installed, name);
    free(installed);
    free(at);
    at = above;
  }
  free(at);
  if (found == NULL && !program) found = executable_in(WB_PREFIX "/libexec/workbench", name);
  return found;
}

char *wb_helper_path(const char *name) {
  const char *chosen = getenv("WORKBENCH_LIBEXEC");
  if (chosen != NULL && chosen[0] != '\0') return executable_in(chosen, name);
  char *here = own_directory();
  char *found = executable_in(here, name);
  if (found == NULL) found = installed_around(here, name);
  free(here);
  return found;
}

/* In the tree that it was built from: above build/ and, for tests, its folders. */
static char *include_folder_around(const char *directory) {
  static const char *const WITHIN[] = {"workbench/include", "share/workbench/include"};
  char *at = wb_strdup(directory), *found = NULL;
  for (bool top = false; !top && found == NULL;) {
    for (size_t i = 0; i < sizeof WITHIN / sizeof WITHIN[0] && found == NULL; i++) {
      char *folder = wb_path_join(at, WITHIN[i]), *header = wb_path_join(folder, "layout.h");
      if (wb_is_regular_file(header)) found = realpath(folder, NULL);
      free(header);
      free(folder);
    }
    char *above = wb_path_dirname(at);
    top = strcmp(above, at) == 0;
    free(at);
    at = above;
  }
  free(at);
  return found;
}

char *wb_own_include_folder(void) {
  char *here = own_directory();
  char *found = include_folder_around(here);
  if (found == NULL) found = realpath(WB_PREFIX "/share/workbench/include", NULL);
  free(here);
  return found;
}

/* ---- which devices they have --------------------------------------------------- */

void wb_device_list_release(struct wb_device_list *list) {
  free(list->items);
  list->items = NULL;
  list->count = 0;
}

/* Reads until the end of the pipe; WB_ERR_LIMIT for too much or too long. */
static enum wb_status read_all(int fd, struct wb_str *out, struct wb_error *err) {
  uint64_t start = wb_clock_ns();
  enum wb_status status = WB_OK;
  char c[1];
  while (status == WB_OK) {
    char rest[4096];
    int left = LIST_LIMIT_MS - (int)wb_elapsed_ms(start);
    status = wb_read_exact(fd, c, 1, left > 0 ? left : 0, err);
    if (status != WB_OK) break;
    wb_str_add_bytes(out, c, 1);
    ssize_t more = read(fd, rest, sizeof rest);
    if (more > 0) wb_str_add_bytes(out, rest, (size_t)more);
    if (out->length > LIST_OUTPUT_MAX) status = wb_fail(err, WB_ERR_LIMIT, "it prints too much");
  }
  return status == WB_ERR_CRASH ? WB_OK : status; /* the end */
}

static enum wb_status ask_worker(const char *path, struct wb_device_list *list,
                                 struct wb_error *err) {
  const char *argv[] = {path, "--list", NULL};
  struct wb_process process = {0};
  struct wb_exit end = {0};
  struct wb_str text;
  int ends[2];
  enum wb_status status = wb_pipe(ends, err);
  if (status != WB_OK) return status;
  wb_str_init(&text);
  struct wb_fd_map fd = {ends[1], 1};
  struct wb_spawn how = {
      .argv = argv, .fds = &fd, .n_fds = 1, .new_group = true, .die_with_parent = true};
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  status = wb_process_spawn(&process, &how, err);
  close(ends[1]);
  if (status == WB_OK) status = read_all(ends[0], &text, err);
  if (status == WB_OK) status = wb_process_wait(&process, LIST_LIMIT_MS, &end, err);
  if (status == WB_OK && end.exited && end.code != 0 && text.length > 0)
    status = wb_fail(err, WB_ERR_CRASH, "%.*s", (int)strcspn(text.data, "\n"), text.data);
  else if (status == WB_OK && (!end.exited || end.code != 0))
    status = wb_fail(err, WB_ERR_CRASH, "it ended with %s %d", end.exited ? "exit code" : "signal",
                     end.exited ? end.code : end.signal);
  if (status == WB_OK)
    status = wb_device_infos_parse(text.data, text.length, &list->items, &list->count, err);
  wb_process_kill(&process);
  close(ends[0]);
  wb_str_release(&text);
  return status;
}

enum wb_status wb_device_list(struct wb_device_list *list, struct wb_str *problems,
                              struct wb_error *err) {
  (void)err;
  memset(list, 0, sizeof *list);
  for (size_t i = 0; i < N_WORKERS; i++) {
    struct wb_error why;
    char *path = wb_helper_path(worker_kinds[i].executable);
    if (path == NULL) continue;
    if (ask_worker(path, list, &why) != WB_OK && problems != NULL)
      wb_str_addf(problems, "%s: %s\n", worker_kinds[i].executable, why.message);
    free(path);
  }
  return WB_OK;
}

/* ---- what a person wrote ------------------------------------------------------- */

static const struct worker_kind *kind_of(const char *selector) {
  for (size_t i = 0; i < N_WORKERS; i++)
    if (wb_starts_with(selector, worker_kinds[i].prefix)) return &worker_kinds[i];
  return NULL;
}

/* "emulator", "opencl" (the worker chooses one) and "opencl:P.D" need no
 * asking around. */
static bool is_selector(const char *wanted) {
  const char *at = wanted + strlen("opencl:");
  if (strcmp(wanted, "emulator") == 0 || strcmp(wanted, "opencl" WB_ANY_DEVICE) == 0) return true;
  if (!wb_starts_with(wanted, "opencl:") || !isdigit((unsigned char)*at)) return false;
  at += strspn(at, "0123456789");
  if (*at != '.' || !isdigit((unsigned char)at[1])) return false;
  at++;
  return at[strspn(at, "0123456789")] == '\0';
}

/* "cpu" and "gpu" say what a device is, never what it is called: the workbench
 * itself has "GPU" in its name. */
static bool is_sort(const char *wanted) {
  return strcasecmp(wanted, "gpu") == 0 || strcasecmp(wanted, "cpu") == 0;
}

static bool is_of_sort(const struct wb_device_info *info, const char *wanted) {
  bool opencl = wb_starts_with(info->selector, "opencl:");
  return opencl && strcasecmp(wanted, info->gpu ? "gpu" : "cpu") == 0;
}

/* The emulator's vendor is the workbench, which nobody means by a part of a
 * device's or a platform's name. */
static bool is_called(const struct wb_device_info *info, const char *wanted) {
  const bool opencl = wb_starts_with(info->selector, "opencl:");
  return strcasecmp(info->selector, wanted) == 0 || strcasestr(info->name, wanted) != NULL ||
         (opencl && strcasestr(info->vendor, wanted) != NULL);
}

static const struct wb_device_info *choose_device(const struct wb_device_list *list,
                                                  const char *wanted) {
  const struct wb_device_info *found = NULL;
  for (size_t i = 0; found == NULL && i < list->count; i++)
    if (is_of_sort(&list->items[i], wanted)) found = &list->items[i];
  for (size_t i = 0; found == NULL && i < list->count && !is_sort(wanted); i++)
    if (is_called(&list->items[i], wanted)) found = &list->items[i];
  return found;
}

static enum wb_status none_found(const struct wb_device_list *list, const char *wanted,
                                 const char *problems, struct wb_error *err) {
  const char **names = wb_alloc((2 * list->count + 1) * sizeof *names);
  struct wb_str there;
  size_t count = 0;
  wb_str_init(&there);
  for (size_t i = 0; i < list->count; i++) {
    names[count++] = list->items[i].selector;
    names[count++] = list->items[i].name;
    wb_str_addf(&there, "%s%s (%s)", i > 0 ? ", " : "", list->items[i].selector,
                list->items[i].name);
  }
  const char *nearest = wb_nearest(wanted, names, count);
  wb_fail(err, WB_ERR_MISSING, "there is no device \"%s\" here; %s%s%s %s: %s%s%s", wanted,
          nearest != NULL ? "did you mean \"" : "", nearest != NULL ? nearest : "",
          nearest != NULL ? "\"? There" : "there", list->count == 1 ? "is" : "are",
          list->count > 0 ? there.data : "none (see `workbench doctor`)",
          problems[0] != '\0' ? "; " : "", problems);
  wb_str_release(&there);
  free(names);
  return WB_ERR_MISSING;
}

bool wb_device_needs_list(const char *wanted) {
  return strcasecmp(wanted, "opencl") != 0 && !is_selector(wanted);
}

enum wb_status wb_device_find(const struct wb_device_list *list, const char *problems,
                              const char *wanted, struct wb_error *err) {
  if (choose_device(list, wanted) != NULL) return WB_OK;
  return none_found(list, wanted, problems != NULL ? problems : "", err);
}

/* Writes the selector of the wanted device. */
static enum wb_status resolve_selector(const char *wanted, char *selector, size_t size,
                                       struct wb_error *err) {
  enum wb_status status = WB_OK;
  struct wb_device_list list = {0};
  struct wb_str problems;
  if (strcasecmp(wanted, "opencl") == 0) wanted = "opencl" WB_ANY_DEVICE;
  if (is_selector(wanted) && strlen(wanted) < size) {
    memcpy(selector, wanted, strlen(wanted) + 1);
    return WB_OK;
  }
  wb_str_init(&problems);
  status = wb_device_list(&list, &problems, err);
  const struct wb_device_info *found = status == WB_OK ? choose_device(&list, wanted) : NULL;
  if (found != NULL)
    memcpy(selector, found->selector, strlen(found->selector) + 1);
  else if (status == WB_OK)
    status = none_found(&list, wanted, problems.data, err);
  wb_device_list_release(&list);
  wb_str_release(&problems);
  return status;
}

/* What to install, and what can be done without. */
static enum wb_status not_built(const char *wanted, const struct worker_kind *kind,
                                struct wb_error *err) {
  char *opencl = wb_helper_path("workbench-opencl");
  bool instead = opencl != NULL && kind != NULL && strcmp(kind->prefix, "opencl") != 0;
  free(opencl);
  return wb_fail(err, WB_ERR_MISSING,
                 "there is no device \"%s\" here: %s; `workbench doctor` says how to get it%s",
                 wanted, kind != NULL ? kind->install : "no worker knows it",
                 instead ? "; until then --device opencl can compare outputs" : "");
}

static enum wb_status start_device(const char *wanted, const struct wb_device_start_options *how,
                                   bool deferred, struct wb_device **device, struct wb_error *err) {
  char selector[sizeof((struct wb_device_info *)0)->selector];
  enum wb_status status = resolve_selector(wanted, selector, sizeof selector, err);
  *device = NULL;
  if (status != WB_OK) return status;
  const struct worker_kind *kind = kind_of(selector);
  char *path = kind != NULL ? wb_helper_path(kind->executable) : NULL;
  if (path == NULL) return not_built(wanted, kind, err);
  struct wb_remote_options options = {.worker = path,
                                      .selector = selector,
                                      .folders = how->folders,
                                      .supervised = kind->supervised,
                                      .keeps_limits = kind->keeps_limits,
                                      .posts = kind->posts && how->host_memory <= 0,
                                      .has_ring = kind->has_ring,
                                      .cancel_fd = how->cancel_fd,
                                      .host_memory = how->host_memory,
                                      .outlives_thread = how->outlives_thread,
                                      .forks = how->forks && kind->forks,
                                      .keeps_programs = how->keeps_programs && kind->keeps_programs,
                                      .deferred = deferred};
  status = wb_remote_open(&options, device, err);
  free(path);
  return status;
}

enum wb_status wb_device_open(const char *wanted, int cancel_fd, struct wb_device **device,
                              struct wb_error *err) {
  const struct wb_device_start_options how = {.cancel_fd = cancel_fd, .host_memory = -1};
  return start_device(wanted, &how, false, device, err);
}

enum wb_status wb_device_start(const char *wanted, const char *const *folders, int cancel_fd,
                               struct wb_device **device, struct wb_error *err) {
  const struct wb_device_start_options how = {
      .folders = folders, .cancel_fd = cancel_fd, .host_memory = -1};
  return start_device(wanted, &how, true, device, err);
}

enum wb_status wb_device_start_with(const char *wanted,
                                    const struct wb_device_start_options *options,
                                    struct wb_device **device, struct wb_error *err) {
  return start_device(wanted, options, true, device, err);
}

const char *wb_device_label(const char *wanted) {
  return wanted == NULL || strcasecmp(wanted, "emulator") == 0 ? WB_EMULATOR_NAME : wanted;
}

bool wb_device_decides(const char *wanted) {
  if (wanted == NULL || strcasecmp(wanted, "emulator") == 0) return true;
  char *emulator = wb_helper_path("workbench-emulator");
  bool missing = emulator == NULL;
  free(emulator);
  return missing;
}
