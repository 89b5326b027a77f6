#!/usr/bin/env bash
# What check keeps: it is taken only where nothing has changed that a judgement depends on.
. "$(dirname "$0")/../tap.sh"
unset WORKBENCH_KERNEL_CACHE WORKBENCH_DRIVER_CACHE # a cache of its own
. "$(dirname "$0")/../courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
course=$TMP/course
author_course "$course"
spec=$course/puzzles/01-map/puzzle.lua
kept=$XDG_CACHE_HOME/gpu-workbench/checks

# A judge that notes when it is started to judge a kernel, on no other device than the emulator.
mkdir -p "$TMP/libexec"
for program in emulator compiler; do ln -s "$BUILD/workbench-$program" "$TMP/libexec/"; done
judge() { # what it does besides
  cat >"$TMP/libexec/new" <<END
#!/bin/sh
case \$1 in describe | audit) ;; *) echo >>"$TMP/starts"; $1 ;; esac
exec "$BUILD/workbench-judge" "\$@"
END
  chmod +x "$TMP/libexec/new"
  mv "$TMP/libexec/new" "$TMP/libexec/workbench-judge"
}
judge :
export WORKBENCH_LIBEXEC=$TMP/libexec

# judged: whether a judge was needed; what it printed is in $TMP/out. Mutants take long, and are kept
# as all else is: most of it is tried without them.
quick=
judged() {
  : >"$TMP/starts"
  "$WORKBENCH" check -j 1 $quick >"$TMP/out" 2>"$TMP/err"
  echo $? >"$TMP/code"
  [ -s "$TMP/starts" ] && echo anew || echo kept
}

sleep 0.1
is "$(judged)" anew "the first time a puzzle is judged"
first=$(cat "$TMP/out")
is "$(judged)" kept "and not the second time"
is "$(cat "$TMP/out")" "$first" "which says the same"
quick=--quick
is "$(judged)" kept "nor for less than that"

# changes SENTENCE COMMAND...: after it a puzzle is judged anew, and once.
changes() {
  local sentence=$1
  shift
  "$@"
  is "$(judged) $(judged)" "anew kept" "$sentence"
}
changes "a spec that has changed is judged by" sed -i 's/title = "/&Another /' "$spec"
echo 'return {}' >"$course/lua/mine.lua"
is "$(judged)" kept "a library that nobody asks for is no matter of the judge"
changes "one that the spec asks for is" sed -i '1i local mine = require "mine"' "$spec"
changes "and so is what has changed in it" sh -c "echo '-- a change' >>'$course/lua/mine.lua'"
changes "what kernels include, too" sh -c "echo '#define TEN 10' >'$course/kernels/include/ten.h'"
changes "and what the course says of itself" sh -c "echo '-- a change' >>'$course/course.lua'"
changes "a starter that has changed" sed -i '1s/$/ /' "$course/kernels/01-map.cl"
changes "a right kernel" sed -i '1s/$/ /' "$course/solutions/01-map/right/pointers.cl"
changes "a wrong one" sed -i '$s/$/ /' "$course/solutions/01-map/wrong/copy.cl"
changes "a new one" cp "$course/solutions/01-map/accepted.cl" "$course/solutions/01-map/right/same.cl"
rm "$course/solutions/01-map/right/same.cl"
changes "another judge" judge 'true'
changes "another emulator" cp --remove-destination "$BUILD/workbench-emulator" "$TMP/libexec/workbench-emulator"
echo 'return 1' >"$course/puzzles/01-map/more.lua"
is "$(judged)" kept "nor is what lies beside a spec and is not read"
export WORKBENCH_TIER=optimised
is "$(judged) $(judged)" "anew kept" "other code is judged anew"
unset WORKBENCH_TIER
is "$(judged)" kept "and what was kept before that is still there"
mv "$course" "$TMP/moved"
export WORKBENCH_COURSE=$TMP/moved
is "$(judged)" anew "a course elsewhere is another one"
mv "$TMP/moved" "$course"
export WORKBENCH_COURSE=$course
is "$(judged)" kept "and what is there again is the same"

# What is suggested follows from results that are kept as well. One of the kernels is nearly as far off as it may.
quick=
cp "$spec" "$TMP/spec"
sed -i 's/tolerance = .*/tolerance = { atol = 1 }, budgets = { max_global_reads = 2 },/' "$spec"
sed -i 's/+ 10;/+ 10.9f;/' "$course/solutions/01-map/right/pointers.cl"
is "$(judged)" anew "what right kernels need is measured"
like "$(cat "$TMP/out")" "puzzle.lua:[0-9]+: suggestion: .*\[budget-loose\]" "and compared with budgets"
like "$(cat "$TMP/out")" 'right/pointers.cl uses 90 % of the tolerance of .out.* \[tolerance-near\]' "and tolerances"
suggested=$(cat "$TMP/out")
is "$(judged)" kept "which needs no judge the second time"
is "$(cat "$TMP/out")" "$suggested" "and gives the same suggestions"
sed -i 's/+ 10.9f;/+ 10;/' "$course/solutions/01-map/right/pointers.cl"
cp "$TMP/spec" "$spec"
quick=--quick
judged >/dev/null

# A pass that is kept is never a wrong one.
sed -i 's/case.a + 10/case.a + 11/' "$spec"
judged >/dev/null
is "$(cat "$TMP/code")" 1 "a spec that wants something else is not met by what was kept"
like "$(cat "$TMP/out")" 'accepted.cl.*\[right-accepted\]' "which is told"
sed -i 's/case.a + 11/case.a + 10/' "$spec"
is "$(judged) $(cat "$TMP/code")" "anew 0" "and is judged anew when it is what it was before"
# The judge that is started changes the spec: it may have read either.
judge "sed -i 's/case.a + 10/case.a + 11/' '$spec'"
judged >/dev/null
judge "true"
sed -i 's/case.a + 11/case.a + 10/' "$spec"
judged >/dev/null
is "$(cat "$TMP/code")" 0 "what was judged while its spec changed is not kept"

# A host puzzle's files are sent to another process, in which nothing is known of the course.
if [ -x "$BUILD/workbench-host" ]; then
  host=$TMP/host
  ln -s "$BUILD/workbench-host" "$TMP/libexec/"
  copy_course "$host"
  rm -r "$host"/puzzles/0* "$host/kernels"/*.cl "$host"/solutions/*
  cp -r "$ROOT/tests/specs/host/07-scalar-add" "$host/puzzles/"
  cp -r "$ROOT/tests/specs/host/solutions" "$host/solutions/07-scalar-add"
  cp "$ROOT/tests/specs/host/starter.lua" "$host/kernels/07-scalar-add.lua"
  export WORKBENCH_COURSE=$host
  file=$host/puzzles/07-scalar-add/scalar_add.cl
  is "$(judged) $(judged)" "anew kept" "a host puzzle is kept as well"
  cp "$file" "$TMP/scalar_add.cl"
  sed -i 's/+=/-=/' "$file"
  unlike "$(cat "$file")" '\+=' "the kernel is another one"
  judged >/dev/null
  like "$(cat "$TMP/out")" 'accepted.lua.*wrong-answer.*\[right-accepted\]' "a file of it that is wrong now is told"
  rm "$file"
  judged >/dev/null
  like "$(cat "$TMP/out")" 'scalar_add.cl' "and one that is gone"
  cp "$TMP/scalar_add.cl" "$file"
  judged >/dev/null
  is "$(judged)" kept "when it is back, all is kept"
  cp --remove-destination "$BUILD/workbench-host" "$TMP/libexec/workbench-host"
  is "$(judged) $(judged)" "anew kept" "another workbench-host judges anew"
  export WORKBENCH_COURSE=$course
fi

# Files of the cache.
for damage in 'truncate -s 20' 'sed -i s/accepted/rejected/' 'truncate -s 0' 'chmod a+w'; do
  # shellcheck disable=SC2086 # a command and its arguments
  $damage "$kept"/*
  is "$(judged) $(cat "$TMP/code") $(judged)" "anew 0 kept" "a file that is damaged is not taken: $damage"
done
"$WORKBENCH" check -j 1 $quick >"$TMP/one" 2>&1 &
"$WORKBENCH" check -j 1 $quick >"$TMP/two" 2>&1 &
wait
is "$(cat "$TMP/one")" "$(cat "$TMP/two")" "two at the same time say the same"
"$WORKBENCH" cache --clear >/dev/null
for _ in 1 2 3; do "$WORKBENCH" check -j 2 $quick >/dev/null 2>&1 & done
wait
is "$(judged) $(cat "$TMP/code")" "kept 0" "and three that write at the same time leave whole files"
like "$("$WORKBENCH" cache)" '^[0-9]+ results of checks, 0\.[0-9] MiB$' "cache says how many are kept"
"$WORKBENCH" cache --clear >/dev/null
is "$(judged)" anew "and removes them"
export WORKBENCH_CACHE=off
is "$(judged) $(judged)" "anew anew" "a cache that is off keeps nothing"
tap_finish
