#!/usr/bin/env bash
# Includes point down the layers of tests/lint/layers.txt, and each library's
# headers stay in their one place.
. "$(dirname "$0")/../tap.sh"
LAYERS=$ROOT/tests/lint/layers.txt

# The includes of a tree, as "folder file:line kind name".
includes_of() {
  (cd "$1/workbench" && grep -rnE '^[[:space:]]*#[[:space:]]*include' --include='*.[ch]' --include='*.inc' .) |
    sed -nE 's,^\./([^/]+)/([^:]*:[0-9]+):[^"<]*(["<])([^">]*).*,\1 \1/\2 \3 \4,p'
}

# Prints every violation in a tree.
violations() {
  includes_of "$1" | awk -v layers="$LAYERS" '
    BEGIN {
      while ((getline line < layers) > 0) {
        n = split(line, word, " ")
        if (word[1] == "layer") {
          known[word[2]] = 1
          allowed[word[2], word[2]] = 1
          for (i = 3; i <= n; i++) {
            if (!(word[i] in known)) print "layers.txt: " word[2] " points up to " word[i]
            allowed[word[2], word[i]] = 1
          }
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

unknown=$(for folder in "$ROOT"/workbench/*/; do
  grep -qE "^layer $(basename "$folder")( |\$)" "$LAYERS" || basename "$folder"
done)
is "$unknown" "" "every folder has its layer"

cp -R "$ROOT/workbench" "$TMP/tree-workbench"
mkdir -p "$TMP/tree"
mv "$TMP/tree-workbench" "$TMP/tree/workbench"
plant base/planted.c '#include "cli/command.h"'
plant tui/planted.c '#include <lua.h>'
plant judge/planted.c '  #  include "tui/tui.h"'
plant emulator/planted.c '#include "opencl/opencl.h"'
plant cli/planted.c '#include <llvm-c/Core.h>'
plant text/planted.h '#include <base/../store/store.h>'
plant store/planted.c '#include "planted.h"'
plant report/planted.c '#include <CL/cl.h>'
plant script/planted.c '#include <judge/client.h>'
plant stray/planted.c '#include <stdio.h>'
found=$(violations "$TMP/tree")
for place in base tui judge emulator cli text store report script stray; do
  like "$found" "^$place/planted\.[ch]:1: " "a violation planted in $place is found"
done
is "$(grep -c . <<<"$found")" 10 "and nothing else"
tap_finish
