#include "plain/commands.h"

#include "tap.h"
#include "tui/bindings.h"

/* By its whole name, or another whole name. */
static const struct wb_spoken *called(const char *name) {
  size_t count;
  const struct wb_spoken *commands = wb_spoken(&count);
  for (size_t i = 0; i < count; i++) {
    if (strcmp(commands[i].name, name) == 0) return &commands[i];
    for (size_t k = 0; k < WB_SPOKEN_ALIASES && commands[i].aliases[k] != NULL; k++)
      if (strcmp(commands[i].aliases[k], name) == 0) return &commands[i];
  }
  return NULL;
}

static void names_are_of_one_command_each(void) {
  size_t count;
  const struct wb_spoken *commands = wb_spoken(&count);
  for (size_t i = 0; i < count; i++) {
    CHECK(called(commands[i].name) == &commands[i]);
    for (size_t k = 0; k < WB_SPOKEN_ALIASES && commands[i].aliases[k] != NULL; k++)
      CHECK(called(commands[i].aliases[k]) == &commands[i]);
  }
}

static bool is_sentence_part(const char *text) {
  return text != NULL && text[0] != '\0' && text[strlen(text) - 1] != '.';
}

static void every_command_says_what_it_does(void) {
  size_t count;
  const struct wb_spoken *commands = wb_spoken(&count);
  CHECK(commands[0].topic != NULL);
  for (size_t i = 0; i < count; i++) {
    CHECK(commands[i].run != NULL);
    if (!is_sentence_part(commands[i].help)) CHECK_NEVER(commands[i].name);
    if (commands[i].details != NULL) CHECK(wb_ends_with(commands[i].details, "."));
    for (size_t k = 0; k < WB_SPOKEN_EXAMPLES && commands[i].examples[k].line != NULL; k++)
      CHECK(is_sentence_part(commands[i].examples[k].meaning));
  }
}

static void examples_are_lines_of_their_command(void) {
  size_t count;
  const struct wb_spoken *commands = wb_spoken(&count);
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < WB_SPOKEN_EXAMPLES && commands[i].examples[k].line != NULL; k++) {
      char *name = NULL;
      const char *argument = NULL;
      wb_spoken_split(commands[i].examples[k].line, &name, &argument);
      bool number = name[strspn(name, "0123456789")] == '\0';
      if (!number && wb_spoken_find(name, NULL) != &commands[i]) CHECK_NEVER(name);
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
  return called(screen) != NULL || wb_counterpart_of(screen) != NULL;
}

static void whatever_the_screen_has_is_here(void) {
  size_t count;
  const struct wb_binding *bindings = wb_bindings(&count);
  for (size_t i = 0; i < count; i++)
    if (!is_here(bindings[i].name)) CHECK_NEVER(bindings[i].name);
  const struct wb_line_command *commands = wb_line_commands(&count);
  for (size_t i = 0; i < count; i++)
    if (!is_here(commands[i].name)) CHECK_NEVER(commands[i].name);
}

/* "list solved, list tried": what is to be typed instead can be. */
static void counterparts_are_commands(void) {
  size_t count;
  const struct wb_binding *bindings = wb_bindings(&count);
  for (size_t i = 0; i < count; i++) {
    const struct wb_counterpart *counterpart = wb_counterpart_of(bindings[i].name);
    if (counterpart == NULL) continue;
    CHECK((counterpart->here == NULL) != (counterpart->why == NULL));
    for (const char *at = counterpart->here; at != NULL && *at != '\0';) {
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
  tap_run("what is to be typed instead is a command", counterparts_are_commands);
  return tap_finish();
}
