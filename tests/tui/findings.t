#!/bin/bash
# What was found, inside editors that have the terminal to themselves (tmux), those that are
# installed: below its lines, and in their own lists.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
. "$ROOT/tests/tui/tmux.sh"
fake_course
export WORKBENCH_CACHE=$TMP/cache
mkdir -p "$TMP/home"
kernel runtime-error 01-first
first="out-of-bounds: reads a\[4\], past its end"

# in_terminal EDITOR: E in the screen, after a run.
in_terminal() {
  open_terminal 80 24
  keys "export HOME=$TMP/home VISUAL= EDITOR='$1'; clear" Enter
  start_workbench 1
  keys r
  wait_for "runtime error: line 4"
  keys :edit-bare Enter
  wait_gone "Tab pane"
}
has() { command -v "$1" > /dev/null && return; skip "$1 is not installed" "$1 shows what was found"; return 1; }

for vim in vim nvim; do
  has $vim || continue
  in_terminal $vim
  wait_for "✗ $first"
  ok $? "$vim has what was found below its line"
  like "$(screen | grep -A 1 "4   out\[i\]")" "✗ $first" "right below it"
  unlike "$(screen)" "leaves the editor" "with the terminal to itself"
  keys ":cc 1" Enter
  wait_for "\(1 of [0-9]\) error: $first"
  ok $? "and in its quickfix list"
  keys Enter ":q" Enter
  wait_for "Not changed"
  ok $? "one :q leaves it"
done
if has emacs; then
  in_terminal "emacs -nw"
  wait_for "error: $first"
  ok $? "Emacs has what was found below its line"
  keys M-g n
  wait_for "workbench findings"
  ok $? "and M-g n goes to it"
  keys C-x C-c
  wait_for "Not changed"
fi
if has nano; then
  in_terminal nano
  wait_for "GNU nano"
  keys M-b
  wait_for "error: $first"
  ok $? "nano goes through what was found with M-B, its key for that"
  keys C-c C-x
  wait_for "Not changed"
fi
is "$(find "$TMP/cache" -name '*findings*')" "" "no file with them is left behind"
tap_finish
