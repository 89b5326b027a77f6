#!/bin/bash
# Whole dialogues, word by word, with the judge of tests/tui.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
. "$ROOT/tests/plain/lib.sh"
fake_course
cd "$TMP" || exit 1
unset COLUMNS

transcript first-visit "a first visit" <<'END'
list
show
lesson


hint
hint
kernel
next
lesson all
previous
quit
END

kernel runtime-error 01-first
transcript findings "a kernel with findings" <<'END'
run
findings

findings all
line 4
kernel
result
counters
list tried
END

kernel compile-error 01-first
transcript compile-error "a kernel that does not compile" <<'END'
run
findings
result
END

kernel wrong-answer 01-first
transcript wrong-answer "a kernel that is wrong" <<'END'
run
result
END

editor accepted
transcript accepted "editing, and a kernel that is right" <<'END'
edit
result
counters
list solved
list unsolved
solution
next
solution
yes
1
reset
no
reset
yes
END

kernel accepted 01-first
LC_ALL=C transcript ascii "in a locale that is not UTF-8" <<'END'
open wide
lesson all
list
END
COLUMNS=30 transcript narrow "on narrow lines" <<'END'
show
END
like "$(echo quit | WORKBENCH_WALLS=seccomp talk)" "^Attention: Kernels run without the sandbox's wall Landlock" \
  "a wall that is missing is told of at the start"
unlike "$(echo quit | talk)" "Attention" "and nothing where all stand"
like "$(echo reset | WORKBENCH_WORK=/dev/null/none talk)" "Nothing to reset: there is no file of yours yet\.$" \
  "where no file could be made there is nothing to reset"
for golden in "$GOLDEN"/*; do
  grep -E '^.{81,}' "$golden" | grep -v '^[0-9]*: ' > "$TMP/long"
  is "$(cat "$TMP/long")" "" "$(basename "$golden"): no line but source is longer than 80 columns"
  LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" "$golden"
  [ $? -eq 1 ]
  ok $? "$(basename "$golden"): no control characters"
done
LC_ALL=C grep -q "$(printf '[\200-\377]')" "$GOLDEN/ascii"
[ $? -eq 1 ]
ok $? "nothing but ASCII where the locale knows no more"
tap_finish
