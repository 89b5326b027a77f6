#!/usr/bin/env bash
# devices and doctor: what this machine has, and what it lacks.
. "$(dirname "$0")/../tap.sh"
unset WORKBENCH_KERNEL_CACHE WORKBENCH_DRIVER_CACHE # a cache of its own

# A device program that hangs, waited for while the rest is tried.
mkdir "$TMP/hanging"
printf '#!/bin/sh\nexec sleep 600\n' >"$TMP/hanging/workbench-opencl"
chmod +x "$TMP/hanging/workbench-opencl"
start=$(date +%s)
(
  WORKBENCH_LIBEXEC=$TMP/hanging timeout 300 "$WORKBENCH" devices >/dev/null 2>"$TMP/hanging/err"
  echo $? $(($(date +%s) - start)) >"$TMP/hanging/end"
) &
hanging=$!

out=$("$WORKBENCH" devices 2>/dev/null)
code=$?
"$WORKBENCH" devices --json 2>/dev/null >"$TMP/json"
count=$(perl -MJSON::PP -e 'local $/; print scalar @{decode_json(<STDIN>)}' <"$TMP/json")
ok $? "devices --json is an array"
if [ "$count" -gt 0 ]; then
  is "$code" 0 "devices succeeds where there are some"
  is "$(grep -c -E '^(emulator|opencl:)' <<<"$out")" "$count" "both forms show the same devices"
else
  is "$code" 4 "no device at all exits with 4"
  skip "there is no device" "both forms show the same devices"
fi

out=$("$WORKBENCH" doctor)
like "$out" 'ok +workbench +[0-9]' "doctor names the version"
like "$out" 'workbench-judge' "doctor looks for the judge"
like "$out" 'libjansson-dev' "doctor lists the packages"
like "$out" '^Devices' "doctor lists the devices"
mkdir "$TMP/home"
env -u XDG_CACHE_HOME -u XDG_STATE_HOME HOME="$TMP/home" "$WORKBENCH" doctor >"$TMP/doctor"
is "$(find "$TMP/home" -mindepth 1)" "" "neither it nor a driver that it asks leaves anything in the home folder"

mkdir "$TMP/empty"
out=$(WORKBENCH_LIBEXEC=$TMP/empty "$WORKBENCH" doctor)
is "$?" 4 "doctor exits with 4 where the judge is missing"
like "$out" 'MISSING +workbench-judge' "doctor names what is missing"
like "$out" 'make' "doctor says what to do"

# A dpkg-query that knows nothing but gcc.
mkdir "$TMP/bin"
printf '#!/bin/sh\necho "gcc installed 12.2"\nexit 1\n' >"$TMP/bin/dpkg-query"
chmod +x "$TMP/bin/dpkg-query"
out=$(PATH=$TMP/bin:$PATH "$WORKBENCH" doctor)
like "$out" 'ok +gcc +12.2' "doctor shows the versions of packages"
like "$out" 'absent +clang-19' "doctor shows packages that are absent"
like "$out" 'apt-get install -y .*clang-19.*ocl-icd-opencl-dev' "doctor prints the one command"
unlike "$out" 'install.*(cppcheck| gcc )' "the command leaves out what is there or not needed"
like "$(PATH=$TMP/bin:$PATH "$WORKBENCH" doctor --all)" 'install.*cppcheck' "--all adds tools"

# checks PATH NAME: "SECTION STATE DETAIL" of a check of doctor --json.
checks() {
  PATH=$1 "$WORKBENCH" doctor --json | /usr/bin/perl -MJSON::PP -e '
    local $/; my ($c) = grep { $_->{name} eq $ARGV[0] } @{decode_json(<STDIN>)->{checks}};
    print "$c->{section} $c->{state} ", $c->{detail} // "null"' "$2"
}
is "$(checks "$TMP/bin:$PATH" gcc)" "Packages ok 12.2" "doctor --json has versions"
is "$(checks "$TMP/bin:$PATH" clang-19)" "Packages absent null" "and what is absent"
is "$(checks "$TMP/empty" gcc)" "Packages unknown null" "and that nothing is known without dpkg-query"
is "$(WORKBENCH_LIBEXEC=$TMP/empty checks "$PATH" workbench-judge)" \
  "Programs missing is neither built nor installed" "and what is missing"

# Words that are in the workbench's own name, which is its emulator's vendor.
if [ -x "$BUILD/workbench-emulator" ]; then
  for word in puzzle Workbench; do
    "$WORKBENCH" run map --file "$COURSE/solutions/01-map/accepted.cl" --device "$word" >/dev/null 2>"$TMP/err"
    is "$?" 4 "--device $word is no device"
    like "$(cat "$TMP/err")" "there is no device \"$word\" here.*: emulator \(checking emulator\)" \
      "--device $word says which devices there are"
  done
  "$WORKBENCH" run map --file "$COURSE/solutions/01-map/accepted.cl" --device checking >/dev/null 2>&1
  is "$?" 0 "a part of the emulator's name is the emulator"
fi
if "$WORKBENCH" devices --json 2>/dev/null | grep -q '"gpu": true'; then
  skip "there is a GPU" "--device gpu without one is an error"
else
  "$WORKBENCH" run map --file "$COURSE/solutions/01-map/accepted.cl" --device GPU >/dev/null 2>"$TMP/err"
  is "$?" 4 "--device gpu without one is an error"
fi

# ---- the sandbox --------------------------------------------------------------------
out=$("$WORKBENCH" doctor)
like "$out" '^Sandbox' "doctor says which walls stand"
like "$out" '(ok|absent) +Landlock +' "Landlock is one of them"
like "$out" '(ok|absent) +seccomp +' "seccomp is the other"
if [ -x "$BUILD/workbench-emulator" ]; then
  right=$COURSE/solutions/01-map/accepted.cl
  sandbox() { perl -MJSON::PP -e 'local $/; my $s = decode_json(<STDIN>)->{sandbox}; print $s->{landlock}, $s->{seccomp} ? " yes" : " no"'; }
  is "$("$WORKBENCH" run map --file "$right" --sandbox=off --json | sandbox)" "0 no" "--sandbox=off: no wall stands, the result says"
  like "$("$WORKBENCH" run map --file "$right" --sandbox=off)" 'without a' "and so does the report"
  is "$("$WORKBENCH" emulate "$right" -g 4 -a 'float[4]' -a 'float[4]=ones' --sandbox=off --json | sandbox)" "0 no" "emulate as well"
  mkdir -p "$WORKBENCH_WORK"
  cp "$right" "$WORKBENCH_WORK/01-map.cl"
  like "$("$WORKBENCH" check-all --sandbox=off --format tap)" '^# judged without a sandbox' "check-all's TAP has it in a comment"
  WORKBENCH_WALLS=wood "$WORKBENCH" run map --file "$right" >/dev/null 2>"$TMP/err"
  is "$?" 2 "a wall that nobody knows is wrong usage"
  like "$(cat "$TMP/err")" 'WORKBENCH_WALLS is "wood"' "and is named"
  if grep -q 'ok *Landlock' <<<"$out" && grep -q 'ok *seccomp' <<<"$out"; then
    like "$("$WORKBENCH" run map --file "$right" --json | sandbox)" '^[1-9].* yes$' "both stand where nothing is said"
    unlike "$("$WORKBENCH" run map --file "$right")" 'sandbox' "and nothing is said of them"
  else
    skip "this machine has not both walls" "both stand where nothing is said"
  fi
  # What the machine does wrong is nobody's attempt, and makes no version of a kernel.
  attempts() { "$WORKBENCH" history 01-map --json 2>/dev/null | grep -c '"verdict"'; }
  cp "$right" "$WORKBENCH_WORK/01-map.cl"
  before=$(attempts)
  mkdir "$TMP/libexec"
  ln -s "$BUILD"/workbench-* "$TMP/libexec"
  ln -sf /bin/false "$TMP/libexec/workbench-compiler"
  WORKBENCH_LIBEXEC=$TMP/libexec WORKBENCH_CACHE=off "$WORKBENCH" run map --json >"$TMP/json" 2>/dev/null
  like "$(cat "$TMP/json")" '"verdict": "judge-error"' "a compiler that does not work is a judge-error"
  is "$(attempts)" "$before" "which leaves no version"
  unlike "$("$WORKBENCH" list)" '01-map.*(try|tries|attempt)' "and no attempt"
  "$WORKBENCH" run map >/dev/null
  is "$(attempts)" "$((before + 1))" "where a verdict leaves one"
  # Too little address space for the compiler: nobody's attempt.
  if [ ! -e "$BUILD/flags" ] || ! grep -q fsanitize "$BUILD/flags"; then
    (ulimit -v 60000 && WORKBENCH_CACHE=off "$WORKBENCH" run map --file "$right" --json >"$TMP/json" 2>/dev/null)
    is "$?" 4 "a machine without memory for the compiler is no verdict on a kernel"
    like "$(cat "$TMP/json")" '"verdict": "judge-error"' "but a judge-error"
  else
    skip "sanitizers need all address space" "a machine without memory for the compiler is no verdict on a kernel"
  fi
fi

wait $hanging
read -r code seconds <"$TMP/hanging/end"
is "$code" 4 "a device program that hangs is no device"
[ "$seconds" -lt 200 ]
ok $? "a device program that hangs is given up"
like "$(cat "$TMP/hanging/err")" 'workbench-opencl' "a device program that hangs is named"

# ---- programs -----------------------------------------------------------------------------------
# Each answers who it is, and doctor says of all programs what is so.
mkdir "$TMP/programs"
for program in judge host archive emulator compiler opencl; do
  [ -x "$BUILD/workbench-$program" ] || continue
  out=$("$BUILD/workbench-$program" --version </dev/null 2>&1)
  is "$?" 0 "workbench-$program answers --version"
  like "$(WORKBENCH_LIBEXEC=$BUILD "$WORKBENCH" doctor)" "^  ok +workbench-$program +" "doctor finds workbench-$program"
  ln -s "$BUILD/workbench-$program" "$TMP/programs/"
done
last() { WORKBENCH_LIBEXEC=$TMP/programs "$WORKBENCH" doctor | tail -1; }
unlike "$(last)" 'build again' "where all programs are there, none is to be built again"
printf '#!/bin/sh\nexit 1\n' >"$TMP/broken"
chmod +x "$TMP/broken"
mv "$TMP/broken" "$TMP/programs/workbench-archive"
like "$(WORKBENCH_LIBEXEC=$TMP/programs "$WORKBENCH" doctor)" '^  absent +workbench-archive +does not start' "one that does not start is told"
like "$(last)" 'apt-get install|so build again: make clean && make' "and the last line says what to do"

tap_finish
