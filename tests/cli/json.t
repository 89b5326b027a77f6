#!/usr/bin/env bash
# Every command that reports has one form for programs: --format json, or --json.
. "$(dirname "$0")/../tap.sh"
export XDG_STATE_HOME=$TMP/state XDG_CACHE_HOME=$TMP/cache WORKBENCH_WORK=$TMP/work

# keys COMMAND...: the first-level keys of the object, or those of an array's first.
keys() {
  "$WORKBENCH" "$@" 2>"$TMP/errors" |
    perl -MJSON::PP -e 'local $/; my $json = decode_json(<STDIN>);
      $json = $json->[0] if ref $json eq "ARRAY"; print join " ", sort keys %$json'
}

for command in list 'show 1' 'hint 1' devices doctor cache; do
  # shellcheck disable=SC2086
  short=$(keys $command --json) long=$(keys $command --format json)
  like "$long" '^[a-z0-9_]+( [a-z0-9_]+)+$' "$command --format json is an object"
  is "$short" "$long" "$command --json is short for that"
done
if [ -x "$BUILD/workbench-emulator" ]; then
  mkdir -p "$WORKBENCH_WORK"
  cp "$COURSE/solutions/01-map/accepted.cl" "$WORKBENCH_WORK/01-map.cl"
  cp "$COURSE/solutions/01-map/accepted.cl" "$TMP/try.cl"
  for command in 'run 1' 'history 1' 'trace 1' "emulate $TMP/try.cl -g 4 -a float[4] -a float[4]=ones" 'check-all 1'; do
    # shellcheck disable=SC2086
    short=$(keys $command --json) long=$(keys $command --format json)
    like "$long" '^[a-z0-9_]+( [a-z0-9_]+)+$' "${command%% *} --format json is an object"
    is "$short" "$long" "${command%% *} --json is short for that"
  done
  "$WORKBENCH" trace 1 --json --svg "$TMP/drawing.svg" >"$TMP/out" 2>"$TMP/errors"
  is "$?" 2 "a trace is not drawn and printed as JSON at once"
  [ ! -e "$TMP/drawing.svg" ]
  ok $? "and nothing is written"
  is "$("$WORKBENCH" trace 1 --json --max 2 2>/dev/null |
    perl -MJSON::PP -e 'local $/; my $t = decode_json(<STDIN>); print scalar @{$t->{steps}}')" 2 "--max leaves steps out"
fi
is "$("$WORKBENCH" hint 1 --json | perl -MJSON::PP -e 'local $/; print decode_json(<STDIN>)->{first}')" 3 \
  "a hint is one more each time, whatever the form"
is "$("$WORKBENCH" list --format text)" "$("$WORKBENCH" list)" "text is what there is without a word"
"$WORKBENCH" list --json --format text >"$TMP/out" 2>"$TMP/errors"
is "$?" 2 "two formats at once are wrong usage"
is "$(cat "$TMP/out")" "" "and nothing is printed"
"$WORKBENCH" list --format xml >/dev/null 2>"$TMP/errors"
is "$?" 2 "another format is wrong usage"
like "$(cat "$TMP/errors")" "--format takes text.json, not 'xml'" "and the error names those that there are"
tap_finish
