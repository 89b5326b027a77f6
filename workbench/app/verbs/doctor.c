#include "verbs/doctor.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/process.h"
#include "base/str.h"
#include "course/course.h"
#include "device/registry.h"
#include "sandbox/sandbox.h"
#include "verbs/packages.h"
#include "session/session.h"

/* The programs beside this one, and the packages that they are built from. */
static const struct {
  const char *program, *purpose, *group;
  bool needed;
} helpers[] = {
    {"workbench-judge", "reads puzzles and judges", "build", true},
    {"workbench-host", "runs host programs in Lua", "build", false},
    {"workbench-archive", "unpacks and packs courses", "build", false},
    {"workbench-emulator", "runs kernels and checks every access", "emulator", true},
    {"workbench-compiler", "compiles kernels for the emulator", "emulator", true},
    {"workbench-opencl", "runs kernels on OpenCL devices", "opencl", false},
};

enum { LANDLOCK_SCOPES = 6 }; /* the ABI that keeps signals and abstract sockets in */

/* The groups of packages, and what is missing without them. */
static const struct {
  const char *group, *title;
  bool optional;
} groups[] = {
    {"build", "to build the workbench", false},
    {"emulator", "the checking emulator", false},
    {"opencl", "OpenCL devices", true},
    {"test", "to run the tests", true},
    {"python", "to call operations from Python", true},
    {"lint", "to check the code", true},
};

/* A visit under way. */
struct visit {
  struct wb_doctor *doctor; /* what is found goes there */
  const char *section;      /* of what is checked now */
  char **versions;
  bool knows_packages;
  struct wb_str advice; /* groups to install */
  bool lacks_program;   /* one of them is not there, or does not start */
};

/* ---- what is found ------------------------------------------------------------------- */

static const struct wb_word states[] = {
    [WB_DOCTOR_OK] = {.name = "ok"},
    [WB_DOCTOR_MISSING] = {.name = "missing"},
    [WB_DOCTOR_ABSENT] = {.name = "absent"},
    [WB_DOCTOR_UNKNOWN] = {.name = "unknown"},
};
static const struct wb_words state_words = WB_WORDS(states);

#define WB_OF struct wb_doctor_check
static const struct wb_field check_rows[] = {
    {"section", WB_VALUE(section)},
    {"name", WB_VALUE(name)},
    {"state", WB_VALUE(state), .words = &state_words},
    {"detail", WB_VALUE(detail), .or_null = true},
};
static const struct wb_fields check_fields = {WB_ROWS(check_rows)};
#undef WB_OF

#define WB_OF struct wb_doctor
static const struct wb_field doctor_rows[] = {
    {"ready", WB_VALUE(ready)},
    {"checks", WB_LIST(checks, n_checks, SIZE_MAX), .fields = &check_fields},
};
const struct wb_fields wb_doctor_fields = {WB_ROWS(doctor_rows)};
#undef WB_OF

void wb_doctor_release(struct wb_doctor *doctor) {
  for (size_t i = 0; i < doctor->n_checks; i++) {
    free(doctor->checks[i].name);
    free(doctor->checks[i].detail);
  }
  free(doctor->checks);
  wb_document_release(&doctor->text);
  memset(doctor, 0, sizeof *doctor);
}

static void add_check(struct wb_doctor *doctor, const char *section, const char *name,
                      enum wb_doctor_state state, const char *detail) {
  doctor->checks =
      wb_grow(doctor->checks, &doctor->capacity, doctor->n_checks + 1, sizeof *doctor->checks);
  doctor->checks[doctor->n_checks++] = (struct wb_doctor_check){
      section, wb_strdup(name), state, detail != NULL ? wb_strdup(detail) : NULL};
}

/* As people read it. */
static const struct {
  const char *mark;
  enum wb_style style;
} looks[] = {
    [WB_DOCTOR_OK] = {"ok      ", WB_STYLE_GOOD},
    [WB_DOCTOR_MISSING] = {"MISSING ", WB_STYLE_BAD},
    [WB_DOCTOR_ABSENT] = {"absent  ", WB_STYLE_WARNING},
    [WB_DOCTOR_UNKNOWN] = {"?       ", WB_STYLE_DIM},
};

static void put_check(struct visit *visit, const char *name, enum wb_doctor_state state) {
  wb_put_line(&visit->doctor->text, looks[state].style, "  %s", looks[state].mark);
  wb_put(&visit->doctor->text, WB_STYLE_PLAIN, "%-21s ", name);
}

static void put_state(struct visit *visit, bool fine, bool needed, const char *name,
                      const char *what) {
  const enum wb_doctor_state state = fine     ? WB_DOCTOR_OK
                                     : needed ? WB_DOCTOR_MISSING
                                              : WB_DOCTOR_ABSENT;
  add_check(visit->doctor, visit->section, name, state, what);
  put_check(visit, name, state);
  wb_put(&visit->doctor->text, WB_STYLE_PLAIN, "%s", what);
}

/* More about the check above it. */
static void put_note(struct visit *visit, const char *lead, const char *note) {
  wb_put_line(&visit->doctor->text, WB_STYLE_DIM, "          %-21s %s", lead, note);
}

static void begin_section(struct visit *visit, const char *title) {
  visit->section = title;
  wb_put_line(&visit->doctor->text, WB_STYLE_HEADING, "%s", title);
}

static void add_group(struct visit *visit, const char *group) {
  wb_str_addf(&visit->advice, " %s ", group);
}

static void check_helper(struct visit *visit, size_t i) {
  char *path = wb_helper_path(helpers[i].program);
  struct wb_str version;
  wb_str_init(&version);
  const char *argv[] = {path, "--version", NULL};
  int code = path != NULL ? wb_process_output(argv, &version) : 127;
  version.data[strcspn(version.data, "\n")] = '\0';
  bool fine = code == 0;
  const char *what = fine           ? version.data
                     : path == NULL ? "is neither built nor installed"
                                    : "does not start";
  put_state(visit, fine, helpers[i].needed, helpers[i].program, what);
  put_note(visit, "", helpers[i].purpose);
  if (!fine) add_group(visit, helpers[i].group);
  visit->lacks_program = visit->lacks_program || !fine;
  if (!fine && helpers[i].needed) visit->doctor->ready = false;
  wb_str_release(&version);
  free(path);
}

static void check_devices(struct visit *visit) {
  struct wb_device_list list = {0};
  struct wb_str problems;
  struct wb_error err;
  wb_str_init(&problems);
  begin_section(visit, "Devices");
  if (wb_device_list(&list, &problems, &err) != WB_OK) wb_str_addf(&problems, "%s\n", err.message);
  for (size_t i = 0; i < list.count; i++) {
    put_state(visit, true, true, list.items[i].selector, list.items[i].name);
    put_note(visit, "", list.items[i].vendor);
  }
  if (list.count == 0) {
    put_state(visit, false, true, "none", "no kernel can run");
    visit->doctor->ready = false;
  }
  for (char *rest = NULL, *line = strtok_r(problems.data, "\n", &rest); line != NULL;
       line = strtok_r(NULL, "\n", &rest))
    wb_put_line(&visit->doctor->text, WB_STYLE_WARNING, "  problem %s", line);
  wb_str_release(&problems);
  wb_device_list_release(&list);
}

static void put_old_landlock(struct visit *visit, uint32_t abi) {
  char *note = wb_format("ABI %u: signals and sockets are left to seccomp", (unsigned)abi);
  put_note(visit, "", note);
  free(note);
}

/* What this machine grants, whatever is asked of it now. */
static void check_sandbox(struct visit *visit) {
  static const struct {
    enum wb_wall wall;
    const char *title, *good, *bad, *remedy;
  } walls[] = {
      {WB_WALL_LANDLOCK, "Landlock", "kernels and compilers can open nothing of yours",
       "only checks of its text keep a kernel from this machine's files",
       "Linux 5.13 or newer, with landlock in /sys/kernel/security/lsm; boot with "
       "lsm=landlock,... or ask who runs this container to let the calls landlock_* pass"},
      {WB_WALL_SECCOMP, "seccomp", "kernels can make no system call that they do not need",
       "a kernel that escapes its checks can make any system call",
       "Linux 5.9 or newer, with CONFIG_SECCOMP_FILTER; ask who runs this container to let the "
       "call seccomp pass"},
  };
  struct wb_walls there;
  wb_walls_probe(&there);
  begin_section(visit, "Sandbox");
  for (size_t i = 0; i < sizeof walls / sizeof walls[0]; i++) {
    const bool stands = (there.which & walls[i].wall) != 0;
    put_state(visit, stands, false, walls[i].title, stands ? walls[i].good : walls[i].bad);
    if (!stands)
      put_note(visit, "needs", walls[i].remedy);
    else if (walls[i].wall == WB_WALL_LANDLOCK && there.landlock_abi < LANDLOCK_SCOPES)
      put_old_landlock(visit, there.landlock_abi);
  }
}

/* What drivers ask, and what comes of it where it cannot be asked. */
static void check_system(struct visit *visit) {
  static const struct {
    const char *path, *bad, *remedy;
  } parts[] = {
      {"/proc/self/stat", "processes that a run leaves behind are not found",
       "mount -t proc proc /proc"},
      {"/sys/devices/system/cpu", "PoCL aborts (signal 6): it reads there how many cores there are",
       "mount -t sysfs sysfs /sys"},
      {"/dev/null", "nothing can be started", "mount -t devtmpfs dev /dev"},
  };
  bool heading = false;
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    if (wb_file_exists(parts[i].path)) continue;
    if (!heading) begin_section(visit, "System");
    heading = true;
    put_state(visit, false, false, parts[i].path, parts[i].bad);
    put_note(visit, "", parts[i].remedy);
  }
}

static void check_package(struct visit *visit, size_t i) {
  const char *version = visit->versions[i];
  const enum wb_doctor_state state = version != NULL         ? WB_DOCTOR_OK
                                     : visit->knows_packages ? WB_DOCTOR_ABSENT
                                                             : WB_DOCTOR_UNKNOWN;
  add_check(visit->doctor, "Packages", wb_packages[i].name, state, version);
  put_check(visit, wb_packages[i].name, state);
  if (version != NULL) wb_put(&visit->doctor->text, WB_STYLE_PLAIN, "%s  ", version);
  wb_put(&visit->doctor->text, WB_STYLE_DIM, "%s", wb_packages[i].purpose);
}

static void check_packages(struct visit *visit, size_t g) {
  bool complete = true;
  wb_put_line(&visit->doctor->text, WB_STYLE_HEADING, "Packages: %s", groups[g].title);
  for (size_t i = 0; i < wb_n_packages; i++) {
    if (strcmp(wb_packages[i].group, groups[g].group) != 0) continue;
    if (visit->versions[i] == NULL && visit->knows_packages) complete = false;
    check_package(visit, i);
  }
  if (!complete) add_group(visit, groups[g].group);
}

static void check_course(struct visit *visit, const char *wanted) {
  struct wb_course course = {0};
  struct wb_error err;
  begin_section(visit, "Course");
  if (wb_session_open_course(&course, wanted, &err) == WB_OK) {
    put_state(visit, true, true, "course", course.root);
    char *parent = wb_path_dirname(course.work);
    bool writable = wb_is_writable_directory(course.work) ||
                    (!wb_file_exists(course.work) && wb_is_writable_directory(parent));
    put_state(visit, writable, false, "your kernels", course.work);
    if (!writable)
      wb_put(&visit->doctor->text, WB_STYLE_WARNING, "  cannot be written; set $WORKBENCH_WORK");
    free(parent);
  } else {
    put_state(visit, false, true, "course", err.message);
    visit->doctor->ready = false;
  }
  wb_course_release(&course);
}

static void show_cache(struct visit *visit) {
  struct wb_cache_size size = {0, 0};
  char *folder = wb_cache_folder_of_kernels();
  begin_section(visit, "Cache");
  if (folder == NULL) {
    wb_put_line(&visit->doctor->text, WB_STYLE_DIM, "  off     compiled kernels");
  } else {
    wb_cache_trim(folder, UINT64_MAX, &size, NULL);
    put_state(visit, true, false, "compiled kernels", folder);
    char *note =
        wb_format("%" PRIu64 " of them, %.1f MiB", size.files, (double)size.bytes / (1 << 20));
    put_note(visit, "", note);
    free(note);
  }
  free(folder);
}

static bool lacks_anything(const struct wb_doctor *doctor) {
  bool lacks = false;
  for (size_t i = 0; i < doctor->n_checks; i++)
    lacks = lacks || doctor->checks[i].state != WB_DOCTOR_OK;
  return lacks;
}

/* One command that installs all that is absent of the named groups. */
static void put_advice(struct visit *visit, bool everything) {
  struct wb_str command;
  size_t count = 0;
  wb_str_init(&command);
  for (size_t i = 0; i < wb_n_packages; i++) {
    char *word = wb_format(" %s ", wb_packages[i].group);
    bool wanted = strstr(visit->advice.data, word) != NULL &&
                  (everything || (strcmp(wb_packages[i].group, "test") != 0 &&
                                  strcmp(wb_packages[i].group, "python") != 0 &&
                                  strcmp(wb_packages[i].group, "lint") != 0));
    if (wanted && visit->versions[i] == NULL) {
      wb_str_addf(&command, " %s", wb_packages[i].name);
      count++;
    }
    free(word);
  }
  wb_document_add_line(&visit->doctor->text);
  if (count > 0) {
    wb_put_line(&visit->doctor->text, WB_STYLE_PLAIN,
                "To install what is absent, then build again:");
    const bool root = geteuid() == 0, sudo = access("/usr/bin/sudo", X_OK) == 0;
    wb_put_line(&visit->doctor->text, WB_STYLE_STRONG, "  %sapt-get install -y%s%s && make",
                root   ? ""
                : sudo ? "sudo "
                       : "su -c '",
                command.data, root || sudo ? "" : "'");
  } else if (!visit->doctor->ready || visit->lacks_program) {
    wb_put_line(&visit->doctor->text, WB_STYLE_PLAIN,
                "All packages are here, so build again: make clean && make");
  } else {
    wb_put_line(&visit->doctor->text, WB_STYLE_GOOD,
                lacks_anything(visit->doctor)
                    ? "Everything that is needed is here; what is absent above is optional."
                    : "Everything that is needed is here.");
  }
  wb_str_release(&command);
}

void wb_doctor_visit(const char *course, bool everything, struct wb_doctor *doctor) {
  struct visit visit = {.doctor = doctor};
  *doctor = (struct wb_doctor){.ready = true};
  wb_str_init(&visit.advice);
  visit.versions = wb_package_versions(&visit.knows_packages);
  begin_section(&visit, "Programs");
  put_state(&visit, true, true, "workbench", WB_VERSION);
  for (size_t i = 0; i < sizeof helpers / sizeof helpers[0]; i++) check_helper(&visit, i);
  check_devices(&visit);
  check_system(&visit);
  check_sandbox(&visit);
  check_course(&visit, course);
  show_cache(&visit);
  for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) check_packages(&visit, g);
  put_advice(&visit, everything);
  wb_package_versions_free(visit.versions);
  wb_str_release(&visit.advice);
}
