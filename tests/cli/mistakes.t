#!/usr/bin/env bash
# A mistake that the course knows is answered in the course's words.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
mkdir -p "$WORKBENCH_WORK"

# mistake SLUG: what is said of the kernel on standard input; "null": nothing.
mistake() {
  cat >"$WORKBENCH_WORK/$1.cl"
  "$WORKBENCH" hint "$1" --json | perl -MJSON::PP -e 'local $/; print decode_json(<STDIN>)->{mistake} // "null"'
}
# why SLUG NAME: what a wrong kernel says of itself.
why() { sed -n 's,^// why: *,,p' "$COURSE/solutions/$1/wrong/$2.cl"; }

for name in no-guard less-or-equal dead-read same-value nothing misses-last; do
  is "$(grep -v '^// ' "$COURSE/solutions/03-guards/wrong/$name.cl" | mistake 03-guards)" "$(why 03-guards $name)" \
    "$name is known, wherever its lines are"
done
is "$(mistake 03-guards <<'KERNEL'
__kernel void guards(__global float *out, __global const float *a, uint count) {
  const size_t me = get_global_id(0);
  if (me > count) return;
  const float value = a[me];
  out[me] = value + 10.0f;
}
KERNEL
)" "$(why 03-guards less-or-equal)" "another way to write a mistake is the same mistake"
# Four wrong kernels of 05 race in the same way.
for name in no-barrier wrong-fence fence-only barrier-too-early; do
  is "$(grep -v '^// ' "$COURSE/solutions/05-shared-memory/wrong/$name.cl" | mistake 05-shared-memory)" \
    "$(why 05-shared-memory $name)" "of several that fail so, the one that looks like it is meant: $name"
done
is "$(mistake 05-shared-memory <"$COURSE/solutions/05-shared-memory/wrong/no-tile.cl")" \
  "$(why 05-shared-memory no-tile)" "a kernel over its budget is known by what it counts"
is "$(mistake 01-map <"$COURSE/solutions/01-map/wrong/byte-index.cl")" "$(why 01-map byte-index)" \
  "where only hidden cases fail, a text like a wrong kernel's is known by which they are"
is "$(mistake 01-map <<'KERNEL'
__kernel void map(__global float *out, __global const float *a) {
  const size_t work_item = get_global_id(0), limit = 256;
  const float sum = a[work_item] + 10.0f;
  if (work_item < limit) { out[work_item] = sum; } else { out[work_item] = 0.0f; }
}
KERNEL
)" "null" "and nothing is made of another text that fails in the same cases"
is "$(mistake 01-map <"$COURSE/solutions/01-map/accepted.cl")" "null" "a right kernel has none"
is "$(mistake 01-map <"$COURSE/kernels/01-map.cl")" "null" "nor has the starter"

grep -v '^// ' "$COURSE/solutions/03-guards/wrong/no-guard.cl" >"$WORKBENCH_WORK/03-guards.cl"
out=$("$WORKBENCH" hint 3 --all)
like "$out" '^Your kernel fails exactly like a known mistake: No guard: the spare work-items' "the shell says it"
like "$out" '^Hint 1 of 4: ' "before the hints"
unlike "$out" 'get_global_id|expect:' "without the code"
WORKBENCH_CACHE=off "$WORKBENCH" hint 3 >"$TMP/out"
out=$(XDG_STATE_HOME=$TMP/anew "$WORKBENCH" hint 3)
like "$(tail -n 1 <<<"$out")" '^That was no hint yet: .* shows hint 1 of 4' "and the shell says it before it spends a hint"
on_terminal() { TERM=xterm NO_COLOR=1 script -qec "$1" /dev/null </dev/null | tr -d '\r'; }
like "$(on_terminal "'$WORKBENCH' run 3" | tail -n 2 | tr '\n' ' ')" \
  '^→ Your kernel fails exactly like a known mistake: `workbench hint 03-guards` *says which, *and that is no hint yet' \
  "run says on a terminal that it is known"
unlike "$("$WORKBENCH" run 3)" 'known mistake' "and to a program it does not"
unlike "$(on_terminal "'$WORKBENCH' run 3 --file '$COURSE/solutions/03-guards/accepted.cl'")" 'known mistake' \
  "nor of a kernel that is right"
like "$(XDG_STATE_HOME=$TMP/anew "$WORKBENCH" hint 3)" '^Hint 1 of 4: ' "which comes when it is asked again"
like "$(cat "$TMP/out")" 'No guard' "without a cache, too"
out=$(printf 'open 3\nhint\nrun\nhint\n' | "$WORKBENCH" --plain 2>&1)
like "$out" 'Your kernel fails exactly like a known mistake: No guard' "the dialogue says it"
is "$(grep -c 'exactly like a known mistake' <<<"$out")" 1 "once there is a result"
out=$(printf 'open 3\nrun\nhint\nhint\nhint\n' | "$WORKBENCH" --plain 2>&1)
is "$(grep -c 'exactly like a known mistake' <<<"$out")" 1 "but not with each further hint"
out=$(printf 'open 3\nrun\nhint\nhint all\nrun\nhint\n' | "$WORKBENCH" --plain 2>&1)
is "$(grep -c 'exactly like a known mistake' <<<"$out")" 3 "and again with all hints, and after another run"
cat >"$TMP/keys" <<KEYS
:resize 160x40
:wait-idle
:puzzle 3
:wait-idle
r
:wait-result
:wait-idle
:save-display $TMP/offered
H
:wait-idle
:save-display $TMP/screen
:quit
KEYS
"$WORKBENCH" ui --script "$TMP/keys" >/dev/null 2>&1
like "$(cat "$TMP/screen")" 'Your kernel fails exactly like a known mistake:' "the screen shows it"
like "$(cat "$TMP/offered")" 'H a known mistake' "and offers it in the result"
unlike "$(cat "$TMP/offered")" 'No guard' "without telling it"
rm -r "$TMP/cache"
cp -R "$COURSE/puzzles" "$COURSE/kernels" "$COURSE/lua" "$TMP/"
WORKBENCH_COURSE=$TMP "$WORKBENCH" hint 3 >"$TMP/out" 2>"$TMP/err"
is "$?:$(cat "$TMP/err")" "0:" "a course without solutions has hints all the same"
unlike "$(cat "$TMP/out")" 'mistake' "and knows no mistakes"
tap_finish
