/* What a script that is not trusted is given of its folder. */
#include "gpu/provided_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "sandbox/folder.h"
#include "tap.h"

static char folder[] = "/tmp/workbench-provided-XXXXXX";

static void put(const char *name, const char *text) {
  char *path = wb_path_join(folder, name);
  CHECK_INT(wb_file_write_atomic(path, text, strlen(text), NULL), WB_OK);
  free(path);
}

/* Larger than may be, and of no bytes on the disk. */
static void put_huge(const char *name) {
  char *path = wb_path_join(folder, name);
  put(name, "x");
  CHECK_INT(truncate(path, (off_t)WB_PROVIDED_FILE_BYTES_MAX + 1), 0);
  free(path);
}

static void put_link(const char *name, const char *to) {
  char *path = wb_path_join(folder, name);
  CHECK_INT(symlink(to, path), 0);
  free(path);
}

static void put_folder(const char *name) {
  char *path = wb_path_join(folder, name);
  CHECK_INT(mkdir(path, 0700), 0);
  free(path);
}

static const struct wb_gpu_file *find(const struct wb_provided_files *files, const char *name) {
  for (size_t i = 0; i < files->count; i++)
    if (strcmp(files->items[i].name, name) == 0) return &files->items[i];
  return NULL;
}

static void plain_files_beside_the_script_are_read(void) {
  struct wb_provided_files *files = wb_alloc(sizeof *files);
  struct wb_str text;
  struct wb_error err;
  put("script.lua", "print(1)\n");
  put("add.cl", "__kernel void add(void) {}\n");
  put("tile.h", "#define TILE 4\n");
  put("data.npy", "\x93NUMPY");
  put("notes.txt", "secret");
  put(".hidden.cl", "secret");
  put_huge("huge.npy");
  put_link("link.cl", "/etc/passwd");
  put_link("own.cl", "add.cl");
  put_folder("folder.cl");
  wb_str_init(&text);
  char *script = wb_path_join(folder, "script.lua");
  CHECK_INT(wb_provided_files_read(script, &text, files, &err), WB_OK);
  CHECK_STRING(text.data, "print(1)\n");
  CHECK_INT(files->count, 3);
  const struct wb_gpu_file *kernel = find(files, "add.cl");
  if (CHECK(kernel != NULL)) CHECK_STRING(kernel->bytes, "__kernel void add(void) {}\n");
  CHECK(find(files, "tile.h") != NULL && find(files, "data.npy") != NULL);
  wb_provided_files_release(files);
  CHECK_INT(files->count, 0);
  wb_str_release(&text);
  free(script);
  free(files);
}

static void a_script_that_is_not_there_is_an_error(void) {
  struct wb_provided_files *files = wb_alloc(sizeof *files);
  struct wb_str text;
  struct wb_error err = {.status = WB_OK};
  wb_str_init(&text);
  char *script = wb_path_join(folder, "no.lua");
  CHECK(wb_provided_files_read(script, &text, files, &err) != WB_OK);
  CHECK_INT(files->count, 0);
  CHECK(err.message[0] != '\0');
  wb_str_release(&text);
  free(script);
  free(files);
}

static void no_more_are_read_than_there_is_room_for(void) {
  struct wb_provided_files *files = wb_alloc(sizeof *files);
  struct wb_str text;
  wb_str_init(&text);
  for (int i = 0; i < WB_PROVIDED_FILES_MAX + 9; i++) {
    char *name = wb_format("k%03d.cl", i);
    put(name, "x");
    free(name);
  }
  char *script = wb_path_join(folder, "script.lua");
  CHECK_INT(wb_provided_files_read(script, &text, files, NULL), WB_OK);
  CHECK_INT(files->count, WB_PROVIDED_FILES_MAX);
  wb_provided_files_release(files);
  wb_str_release(&text);
  free(script);
  free(files);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("plain kernels and arrays beside the script are read, and nothing else",
          plain_files_beside_the_script_are_read);
  tap_run("a script that is not there is an error", a_script_that_is_not_there_is_an_error);
  tap_run("no more are read than there is room for", no_more_are_read_than_there_is_room_for);
  wb_folder_remove_tree(folder);
  return tap_finish();
}
