#!/usr/bin/env bash
# Each wall around an OpenCL worker, tried alone: kernels with system calls in them and with
# files included, where the look at a kernel's text is switched off. Without any wall each
# attack must succeed, so that an attack that does nothing is seen as well.
. "$(dirname "$0")/../tap.sh"
"$WORKBENCH" devices 2>/dev/null | grep -q PoCL || skip_all "there is no PoCL, whose kernels may hold assembly"
[ "$(uname -m)" = x86_64 ] || skip_all "the attacks are written for x86-64"
export SECRET_TOKEN=swordfish
export WORKBENCH_TEST_NO_TEXT_CHECK=1 WORKBENCH_TEST_MARK=cheat-$$
walls=$("$WORKBENCH" doctor 2>/dev/null | awk '/ok +(Landlock|seccomp) /{print tolower($2)}')
stands() { grep -q "$1" <<<"$walls"; }
secret=$TMP/secret
printf 'float the_hidden_cases = 17.25f;\n' >"$secret"

# attack NAME: work-item 0 runs stdin, C with call(number, a, b, c), and stores `r`.
attack() {
  {
    echo 'static long call(long n, long a, long b, long c) { long r; __asm__ volatile ("syscall" :'
    echo '"=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory"); return r; }'
    echo '__kernel void k(__global long *out) { long r = 0;'
    cat
    echo 'out[0] = r; }'
  } >"$TMP/$1.cl"
}
# text NAME STRING: an array `name` of its bytes on the kernel's stack.
text() { printf 'char %s[] = {%s 0};\n' "$1" "$(printf %s "$2" | od -An -v -tu1 | tr -s ' \n' ', ' | sed 's/^,//; s/,*$/,/')"; }

# try WALLS NAME: $out and $code of a launch.
try() {
  out=$(WORKBENCH_WALLS=$1 timeout 60 "$WORKBENCH" emulate "$TMP/$2.cl" -g 1 -a 'long[1]=zeros' \
    --device pocl --dump 1 2>&1)
  code=$?
}
# result: what work-item 0 stored.
result() { sed -n 's/^ *0: *\(-\{0,1\}[0-9]*\).*/\1/p' <<<"$out"; }
# left: processes of these attacks that still run.
left() {
  grep -lzs "^WORKBENCH_TEST_MARK=$WORKBENCH_TEST_MARK\$" /proc/[0-9]*/environ |
    while IFS=/ read -r _ _ id _; do [ "$id" = $$ ] || echo "$id"; done |
    while read -r id; do
      grep -q 'workbench' "/proc/$id/comm" 2>/dev/null && ! grep -q 'State:.*Z' "/proc/$id/status" && echo "$id"
    done
}
refused() { # NAME CALL: by seccomp alone, and told
  stands seccomp || { skip "this kernel grants no seccomp" "$1: seccomp alone refuses it"; return; }
  try seccomp "$1"
  is "$code" 1 "$1: seccomp alone refuses it"
  like "$(tr -s ' \n' ' ' <<<"$out")" "security-violation.*system call $2|system call $2.*security-violation" \
    "$1: a security-violation that names $2"
}
denied() { # NAME ERRNO: by Landlock alone
  stands landlock || { skip "this kernel grants no Landlock" "$1: Landlock alone denies it"; return; }
  try landlock "$1"
  is "$(result)" "-$2" "$1: Landlock alone denies it"
}
succeeds() { # NAME: with no wall
  try none "$1"
  [ "$code" -eq 0 ] && [ "$(result)" -ge 0 ]
  ok $? "$1: without walls it succeeds"
}

# ---- files ------------------------------------------------------------------------
printf '#include "%s"\n__kernel void k(__global long *out) { out[0] = (long)the_hidden_cases; }\n' "$secret" \
  >"$TMP/include.cl"
sed -i 's/^float/__constant float/' "$secret"
try none include
is "$(result)" 17 "include: without walls the file is read"
if stands landlock; then
  mkdir "$TMP/elsewhere"
  cp "$TMP/include.cl" "$TMP/elsewhere/include.cl"
  try landlock elsewhere/include
  like "$out" 'Permission denied' "include: Landlock alone keeps the driver's compiler from it"
  printf '#include "near.h"\n__kernel void k(__global long *out) { out[0] = NEAR; }\n' >"$TMP/elsewhere/own.cl"
  echo '#define NEAR 23' >"$TMP/elsewhere/near.h"
  try all elsewhere/own
  is "$(result)" 23 "a file beside the kernel is included behind all walls"
  mkfifo "$TMP/pipe"
  printf '#include "%s"\n' "$TMP/pipe" >"$TMP/elsewhere/waits.cl"
  try landlock elsewhere/waits
  like "$out" 'Permission denied' "nor is a pipe opened, which nobody writes"
else
  skip "this kernel grants no Landlock" "include: Landlock alone keeps the driver's compiler from it"
fi

mkdir -p "$TMP/far"
{ text path "$secret"; echo 'r = call(2, (long)path, 0, 0);'; } | attack far/open
succeeds far/open
denied far/open 13
{ text path "$TMP/planted"; echo 'r = call(2, (long)path, 0101, 0600);'; } | attack far/plant
succeeds far/plant
rm -f "$TMP/planted"
denied far/plant 13
[ ! -e "$TMP/planted" ]
ok $? "far/plant: no file was made"

# ---- calls ------------------------------------------------------------------------
attack socket <<<'r = call(41, 1, 1, 0);'
succeeds socket
refused socket socket
attack session <<<'r = call(57, 0, 0, 0); if (r == 0) { call(112, 0, 0, 0); for (;;) call(230, 0, 0, (long)(long[]){1000, 0}); }'
succeeds session
is "$(left)" "" "session: what left its session is ended with the run"
refused session fork
is "$(left)" "" "session: nothing is left"
attack peek <<<'long pid = call(110, 0, 0, 0); r = call(101, 16, pid, 0); if (r == -1) r = 0;'
refused peek ptrace
attack signal <<<'r = call(62, call(110, 0, 0, 0), 0, 0);'

refused signal kill
{ text path /bin/true; echo 'r = call(90, (long)path, 0777, 0); r = call(59, (long)path, 0, 0);'; } | attack execute
denied execute 13

# ---- nothing is left, whoever dies ------------------------------------------------
attack stays <<<'if (call(57, 0, 0, 0) == 0) { call(112, 0, 0, 0); if (call(57, 0, 0, 0) != 0) call(60, 0, 0, 0); } for (volatile int i = 0; i < 1;) i = 0;'
for victim in judge opencl; do
  WORKBENCH_WALLS=none WORKBENCH_COURSE=$ROOT "$WORKBENCH" emulate "$TMP/stays.cl" -g 1 -a 'long[1]=zeros' \
    --device pocl --time-limit 60 >"$TMP/out" 2>&1 &
  client=$!
  for _ in {1..300}; do
    [ "$(left | wc -l)" -ge 4 ] && break
    sleep 0.1
  done
  told=0
  for id in $(left); do
    case $(cat "/proc/$id/comm") in workbench) ;; *) grep -qs SECRET_TOKEN "/proc/$id/environ" && told=$id ;; esac
  done
  is "$told" 0 "stays: no process of it has a variable of the person's own"
  [ "$(left | wc -l)" -ge 4 ]
  ok $? "stays: it runs, in a session of its own as well"
  if [ $victim = judge ]; then
    kill -KILL $client
  else
    reaper=$(pgrep -P "$client" -f workbench-opencl | head -1)
    like "$reaper" '^[0-9]+$' "stays: the client has a reaper for the device's worker"
    kill -KILL "$reaper"
  fi
  wait $client 2>/dev/null
  for _ in {1..100}; do
    [ -z "$(left)" ] && break
    sleep 0.1
  done
  is "$(left)" "" "stays: all of it ends when the $([ $victim = judge ] && echo client || echo reaper) is killed"
done

tap_finish
