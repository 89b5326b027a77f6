#include "tui/bindings.h"

#include <string.h>

#include "tui/actions.h"

static const struct wb_binding bindings[] = {
    {"up", {'k', WB_KEY_UP}, "up", NULL, 0, wb_do_up, 0},
    {"down", {'j', WB_KEY_DOWN}, "down", NULL, 0, wb_do_down, 0},
    {"page-up", {WB_KEY_PAGE_UP, WB_CTRL('B')}, "a page up", NULL, 0, wb_do_page_up, 0},
    {"page-down",
     {WB_KEY_PAGE_DOWN, WB_KEY_SPACE, WB_CTRL('F')},
     "a page down",
     NULL,
     0,
     wb_do_page_down,
     0},
    {"top", {'g', WB_KEY_HOME}, "to the start", NULL, 0, wb_do_top, 0},
    {"bottom", {'G', WB_KEY_END}, "to the end", NULL, 0, wb_do_bottom, 0},
    {"open",
     {WB_KEY_ENTER},
     "open the puzzle; in the kernel, and on a finding: the editor there",
     "open",
     WB_IN(WB_PANE_LIST),
     wb_do_open,
     0},
    {"puzzles", {'1'}, "the list of puzzles", NULL, 0, wb_do_pane_list, 0},
    {"lesson", {'2'}, "the lesson", NULL, 0, wb_do_pane_lesson, 0},
    {"kernel", {'3'}, "the kernel", NULL, 0, wb_do_pane_kernel, 0},
    {"result", {'4'}, "the result", NULL, 0, wb_do_pane_result, 0},
    {"trace", {'5'}, "what the work-items did", NULL, 0, wb_do_pane_trace, 0},
    {"next-pane", {WB_KEY_TAB, 'l', WB_KEY_RIGHT}, "next pane", "pane", 0, wb_do_next_pane, 0},
    {"previous-pane",
     {WB_KEY_BACK_TAB, 'h', WB_KEY_LEFT},
     "previous pane",
     NULL,
     0,
     wb_do_previous_pane,
     0},
    {"zoom", {'+'}, "give the pane the whole screen", NULL, 0, wb_do_zoom, 0},
    {"unzoom", {'_', '-'}, "show all panes again", NULL, 0, wb_do_unzoom, 0},
    {"edit",
     {'e'},
     "edit the kernel in $VISUAL or $EDITOR, on the whole screen",
     "edit",
     0,
     wb_do_edit,
     0},
    {"edit-here",
     {'i', WB_KEY_LEAVE_EDITOR},
     "edit the kernel in its pane, and back to that editor",
     "here",
     WB_IN(WB_PANE_KERNEL),
     wb_do_edit_here,
     0},
    {"run", {'r'}, "run the kernel (saving it does so too)", "run", 0, wb_do_run, 0},
    {"next", {'n'}, "next puzzle", "next", 0, wb_do_next_puzzle, 0},
    {"previous", {'p'}, "previous puzzle", NULL, 0, wb_do_previous_puzzle, 0},
    {"next-finding",
     {']'},
     "next finding, in the kernel",
     "finding",
     WB_IN(WB_PANE_KERNEL) | WB_IN(WB_PANE_RESULT),
     wb_do_next_finding,
     0},
    {"previous-finding", {'['}, "previous finding", NULL, 0, wb_do_previous_finding, 0},
    {"hint", {'H'}, "show one more hint", "hint", 0, wb_do_hint, 0},
    {"solution", {'s'}, "show our solution, and the kernel again", NULL, 0, wb_do_solution, 0},
    {"reset", {'R'}, "put the starter back (keeps a backup)", NULL, 0, wb_do_reset, 0},
    {"devices", {'d'}, "choose the device that runs kernels", NULL, 0, wb_do_devices, 0},
    {"search",
     {'/'},
     "search: in the list for puzzles, in other panes for text",
     "search",
     WB_IN(WB_PANE_LIST) | WB_IN(WB_PANE_LESSON),
     wb_do_search,
     0},
    {"next-match", {WB_CTRL('N')}, "next match (also: / Enter)", NULL, 0, wb_do_next_match, 0},
    {"previous-match", {WB_CTRL('P')}, "previous match", NULL, 0, wb_do_previous_match, 0},
    {"filter",
     {'f'},
     "show all puzzles, the unsolved, the tried, the solved ones",
     "filter",
     WB_IN(WB_PANE_LIST),
     wb_do_filter,
     0},
    {"command", {':'}, "type a command", NULL, 0, wb_do_command_line, 0},
    {"mouse", {'m'}, "leave the mouse to the terminal, or take it back", NULL, 0, wb_do_mouse, 0},
    {"redraw", {WB_CTRL('L')}, "draw the screen again", NULL, 0, wb_do_redraw, 0},
    {"suspend", {WB_CTRL('Z')}, "back to the shell; fg returns", NULL, 0, wb_do_suspend, 0},
    {"help", {'?'}, "this help", "help", 0, wb_do_help, 0},
    {"cancel", {WB_KEY_ESCAPE}, "cancel the run; close what is open", NULL, 0, wb_do_escape, 0},
    {"interrupt", {WB_CTRL('C')}, "cancel the run; twice: quit", NULL, 0, wb_do_interrupt, 0},
    {"back", {'q'}, "back to the list; there: quit", "quit", WB_IN(WB_PANE_LIST), wb_do_back, 0},
    {"quit", {'Q'}, "quit at once", NULL, 0, wb_do_quit, 0},
};
enum { N_BINDINGS = sizeof bindings / sizeof bindings[0] };

const struct wb_binding *wb_bindings(size_t *count) {
  *count = N_BINDINGS;
  return bindings;
}

static bool has_key(const struct wb_binding *binding, int key) {
  bool has = false;
  for (size_t k = 0; k < WB_BINDING_KEYS && binding->keys[k] != 0; k++) {
    has = has || binding->keys[k] == key;
  }
  return has;
}

const struct wb_binding *wb_binding_for_key(int key, enum wb_pane pane) {
  const struct wb_binding *anywhere = NULL, *here = NULL;
  for (size_t i = 0; i < N_BINDINGS; i++) {
    if (!has_key(&bindings[i], key)) continue;
    if (bindings[i].only == 0) anywhere = &bindings[i];
    if ((bindings[i].only & WB_IN(pane)) != 0) here = &bindings[i];
  }
  return here != NULL ? here : anywhere;
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
