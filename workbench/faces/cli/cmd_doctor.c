#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/str.h"
#include "cli/program_output.h"
#include "cli/packages.h"
#include "cli/print.h"
#include "course/course.h"
#include "device/registry.h"
#include "sandbox/sandbox.h"

/* The programs beside this one, and the packages that they are built from. */
static const struct {
  const char *program, *purpose, *group;
  bool needed;
} helpers[] = {
    {"workbench-judge", "reads puzzles and judges", "build", true},
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
    {"build", "to build the workbench", false}, {"emulator", "the checking emulator", false},
    {"opencl", "OpenCL devices", true},         {"test", "to run the tests", true},
    {"lint", "to check the code", true},
};

struct doctor {
  struct wb_document text;
  json_t *checks;      /* the same for programs */
  const char *section; /* of what is checked now */
  char **versions;
  bool knows_packages;
  bool missing;         /* something without which puzzles cannot be judged */
  struct wb_str advice; /* groups to install */
};

static void put_state(struct doctor *doctor, bool fine, bool needed, const char *name,
                      const char *what) {
  const char *mark = fine ? "ok      " : needed ? "MISSING " : "absent  ";
  wb_put_line(&doctor->text,
              fine     ? WB_STYLE_GOOD
              : needed ? WB_STYLE_BAD
                       : WB_STYLE_WARNING,
              "  %s", mark);
  wb_put(&doctor->text, WB_STYLE_PLAIN, "%-21s %s", name, what);
  json_t *check = json_object();
  json_object_set_new(check, "section", wb_json_text_or_null(doctor->section));
  json_object_set_new(check, "name", wb_json_text_or_null(name));
  json_object_set_new(check, "state", json_string(fine ? "ok" : needed ? "missing" : "absent"));
  json_object_set_new(check, "detail", wb_json_text_or_null(what));
  json_array_append_new(doctor->checks, check);
}

static void begin_section(struct doctor *doctor, const char *title) {
  doctor->section = title;
  wb_put_line(&doctor->text, WB_STYLE_HEADING, "%s", title);
}

static void add_group(struct doctor *doctor, const char *group) {
  wb_str_addf(&doctor->advice, " %s ", group);
}

static void check_helper(struct doctor *doctor, size_t i) {
  char *path = wb_helper_path(helpers[i].program);
  struct wb_str version;
  wb_str_init(&version);
  const char *argv[] = {path, "--version", NULL};
  int code = path != NULL ? wb_program_output(argv, &version) : 127;
  version.data[strcspn(version.data, "\n")] = '\0';
  bool fine = code == 0;
  const char *what = fine           ? version.data
                     : path == NULL ? "is neither built nor installed"
                                    : "does not start";
  put_state(doctor, fine, helpers[i].needed, helpers[i].program, what);
  wb_put_line(&doctor->text, WB_STYLE_DIM, "          %-21s %s", "", helpers[i].purpose);
  if (!fine) add_group(doctor, helpers[i].group);
  if (!fine && helpers[i].needed) doctor->missing = true;
  wb_str_release(&version);
  free(path);
}

static void check_devices(struct doctor *doctor) {
  struct wb_device_list list = {0};
  struct wb_str problems;
  struct wb_error err;
  wb_str_init(&problems);
  begin_section(doctor, "Devices");
  if (wb_device_list(&list, &problems, &err) != WB_OK) wb_str_addf(&problems, "%s\n", err.message);
  for (size_t i = 0; i < list.count; i++) {
    put_state(doctor, true, true, list.items[i].selector, list.items[i].name);
    wb_put_line(&doctor->text, WB_STYLE_DIM, "          %-21s %s", "", list.items[i].vendor);
  }
  if (list.count == 0) {
    put_state(doctor, false, true, "none", "no kernel can run");
    doctor->missing = true;
  }
  for (char *rest = NULL, *line = strtok_r(problems.data, "\n", &rest); line != NULL;
       line = strtok_r(NULL, "\n", &rest))
    wb_put_line(&doctor->text, WB_STYLE_WARNING, "  problem %s", line);
  wb_str_release(&problems);
  wb_device_list_release(&list);
}

/* What this machine grants, whatever is asked of it now. */
static void check_sandbox(struct doctor *doctor) {
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
  begin_section(doctor, "Sandbox");
  for (size_t i = 0; i < sizeof walls / sizeof walls[0]; i++) {
    const bool stands = (there.which & walls[i].wall) != 0;
    put_state(doctor, stands, false, walls[i].title, stands ? walls[i].good : walls[i].bad);
    if (stands && walls[i].wall == WB_WALL_LANDLOCK && there.landlock_abi < LANDLOCK_SCOPES)
      wb_put_line(&doctor->text, WB_STYLE_DIM, "          %-21s ABI %u: signals and sockets are %s",
                  "", (unsigned)there.landlock_abi, "left to seccomp");
    if (!stands)
      wb_put_line(&doctor->text, WB_STYLE_DIM, "          %-21s %s", "needs", walls[i].remedy);
  }
}

/* What drivers ask, and what comes of it where it cannot be asked. */
static void check_system(struct doctor *doctor) {
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
    if (!heading) begin_section(doctor, "System");
    heading = true;
    put_state(doctor, false, false, parts[i].path, parts[i].bad);
    wb_put_line(&doctor->text, WB_STYLE_DIM, "          %-21s %s", "", parts[i].remedy);
  }
}

static void add_package(struct doctor *doctor, const struct wb_package *package,
                        const char *version) {
  json_t *check = json_object();
  json_object_set_new(check, "section", json_string("Packages"));
  json_object_set_new(check, "name", wb_json_text_or_null(package->name));
  json_object_set_new(check, "state",
                      json_string(version != NULL          ? "ok"
                                  : doctor->knows_packages ? "absent"
                                                           : "unknown"));
  json_object_set_new(check, "detail", wb_json_text_or_null(version));
  json_array_append_new(doctor->checks, check);
}

static void check_packages(struct doctor *doctor, size_t g) {
  bool complete = true;
  wb_put_line(&doctor->text, WB_STYLE_HEADING, "Packages: %s", groups[g].title);
  for (size_t i = 0; i < wb_n_packages; i++) {
    if (strcmp(wb_packages[i].group, groups[g].group) != 0) continue;
    const char *version = doctor->versions[i];
    if (version == NULL && doctor->knows_packages) complete = false;
    add_package(doctor, &wb_packages[i], version);
    wb_put_line(&doctor->text,
                version != NULL          ? WB_STYLE_GOOD
                : doctor->knows_packages ? WB_STYLE_WARNING
                                         : WB_STYLE_DIM,
                "  %s",
                version != NULL          ? "ok      "
                : doctor->knows_packages ? "absent  "
                                         : "?       ");
    wb_put(&doctor->text, WB_STYLE_PLAIN, "%-21s %s%s", wb_packages[i].name,
           version != NULL ? version : "", version != NULL ? "  " : "");
    wb_put(&doctor->text, WB_STYLE_DIM, "%s", wb_packages[i].purpose);
  }
  if (!complete) add_group(doctor, groups[g].group);
}

static void check_course(struct doctor *doctor, const struct wb_invocation *invocation) {
  struct wb_course course = {0};
  struct wb_error err;
  begin_section(doctor, "Course");
  if (wb_course_open(&course, wb_cli_value(invocation, "course"), &err) == WB_OK) {
    put_state(doctor, true, true, "course", course.root);
    char *parent = wb_path_dirname(course.work);
    bool writable = wb_is_writable_directory(course.work) ||
                    (!wb_file_exists(course.work) && wb_is_writable_directory(parent));
    put_state(doctor, writable, false, "your kernels", course.work);
    if (!writable)
      wb_put(&doctor->text, WB_STYLE_WARNING, "  cannot be written; set $WORKBENCH_WORK");
    free(parent);
  } else {
    put_state(doctor, false, true, "course", err.message);
    doctor->missing = true;
  }
  wb_course_release(&course);
}

static void show_cache(struct doctor *doctor) {
  struct wb_cache_size size = {0, 0};
  char *folder = wb_cache_folder();
  begin_section(doctor, "Cache");
  if (folder == NULL) {
    wb_put_line(&doctor->text, WB_STYLE_DIM, "  off     compiled kernels");
  } else {
    wb_cache_trim(folder, UINT64_MAX, &size, NULL);
    put_state(doctor, true, false, "compiled kernels", folder);
    wb_put_line(&doctor->text, WB_STYLE_DIM, "          %-21s %" PRIu64 " of them, %.1f MiB", "",
                size.files, (double)size.bytes / (1 << 20));
  }
  free(folder);
}

/* One command that installs all that is absent of the named groups. */
static void put_advice(struct doctor *doctor, bool everything) {
  struct wb_str command;
  size_t count = 0;
  wb_str_init(&command);
  for (size_t i = 0; i < wb_n_packages; i++) {
    char *word = wb_format(" %s ", wb_packages[i].group);
    bool wanted = strstr(doctor->advice.data, word) != NULL &&
                  (everything || (strcmp(wb_packages[i].group, "test") != 0 &&
                                  strcmp(wb_packages[i].group, "lint") != 0));
    if (wanted && doctor->versions[i] == NULL) {
      wb_str_addf(&command, " %s", wb_packages[i].name);
      count++;
    }
    free(word);
  }
  wb_document_add_line(&doctor->text);
  if (count > 0) {
    wb_put_line(&doctor->text, WB_STYLE_PLAIN, "To install what is absent, then build again:");
    const bool root = geteuid() == 0, sudo = access("/usr/bin/sudo", X_OK) == 0;
    wb_put_line(&doctor->text, WB_STYLE_STRONG, "  %sapt-get install -y%s%s && make",
                root   ? ""
                : sudo ? "sudo "
                       : "su -c '",
                command.data, root || sudo ? "" : "'");
  } else if (doctor->missing) {
    wb_put_line(&doctor->text, WB_STYLE_PLAIN,
                "All packages are here, so build again: make clean && make");
  } else {
    wb_put_line(&doctor->text, WB_STYLE_GOOD, "Everything that is needed is here.");
  }
  wb_str_release(&command);
}

int wb_shell_doctor(const struct wb_invocation *invocation) {
  struct doctor doctor = {.missing = false, .checks = json_array()};
  wb_str_init(&doctor.advice);
  doctor.versions = wb_package_versions(&doctor.knows_packages);
  begin_section(&doctor, "Programs");
  put_state(&doctor, true, true, "workbench", WB_VERSION);
  for (size_t i = 0; i < sizeof helpers / sizeof helpers[0]; i++) check_helper(&doctor, i);
  check_devices(&doctor);
  check_system(&doctor);
  check_sandbox(&doctor);
  check_course(&doctor, invocation);
  show_cache(&doctor);
  for (size_t g = 0; g < sizeof groups / sizeof groups[0]; g++) check_packages(&doctor, g);
  put_advice(&doctor, wb_cli_flag(invocation, "all"));
  bool missing = doctor.missing;
  if (wb_cli_wants_json(invocation)) {
    wb_document_release(&doctor.text);
    wb_print_json(json_pack("{s:b, s:o}", "ready", !missing, "checks", doctor.checks));
  } else {
    wb_print(invocation, &doctor.text);
    json_decref(doctor.checks);
  }
  wb_package_versions_free(doctor.versions);
  wb_str_release(&doctor.advice);
  return missing ? WB_EXIT_MISSING : WB_EXIT_OK;
}
