# Kernels that make system calls, for tests of each wall alone: source it after tap.sh and define
# native_call, which writes the C of `call(number, a, b, c)`.
[ "$(uname -m)" = x86_64 ] || skip_all "the attacks have the numbers of x86-64's system calls"
export SECRET_TOKEN=swordfish
WALLS=$("$WORKBENCH" doctor 2>/dev/null | awk '/ok +(Landlock|seccomp) /{print tolower($2)}')
stands() { grep -q "$1" <<<"$WALLS"; }

# attack NAME: work-item 0 runs stdin, C with call(number, a, b, c), and stores `r`.
attack() {
  {
    native_call
    echo '__kernel void k(__global long *out) { long r = 0;'
    cat
    echo 'out[0] = r; }'
  } >"$TMP/$1.cl"
}
# text NAME STRING: an array `name` of its bytes on the kernel's stack.
text() { printf 'char %s[] = {%s 0};\n' "$1" "$(printf %s "$2" | od -An -v -tu1 | tr -s ' \n' ', ' | sed 's/^,//; s/,*$/,/')"; }

# try WALLS NAME: $out and $code of a launch on $DEVICE.
try() {
  out=$(WORKBENCH_WALLS=$1 timeout 300 "$WORKBENCH" emulate "$TMP/$2.cl" -g 1 -a 'long[1]=zeros' \
    --device "$DEVICE" --dump 1 2>&1)
  code=$?
}
# result: what work-item 0 stored.
result() { sed -n 's/^ *0: *\(-\{0,1\}[0-9]*\).*/\1/p' <<<"$out"; }

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
succeeds() { # NAME [WALL]: with no wall, or with this one, which is not there for it
  local wall=${2:-none}
  [ "$wall" = none ] || stands "$wall" || { skip "this kernel grants no $wall" "$1: $wall lets it"; return; }
  try "$wall" "$1"
  [ "$code" -eq 0 ] && [ "$(result)" -ge 0 ]
  local done=$?
  ok $done "$1: $([ "$wall" = none ] && echo "without walls it succeeds" || echo "$wall alone lets it, whose part it is not")"
  [ $done -eq 0 ] || sed 's/^/#   /' <<<"$out"
}
# Whether this user may trace a process that is no child.
may_trace() { [ "$(id -u)" -eq 0 ] || [ "$(cat /proc/sys/kernel/yama/ptrace_scope 2>/dev/null || echo 0)" -eq 0 ]; }
# The version of Landlock that stands, or 0.
landlock_abi() {
  "$WORKBENCH" emulate "$ROOT/tests/kernels/language/used-helper.cl" -g 1 -a 'int[1]' --json 2>/dev/null |
    sed -n 's/.*"landlock": \([0-9]*\).*/\1/p' | grep . || echo 0
}
