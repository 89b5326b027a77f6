/* Folders of operations (docs/operations.md), checked and packed into one file.
 *
 * A package is JSON: what it is, its format, what is told of its operations, and the texts of its
 * files. Its Lua is somebody else's: it is checked by graph.package in a host program that runs
 * behind walls, and what comes back is as little trusted as a file. */
#ifndef WB_VERBS_OPERATIONS_H
#define WB_VERBS_OPERATIONS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/str.h"
#include "text/styled.h"

enum {
  WB_OPERATIONS_FORMAT = 1,
  WB_OPERATIONS_FILES_MAX = 1000,
  WB_OPERATIONS_FILE_BYTES_MAX = 4 << 20, /* of one */
  WB_OPERATIONS_BYTES_MAX = 8 << 20       /* of all, and of the package */
};

/* Zeroed it is empty. */
struct wb_operations {
  char *name;         /* the folder's or the file's, without ".ops" */
  json_t *files;      /* name → text */
  json_t *operations; /* what is told of each; NULL: not known yet */
  json_t *faults;     /* objects with file and message; NULL: not checked */
};
void wb_operations_release(struct wb_operations *operations);

/* Reads a folder's files (.lua, .cl, .h; no links), or a package, whose form is checked. */
enum wb_status wb_operations_read(const char *path, struct wb_operations *out,
                                  struct wb_error *err);

/* Whether the path is a package's, by its name. */
bool wb_operations_is_package(const char *path);

struct wb_operations_check {
  bool compile;       /* kernels, too */
  const char *device; /* for them; NULL: the emulator */
  uint32_t time_ms;   /* in all */
  int cancel_fd;      /* readable: stop; -1: none */
};

/* Runs the files and sets operations and faults. */
enum wb_status wb_operations_check(struct wb_operations *operations,
                                   const struct wb_operations_check *check, struct wb_error *err);

size_t wb_operations_faults(const struct wb_operations *operations);

/* Writes the package, at once or not at all; the same files give the same bytes. */
enum wb_status wb_operations_write(const struct wb_operations *operations, const char *path,
                                   struct wb_error *err);

/* What is in it, and what is wrong with it; as JSON with a newline at its end. */
void wb_operations_describe(const struct wb_operations *operations, struct wb_document *out);
void wb_operations_json(const struct wb_operations *operations, struct wb_str *out);

#endif
