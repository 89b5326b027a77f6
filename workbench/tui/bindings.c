#include "tui/bindings.h"

#include <string.h>

#include "tui/actions.h"

static const struct wb_binding bindings[] = {
    {"up", {'k', WB_KEY_UP}, "up", NULL, 0, wb_do_up},
    {"down", {'j', WB_KEY_DOWN}, "down", NULL, 0, wb_do_down},
    {"page-up", {WB_KEY_PAGE_UP, WB_CTRL('B')}, "a page up", NULL, 0, wb_do_page_up},
    {"page-down",
     {WB_KEY_PAGE_DOWN, WB_KEY_SPACE, WB_CTRL('F')},
     "a page down",
     NULL,
     0,
     wb_do_page_down},
    {"top", {'g', WB_KEY_HOME}, "to the start", NULL, 0, wb_do_top},
    {"bottom", {'G', WB_KEY_END}, "to the end", NULL, 0, wb_do_bottom},
    {"open",
     {WB_KEY_ENTER},
     "open the puzzle; in the kernel, and on a finding: the editor there",
     "open",
     WB_IN(WB_PANE_LIST),
     wb_do_open},
    {"puzzles", {'1'}, "the list of puzzles", NULL, 0, wb_do_pane_list},
    {"lesson", {'2'}, "the lesson", NULL, 0, wb_do_pane_lesson},
    {"kernel", {'3'}, "the kernel", NULL, 0, wb_do_pane_kernel},
    {"result", {'4'}, "the result", NULL, 0, wb_do_pane_result},
    {"next-pane", {WB_KEY_TAB, 'l', WB_KEY_RIGHT}, "next pane", "pane", 0, wb_do_next_pane},
    {"previous-pane",
     {WB_KEY_BACK_TAB, 'h', WB_KEY_LEFT},
     "previous pane",
     NULL,
     0,
     wb_do_previous_pane},
    {"zoom", {'+'}, "give the pane the whole screen", NULL, 0, wb_do_zoom},
    {"unzoom", {'_', '-'}, "show all panes again", NULL, 0, wb_do_unzoom},
    {"edit",
     {'e'},
     "edit the kernel in $VISUAL or $EDITOR, on the whole screen",
     "edit",
     0,
     wb_do_edit},
    {"edit-here",
     {'i', WB_KEY_LEAVE_EDITOR},
     "edit the kernel in its pane, and back to that editor",
     "here",
     WB_IN(WB_PANE_KERNEL),
     wb_do_edit_here},
    {"run", {'r'}, "run the kernel (saving it does so too)", "run", 0, wb_do_run},
    {"next", {'n'}, "next puzzle", "next", 0, wb_do_next_puzzle},
    {"previous", {'p'}, "previous puzzle", NULL, 0, wb_do_previous_puzzle},
    {"next-finding",
     {'f', ']'},
     "next finding, in the kernel",
     "finding",
     WB_IN(WB_PANE_KERNEL) | WB_IN(WB_PANE_RESULT),
     wb_do_next_finding},
    {"previous-finding", {'F', '['}, "previous finding", NULL, 0, wb_do_previous_finding},
    {"hint", {'H'}, "show one more hint", "hint", 0, wb_do_hint},
    {"solution", {'s'}, "show our solution, and the kernel again", NULL, 0, wb_do_solution},
    {"reset", {'R'}, "put the starter back (keeps a backup)", NULL, 0, wb_do_reset},
    {"devices", {'d'}, "choose the device that runs kernels", NULL, 0, wb_do_devices},
    {"search", {'/'}, "search the list of puzzles", "search", WB_IN(WB_PANE_LIST), wb_do_search},
    {"command", {':'}, "type a command", NULL, 0, wb_do_command_line},
    {"mouse", {'m'}, "leave the mouse to the terminal, or take it back", NULL, 0, wb_do_mouse},
    {"redraw", {WB_CTRL('L')}, "draw the screen again", NULL, 0, wb_do_redraw},
    {"suspend", {WB_CTRL('Z')}, "back to the shell; fg returns", NULL, 0, wb_do_suspend},
    {"help", {'?'}, "this help", "help", 0, wb_do_help},
    {"cancel", {WB_KEY_ESCAPE}, "cancel the run; close what is open", NULL, 0, wb_do_escape},
    {"interrupt", {WB_CTRL('C')}, "cancel the run; twice: quit", NULL, 0, wb_do_interrupt},
    {"back", {'q'}, "back to the list; there: quit", "quit", WB_IN(WB_PANE_LIST), wb_do_back},
    {"quit", {'Q'}, "quit at once", NULL, 0, wb_do_quit},
};
enum { N_BINDINGS = sizeof bindings / sizeof bindings[0] };

const struct wb_binding *wb_bindings(size_t *count) {
  *count = N_BINDINGS;
  return bindings;
}

const struct wb_binding *wb_binding_for_key(int key) {
  for (size_t i = 0; i < N_BINDINGS; i++) {
    for (size_t k = 0; k < WB_BINDING_KEYS && bindings[i].keys[k] != 0; k++) {
      if (bindings[i].keys[k] == key) return &bindings[i];
    }
  }
  return NULL;
}

const struct wb_binding *wb_binding_named(const char *name) {
  for (size_t i = 0; i < N_BINDINGS; i++) {
    if (strcmp(bindings[i].name, name) == 0) return &bindings[i];
  }
  return NULL;
}

void wb_binding_keys(const struct wb_binding *binding, struct wb_str *out) {
  char name[WB_KEY_NAME_MAX];
  for (size_t k = 0; k < WB_BINDING_KEYS && binding->keys[k] != 0; k++) {
    wb_str_addf(out, "%s%s", k > 0 ? ", " : "", wb_key_name(binding->keys[k], name));
  }
}
