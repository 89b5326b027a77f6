/* Each face names the commands of a message in its own words. */
#include <stdlib.h>

#include "commands/mentions.h"
#include "tap.h"

static void check_said(enum wb_face face, const char *message, const char *said) {
  char *text = wb_mentions_in(face, message);
  CHECK_STRING(text, said);
  free(text);
}

static void the_shell_prints_a_message_as_it_is(void) {
  check_said(WB_FACE_SHELL, "None; `workbench doctor` says more.",
             "None; `workbench doctor` says more.");
}

static void the_dialogue_says_what_one_types_there(void) {
  check_said(WB_FACE_DIALOGUE, "no puzzle \"x\"; `workbench list` shows all",
             "no puzzle \"x\"; list shows all");
  check_said(WB_FACE_DIALOGUE, "`workbench hint 5 --all` or `workbench solution map --spoil`",
             "hint 5 all or solution map spoil");
}

static void the_dialogue_keeps_the_options_of_what_the_shell_does_for_it(void) {
  check_said(WB_FACE_DIALOGUE, "see `workbench doctor --all`.", "see doctor --all.");
}

static void the_screen_says_the_key_else_what_follows_the_colon(void) {
  check_said(WB_FACE_SCREEN, "`workbench hint 5` helps", "H helps");
  check_said(WB_FACE_SCREEN, "`workbench doctor` says more", ":doctor says more");
  check_said(WB_FACE_SCREEN, "`workbench reset 5` puts it back", ":reset puts it back");
  check_said(WB_FACE_SCREEN, "of `workbench emulate --trace FILE`", "of :emulate --trace FILE");
}

static void what_names_no_command_stays(void) {
  static const char *const others[] = {"",
                                       "`out` of the workbench",
                                       "`workbench nonsense` `x`",
                                       "`workbench list",
                                       "`workbench `",
                                       "workbench list"};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    for (int face = WB_FACE_SHELL; face <= WB_FACE_DIALOGUE; face++)
      check_said((enum wb_face)face, others[i], others[i]);
  check_said(WB_FACE_DIALOGUE, "`workbench nonsense`, `workbench run`!",
             "`workbench nonsense`, run!");
}

int main(void) {
  tap_run("the shell prints a message as it is", the_shell_prints_a_message_as_it_is);
  tap_run("the dialogue says what one types there", the_dialogue_says_what_one_types_there);
  tap_run("the dialogue keeps the options of what the shell does for it",
          the_dialogue_keeps_the_options_of_what_the_shell_does_for_it);
  tap_run("the screen says the key, else what follows the colon",
          the_screen_says_the_key_else_what_follows_the_colon);
  tap_run("what names no command stays", what_names_no_command_stays);
  return tap_finish();
}
