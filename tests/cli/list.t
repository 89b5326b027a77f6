#!/usr/bin/env bash
# list, show and the status text: puzzles without running any.
. "$(dirname "$0")/../tap.sh"

out=$("$WORKBENCH" list 2>"$TMP/err")
is "$?" 0 "list succeeds"
is "$(cat "$TMP/err")" "" "list is silent on stderr"
like "$out" 'new +01-map +Map' "list shows slug and title"
like "$out" '^0 of [0-9]+ solved$' "list counts"
like "$out" '^First steps +····  0/4$' "chapters have a heading with their progress"
like "$out" '^Working together +··  0/2$' "each of them"
unlike "$out" $'\033' "list has no colour in a pipe"

like "$("$WORKBENCH" list --color always)" $'\033\\[' "--color always colours a pipe"
unlike "$(NO_COLOR='' "$WORKBENCH" list --color never)" $'\033' "--color never does not"

"$WORKBENCH" list --json >"$TMP/list.json"
is "$?" 0 "list --json succeeds"
perl -MJSON::PP -e '
  local $/; my $list = decode_json(<STDIN>);
  die "no array" unless ref $list eq "ARRAY" && @$list >= 6;
  for (@$list) { die "keys" unless $_->{puzzle} && $_->{title} && exists $_->{error}; }
  print $list->[0]{puzzle}, " ", $list->[0]{state}' <"$TMP/list.json" >"$TMP/first"
is "$(cat "$TMP/first")" "01-map new" "list --json is an array of objects"
lacking=$(for field in $(sed -nE 's/^WB_SPEC_TEXT(S|_IF)\(([a-z_]+)\)$/\2/p' "$ROOT/workbench/lib/result/summary_fields.inc"); do
  grep -q "^    \"$field\": " "$TMP/list.json" || echo "$field"
done)
is "$lacking" "" "list --json says every text that a spec may leave out, and every list"

"$WORKBENCH" list | true
is "${PIPESTATUS[0]}" 0 "a reader that goes away is no error"
"$WORKBENCH" show map >/dev/null 2>&1 # makes the file, and says so
"$WORKBENCH" show map 2>"$TMP/err" | head -c 1 >/dev/null
is "$(cat "$TMP/err")" "" "a reader that goes away is no message"

out=$("$WORKBENCH" 2>&1 </dev/null)
is "$?" 0 "without a terminal the workbench prints where you are"
like "$out" 'Next: 1 Map' "the next puzzle is named"
like "$("$WORKBENCH" 2)" 'Next: 2 Zip' "or the one that was asked for"
"$WORKBENCH" 99 > /dev/null 2> "$TMP/err"
is "$?" 2 "which is an error where there is none"
like "$(cat "$TMP/err")" 'there is no puzzle "99"' "that names it"
like "$out" 'workbench run 1' "the next step is named"

like "$("$WORKBENCH" list)" 'started +01-map +Map' "a puzzle that was opened is started"

for name in 01-map 1 map; do
  like "$("$WORKBENCH" show "$name")" '^1  Map$' "show finds '$name'"
done
out=$("$WORKBENCH" show 1)
like "$out" 'work/01-map.cl|/work/01-map.cl' "show names your file"
like "$out" '^Cases$' "show lists the cases"
like "$out" 'float' "show lists the parameters"
unlike "$out" $'\033' "show has no colour in a pipe"
like "$("$WORKBENCH" show)" '^1  Map$' "show without a puzzle shows the last one"

"$WORKBENCH" show mapp >"$TMP/out" 2>"$TMP/err"
is "$?" 2 "a puzzle that is not there exits with 2"
like "$(cat "$TMP/err")" "01-map" "a wrong name suggests the nearest"
is "$(cat "$TMP/out")" "" "errors are not on stdout"

"$WORKBENCH" --course "$TMP" list >/dev/null 2>"$TMP/err"
is "$?" 3 "a folder that is no course exits with 3"
like "$(cat "$TMP/err")" "$TMP" "a folder that is no course is named"

# A course with a mistake in one spec.
mkdir -p "$TMP/course"
for folder in puzzles kernels solutions lua; do
  [ -d "$COURSE/$folder" ] && cp -R "$COURSE/$folder" "$TMP/course"
done
sed -i 's/title *=/titel =/' "$TMP/course/puzzles/02-zip/puzzle.lua"
out=$("$WORKBENCH" --course "$TMP/course" list 2>&1)
is "$?" 3 "list exits with 3 where a spec has a mistake"
like "$out" 'new +03-guards +Guards' "list still shows the others"
like "$out" '02-zip/puzzle.lua:[0-9]+' "list names the file and line of the mistake"
"$WORKBENCH" --course "$TMP/course" run zip >/dev/null 2>"$TMP/err"
is "$?" 3 "run exits with 3 where the spec has a mistake"
like "$(cat "$TMP/err")" '02-zip/puzzle.lua:[0-9]+.*titel' "run names file, line and field"

XDG_STATE_HOME=/proc/nothing "$WORKBENCH" list >"$TMP/out" 2>"$TMP/err"
is "$?" 0 "list works where progress cannot be kept"
like "$(cat "$TMP/err")" 'progress is not kept' "it says that progress is not kept"

out=$("$WORKBENCH" show 2 2>/dev/null)
is "$(sed -n 2p <<<"$out")" "──────" "without colour a rule stands under a heading"
unlike "$("$WORKBENCH" show 2 --color always)" '─────' "with colour none does"

tap_finish
