#!/usr/bin/env bash
# watch: judges after every save, however the editor saves.
. "$(dirname "$0")/../tap.sh"
. "$(dirname "$0")/device.sh"
file=$WORKBENCH_WORK/01-map.cl

"$WORKBENCH" watch map --device "$DEVICE" >"$TMP/out" 2>"$TMP/err" &
child=$!
matches() { [ "$(grep -c -E "$1" "$TMP/out")" -ge "$2" ]; }
# until_seen PATTERN COUNT: waits until so many lines match.
until_seen() {
  wait_until matches "$@" && return 0
  sed 's/^/# /' "$TMP/out"
  return 1
}
until_seen 'Waiting for the next save' 1
ok $? "the file is judged at once"
cp "$COURSE/solutions/01-map/accepted.cl" "$file"
until_seen '^(. )?accepted' 1
ok $? "a save in place is judged"
cp "$COURSE/solutions/01-map/wrong/zeros.cl" "$file.new"
mv "$file.new" "$file"
until_seen '^(. )?wrong-answer' 1
ok $? "a save by renaming is judged"
rm "$file"
sleep 0.5
kill -0 "$child"
ok $? "a file that is gone for a moment ends nothing"
cp "$COURSE/solutions/01-map/accepted.cl" "$file"
until_seen '^(. )?accepted' 2
ok $? "it is judged when it is back"
like "$("$WORKBENCH" list)" 'solved +01-map' "watch keeps progress"
kill -INT "$child" 2>/dev/null
sleep 0.3
kill -TERM "$child" 2>/dev/null
wait "$child" 2>/dev/null
tap_finish
