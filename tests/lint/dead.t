#!/usr/bin/env bash
# No function of workbench/ is there for nothing: what no product file calls is dead, even if a test
# calls it, and what its own file alone calls is static, unless a test looks at it.
. "$(dirname "$0")/../tap.sh"
cd "$ROOT" || exit 1

# What only tests or assembly need, with the reason.
EXCEPTIONS='
wb_fake_open       the device for tests
wb_fake_steps      the device for tests
wb_device_open     tests wait for a worker; products go on meanwhile
wb_remote_output   what tests look at of a worker that failed
wb_severity_parse  words of the corpus
wb_status_name     what tests say of a status
wb_fibers_release  the process of a launch ends with them
wb_switch_into     called by assembly
wb_switch_back     called by assembly
wb_switch_start    called by assembly
'

# symbols FOLDER: "OBJECT KIND NAME" of each object whose source is still there.
symbols() {
  (cd "$1" && find . -name '*.o' -printf '%P\n' | sort | while read -r object; do
    if [ -e "$2/${object%.o}.c" ] || [ -e "$2/${object%.o}.S" ]; then echo "$object"; fi
  done | xargs nm -A) | awk '{ object = $1; sub(/\.o:.*/, "", object) }
    $(NF - 1) == "T" { print object, "defines", $NF }
    $(NF - 1) == "U" { print object, "needs", $NF }'
}

# unneeded SYMBOLS SOURCES TESTS: "dead" or "static" and the function's place.
unneeded() {
  awk '$2 == "needs" { needed[$3] = 1 } $2 == "defines" && $3 ~ /^wb_/ { place[$3] = $1 }
    END { for (name in place) if (!(name in needed)) print place[name], name }' "$1" | sort |
    while read -r place name; do
      grep -q "^$name " <<<"$EXCEPTIONS" && continue
      source=$(cat "$2/$place".[cS] 2>/dev/null)
      calls=$(grep -ow "$name" <<<"$source" | wc -l)
      if [ "$calls" -lt 2 ]; then
        echo "dead: $place $name"
      elif ! grep -rqw --include='*.[ch]' "$name" "$3"; then
        echo "static: $place $name"
      fi
    done
}

symbols "$BUILD/obj" "$ROOT/workbench" >"$TMP/symbols"
like "$(wc -l <"$TMP/symbols")" '^[1-9][0-9]{3}' "the objects of the build have symbols"
is "$(unneeded "$TMP/symbols" workbench tests)" "" "every function is called from outside of its file, or static"
is "$(awk 'NF { print $1 }' <<<"$EXCEPTIONS" | sort | comm -23 - <(awk '$2 == "defines" { print $3 }' "$TMP/symbols" | sort))" \
  "" "the exceptions are functions that are there"

# That both are found.
mkdir -p "$TMP/src/room" "$TMP/no-tests"
echo 'void wb_dead(void) {} void wb_own(void) {} void wb_all(void) { wb_own(); }' >"$TMP/src/room/one.c"
cat >"$TMP/planted" <<'END'
room/one defines wb_dead
room/one defines wb_own
room/one defines wb_all
room/two needs wb_all
END
is "$(unneeded "$TMP/planted" "$TMP/src" "$TMP/no-tests")" "dead: room/one wb_dead
static: room/one wb_own" "what nobody calls and what is called at home alone are found"
tap_finish
