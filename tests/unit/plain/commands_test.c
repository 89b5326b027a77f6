#include "plain/commands.h"
#include "plain/shell_commands.h"

#include "tap.h"

/* clang-format knows this name as a loop's. */
#define FOREACH(command, has)                                                            \
  for (const struct wb_command *command = wb_next_command(NULL, has); (command) != NULL; \
       (command) = wb_next_command(command, has))

/* By its whole name, or another whole name. */
static const struct wb_command *called(const char *name) {
  FOREACH(command, wb_is_spoken) {
    const char *const *aliases = command->spoken.aliases;
    if (strcmp(command->name, name) == 0) return command;
    for (size_t k = 0; k < WB_MAX_COMMAND_ALIASES && aliases[k] != NULL; k++)
      if (strcmp(aliases[k], name) == 0) return command;
  }
  return NULL;
}

static void names_are_of_one_command_each(void) {
  FOREACH(command, wb_is_spoken) {
    const char *const *aliases = command->spoken.aliases;
    CHECK(called(command->name) == command);
    for (size_t k = 0; k < WB_MAX_COMMAND_ALIASES && aliases[k] != NULL; k++)
      CHECK(called(aliases[k]) == command);
  }
}

static bool is_sentence_part(const char *text) {
  return text != NULL && text[0] != '\0' && text[strlen(text) - 1] != '.';
}

static void every_command_says_what_it_does(void) {
  FOREACH(command, wb_is_spoken) {
    const struct wb_spoken_part *part = &command->spoken;
    if (!is_sentence_part(part->help)) CHECK_NEVER(command->name);
    if (part->details != NULL) CHECK(wb_ends_with(part->details, "."));
    for (size_t k = 0; k < wb_count_examples(part->examples); k++)
      CHECK(is_sentence_part(part->examples[k].meaning));
  }
}

static void examples_are_lines_of_their_command(void) {
  FOREACH(command, wb_is_spoken) {
    const struct wb_example *examples = command->spoken.examples;
    for (size_t k = 0; k < wb_count_examples(examples); k++) {
      char *name = NULL;
      const char *argument = NULL;
      wb_spoken_split(examples[k].line, &name, &argument);
      bool number = name[strspn(name, "0123456789")] == '\0';
      if (!number && wb_spoken_find(name, NULL) != command) CHECK_NEVER(name);
      free(name);
    }
  }
}

static void the_start_of_a_name_is_enough(void) {
  struct wb_str several;
  wb_str_init(&several);
  CHECK(wb_spoken_find("les", &several) == called("lesson"));
  CHECK_STRING(several.data, "");
  CHECK(wb_spoken_find("re", &several) == NULL);
  CHECK_STRING(several.data, "reset, restore, result");
  CHECK(wb_spoken_find("r", NULL) == called("run")); /* a name of its own */
  CHECK(wb_spoken_find("", NULL) == NULL);
  CHECK(wb_spoken_find("lessons", NULL) == NULL);
  wb_str_release(&several);
}

static void lines_are_split_at_their_first_blank(void) {
  static const struct {
    const char *line, *name, *argument;
  } lines[] = {{"run", "run", ""},
               {"  open  conv 1d", "open", "conv 1d"},
               {"", "", ""},
               {":next", "next", ""},
               {" : help run", "help", "run"},
               {"\tline\t7", "line", "7"},
               {"workbench list", "workbench", "list"}};
  for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
    char *name = NULL;
    const char *argument = NULL;
    wb_spoken_split(lines[i].line, &name, &argument);
    CHECK_STRING(name, lines[i].name);
    CHECK_STRING(argument, lines[i].argument);
    free(name);
  }
}

/* ---- the screen ---- */

static bool is_here(const char *screen) {
  return called(screen) != NULL || wb_dialogue_screen_command(screen) != NULL;
}

static void whatever_the_screen_has_is_here(void) {
  FOREACH(command, wb_is_key)
  if (!is_here(command->name)) CHECK_NEVER(command->name);
  FOREACH(command, wb_is_line)
  if (!is_here(command->name)) CHECK_NEVER(command->name);
}

/* "list solved, list tried": what is to be typed instead can be. */
static void what_is_instead_is_a_command(void) {
  FOREACH(command, wb_is_key) {
    const struct wb_instead_part *instead = &command->instead;
    if (wb_dialogue_screen_command(command->name) == NULL) continue;
    CHECK((instead->type == NULL) != (instead->why == NULL));
    for (const char *at = instead->type; at != NULL && *at != '\0';) {
      char *name = wb_strndup(at, strcspn(at, " ,"));
      if (called(name) == NULL) CHECK_NEVER(name);
      free(name);
      at = strchr(at, ',');
      if (at != NULL) at += strspn(at, ", ");
    }
  }
}

int main(void) {
  tap_run("names are of one command each", names_are_of_one_command_each);
  tap_run("every command says what it does", every_command_says_what_it_does);
  tap_run("examples are lines of their command", examples_are_lines_of_their_command);
  tap_run("the start of a name is enough", the_start_of_a_name_is_enough);
  tap_run("lines are split at their first blank", lines_are_split_at_their_first_blank);
  tap_run("whatever the screen has is here, or it is said why not",
          whatever_the_screen_has_is_here);
  tap_run("what is to be typed instead is a command", what_is_instead_is_a_command);
  return tap_finish();
}
