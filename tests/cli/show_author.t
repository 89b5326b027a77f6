#!/usr/bin/env bash
# All of a puzzle for its author: hidden cases, rules, hints, kernels and what they must get. A
# learner is shown none of it.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/courses.sh"
author_course "$TMP/course"
spec=$TMP/course/puzzles/01-map/puzzle.lua

"$WORKBENCH" show map --author >"$TMP/out" 2>"$TMP/err"
is "$? $(cat "$TMP/err")" "0 " "show --author succeeds"
shown=$(cat "$TMP/out")
hidden=$(grep -o '{ name = "[^"]*".*visible = false' "$spec" | sed 's/{ name = "\([^"]*\)".*/\1/')
[ -n "$hidden" ]
ok $? "there are hidden cases to show"
while read -r name; do like "$shown" "$name \(.*\), hidden" "a hidden case is shown by its name: $name"; done <<<"$hidden"
for kernel in accepted right/pointers wrong/copy wrong/one-before; do
  like "$shown" "solutions/01-map/$kernel.cl" "a kernel is named: $kernel"
done
like "$shown" "$(sed -n 's|^// expect: ||p' "$TMP/course/solutions/01-map/wrong/copy.cl")" "with what it must get"
like "$shown" "a launch may take [0-9]+ ms" "limits are told"
like "$shown" "out must be exact|out may differ by" "and tolerances"
like "$shown" "  3  " "and every hint has its number"
[ ! -e "$WORKBENCH_WORK/01-map.cl" ]
ok $? "no file of a learner's is made"

"$WORKBENCH" show map >"$TMP/out"
while read -r name; do unlike "$(cat "$TMP/out")" "$name \(" "a learner is not told of $name"; done <<<"$hidden"
unlike "$("$WORKBENCH" data map --json)" '"rules"|"budgets"' "nor of rules"

sed -i '/expect:/d' "$TMP/course/solutions/01-map/wrong/copy.cl"
rm "$TMP/course/puzzles/01-map/explained.md"
shown=$("$WORKBENCH" show map --author)
like "$shown" "missing  puzzles/01-map/explained.md" "a file that is not there is named"
like "$(grep -A1 'wrong/copy.cl' <<<"$shown" | tail -1)" "expect" "and a kernel that does not say what it must get"
"$WORKBENCH" show map --author --json |
  perl -MJSON::PP -e 'local $/; my $view = decode_json(<STDIN>);
    print join(" ", scalar(grep { !$_->{visible} } @{ $view->{data}{cases} }) > 0, scalar(@{ $view->{kernels} }),
      $view->{missing}[0], (grep { $_->{broken} } @{ $view->{kernels} })[0]{file})' >"$TMP/out"
is "$(cat "$TMP/out")" "1 5 puzzles/01-map/explained.md solutions/01-map/wrong/copy.cl" "programs read the same"

echo 'oops' >"$spec"
"$WORKBENCH" show map --author >"$TMP/out" 2>"$TMP/err"
is "$?" 3 "a mistake in the spec is told"
like "$(cat "$TMP/err")" 'puzzles/01-map/puzzle.lua:[0-9]+: ' "with its line"
tap_finish
