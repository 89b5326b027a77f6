#!/usr/bin/env bash
# What tests/run remembers, and what it must not, in a small tree with tests of its own.
. "$(dirname "$0")/../tap.sh"
TREE=$TMP/tree
mkdir -p "$TREE"/{tests/cli,docs,puzzles,build,bin}
cp -r "$ROOT"/tests/{run,stamps,tap.sh} "$TREE/tests"
echo one >"$TREE/docs/page.md"
echo one >"$TREE/docs/data"
echo one >"$TREE/build/workbench"
# Packages and machine, as the runs here see them.
for program in dpkg-query uname; do
  printf '#!/bin/sh\ncat "%s/%s.txt"\n' "$TREE/bin" "$program" >"$TREE/bin/$program"
  echo "$program one" >"$TREE/bin/$program.txt"
done
chmod +x "$TREE"/bin/{dpkg-query,uname}

# new_test NAME: from stdin, after the first lines of every script. It notes that it ran.
new_test() {
  { printf '#!/usr/bin/env bash\n. "$(dirname "$0")/../tap.sh"\necho %s >>"%s/ran"\n' "$1" "$TMP" && cat && echo tap_finish; } >"$TREE/tests/cli/$1.t"
  chmod +x "$TREE/tests/cli/$1.t"
}
# runs VARIABLE=VALUE… NAME…: which of the tests ran, in order of their names; the report is in $TMP/out.
runs() {
  local variables=()
  while [[ $1 == *=* ]]; do
    variables+=("$1")
    shift
  done
  : >"$TMP/ran"
  (cd "$TREE" && env -u FRESH -u SHUFFLE -u EVERYTHING -u SAMPLE -u LONGEST BUILD=build PATH="$TREE/bin:$PATH" "${variables[@]}" \
    tests/run 2 "${@/%/.t}") >"$TMP/out" 2>&1
  sort "$TMP/ran" | xargs
}
reads='is "$(cat "$ROOT/docs/page.md" 2>&1)" one "the page is as it was"'
new_test reads <<<"$reads"
new_test alone <<<'ok 0 "nothing is read"'
new_test fails <<<'ok 1 "this never passes"; echo "# for a reason"'
new_test hides <<<'name=ROOT; ok 0 "$(cat "${!name}/docs/data")"'
new_test changes <<<'date +%N >"$ROOT/docs/data"; ok 0 "what it depends on is changed by itself"'
new_test samples <<<'ok 0 "a sample, ${SAMPLE-everything}"; [ -z "${SAMPLE+set}" ] || echo "# left out: three of four"'
sleep 1.1 # what was written just now has no digest that is kept

is "$(runs tests/cli/{reads,alone})" "alone reads" "tests run the first time"
is "$(tail -n 1 "$TMP/out")" "Result: PASS" "the last line is prove's"
is "$(runs tests/cli/{reads,alone})" "" "and not the second time"
like "$(cat "$TMP/out")" '^Remembered: 2 of 2 tests .*Ran: 0\.$' "which says so"
like "$(cat "$TMP/out")" '^Files=2, Tests=2,' "and counts what they said"
is "$(tail -n 1 "$TMP/out")" "Result: PASS" "the last line is prove's again"
is "$(runs FRESH=1 tests/cli/{reads,alone})" "alone reads" "FRESH=1 remembers nothing"
is "$(runs tests/cli/{reads,alone})" "" "but is remembered itself"

echo two >"$TREE/docs/page.md"
is "$(runs tests/cli/{reads,alone})" "reads" "what a test reads is changed: it runs"
like "$(cat "$TMP/out")" '^# expected: one' "and why it failed is said"
is "$(runs tests/cli/reads)" "reads" "what failed is not remembered"
echo one >"$TREE/docs/page.md"
is "$(runs tests/cli/{reads,alone})" "" "as it was before, it has passed before"
echo two >"$TREE/build/workbench"
is "$(runs tests/cli/{reads,alone})" "alone reads" "a program is changed: its tests run"
echo '# changed' >>"$TREE/tests/cli/alone.t"
is "$(runs tests/cli/{reads,alone})" "alone" "a test is changed: it runs"
echo 'is 1 1 "changed"' >>"$TREE/tests/tap.sh"
is "$(runs tests/cli/{reads,alone})" "alone reads" "what a test sources is changed: it runs"
for program in dpkg-query uname; do
  echo "$program two" >"$TREE/bin/$program.txt"
  is "$(runs tests/cli/{reads,alone})" "alone reads" "$program says otherwise: another machine's stamps are not used"
done
is "$(runs WORKBENCH_WALLS=none tests/cli/{reads,alone})" "alone reads" "nor those of another environment"

is "$(runs tests/cli/fails; runs tests/cli/fails)" "fails
fails" "a test that fails runs each time"
is "$(tail -n 1 "$TMP/out")" "Result: FAIL" "prove's line says so"
like "$(cat "$TMP/out")" '^# for a reason' "and the reason stands above"
is "$(runs tests/cli/changes; runs tests/cli/changes)" "changes
changes" "what changes while a test runs is not remembered"
if grep -q inotify /proc/filesystems || [ -d /proc/sys/fs/inotify ]; then
  is "$(runs tests/cli/hides; runs tests/cli/hides)" "hides
hides" "a test that opens what its stamp does not have is not remembered"
  like "$(cat "$TMP/out")" 'docs/data, opened while tests/cli/hides.t ran' "and the file is named"
else
  skip "there is no inotify" "a test that opens what its stamp does not have is not remembered"
fi

# commit NUMBER: so many commits are there.
commit() {
  git -C "$TREE" -c user.name=a -c user.email=a@b commit -q --allow-empty -m "$1"
}
git -C "$TREE" init -q 2>/dev/null
commit 1
is "$(runs tests/cli/samples; runs tests/cli/samples)" "samples" "a sample is remembered, too"
like "$(cat "$TMP/out")" '^  cli/samples.t: three of four$' "with what it left out"
commit 2
is "$(runs tests/cli/{samples,alone} | tr ' ' '\n' | grep samples)" "samples" "another commit takes another sample"
is "$(runs EVERYTHING=1 tests/cli/samples)" "samples" "everything is more than a sample"
unlike "$(cat "$TMP/out")" 'left out' "and leaves nothing out"
commit 3
is "$(runs tests/cli/samples)" "" "what has passed in whole needs no sample"
like "$(runs SHUFFLE=7 FRESH=1 tests/cli/{reads,alone}; cat "$TMP/out")" '^In a random order: SHUFFLE=7$' "an order is named by its seed"
mkdir -p "$TREE/build/tests/unit/room"
printf '#!/bin/sh\necho ok 1\necho 1..1\n' >"$TREE/build/tests/unit/room/long.t"
chmod +x "$TREE/build/tests/unit/room/long.t"
runs build/tests/unit/room/long >/dev/null
like "$(runs LONGEST=0.0001 FRESH=1 tests/cli/alone build/tests/unit/room/long; cat "$TMP/out")" \
  '^Left out, .* 0.0001 s: build/tests/unit/room/long.t$' "a unit test that takes longer than asked for is left out by name"
tap_finish
