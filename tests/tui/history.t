#!/bin/bash
# The versions that were judged, two of them compared, and the counters: screens
# as text, compared with tests/tui/golden; GENERATE=1 writes those anew.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
fake_course
file=$WORKBENCH_WORK/01-first.cl

# The editor writes one kernel after another: worse, better, worse again.
mkdir -p "$WORKBENCH_WORK"
cat > "$TMP/editor" << 'END'
#!/bin/bash
n=$(cat "$0.n" 2> /dev/null || echo 0)
echo $((n + 1)) > "$0.n"
words=(runtime-error spendthrift thrifty)
{
  echo "// judge: ${words[n % 3]}"
  echo "__kernel void first(__global float *out, __global const float *a) {"
  echo "  size_t i = get_global_id(0);"
  [ "$n" -gt 0 ] && echo "  /* attempt $n: a line that is too long for half a screen of eighty columns */"
  echo "  out[i] = a[i] + 1.0f;"
  echo "}"
} > "${!#}"
END
chmod +x "$TMP/editor"
export VISUAL= EDITOR=$TMP/editor

# shots: history, comparisons and counters at every size, named with $1.
shots() {
  cat <<END
:wait-idle
e
:wait-result
:wait-idle
e
:wait-result
:wait-idle
e
:wait-result
:wait-idle
4 y
:wait-text was over budget
$(at_sizes "history$1")
j j Enter
$(at_sizes "compare$1")
v
:save-display $TMP/compare-lines$1-80x24
v Esc Esc
:changes
:save-display $TMP/changes$1-80x24
Esc s
:wait-text our solution
$(at_sizes "solution$1")
Esc c
:wait-idle
$(at_sizes "counters$1")
j j
:save-display $TMP/counters-chosen$1-80x24
> >
:save-display $TMP/counters-case$1-80x24
END
}
at_sizes() {
  for size in 132x43 60x16 80x24; do echo ":resize $size"; echo ":save-display $TMP/$1-$size"; done
}
press 1 <<< "$(shots "")"
ok $? "the versions, comparisons and counters are shown"
widget history-80x24 "the versions stand in a list, the newest first, with what changed"
like "$(cat "$TMP/history-132x43")" '> +3 .*accepted +100 %' "at 132x43 too"
widget history-60x16 "and at 60x16 without the time"
widget compare-80x24 "a version and the kernel stand side by side from 76 columns on"
like "$(cat "$TMP/compare-132x43")" '  version 1 +your kernel' "wider where there is room"
widget compare-60x16 "and one below the other where there is not"
widget compare-lines-80x24 "v changes the form"
like "$(cat "$TMP/changes-80x24")" '  the starter +your kernel' "D shows what was changed in the starter"
like "$(cat "$TMP/solution-80x24")" '  your kernel +our solution' "s sets the kernel beside our solution"
like "$(cat "$TMP/solution-132x43")" '  your kernel +our solution' "at 132x43"
like "$(cat "$TMP/solution-60x16")" '^\+ our solution' "and below it at 60x16"
widget counters-80x24 "c shows the counters beside the budget and our solution"
like "$(cat "$TMP/counters-132x43")" 'Case 2 of 3, eight elements: accepted' "in the pane of the result"
like "$(cat "$TMP/counters-60x16")" '> global reads +■' "and at 60x16"
widget counters-chosen-80x24 "the chosen one is explained, with the versions before"
like "$(cat "$TMP/counters-case-80x24")" 'Case 1 of 3, four elements: accepted' "> goes to the next case"

rm -rf "$WORKBENCH_WORK" "$XDG_STATE_HOME" "$TMP/editor.n"
mkdir -p "$WORKBENCH_WORK"
LC_ALL=C press 1 <<< "$(shots -ascii)"
ok $? "without UTF-8"
like "$(cat "$TMP/history-ascii-80x24")" '> +3 .*\* accepted' "the history is ASCII"
like "$(cat "$TMP/solution-ascii-80x24")" '  your kernel +our solution' "so are two columns"
like "$(cat "$TMP/counters-ascii-80x24")" '> global reads +#+o#+' "so are bars"
! cat "$TMP"/*-ascii-*x?? | LC_ALL=C grep -q '[^ -~]'
ok $? "and no other byte is shown"

# Colours only help: what they say stands there in signs.
for looks in colors monochrome; do
  [ $looks = colors ] && no_color= || no_color=1
  NO_COLOR=$no_color press 1 <<END
:wait-idle
r
:wait-result
:wait-idle
4 c
:wait-idle
:save-colors $TMP/counters-$looks-80x24
y
:wait-text was over budget
G Enter
:save-colors $TMP/compare-$looks-80x24
END
done
widget counters-colors-80x24 "bars have colours"
widget counters-monochrome-80x24 "and need none"
widget compare-colors-80x24 "so has what differs"
widget compare-monochrome-80x24 "without them too"

# Beside the one before.
press 1 <<END
:wait-idle
y
:wait-text was over budget
v
:save-display $TMP/with-before
Esc G v
:save-display $TMP/oldest
END
ok $? "v compares with the version before"
like "$(cat "$TMP/with-before")" '  version [0-9]+ +version [0-9]+ *$' "they stand side by side"
like "$(cat "$TMP/oldest")" 'There is no version before this one' "the oldest has none"

# Bringing one back.
cp "$file" "$TMP/before.cl"
press 1 <<END
:wait-idle
y
:wait-text was over budget
G
b n
:save-display $TMP/no
b y
:wait-text is back
:save-display $TMP/back
END
like "$(cat "$TMP/no")" "Your file is unchanged" "n leaves the file"
like "$(cat "$TMP/back")" "Version 1 is back in 01-first.cl\. Your file is kept as 01-first.cl.~1~\." "y brings the version back"
like "$(head -n 1 "$file")" "judge: runtime-error" "into the learner's file"
cmp -s "$file.~1~" "$TMP/before.cl"
ok $? "and keeps what was there"

# An editor in the pane has the file.
printf '#!/bin/sh\nexec sleep 60\n' > "$TMP/sleeper"
chmod +x "$TMP/sleeper"
EDITOR=$TMP/sleeper press 1 <<END
:wait-idle
3 i
Ctrl-]
4 y
:wait-text was over budget
b
:save-display $TMP/closed
END
like "$(cat "$TMP/closed")" "Close your editor first" "a version is not put under an open editor"

# Nothing kept, nothing judged.
XDG_STATE_HOME=/dev/null press 1 <<END
:wait-idle
Esc y
:wait-text no history
END
ok $? "where progress cannot be kept, the history says so"
press 2 <<END
:wait-idle
y
:wait-text every version is kept here
END
ok $? "a puzzle that was not begun has an empty one"
tap_finish
