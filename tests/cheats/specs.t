#!/usr/bin/env bash
# Specs of a course that try to reach what is not theirs: files, programs, code of their own
# making, the language's own tables. Each is the course's mistake, told as such, and touches nothing.
. "$(dirname "$0")/../tap.sh"
unset WORKBENCH_KERNEL_CACHE WORKBENCH_DRIVER_CACHE # what attacks leave stays theirs
. "$ROOT/tests/courses.sh"
. "$ROOT/tests/cli/device.sh"
course=$TMP/course
small_course "$course"
spec=$course/puzzles/01-map/puzzle.lua
cp "$spec" "$TMP/right.lua"
printf 'return { secret = "swordfish" }\n' >"$TMP/outside.lua"
export WORKBENCH_COURSE=$course WORKBENCH_SPEC_SECONDS=1

# spec NAME: stdin stands before the right spec.
spec() {
  { cat; cat "$TMP/right.lua"; } >"$spec"
  timeout 300 "$WORKBENCH" run map --device "$DEVICE" --file "$COURSE/solutions/01-map/accepted.cl" >"$TMP/out" 2>&1
  is "$?" 3 "$1: the course's mistake"
  timeout 300 "$WORKBENCH" data map >>"$TMP/out" 2>&1
  is "$?" 3 "$1: also where the cases are only shown"
  unlike "$(cat "$TMP/out")" 'swordfish|root:' "$1: nothing of other files is told"
}

cp "$TMP/right.lua" "$spec"
"$WORKBENCH" run map --device "$DEVICE" --file "$COURSE/solutions/01-map/accepted.cl" >/dev/null 2>&1
is "$?" 0 "the spec is right without them"
spec "reads a file" <<<'for line in io.lines("/etc/passwd") do error(line) end'
spec "runs a program" <<<"os.execute('touch $TMP/touched')"
spec "asks the environment" <<<'error(os.getenv("HOME"))'
spec "runs a file" <<<"error(dofile('$TMP/outside.lua').secret)"
spec "requires a file by its path" <<<"error(require('$TMP/outside').secret)"
spec "requires its way out" <<<"error(require('../../outside').secret)"
spec "changes where modules are looked for" <<<"package.path = '$TMP/?.lua'; error(require('outside').secret)"
spec "loads machine code" <<<"error(package.loadlib('libc.so.6', 'system'))"
spec "loads bytecode" <<<'load(string.dump(function() end))()'
spec "loads what looks like bytecode" <<<'assert(load("\27Lua\84\0\25\147\r\n\26\n"))()'
spec "changes strings for everybody" <<<'getmetatable("").__index = function() return "swordfish" end error(("x").y)'
spec "asks the debugger" <<<'error(debug.getregistry())'
spec "takes all memory" <<<'local t = "x"; for i = 1, 60 do t = t .. t end'
spec "repeats without end" <<<'local t = string.rep("x", 1 << 40)'
spec "never ends" <<<'while true do end'
spec "never ends in a search" <<<'string.find(string.rep("a", 60), string.rep("a?", 60) .. string.rep("a", 60) .. "b")'
[ ! -e "$TMP/touched" ]
ok $? "no program was run"

# A module of the course that is a link to what is not the course's.
ln -s "$TMP/outside.lua" "$course/lua/linked.lua"
if "$WORKBENCH" doctor 2>/dev/null | grep -q 'ok *Landlock'; then
  spec "requires a link out of the course" <<<'error(require("linked").secret)'
  out=$(WORKBENCH_WALLS=none "$WORKBENCH" run map --device "$DEVICE" --file "$COURSE/solutions/01-map/accepted.cl" 2>&1)
  like "$out" 'swordfish' "only the wall keeps it from that: without it the file is read"
  like "$(WORKBENCH_WALLS=none "$WORKBENCH" data map 2>&1)" 'swordfish' "also where the cases are only shown"
else
  skip "this kernel grants no Landlock" "requires a link out of the course"
fi

tap_finish
