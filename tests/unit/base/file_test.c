#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tap.h"

static char folder[] = "/tmp/wb-file-XXXXXX";

static char *in_folder(const char *name) { return wb_path_join(folder, name); }

static void write_replaces_whole_file(void) {
  struct wb_str text;
  char *path = in_folder("a.txt");
  wb_str_init(&text);
  CHECK_INT(wb_file_write_atomic(path, "one", 3, NULL), WB_OK);
  chmod(path, 0640);
  CHECK_INT(wb_file_write_atomic(path, "two!", 4, NULL), WB_OK);
  char *own = wb_file_read_text(path, 100, NULL);
  CHECK(own != NULL);
  CHECK_INT(wb_file_read(path, 100, &text, NULL), WB_OK);
  CHECK_STRING(own, text.data);
  free(own);
  CHECK_STRING(text.data, "two!");
  struct stat info;
  CHECK_INT(stat(path, &info), 0);
  CHECK_INT(info.st_mode & 0777, 0640);
  wb_str_release(&text);
  free(path);
}

static void create_never_overwrites(void) {
  struct wb_str text;
  struct wb_error err;
  char *path = in_folder("b.txt");
  wb_str_init(&text);
  CHECK_INT(wb_file_create(path, "mine", 4, NULL), WB_OK);
  CHECK_INT(wb_file_create(path, "yours", 5, &err), WB_ERR_IO);
  CHECK_INT(wb_file_read(path, 100, &text, NULL), WB_OK);
  CHECK_STRING(text.data, "mine");
  wb_str_release(&text);
  free(path);
}

static void names_are_found_whole(void) {
  struct wb_names names;
  wb_names_init(&names);
  CHECK(!wb_names_have(&names, ""));
  wb_names_add(&names, "map");
  wb_names_add(&names, "map-2d");
  CHECK(wb_names_have(&names, "map") && wb_names_have(&names, "map-2d"));
  CHECK(!wb_names_have(&names, "ma") && !wb_names_have(&names, ""));
  wb_names_release(&names);
}

static void failures_leave_no_litter(void) {
  struct wb_names names;
  wb_names_init(&names);
  CHECK_INT(wb_directory_list(folder, &names, NULL), WB_OK);
  CHECK_INT(names.count, 2);
  wb_names_release(&names);
}

static void odd_files_are_refused(void) {
  struct wb_str text;
  struct wb_error err;
  char *fifo = in_folder("fifo");
  wb_str_init(&text);
  CHECK_INT(mkfifo(fifo, 0600), 0);
  CHECK_INT(wb_file_read(fifo, 100, &text, &err), WB_ERR_IO);
  CHECK(wb_file_read_text(fifo, 100, &err) == NULL);
  CHECK_INT(wb_file_read(folder, 100, &text, &err), WB_ERR_IO);
  CHECK_INT(wb_file_read("/proc/self/environ-not", 100, &text, &err), WB_ERR_IO);
  char *big = in_folder("a.txt");
  CHECK_INT(wb_file_read(big, 3, &text, &err), WB_ERR_LIMIT);
  unlink(fifo);
  free(big);
  free(fifo);
  wb_str_release(&text);
}

static void leftovers_of_killed_processes_are_removed(void) {
  static const struct {
    const char *name;
    bool stays;
  } files[] = {{"a.json", true},        {"a.json.aB3dE9", false}, {"a.csv.aB3dE9", true},
               {"a.json.aB3dE", true},  {"a.json.aB3.E9", true},  {"json.aB3dE9", true},
               {"b.json.aB3dE9x", true}};
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    char *path = in_folder(files[i].name);
    CHECK_INT(wb_file_write_atomic(path, "x", 1, NULL), WB_OK);
    free(path);
  }
  wb_file_remove_leftovers(folder, ".json");
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    char *path = in_folder(files[i].name);
    if (!CHECK(wb_file_exists(path) == files[i].stays)) printf("# %s\n", files[i].name);
    unlink(path);
    free(path);
  }
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("names are found as a whole", names_are_found_whole);
  tap_run("writing replaces the whole file and keeps its mode", write_replaces_whole_file);
  tap_run("creating never overwrites", create_never_overwrites);
  tap_run("no temporary files stay behind", failures_leave_no_litter);
  tap_run("leftovers of killed processes are removed", leftovers_of_killed_processes_are_removed);
  tap_run("a FIFO, a folder and too large a file are refused", odd_files_are_refused);
  char *command = wb_format("rm -rf %s", folder);
  int removed = system(command);
  free(command);
  return tap_finish() + (removed != 0);
}
