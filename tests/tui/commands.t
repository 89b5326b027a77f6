#!/bin/bash
# The command line of the screen: its own commands and those of the shell's.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
fake_course

kernel accepted 01-first
press <<END
:wait-idle
:list
:wait-idle
:save-display $TMP/list
Esc
:save-display $TMP/closed
:run 01-first
:wait-idle
:save-display $TMP/run
Esc
:save-display $TMP/solved
:list --nothing
:wait-idle
:save-display $TMP/wrong
Esc
:edit
:save-display $TMP/own
:edit 1
:save-display $TMP/refused
END
like "$(shown list)" "list: done; Esc closes" "a command of the shell's runs over the panes"
like "$(shown list)" "new +01-first +First|started +01-first +First" "and shows what it printed"
unlike "$(shown closed)" "list: done" "Esc closes it"
like "$(shown run)" "accepted" ":run PUZZLE judges as the shell's command does"
like "$(shown solved)" "1 of 2 solved" "and the list knows it afterwards"
like "$(shown wrong)" "ended with exit code 2" "a command that fails says how"
like "$(shown wrong)" "unknown option '--nothing'" "and why"
like "$(shown refused)" ":puzzle NAME opens another" "one that wants the terminal says what to do instead"

kernel endless 01-first
press 1 <<END
:wait-idle
:run 1
:wait-text runs; Esc cancels
:save-display $TMP/running
Esc
:wait-idle
:save-display $TMP/cancelled
Esc
n
:save-display $TMP/after
END
like "$(shown running)" "Esc cancel" "while it runs the keys say how to cancel"
like "$(shown cancelled)" "run 1: cancelled" "Esc cancels it"
like "$(shown after)" "2 Lesson ═ 宽 Wide" "and the screen goes on"

press 1 <<END
:wait-idle
:run 1
:wait-text runs; Esc cancels
Ctrl-C
:wait-idle
:save-display $TMP/interrupted
Esc
:run 1
:wait-text runs; Esc cancels
END
like "$(shown interrupted)" "run 1: cancelled" "Ctrl-C cancels it, too"
gone() { ! pgrep -f "workbench-judge.*$WORKBENCH_WORK/01-first.cl" > /dev/null; }
wait_until gone
ok $? "leaving the screen leaves no command behind"

press <<END
:wait-idle
:
:type doct
Tab
:type --c
Tab
:save-display $TMP/completed
Esc
:
:type run --d
Tab
:save-display $TMP/option
Esc
:
:type re
Tab Tab
:save-display $TMP/menu
END
like "$(shown completed)" "^:doctor --co" "Tab completes commands and their options"
like "$(shown option)" "^:run --device" "the longest beginning that several have"
like "$(shown menu)" "^redraw  report  reset  result" "where there are several it shows them"
tap_finish
