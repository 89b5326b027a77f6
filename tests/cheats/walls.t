#!/usr/bin/env bash
# Each wall around an OpenCL worker, tried alone: kernels with system calls in them and with
# files included, where the look at a kernel's text is switched off. Without any wall each
# attack must succeed, so that an attack that does nothing is seen as well. A sample has a tenth
# of the attacks.
. "$(dirname "$0")/../tap.sh"
unset WORKBENCH_KERNEL_CACHE WORKBENCH_DRIVER_CACHE # what attacks leave stays theirs
"$WORKBENCH" devices 2>/dev/null | grep -q PoCL || skip_all "there is no PoCL, whose kernels may hold assembly"
. "$ROOT/tests/cheats/native.sh"
. "$ROOT/tests/sample.sh"
DEVICE=pocl
export WORKBENCH_TEST_NO_TEXT_CHECK=1 WORKBENCH_TEST_MARK=cheat-$$
secret=$TMP/secret
printf '__constant float the_hidden_cases = 17.25f;\n' >"$secret"
native_call() {
  echo 'static long call(long n, long a, long b, long c) { long r; __asm__ volatile ("mov $0, %%r10; syscall" :'
  echo '"=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c) : "rcx", "r10", "r11", "memory"); return r; }'
}
# left: processes of these attacks that still run.
left() {
  grep -lzs "^WORKBENCH_TEST_MARK=$WORKBENCH_TEST_MARK\$" /proc/[0-9]*/environ |
    while IFS=/ read -r _ _ id _; do [ "$id" = $$ ] || echo "$id"; done |
    while read -r id; do
      grep -q 'workbench' "/proc/$id/comm" 2>/dev/null && ! grep -q 'State:.*Z' "/proc/$id/status" && echo "$id"
    done
}
# ---- files ------------------------------------------------------------------------
try_include() {
  printf '#include "%s"\n__kernel void k(__global long *out) { out[0] = (long)the_hidden_cases; }\n' "$secret" \
    >"$TMP/include.cl"
  try none include
  is "$(result)" 17 "include: without walls the file is read"
  stands landlock || { skip "this kernel grants no Landlock" "include: Landlock alone keeps the driver's compiler from it"; return; }
  cp "$TMP/include.cl" "$TMP/elsewhere/include.cl"
  try landlock elsewhere/include
  like "$out" 'Permission denied' "include: Landlock alone keeps the driver's compiler from it"
}
try_include_beside() {
  stands landlock || { skip "this kernel grants no Landlock" "a file beside the kernel is included behind all walls"; return; }
  printf '#include "near.h"\n__kernel void k(__global long *out) { out[0] = NEAR; }\n' >"$TMP/elsewhere/own.cl"
  echo '#define NEAR 23' >"$TMP/elsewhere/near.h"
  try all elsewhere/own
  is "$(result)" 23 "a file beside the kernel is included behind all walls"
  mkfifo "$TMP/pipe"
  printf '#include "%s"\n' "$TMP/pipe" >"$TMP/elsewhere/waits.cl"
  try landlock elsewhere/waits
  like "$out" 'Permission denied' "nor is a pipe opened, which nobody writes"
}

# oracle NAME: stdin compiles where a file is there; what tells that tells nothing behind the wall.
oracle() {
  { cat; echo '__kernel void k(__global long *out) { out[0] = 1; }'; } >"$TMP/elsewhere/$1.cl"
  try none "elsewhere/$1"
  is "$(result)" 1 "$1: without walls it tells that a file is there"
  stands landlock || { skip "this kernel grants no Landlock" "$1: Landlock alone keeps it"; return; }
  try landlock "elsewhere/$1"
  is "$(result)" "" "$1: Landlock alone keeps it"
}
try_has_include() { oracle has-include < <(printf '#if !__has_include("%s")\n#error\n#endif\n' "$secret"); }
try_dependency() { oracle dependency < <(printf '#pragma GCC dependency "%s"\n' "$secret"); }
# A driver's clang may be too old to know what this is; one that does must not read it, either.
try_embed() {
  printf '__constant char t[] = {\n#embed "%s"\n};\n__kernel void k(__global long *out) { out[0] = t[0]; }\n' \
    "$secret" >"$TMP/elsewhere/embed.cl"
  stands landlock || { skip "this kernel grants no Landlock" "embed: behind Landlock no byte of a file is read"; return; }
  try landlock elsewhere/embed
  is "$(result)" "" "embed: behind Landlock no byte of a file is read"
}
try_line() {
  printf '#line 1 "%s"\n__kernel void k(__global long *out) { out[0] = y; }\n' "$secret" >"$TMP/elsewhere/line.cl"
  try none elsewhere/line
  unlike "$out" 'hidden_cases' "#line: not even without walls a report shows another file's line"
}
try_open() {
  { text path "$secret"; echo 'r = call(2, (long)path, 0, 0);'; } | attack far/open
  succeeds far/open
  denied far/open 13
}
try_plant() {
  { text path "$TMP/planted"; echo 'r = call(2, (long)path, 0101, 0600);'; } | attack far/plant
  succeeds far/plant
  rm -f "$TMP/planted"
  denied far/plant 13
  [ ! -e "$TMP/planted" ]
  ok $? "far/plant: no file was made"
}

# ---- calls ------------------------------------------------------------------------
try_socket() {
  attack socket <<<'r = call(41, 1, 1, 0);'
  succeeds socket
  refused socket socket
}
try_session() {
  attack session <<<'r = call(57, 0, 0, 0); if (r == 0) { call(112, 0, 0, 0); for (;;) call(230, 0, 0, (long)(long[]){1000, 0}); }'
  succeeds session
  is "$(left)" "" "session: what left its session is ended with the run"
  refused session fork
  is "$(left)" "" "session: nothing is left"
}
try_signal() {
  attack signal <<<'r = call(62, call(110, 0, 0, 0), 0, 0);'
  refused signal kill
}
try_peek() {
  attack peek <<<'r = call(101, 0x4206, call(110, 0, 0, 0), 0);'
  refused peek ptrace
}
# Both, as far as this user may and this kernel's Landlock knows them.
try_others() {
  attack others <<<'long p = call(110, 0, 0, 0); r = (call(62, p, 0, 0) == 0) + 2 * (call(101, 0x4206, p, 0) == 0);'
  try none others
  # (Its parent is the reaper, to which nobody attaches who is not root.)
  is "$(result)" "$([ "$(id -u)" -eq 0 ] && echo 3 || echo 1)" "without walls a kernel reaches other processes"
  stands landlock || { skip "this kernel grants no Landlock" "Landlock alone keeps it from them"; return; }
  try landlock others
  is "$(result)" "$([ "$(landlock_abi)" -ge 6 ] && echo 0 || echo 1)" "Landlock alone keeps it from them"
}
try_execute() {
  { text path /bin/touch; text file "$TMP/touched"; echo 'long argv[] = {(long)path, (long)file, 0}; r = call(59, (long)path, (long)argv, 0);'; } |
    attack execute
  try none execute
  [ -e "$TMP/touched" ] && rm -f "$TMP/touched"
  ok $? "execute: without walls a program runs"
  denied execute 13
  [ ! -e "$TMP/touched" ]
  ok $? "execute: behind Landlock none does"
}
# Files of devices and of other processes: how many of them are opened.
try_devices() {
  {
    echo 'r = 0;'
    for name in /dev/full /dev/tty /dev/mem /proc/1/environ; do
      echo '{'; text path $name; echo 'r += call(2, (long)path, 0, 0) >= 0; }'
    done
  } | attack far/devices
  try none far/devices
  [ "$(result)" -gt 0 ]
  ok $? "devices: without walls some are opened"
  stands landlock || { skip "this kernel grants no Landlock" "devices: Landlock alone denies all of them"; return; }
  try landlock far/devices
  is "$(result)" 0 "devices: Landlock alone denies all of them"
}

# ---- nothing is left, whoever dies ------------------------------------------------
# Client, reaper, worker, and what the kernel started; root alone sees a reaper's environment.
seen=$([ "$(id -u)" -eq 0 ] && echo 4 || echo 3)
all_at_work() { [ "$(left | wc -l)" -ge "$seen" ]; }
none_left() { [ -z "$(left)" ]; }
# stays VICTIM: what a kernel started ends with it.
stays() {
  local client reaper id told=0
  attack stays <<<'if (call(57, 0, 0, 0) == 0) { call(112, 0, 0, 0); if (call(57, 0, 0, 0) != 0) call(60, 0, 0, 0); } for (;;) call(34, 0, 0, 0);'
  WORKBENCH_WALLS=none WORKBENCH_COURSE=$ROOT "$WORKBENCH" emulate "$TMP/stays.cl" -g 1 -a 'long[1]=zeros' \
    --device pocl --time-limit 60 >"$TMP/out" 2>&1 &
  client=$!
  wait_until all_at_work
  ok $? "stays: it runs, in a session of its own as well"
  for id in $(left); do
    case $(cat "/proc/$id/comm") in workbench) ;; *) grep -qs SECRET_TOKEN "/proc/$id/environ" && told=$id ;; esac
  done
  is "$told" 0 "stays: no process of it has a variable of the person's own"
  if [ "$1" = client ]; then
    kill -KILL $client
  else
    reaper=$(pgrep -P "$client" -f workbench-opencl | head -1)
    like "$reaper" '^[0-9]+$' "stays: the client has a reaper for the device's worker"
    kill -KILL "$reaper"
  fi
  wait $client 2>/dev/null
  wait_until none_left
  is "$(left)" "" "stays: all of it ends when the $1 is killed"
}
try_stays_client() { stays client; }
try_stays_reaper() { stays reaper; }

mkdir -p "$TMP/elsewhere" "$TMP/far"
mapfile -t all < <(compgen -A function try_)
attacks=()
sample attacks 10 "attacks on the walls of OpenCL" "${all[@]}"
for name in "${attacks[@]}"; do $name; done
tap_finish
