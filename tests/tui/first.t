#!/bin/bash
# The first start asks what the learner knows already, once.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/tmux.sh"
export WORKBENCH_COURSE=$COURSE

start() {
  open_terminal 90 24
  keys "$WORKBENCH ui $*" Enter
}
leave() {
  keys :q Enter
  wait_for '^\$ ?$'
}

start
wait_for "What do you know already"
ok $? "the first start asks what one knows"
like "$(screen)" "^> OpenCL +or C alone" "who knows C has only to press Enter"
keys j
wait_for "^> CUDA"
keys Enter
wait_gone "What do you know already"
wait_for "The words that you know are shown"
ok $? "Enter chooses"
leave
like "$("$WORKBENCH" show shared-memory)" "In CUDA's words:" "which holds from then on"

start
wait_for "1 Puzzles"
unlike "$(screen)" "What do you know already" "it is asked once"
keys :from Enter
wait_for "^> CUDA"
ok $? ":from alone asks again, and stands on what was chosen"
keys k Enter
wait_for "No other words"
leave
unlike "$("$WORKBENCH" show shared-memory)" "In CUDA's words:" "so that it can be taken back"

rm -rf "$XDG_STATE_HOME"
start
wait_for "What do you know already"
keys Enter
wait_for "Welcome. Enter opens a puzzle"
ok $? "C alone changes nothing, and the welcome says how to go on"
leave
start
wait_for "1 Puzzles"
unlike "$(screen)" "What do you know already" "nor is that asked twice"
leave

rm -rf "$XDG_STATE_HOME"
start --from mojo
wait_for "1 Puzzles"
unlike "$(screen)" "What do you know already" "who says it need not be asked"
leave

rm -rf "$XDG_STATE_HOME"
export WORKBENCH_COURSE=$ROOT/tests/tui/course
start
wait_for "1 Puzzles"
unlike "$(screen)" "What do you know already" "nor is it where the course has no other words"
leave
tap_finish
