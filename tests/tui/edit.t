#!/bin/bash
# `workbench edit` in a real terminal (tmux): the editor below what was found, and the shell
# again when it ends.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
. "$ROOT/tests/tui/tmux.sh"
fake_course
ln -s "$ROOT/tests/tui/few-keys" "$TMP/nano"
open_terminal 80 24
keys "export VISUAL= EDITOR=$TMP/nano; stty -g > $TMP/modes-before; clear" Enter
wait_until test -s "$TMP/modes-before"
# edit [ARGUMENT…]: its exit code is left in $TMP/code.
edit() {
  rm -f "$TMP/code"
  keys "$WORKBENCH edit $*; echo \$? > $TMP/code" Enter
}
code() {
  wait_until test -s "$TMP/code"
  cat "$TMP/code"
}

edit 1
wait_for "FEW KEYS ready"
ok $? "edit opens your editor"
like "$(screen | head -n 1)" "^═ 3 Kernel ═ work/01-first.cl ═" "below a line that says what is edited"
like "$(screen | tail -n 1)" "^Ctrl-\] leaves the editor  Ctrl-S saves and runs it" "and above one that says how to leave it"
unlike "$(screen)" "✗|running" "a starter is not judged"
keys w
wait_for "✗ line 4: out-of-bounds"
ok $? "what is found when it is saved stands above it"
keys C-]
wait_for "2 Lesson|4 Result"
keys "]"
wait_for "at \+4"
ok $? "Ctrl-] and then ] goes to the finding"
keys "]"
wait_for "at \+5"
ok $? "and to the next"
keys C-]
wait_for "^═ 3 Kernel ═ work/01-first.cl, finding 2 of 2"
keys x
is "$(code)" 0 "when the editor ends, so does it"
like "$(screen)" "First: runtime error: line 4: out-of-bounds" "saying how the kernel stands"
keys clear Enter
wait_gone "First:"

edit 1
wait_for "✗ line 4: out-of-bounds"
ok $? "a kernel that was changed is judged at the start"
keys s
wait_for "First solved: accepted on all 3 cases"
keys s x
is "$(code)" 0 "a save and an end in one go"
like "$(screen)" "First: accepted" "wait for the verdict of that save"
is "$("$WORKBENCH" history 1 | grep -c '✓\|✗')" 2 "each version is kept once"
like "$("$WORKBENCH" history 1)" "1 .*✗ runtime error +[0-9]+ % *$" "and judging it again at the start is no run that counts"
terminal_is_back "after the editor"

edit 1
wait_for "FEW KEYS ready"
keys C-]
wait_for "2 Lesson|4 Result"
keys n
wait_for "═ 2 Lesson ═ 宽 Wide"
keys e
wait_for "args:02-wide.cl"
keys x
wait_for "Not changed"
ok $? "whoever has gone on to another puzzle stays in the workbench"
keys :q Enter
is "$(code)" 0 "until they quit"

edit 1
wait_for "FEW KEYS ready"
keys z
is "$(code)" 1 "an editor that fails is told"
like "$(screen)" 'workbench edit: the editor ".*nano" \(\$EDITOR\) ended with exit$' "with its exit code"
keys clear Enter
wait_gone "exit code"
keys "EDITOR=/nonexistent/editor" Enter
edit 1
is "$(code)" 4 "an editor that is not there is missing"
like "$(screen)" 'the editor "/nonexistent/editor" \(\$EDITOR\) cannot be run' "and named"
keys "EDITOR=$TMP/nano" Enter clear Enter
wait_gone "cannot be run"

edit --bare 1
wait_for "FEW KEYS ready"
ok $? "--bare starts the editor, too"
unlike "$(screen)" "3 Kernel|leaves the editor" "with the terminal to itself"
like "$(screen)" "size:24x80" "all of it"
keys x
is "$(code)" 0 "and ends with it"
keys clear Enter
for small in "TERM=dumb" "stty rows 7;"; do
  keys "clear" Enter
  wait_gone "FEW KEYS"
  rm -f "$TMP/code"
  keys "$small $WORKBENCH edit 1; echo \$? > $TMP/code; stty rows 24" Enter
  wait_for "FEW KEYS ready"
  unlike "$(screen)" "3 Kernel" "so it is with $small"
  keys x
  is "$(code)" 0 "$small ends well"
done
tap_finish
