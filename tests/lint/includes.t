#!/usr/bin/env bash
# Includes point down the layers of workbench/layers.txt, each library's headers stay in
# their one place, and no external name means two things.
. "$(dirname "$0")/../tap.sh"
LAYERS=$ROOT/workbench/layers.txt

# The includes of a tree, as "room floor/file:line kind name"; programs are a room of their own.
includes_of() {
  (cd "$1/workbench" && grep -rnE '^[[:space:]]*#[[:space:]]*include' --include='*.[ch]' --include='*.inc' .) |
    sed -nE -e 's,^\./(programs)/([^:]*:[0-9]+):[^"<]*(["<])([^">]*).*,\1 \1/\2 \3 \4,p' \
      -e 's,^\./([^/]+)/([^/]+)/([^:]*:[0-9]+):[^"<]*(["<])([^">]*).*,\2 \1/\2/\3 \4 \5,p'
}

# Prints every violation in a tree.
violations() {
  includes_of "$1" | awk -v layers="$LAYERS" '
    BEGIN {
      while ((getline line < layers) > 0) {
        n = split(line, word, " ")
        if (word[1] == "room" || word[1] == "program") {
          room = word[1] == "room" ? word[2] : "programs"
          sub(".*/", "", room)
          known[room] = 1
          if (word[1] == "room" && room in floor) print "layers.txt: " room " is there twice"
          if (word[1] == "room") floor[room] = word[2]
          allowed[room, room] = 1
          for (i = word[1] == "room" ? 3 : 4; i <= n; i++) {
            if (!(word[i] in known)) print "layers.txt: " room " points up to " word[i]
            allowed[room, word[i]] = 1
          }
        } else if (word[1] == "shared") {
          for (i = 3; i <= n; i++)
            if (!(word[i] in known)) print "layers.txt: " word[2] " is made of " word[i] ", which is no room"
        } else if (word[1] == "library") {
          libraries[++count] = word[2]
          for (i = 3; i <= n; i++) home[word[2], word[i]] = 1
        }
      }
    }
    {
      from = $1; place = $2; quote = $3; name = $4
      folder = name; sub("/.*", "", folder)
      if (!(from in known)) print place ": the folder " from " is not in layers.txt"
      else if (from in floor && index(place, floor[from] "/") != 1)
        print place ": layers.txt has " from " as " floor[from]
      if (name ~ /\.\./) print place ": " name " climbs out of its folder"
      else if (folder in known) {
        if (!((from, folder) in allowed)) print place ": " from " may not include " name
      } else if (quote == "\"" && name !~ /\.inc$/)
        print place ": " name " names no folder of the project"
      for (i = 1; i <= count; i++)
        if (index(name, libraries[i]) == 1 && !((libraries[i], from) in home))
          print place ": <" name "> belongs elsewhere"
    }'
}

# A copy of the headers and sources to plant violations in.
plant() {
  mkdir -p "$TMP/tree/workbench/$(dirname "$1")"
  printf '%s\n' "$2" >"$TMP/tree/workbench/$1"
}

is "$(violations "$ROOT")" "" "every include points down, and libraries stay in their place"

unknown=$(cd "$ROOT/workbench" && for folder in */*/; do
  case $folder in programs/* | editors/* | templates/* | bindings/*) continue ;; esac
  grep -qE "^room ${folder%/}( |\$)" "$LAYERS" || echo "$folder"
done)
is "$unknown" "" "every folder has its layer"
crowded=$(cd "$ROOT/workbench" && for floor in */; do
  [ "$(find "$floor" -mindepth 1 -maxdepth 1 -type d | wc -l)" -le 8 ] || echo "$floor"
done)
is "$crowded" "" "no floor has more than eight rooms"

cp -R "$ROOT/workbench" "$TMP/tree-workbench"
mkdir -p "$TMP/tree"
mv "$TMP/tree-workbench" "$TMP/tree/workbench"
plant lib/base/planted.c '#include "cli/command.h"'
plant faces/tui/planted.c '#include <lua.h>'
plant engine/judge/planted.c '  #  include "tui/tui.h"'
plant engine/emulator/planted.c '#include "opencl/opencl.h"'
plant faces/cli/planted.c '#include <llvm-c/Core.h>'
plant lib/text/planted.h '#include <base/../store/store.h>'
plant app/store/planted.c '#include "planted.h"'
plant app/report/planted.c '#include <CL/cl.h>'
plant engine/script/planted.c '#include <judge/engine.h>'
plant engine/stray/planted.c '#include <stdio.h>'
plant lib/store/planted.c '#include <stdio.h>'
plant programs/planted.c '#include "tui/tui.h"'
found=$(violations "$TMP/tree")
for place in lib/base faces/tui engine/judge engine/emulator faces/cli lib/text app/store \
  app/report engine/script engine/stray lib/store programs; do
  like "$found" "$place/planted\.[ch]:1: " "a violation planted in $place is found"
done
is "$(grep -c . <<<"$found")" 12 "and nothing else"

# ---- names ------------------------------------------------------------------------------

# External names that two archives define, or two objects of one: "name archive archive".
names_twice() {
  for archive in "$@"; do
    nm --defined-only --extern-only "$archive" 2>/dev/null |
      awk -v archive="$(basename "$archive" .a)" 'NF == 3 && $2 != "W" { print $3, archive }'
  done | sort | awk '{ times[$1]++; where[$1] = where[$1] " " $2 }
    END { for (name in times) if (times[name] > 1) print name where[name] }'
}
BUILT=${BUILD:-build}; [[ $BUILT == /* ]] || BUILT=$ROOT/$BUILT
if [ -d "$BUILT/lib" ]; then
  mapfile -t built < <(sed -nE 's,^room [a-z]+/([a-z_]+)( .*|$),\1,p' "$LAYERS" |
    while read -r room; do [ -e "$BUILT/lib/lib$room.a" ] && echo "$BUILT/lib/lib$room.a"; done)
  is "$(names_twice "${built[@]}")" "" "no external name is defined twice"
  printf 'int wb_planted(void); int wb_planted(void) { return 1; }\n' >"$TMP/one.c"
  for name in one two; do
    ${CC:-cc} -c -o "$TMP/$name.o" "$TMP/one.c" && ar qcs "$TMP/$name.a" "$TMP/$name.o"
  done
  is "$(names_twice "$TMP/one.a" "$TMP/two.a")" "wb_planted one two" "a name that is planted twice is found"
else
  skip "nothing is built in $BUILT" "no external name is defined twice"
fi

# Tags of structs, unions and enums that mean two things: "struct wb_name file file".
tags_twice() {
  # struct wb_device is what device.h leaves to each implementation.
  (cd "$1" && grep -rnE '^(struct|union|enum) wb_[a-z0-9_]+ \{' --include='*.[ch]' .) |
    grep -v ':struct wb_device {' |
    sed -E 's,^\./([^:]*):[0-9]+:(struct|union|enum) (wb_[a-z0-9_]+) \{.*,\3 \1,' | sort |
    awk '{ times[$1]++; where[$1] = where[$1] " " $2 }
      END { for (name in times) if (times[name] > 1) print name where[name] }'
}
is "$(tags_twice "$ROOT/workbench")" "" "no tag means two things"
mkdir -p "$TMP/tags"
echo 'struct wb_planted {' >"$TMP/tags/a.h"
echo 'enum wb_planted {' >"$TMP/tags/b.c"
is "$(tags_twice "$TMP/tags")" "wb_planted a.h b.c" "a tag that is planted twice is found"
tap_finish
