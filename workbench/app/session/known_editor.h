/* What the workbench knows of the editors that most people use: how they show line numbers and
 * OpenCL C's colours without a change to anybody's own settings, and what is typed to go to a line
 * or to leave while one is open in a pane. The files that they are told to read lie in
 * workbench/editors/. */
#ifndef WB_SESSION_KNOWN_EDITOR_H
#define WB_SESSION_KNOWN_EDITOR_H

#include <stdbool.h>

#include "base/file.h"
#include "base/str.h"

/* What its options, where it needs some, go by. */
struct wb_editor_setup {
  const char *command;  /* what the person wrote, whose own options come first */
  const char *files;    /* the folder editors/; NULL: it is not there */
  const char *findings; /* a file of what was found, a line each; NULL: none */
};

struct wb_known_editor {
  const char *names[5]; /* of its executables; NULL-ended */
  const char *save;     /* the key or command that saves; NULL: not known */
  bool takes_line;      /* "+7" before the file */
  bool takes_place;     /* "--goto" and "FILE:7" in its place */
  void (*add_options)(const struct wb_editor_setup *setup, struct wb_names *argv);
  /* What is typed to go to a line, with its number between; NULL: it cannot be told. */
  const char *go_to, *after_line;
  const char *findings; /* how it goes through what it was told was found; NULL: it does not */
  /* What is typed to leave it if nothing is unsaved, and what takes its question back
   * where there is something; NULL: it cannot be told, and it does not ask. */
  const char *leave, *stay;
};

/* The editor that a command such as "vim -R" starts, also through a link (vi -> vim.basic);
 * NULL: not known. */
const struct wb_known_editor *wb_editor_known(const char *command);

/* The file that the shell would run for `name`, which may be a path; NULL: PATH has none. The
 * caller frees. */
char *wb_editor_path_of_program(const char *name);

#endif
