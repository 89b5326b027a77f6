#!/bin/bash
# Puzzle 3 solved by hand in a real terminal, with the real judge and emulator.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/tmux.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"

# The editor puts $TMP/line where the starter says that code goes, or over what
# it put there before.
cat > "$TMP/editor" << 'END'
#!/bin/bash
sed -i "/Your code here/,/^}/c\\$(cat "$(dirname "$0")/line")\\n}" "$1"
sed -i "s/^  out\[.*/$(cat "$(dirname "$0")/line")/; s/^  if (i.*/$(cat "$(dirname "$0")/line")/" "$1"
END
chmod +x "$TMP/editor"
open_terminal 120 40 "VISUAL= EDITOR=$TMP/editor exec $WORKBENCH ui"
wait_for "What do you know already"
keys Enter
wait_for "03 Guards"
keys /
keys guards
keys Enter
wait_for "starter; e begins"
ok $? "the starter is shown"

echo '  out[i] = a[i] + 10.0f;' > "$TMP/line"
keys e
wait_for "runtime error: line [0-9]+: out-of-bounds"
ok $? "without a guard the emulator finds the access out of bounds"
line=$(grep -n 'out\[i\]' "$WORKBENCH_WORK/03-guards.cl" | tail -n 1 | cut -d: -f1)
wait_for "✗ *$line "
ok $? "and its line is marked"

echo '  if (i < n) out[i] = a[i] + 1.0f;' > "$TMP/line"
keys e
wait_for "First mismatch: out\[[0-9]\] is"
ok $? "a wrong sum shows what was expected and what came"

echo '  while (i < n) barrier(CLK_LOCAL_MEM_FENCE);' > "$TMP/line"
keys e
wait_for "Esc cancels|cancelled|time limit|runtime error"
keys C-c
wait_for "cancelled|time limit|runtime error"
ok $? "an endless kernel can be cancelled, or is stopped"

sed -i 's/^  while.*/  if (i < n) out[i] = a[i] + 10.0f;/' "$WORKBENCH_WORK/03-guards.cl"
wait_for "Guards solved: accepted on all [0-9]+ cases. n: next puzzle, 04 Map 2D"
ok $? "saving the right kernel solves the puzzle"
like "$(screen)" "✓ 03 Guards +solved" "and the list says so"
keys n
wait_for ">. 04"
ok $? "n goes on"
keys :q Enter
tap_finish
