/* The table of commands, and that the pages that list it say what it says. */
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "tap.h"

static void quotes_keep_words_together(void) {
  struct wb_names words;
  wb_names_init(&words);
  CHECK(wb_split_words(" a  'b c'd \"e 'f\" '' ", &words));
  CHECK_INT((long long)words.count, 4);
  CHECK_STRING(words.items[1], "b cd");
  CHECK_STRING(words.items[2], "e 'f");
  CHECK_STRING(words.items[3], "");
  wb_names_release(&words);
  wb_names_init(&words);
  CHECK(!wb_split_words("a 'b", &words));
  wb_names_release(&words);
}

/* ---- the table ---- */

static void names_are_unique_and_topics_together(void) {
  for (size_t i = 0; i < wb_n_commands; i++) {
    CHECK(wb_command_named(wb_commands[i].name) == &wb_commands[i]);
    CHECK(i == 0 || wb_commands[i].topic >= wb_commands[i - 1].topic);
  }
}

static void every_row_can_be_said_somewhere(void) {
  for (size_t i = 0; i < wb_n_commands; i++) {
    const struct wb_command *row = &wb_commands[i];
    CHECK(wb_is_of_shell(row) || wb_is_key(row) || wb_is_line(row) || wb_is_spoken(row));
    /* The dialogue has a command, or says what there is instead; not both, but for a word
     * that means something else there. */
    if (wb_is_spoken(row) && strcmp(row->name, "back") != 0)
      CHECK(row->instead.type == NULL && row->instead.why == NULL);
  }
}

static void only_what_the_screen_cannot_bear_stays_out_of_it(void) {
  size_t kept_out = 0;
  for (size_t i = 0; i < wb_n_commands; i++) kept_out += wb_commands[i].shell.not_in_screen != NULL;
  CHECK_INT(kept_out, 7);
  CHECK(wb_command_named("ui")->shell.not_in_screen != NULL);
  CHECK(wb_command_named("edit")->shell.not_in_screen != NULL);
  CHECK(wb_command_named("new")->shell.not_in_screen != NULL);
  CHECK(wb_command_named("move")->shell.not_in_screen != NULL);
  CHECK(wb_command_named("rename")->shell.not_in_screen != NULL);
  CHECK(wb_command_named("import")->shell.not_in_screen != NULL);
  CHECK(wb_command_named("remove")->shell.not_in_screen != NULL);
}

static bool takes_key(const char *key) {
  for (unsigned pane = WB_IN_LIST; pane <= WB_IN_GRAPH; pane <<= 1)
    if (wb_command_of_key(key, pane) != NULL) return true;
  return false;
}

static void the_page_of_keys_names_keys_that_there_are(void) {
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_key); command != NULL;
       command = wb_next_command(command, wb_is_key)) {
    struct wb_names keys;
    wb_names_init(&keys);
    const char *named = command->key.card_keys;
    if (named != NULL && strcmp(named, "1-8") != 0) wb_split_words(named, &keys);
    for (size_t i = 0; i < keys.count; i++) CHECK(takes_key(keys.items[i]));
    CHECK(named == NULL || command->key.card != NULL);
    CHECK(command->key.card == NULL || strlen(command->key.card) <= 28);
    wb_names_release(&keys);
  }
}

/* ---- the pages ---- */

static char *page(const char *name) {
  char *path = wb_format("%s/docs/%s", WB_TEST_ROOT, name);
  struct wb_str text;
  wb_str_init(&text);
  if (!CHECK(wb_file_read(path, 1 << 20, &text, NULL) == WB_OK)) wb_str_add(&text, "");
  free(path);
  return wb_str_detach(&text);
}

/* "| `j`, `Down` | …": whether a row of a table in the page begins with these keys. */
static bool lists_keys(const char *text, const struct wb_command *command) {
  struct wb_names keys;
  struct wb_str row;
  wb_names_init(&keys);
  wb_str_init(&row);
  wb_split_words(command->key.keys, &keys);
  for (size_t k = 0; k < keys.count; k++) {
    const char *bar = strcmp(keys.items[k], "|") == 0 ? "\\" : "";
    wb_str_addf(&row, "%s`%s%s`", k > 0 ? ", " : "", bar, keys.items[k]);
  }
  char *line = wb_format("\n| %s | %s |\n", row.data, command->key.help);
  const bool found = strstr(text, line) != NULL;
  if (!found) printf("# docs/workbench.md has no row:%s", line);
  free(line);
  wb_str_release(&row);
  wb_names_release(&keys);
  return found;
}

static void the_manual_of_the_screen_lists_every_key(void) {
  char *text = page("workbench.md");
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_key); command != NULL;
       command = wb_next_command(command, wb_is_key))
    CHECK(lists_keys(text, command));
  free(text);
}

static void the_manual_of_the_screen_lists_every_line(void) {
  char *text = page("workbench.md");
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_line); command != NULL;
       command = wb_next_command(command, wb_is_line)) {
    const char *argument = command->line.argument;
    char *line = wb_format("\n| `:%s%s%s` | %s |\n", command->name, argument != NULL ? " " : "",
                           argument != NULL ? argument : "", command->line.help);
    if (strstr(text, line) == NULL) printf("# docs/workbench.md has no row:%s", line);
    CHECK(strstr(text, line) != NULL);
    free(line);
  }
  free(text);
}

static void the_manual_of_the_dialogue_lists_every_command(void) {
  char *text = page("plain.md");
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_spoken); command != NULL;
       command = wb_next_command(command, wb_is_spoken)) {
    const char *argument = command->spoken.argument;
    struct wb_str usage;
    wb_str_init(&usage);
    wb_str_addf(&usage, "\n| `%s", command->name);
    for (const char *at = argument != NULL ? argument : ""; *at != '\0'; at++)
      wb_str_addf(&usage, "%s%s%c", at == argument ? " " : "", *at == '|' ? "\\" : "", *at);
    wb_str_addf(&usage, "` | %s |\n", command->spoken.help);
    if (strstr(text, usage.data) == NULL) printf("# docs/plain.md has no row:%s", usage.data);
    CHECK(strstr(text, usage.data) != NULL);
    wb_str_release(&usage);
  }
  free(text);
}

static void the_manual_of_the_shell_has_every_command_and_option(void) {
  char *text = page("cli.md");
  for (const struct wb_command *command = wb_next_command(NULL, wb_is_of_shell); command != NULL;
       command = wb_next_command(command, wb_is_of_shell)) {
    char *row = wb_format("| `%s", command->name);
    if (strstr(text, row) == NULL) printf("# docs/cli.md has no row %s\n", row);
    CHECK(strstr(text, row) != NULL);
    free(row);
    for (size_t i = 0; i < wb_count_options(command); i++) {
      char *option = wb_format("--%s", command->shell.options[i].name);
      if (strstr(text, option) == NULL) printf("# docs/cli.md has no %s\n", option);
      CHECK(strstr(text, option) != NULL);
      free(option);
    }
  }
  free(text);
}

int main(void) {
  tap_run("quotes keep words together", quotes_keep_words_together);
  tap_run("names are unique, and topics together", names_are_unique_and_topics_together);
  tap_run("every row can be said somewhere", every_row_can_be_said_somewhere);
  tap_run("only what takes the terminal or renumbers or renames puzzles stays out of the screen",
          only_what_the_screen_cannot_bear_stays_out_of_it);
  tap_run("the page of keys names keys that there are", the_page_of_keys_names_keys_that_there_are);
  tap_run("docs/workbench.md lists every key", the_manual_of_the_screen_lists_every_key);
  tap_run("docs/workbench.md lists every line", the_manual_of_the_screen_lists_every_line);
  tap_run("docs/plain.md lists every command", the_manual_of_the_dialogue_lists_every_command);
  tap_run("docs/cli.md has every command and option",
          the_manual_of_the_shell_has_every_command_and_option);
  return tap_finish();
}
