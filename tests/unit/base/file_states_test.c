#include "base/file_states.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "tap.h"

static char folder[64];
static struct wb_file_memory memory;

static char *path_of(const char *name) { return wb_path_join(folder, name); }

static void write_file(const char *name, const char *text) {
  char *path = path_of(name);
  FILE *file = fopen(path, "w");
  if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0) abort();
  free(path);
}

static bool add(struct wb_file_states *states, const char *name) {
  char *path = path_of(name);
  const bool known = wb_file_states_add(states, path);
  free(path);
  return known;
}

/* With and without what is remembered, which must be the same. */
static bool hold(const struct wb_file_states *states) {
  const bool holds = wb_file_states_hold(states, NULL);
  CHECK_INT(wb_file_states_hold(states, &memory), holds);
  return holds;
}

static void files_hold_until_their_content_is_another(void) {
  struct wb_file_states states = {.count = 0};
  write_file("a", "one");
  CHECK(add(&states, "a") && hold(&states));
  write_file("a", "two");
  CHECK(!hold(&states));
  write_file("a", "one");
  CHECK(hold(&states));
  wb_file_states_release(&states);
}

static void what_was_read_is_what_counts(void) {
  struct wb_file_states states = {.count = 0};
  char *path = path_of("a");
  write_file("a", "later");
  wb_file_states_add_text(&states, path, "before", 6);
  CHECK(!hold(&states));
  write_file("a", "before");
  CHECK(hold(&states));
  free(path);
  wb_file_states_release(&states);
}

static void a_file_that_was_not_there_counts_as_well(void) {
  struct wb_file_states states = {.count = 0};
  CHECK(add(&states, "b") && hold(&states));
  write_file("b", "");
  CHECK(!hold(&states));
  wb_file_states_release(&states);
}

static void a_folder_is_all_that_is_in_it(void) {
  struct wb_file_states states = {.count = 0};
  char *path = path_of("sub");
  if (mkdir(path, 0700) != 0) abort();
  write_file("sub/x", "x");
  CHECK(wb_file_states_add_all(&states, path) && hold(&states));
  write_file("sub/x", "y");
  CHECK(!hold(&states));
  write_file("sub/x", "x");
  write_file("sub/y", "y");
  CHECK(!hold(&states));
  free(path);
  wb_file_states_release(&states);
}

static void what_cannot_be_read_never_holds(void) {
  struct wb_file_states states = {.count = 0};
  char *path = path_of("pipe");
  if (mkfifo(path, 0600) != 0) abort();
  CHECK(!wb_file_states_add(&states, path));
  CHECK(!hold(&states));
  free(path);
  wb_file_states_release(&states);
}

int main(void) {
  snprintf(folder, sizeof folder, "/tmp/wb-states-XXXXXX");
  if (mkdtemp(folder) == NULL) abort();
  tap_run("files hold until their content is another", files_hold_until_their_content_is_another);
  tap_run("what was read is what counts", what_was_read_is_what_counts);
  tap_run("a file that was not there counts as well", a_file_that_was_not_there_counts_as_well);
  tap_run("a folder is all that is in it", a_folder_is_all_that_is_in_it);
  tap_run("what cannot be read never holds", what_cannot_be_read_never_holds);
  wb_file_memory_release(&memory);
  char *command = wb_format("rm -rf '%s'", folder);
  const int removed = system(command);
  free(command);
  return removed != 0 ? removed : tap_finish();
}
