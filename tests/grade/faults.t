#!/usr/bin/env bash
# grade where the machine fails: no room on the disk, no descriptors, no memory. Whatever a step fails at, nothing is
# half written, no text becomes a 0, and the run that goes on afterwards ends with the same bytes.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/sample.sh"
export WORKBENCH_COURSE=$COURSE
grade() { "$WORKBENCH" grade "$@" >"$TMP/out" 2>"$TMP/err"; }
for person in a b c; do mkdir -p "$TMP/class/$person"; done
cp "$COURSE/solutions/01-map/accepted.cl" "$TMP/class/a/01-map.cl"
cp "$COURSE/solutions/02-zip/wrong/zeros.cl" "$TMP/class/b/02-zip.cl"
cp "$COURSE/solutions/03-guards/accepted.cl" "$TMP/class/c/guards.cl"
(cd "$TMP/class" && tar -czf d.tar.gz a)
grade "$TMP/class" --out "$TMP/run" --unchecked

# step KIND LIMIT: with that limit, then without.
step() {
  local run=$TMP/$1-$2
  (ulimit "$1" "$2" && grade "$TMP/class" --out "$run" --unchecked)
  local code=$?
  # Each result that is there is whole, as JSON and as the undisturbed run has it.
  local half=0 file
  while read -r file; do
    cmp -s "$file" "$TMP/run/${file#"$run"/}" || half=1
  done < <(find "$run/judged" "$run/submissions" -name '*.json' 2>/dev/null)
  # What could not be judged may be in results that say so, and has no points.
  [ "$half" = 0 ] || { [ "$code" = 5 ] && ! grep -rq '"points": 0.0,[^}]*"state": "not-judged"' "$run/submissions"; }
  ok $? "ulimit $1 $2 (exit code $code): nothing is half written"
  if [ "$code" = 5 ]; then
    # Three tries are over: the run says so, and a new one is as any.
    rm -rf "$run"
  fi
  grade "$TMP/class" --out "$run" --unchecked
  diff -rq "$TMP/run/submissions" "$run/submissions" >"$TMP/diff"
  ok $? "ulimit $1 $2: and afterwards the same bytes"
  sed 's/^/# /' "$TMP/diff" "$TMP/err" | head -4
}
while read -r kind limit; do
  step "$kind" "$limit"
done < <(sample_lines 3 1 <<'END'
-f 1
-f 4
-f 16
-f 64
-f 128
-n 12
-n 16
-n 24
-n 40
-v 60000
-v 120000
-v 400000
END
)

# ---- a run that was damaged ----

damage() { # SENTENCE COMMAND: on a copy of the run, then it is called again
  rm -rf "$TMP/damaged"
  cp -a "$TMP/run" "$TMP/damaged"
  (cd "$TMP/damaged" && eval "$2")
  "$WORKBENCH" grade --out "$TMP/damaged" --unchecked >"$TMP/out" 2>"$TMP/err"
  code=$?
  diff -rq "$TMP/run/submissions" "$TMP/damaged/submissions" >"$TMP/diff"
  same=$?
}
damage "results that are gone" 'rm -r submissions'
is "$code $same" "0 0" "results that are gone are written again"
damage "a result cut short" 'file=$(find judged -name "*.json" | head -n 1) && head -c 100 "$file" >x && mv x "$file"'
is "$code" 4 "a result that was cut short is an error"
like "$(cat "$TMP/err")" '/judged/.*is damaged' "that names the file"
damage "a database that is none" 'echo "this is not a database, and long enough to be seen as none" >run.db'
is "$code" 4 "a database that is none is an error"
like "$(cat "$TMP/err")" 'run\.db' "that names the file"
damage "a text that is gone" 'rm -r judged/01-map files; sqlite() { :; }'
[ "$code" -ne 0 ]
ok $? "texts that are gone are no success (exit code $code)"
chmod -w "$TMP/run"
if [ -w "$TMP/run" ]; then
  skip "this user may write everywhere" "a run that cannot be written"
else
  grade --out "$TMP/run" --unchecked
  is "$?" 4 "a run that cannot be written is an error"
fi
chmod +w "$TMP/run"

tap_finish
