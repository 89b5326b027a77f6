#!/bin/bash
# Ctrl-Z and fg in the middle of things: a run goes on, an editor keeps its
# screen, and what happened meanwhile is seen.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
. "$ROOT/tests/tui/tmux.sh"
fake_course

stopped() {
  wait_for "Stopped"
  ok $? "$1: the shell has the terminal"
  is "$(t display-message -p -t w '#{alternate_on} #{cursor_flag} #{mouse_any_flag}')" "0 1 0" \
    "$1: full screen, hidden cursor and mouse are off"
}
back() {
  keys clear Enter
  wait_gone "Stopped"
  keys fg Enter
}

open_terminal 110 30
kernel endless 01-first
start_workbench 1
keys r
wait_for "running case 2 of 3"
keys C-z
stopped "while a kernel runs"
[ -n "$(judges_of_this_test)" ]
ok $? "the judge goes on meanwhile"
back
wait_for "running case 2 of 3"
ok $? "and is still running afterwards"
for _ in 1 2 3 4 5; do
  kill -TSTP "$(workbench_pid)"
  wait_for "Stopped"
  back
  wait_for "running case"
done
ok $? "as often as one likes"
keys Escape
wait_for "cancelled"
ok $? "and can be cancelled"

# Saved while stopped: it is run on coming back.
keys C-z
stopped "while nothing runs"
kernel accepted 01-first
back
wait_for "accepted +all 3 cases"
ok $? "what was saved meanwhile runs on coming back"

# With an editor in the kernel's pane.
keys :q Enter
wait_for '^\$ ?$'
keys "export EDITOR=$ROOT/tests/tui/pane-editor VISUAL=; clear" Enter
start_workbench 1
keys 3 i
wait_for "EDITOR of"
keys a b
wait_for "EDITOR of .*:ab"
kill -TSTP "$(workbench_pid)"
stopped "with the editor in its pane"
t resize-window -t w -x 90 -y 24
back
wait_for "EDITOR of .*:ab"
ok $? "the editor is there again, with what was typed"
wait_for "leaves the editor"
ok $? "and the way out of it"
keys c
wait_for "EDITOR of .*:abc"
ok $? "it still has the keys"
keys 'C-]' :q Enter
wait_for "Quit all the same"
keys y
terminal_is_back "after all that"
no_judge() { [ -z "$(judges_of_this_test)" ]; }
wait_until no_judge
ok $? "and no judge stays behind"
tap_finish
