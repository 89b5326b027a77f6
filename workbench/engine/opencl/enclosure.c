/* The walls of the worker: what a driver needs, and nothing else. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/file.h"
#include "device/registry.h"
#include "device/worker.h"
#include "opencl/opencl.h"
#include "sandbox/sandbox.h"

enum { ICD_MAX = 4096 };
static const char VENDORS[] = "/etc/OpenCL/vendors";

/* Kernels' code that lies in a driver's cache could be anybody's, and a driver would load it.
 * So what it writes goes to the worker's own folder, and disappears with it. */
static void write_only_to(const char *folder) {
  setenv("TMPDIR", folder, 1);
  setenv("POCL_CACHE_DIR", folder, 1);
  setenv("CUDA_CACHE_PATH", folder, 1);
  setenv("XDG_CACHE_HOME", folder, 1); /* Mesa, NEO and others */
}

/* The folder where programs of all workers are kept. Who names one trusts all that is written
 * there, as tests do with kernels of their own. It is no driver's own cache, which nobody may empty
 * while the driver works. NULL: none. */
static const char *choose_shared(bool serves, bool keeps) {
  const char *shared = serves && !keeps ? wb_absolute_env("WORKBENCH_DRIVER_CACHE") : NULL;
  if (shared != NULL) {
    wb_cache_make(shared);
    setenv(WB_SHARED_PROGRAMS, shared, 1);
  } else {
    unsetenv(WB_SHARED_PROGRAMS);
  }
  return shared;
}

/* Where programs are kept: a person's own, or those of one run, which a worker that only compiles
 * puts there and others may only read. Told to the device by the environment of this process. NULL:
 * nowhere. */
static char *choose_kept(bool serves, bool keeps, unsigned *rights) {
  const char *to = wb_absolute_env(WB_PROGRAMS_TO), *from = wb_absolute_env(WB_PROGRAMS_FROM);
  char *folder = NULL;
  *rights = WB_MAY_READ | WB_MAY_LIST;
  if (keeps) {
    folder = wb_cache_folder_of(WB_CACHE_OF_PROGRAMS);
    if (folder != NULL) wb_cache_make(folder);
  } else if (serves && (to != NULL || from != NULL)) {
    folder = wb_strdup(to != NULL ? to : from);
  }
  if (keeps || to != NULL) *rights |= WB_MAY_CHANGE;
  if (folder != NULL)
    setenv(WB_KEPT_PROGRAMS, folder, 1);
  else
    unsetenv(WB_KEPT_PROGRAMS);
  return folder;
}

/* PoCL would compile a kernel for each size of a work-group, which takes far longer than puzzles'
 * launches; code for all sizes is a quarter slower at most. Who has set it otherwise knows why. */
static void compile_once(void) { setenv("POCL_WORK_GROUP_SPECIALIZATION", "0", 0); }

/* ---- drivers' own places -------------------------------------------------------------- */

/* Places with the paths that were made for them. */
struct made_places {
  struct wb_places places;
  struct wb_names paths;
};

/* Places that a person or an administrator named. */
static void add_named(struct made_places *made, const char *path, unsigned rights) {
  if (path[0] != '/' || strcmp(path, "/") == 0) return;
  wb_names_add(&made->paths, path);
  wb_places_add(&made->places, made->paths.items[made->paths.count - 1], rights);
}

static void add_folder_of(struct made_places *made, const char *path) {
  char *folder = wb_path_dirname(path);
  add_named(made, folder, WB_MAY_READ | WB_MAY_LIST);
  free(folder);
}

/* A driver's library, by its path, or by a name that the dynamic loader would look for in its
 * folders. It may be a link into the driver's own folder, which holds what it brings along. */
static void add_library(struct made_places *made, const char *library) {
  static const char *const FOLDERS[] = {"",
                                        "/usr/lib/x86_64-linux-gnu/",
                                        "/usr/lib64/",
                                        "/usr/lib/aarch64-linux-gnu/",
                                        "/usr/lib/",
                                        "/usr/local/lib/"};
  const bool named = strchr(library, '/') != NULL;
  for (size_t i = named ? 0 : 1; i < (named ? 1 : sizeof FOLDERS / sizeof FOLDERS[0]); i++) {
    char *path = wb_format("%s%s", FOLDERS[i], library), *real = realpath(path, NULL);
    if (named) add_folder_of(made, path);
    if (real != NULL) add_folder_of(made, real);
    free(real);
    free(path);
  }
}

/* A file NAME.icd holds the name or the path of a driver's library. */
static void add_driver(struct made_places *made, const char *icd) {
  struct wb_str text;
  wb_str_init(&text);
  if (wb_file_read(icd, ICD_MAX, &text, NULL) == WB_OK && text.length > 0) {
    char *line = wb_strndup(text.data, strcspn(text.data, "\r\n"));
    add_library(made, line);
    free(line);
  }
  wb_str_release(&text);
}

/* Calls `add` for each word of a list with ':' between them; NULL has none. */
static void for_each_of(struct made_places *made, const char *list,
                        void (*add)(struct made_places *made, const char *word)) {
  while (list != NULL && *list != '\0') {
    const size_t length = strcspn(list, ":");
    char *word = wb_strndup(list, length);
    add(made, word);
    free(word);
    list += length + (list[length] == ':');
  }
}

static void add_library_folder(struct made_places *made, const char *folder) {
  add_named(made, folder, WB_MAY_READ | WB_MAY_LIST);
}

/* Calls `add` for each file of a folder. */
static void for_each_file(struct made_places *made, const char *folder,
                          void (*add)(struct made_places *made, const char *path)) {
  struct wb_names names;
  wb_names_init(&names);
  if (wb_is_directory(folder) && wb_directory_list(folder, &names, NULL) == WB_OK) {
    for (size_t i = 0; i < names.count; i++) {
      char *path = wb_path_join(folder, names.items[i]);
      add(made, path);
      free(path);
    }
  }
  wb_names_release(&names);
}

/* A file of ld.so.conf(5) names folders, a line each, where the dynamic loader looks: drivers
 * that are mounted into a container lie in such a one. */
static void add_loader_folders(struct made_places *made, const char *configuration) {
  struct wb_str text;
  char *rest = NULL;
  wb_str_init(&text);
  if (wb_file_read(configuration, ICD_MAX, &text, NULL) == WB_OK)
    for (char *line = strtok_r(text.data, " \t\r\n", &rest); line != NULL;
         line = strtok_r(NULL, " \t\r\n", &rest))
      add_library_folder(made, line);
  wb_str_release(&text);
}

static void add_drivers(struct made_places *made) {
  const char *chosen = getenv("OCL_ICD_VENDORS");
  const char *folder = chosen != NULL && chosen[0] == '/' ? chosen : VENDORS;
  if (wb_is_regular_file(folder)) add_driver(made, folder);
  for_each_file(made, folder, add_driver);
  add_named(made, folder, WB_MAY_READ | WB_MAY_LIST);
  for_each_of(made, getenv("OCL_ICD_FILENAMES"), add_library);
  for_each_of(made, getenv("LD_LIBRARY_PATH"), add_library_folder);
  for_each_file(made, "/etc/ld.so.conf.d", add_loader_folders);
}

/* ---- everybody's ----------------------------------------------------------------------- */

/* Drivers ask what this machine is; those that compile run a linker. */
static const struct wb_place PLACES[] = {
    {"/usr/lib", WB_MAY_READ | WB_MAY_LIST},
    {"/lib", WB_MAY_READ | WB_MAY_LIST},
    {"/lib64", WB_MAY_READ | WB_MAY_LIST},
    {"/usr/lib64", WB_MAY_READ | WB_MAY_LIST},
    {"/usr/share/pocl", WB_MAY_READ | WB_MAY_LIST},
    {"/usr/share/clc", WB_MAY_READ | WB_MAY_LIST},
    {"/usr/share/libdrm", WB_MAY_READ | WB_MAY_LIST},
    {"/usr/share/nvidia", WB_MAY_READ | WB_MAY_LIST},
    {"/usr/share/drirc.d", WB_MAY_READ | WB_MAY_LIST},
    {"/usr/local/lib", WB_MAY_READ | WB_MAY_LIST},
    {"/usr/local/cuda", WB_MAY_READ | WB_MAY_LIST},
    {"/usr/local/nvidia", WB_MAY_READ | WB_MAY_LIST},
    {"/usr/lib/wsl", WB_MAY_READ | WB_MAY_LIST},
    {"/opt/rocm", WB_MAY_READ | WB_MAY_LIST},
    {"/opt/amdgpu", WB_MAY_READ | WB_MAY_LIST},
    {"/opt/intel", WB_MAY_READ | WB_MAY_LIST},
    {"/etc/OpenCL", WB_MAY_READ | WB_MAY_LIST},
    {"/etc/nvidia", WB_MAY_READ | WB_MAY_LIST},
    {"/etc/debian_version", WB_MAY_READ}, /* clang: which linker's folders there are */
    {"/etc/os-release", WB_MAY_READ},
    {"/etc/lsb-release", WB_MAY_READ},
    {"/etc/localtime", WB_MAY_READ},
    {"/usr/share/locale", WB_MAY_READ},
    {"/usr/bin/ld", WB_MAY_RUN},
    {"/usr/bin/ld.bfd", WB_MAY_RUN},
    {"/usr/bin/ld.gold", WB_MAY_RUN},
    {"/usr/bin/ld.lld", WB_MAY_RUN},
    {"/sys", WB_MAY_READ | WB_MAY_LIST},
    {"/proc/self", WB_MAY_READ | WB_MAY_LIST | WB_MAY_WRITE}, /* this process's alone */
    {"/proc/cpuinfo", WB_MAY_READ},
    {"/proc/meminfo", WB_MAY_READ},
    {"/proc/version", WB_MAY_READ},
    {"/proc/devices", WB_MAY_READ},
    {"/proc/modules", WB_MAY_READ},
    {"/proc/stat", WB_MAY_READ},
    {"/proc/sys/vm", WB_MAY_READ},
    {"/proc/sys/kernel", WB_MAY_READ},
    {"/proc/driver/nvidia", WB_MAY_READ | WB_MAY_LIST},
    {"/dev/null", WB_MAY_DEVICE},
    {"/dev/zero", WB_MAY_READ},
    {"/dev/random", WB_MAY_READ},
    {"/dev/urandom", WB_MAY_READ},
    {"/dev/dri", WB_MAY_DEVICE | WB_MAY_LIST},
    {"/dev/kfd", WB_MAY_DEVICE},
    {"/dev/nvidiactl", WB_MAY_DEVICE},
    {"/dev/nvidia-uvm", WB_MAY_DEVICE},
    {"/dev/nvidia-uvm-tools", WB_MAY_DEVICE},
    {"/dev/nvidia-modeset", WB_MAY_DEVICE},
    {"/dev/nvidia-caps", WB_MAY_DEVICE | WB_MAY_LIST},
};

/* One for each card; more than these are in no machine. */
static void add_cards(struct made_places *made) {
  enum { CARDS = 16 };
  for (int i = 0; i < CARDS; i++) {
    char *path = wb_format("/dev/nvidia%d", i);
    if (wb_file_exists(path)) add_named(made, path, WB_MAY_DEVICE);
    free(path);
  }
}

enum wb_status wb_opencl_enclose(const char *folder, char *const *included, bool keeps,
                                 struct wb_error *err) {
  struct made_places made = {.places.count = 0};
  struct wb_places *places = &made.places;
  struct wb_enclosure enclosure = {
      .role = WB_ROLE_OPENCL, .places = places, .guard = included != NULL ? WB_GUARD_FD : -1};
  enum wb_status status = wb_walls_choose(&enclosure.walls, err);
  if (status != WB_OK) return status;
  /* A list is made without a supervisor, without whom a driver's unusual call would end it; and
   * which devices there are the files decide. */
  if (included == NULL) enclosure.walls.which &= ~(uint32_t)WB_WALL_SECCOMP;
  unsigned rights;
  char *kept = choose_kept(included != NULL, keeps, &rights);
  const char *shared = choose_shared(included != NULL, keeps);
  write_only_to(folder);
  compile_once();
  wb_names_init(&made.paths);
  wb_places_add(places, folder, WB_MAY_READ | WB_MAY_LIST | WB_MAY_CHANGE);
  wb_places_add(places, kept, rights);
  wb_places_add(places, shared, WB_MAY_READ | WB_MAY_LIST | WB_MAY_CHANGE);
  for (; included != NULL && *included != NULL; included++)
    wb_places_add(places, *included, WB_MAY_READ | WB_MAY_LIST);
  char *own_include = wb_own_include_folder();
  wb_places_add(places, own_include, WB_MAY_READ | WB_MAY_LIST);
  wb_places_add_libraries(places);
  for (size_t i = 0; i < sizeof PLACES / sizeof PLACES[0]; i++)
    wb_places_add(places, PLACES[i].path, PLACES[i].rights);
  add_cards(&made);
  add_drivers(&made);
  status = wb_walls_enter(&enclosure, err);
  wb_names_release(&made.paths);
  free(own_include);
  free(kept);
  return status;
}
