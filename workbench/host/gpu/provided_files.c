#include "gpu/provided_files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum { SCRIPT_MAX = 4 << 20 };

static bool is_of_use(const char *name) {
  static const char *const ends[] = {".cl", ".h", ".npy", ".pgm"};
  bool found = false;
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
    found = found || wb_ends_with(name, ends[i]);
  return found && name[0] != '.';
}

/* Its bytes, or NULL: it is no plain file, or too large. */
static char *read_bytes(const char *path, size_t most, size_t *length) {
  struct stat info;
  char *bytes = NULL;
  const int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return NULL;
  if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && (size_t)info.st_size <= most) {
    *length = (size_t)info.st_size;
    bytes = wb_alloc(*length + 1);
    size_t got = 0;
    ssize_t piece = 1;
    while (got < *length && piece > 0) {
      piece = read(fd, bytes + got, *length - got);
      if (piece > 0) got += (size_t)piece;
    }
    *length = got;
  }
  close(fd);
  return bytes;
}

static void add_file(struct wb_provided_files *files, const char *folder, const char *name) {
  const size_t room = WB_PROVIDED_BYTES_MAX - files->bytes;
  const size_t most = room < WB_PROVIDED_FILE_BYTES_MAX ? room : WB_PROVIDED_FILE_BYTES_MAX;
  size_t length = 0;
  if (files->count == WB_PROVIDED_FILES_MAX || !is_of_use(name)) return;
  char *path = wb_path_join(folder, name);
  char *bytes = read_bytes(path, most, &length);
  if (bytes != NULL) {
    files->items[files->count++] =
        (struct wb_gpu_file){.name = wb_strdup(name), .bytes = bytes, .length = length};
    files->bytes += length;
  }
  free(path);
}

enum wb_status wb_provided_files_read(const char *script, struct wb_str *text,
                                      struct wb_provided_files *files, struct wb_error *err) {
  struct wb_names names;
  char *folder = wb_path_dirname(script);
  enum wb_status status = wb_file_read(script, SCRIPT_MAX, text, err);
  files->count = files->bytes = 0;
  wb_names_init(&names);
  if (status == WB_OK && wb_directory_list(folder, &names, NULL) == WB_OK)
    for (size_t i = 0; i < names.count; i++) add_file(files, folder, names.items[i]);
  wb_names_release(&names);
  free(folder);
  return status;
}

void wb_provided_files_release(struct wb_provided_files *files) {
  for (size_t i = 0; i < files->count; i++) {
    free((char *)files->items[i].name);
    free((char *)files->items[i].bytes);
  }
  files->count = 0;
}
