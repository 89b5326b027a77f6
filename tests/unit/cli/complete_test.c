#include "cli/complete.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cli/command.h"
#include "tap.h"

/* What is offered after the words of `line` for `begun`, joined by blanks. */
static char *offered(const char *line, const char *begun) {
  struct wb_names words, puzzles, out;
  struct wb_str text;
  wb_names_init(&words);
  wb_names_init(&puzzles);
  wb_names_init(&out);
  wb_str_init(&text);
  char *copy = wb_strdup(line), *rest = NULL;
  for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest))
    wb_names_add(&words, word);
  wb_names_add(&puzzles, "01-map");
  wb_names_add(&puzzles, "02-zip");
  wb_complete_line(&words, begun, &puzzles, WB_TEST_BUILD "/tests/course", &out);
  for (size_t i = 0; i < out.count; i++) wb_str_addf(&text, "%s%s", i > 0 ? " " : "", out.items[i]);
  wb_names_release(&words);
  wb_names_release(&puzzles);
  wb_names_release(&out);
  free(copy);
  return wb_str_detach(&text);
}

static void check_offer(const char *line, const char *begun, const char *expected) {
  char *text = offered(line, begun);
  CHECK_STRING(text, expected);
  free(text);
}

static void every_command_is_offered(void) {
  for (size_t i = 0; i < wb_n_commands; i++) {
    if (!wb_is_of_shell(&wb_commands[i])) continue;
    char *text = offered("", wb_commands[i].name);
    CHECK(wb_starts_with(text, wb_commands[i].name));
    free(text);
  }
  check_offer("", "docto", "doctor");
  check_offer("", "nothing-like-it", "");
}

static void operands_and_values_are_offered_by_kind(void) {
  check_offer("run", "0", "01-map 02-zip");
  check_offer("run", "m", "map");
  check_offer("run", "p", "");
  check_offer("help", "docto", "doctor");
  check_offer("completion", "", "bash zsh fish");
  check_offer("run --device", "emu", "emulator");
  check_offer("run -d", "op", "opencl");
  check_offer("list --color", "a", "auto always");
  check_offer("run --schedule", "for", "forward");
}

static void words_of_the_glossary_are_offered_one_by_one(void) {
  check_offer("glossary", "work", "work-item work-group");
  check_offer("glossary", "glo", "global");
  check_offer("glossary global", "", "id size memory");
  check_offer("glossary LOCAL", "m", "memory");
  check_offer("glossary --course " WB_TEST_BUILD "/tests/course --json barrier", "", "divergence");
  check_offer("glossary work-item", "", "");
  check_offer("glossary no-such-word", "", "");
}

static void options_are_offered_with_the_global_ones(void) {
  check_offer("list", "--js", "--json");
  check_offer("list", "--col", "--color");
  check_offer("list", "--color=a", "--color=auto --color=always");
  check_offer("run", "--device=emu", "--device=emulator");
  check_offer("", "--col", "--color");
  check_offer("no-such-command", "--c", "");
}

static void files_and_folders_are_offered(void) {
  check_offer("emulate", WB_TEST_ROOT "/tests/tui/course/kernels/01",
              WB_TEST_ROOT "/tests/tui/course/kernels/01-first.cl");
  check_offer("list --course", WB_TEST_ROOT "/tests/tui/cour", WB_TEST_ROOT "/tests/tui/course/");
  check_offer("emulate", "/no/such/folder/x", "");
}

int main(void) {
  tap_run("every command is offered", every_command_is_offered);
  tap_run("operands and values are offered by their kind", operands_and_values_are_offered_by_kind);
  tap_run("words of the glossary are offered, one by one",
          words_of_the_glossary_are_offered_one_by_one);
  tap_run("options are offered, the global ones too", options_are_offered_with_the_global_ones);
  tap_run("files and folders are offered", files_and_folders_are_offered);
  return tap_finish();
}
