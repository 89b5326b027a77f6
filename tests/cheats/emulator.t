#!/usr/bin/env bash
# Each wall around the emulator, tried alone. Two kinds of attack: texts that make clang read what
# is not theirs, and kernels that are native code and make system calls. With all checks and walls
# off each must succeed, so that an attack that does nothing is seen as well.
. "$(dirname "$0")/../tap.sh"
unset WORKBENCH_KERNEL_CACHE WORKBENCH_DRIVER_CACHE # what attacks leave stays theirs
. "$ROOT/tests/courses.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
. "$ROOT/tests/cheats/native.sh"
DEVICE=emulator
course=$TMP/course
small_course "$course"
mkdir "$course/kernels/include"
export WORKBENCH_COURSE=$course

# ---- what a text makes clang read --------------------------------------------------------
# judged WITHOUT WALLS NAME: the verdict, and what is told, of a kernel for puzzle 1, without
# these checks (text, file, code).
judged() {
  local without=() check
  for check in $1; do without+=("WORKBENCH_TEST_NO_${check^^}_CHECK=1"); done
  told=$(env "${without[@]}" WORKBENCH_WALLS="$2" timeout 300 "$WORKBENCH" run map --json --file "$TMP/$3.cl" 2>&1)
  verdict=$(perl -MJSON::PP -e 'local $/; print decode_json(<STDIN>)->{verdict}' <<<"$told" 2>&1)
}
# map NAME: stdin, and a kernel that is right where ADDED is 10.
map() {
  { cat; echo '__kernel void map(__global float *out, __global const float *a) {'
    echo '  size_t i = get_global_id(0); out[i] = a[i] + ADDED; }'; } >"$TMP/$1.cl"
}
printf '#define ADDED 10\n' >"$TMP/added.h"
printf '10' >"$TMP/byte"

# reads NAME: an attack that is accepted only if it read another file.
reads() {
  judged "text file code" none "$1"
  is "$verdict" accepted "$1: without checks and walls it reads the file"
  judged "file code" none "$1"
  is "$verdict" compile-error "$1: the look at the text alone refuses it"
  judged "text code" none "$1"
  is "$verdict" compile-error "$1: clang's file system alone has no such file"
  stands landlock || { skip "this kernel grants no Landlock" "$1: Landlock alone denies it"; return; }
  judged "text file code" landlock "$1"
  is "$verdict" compile-error "$1: Landlock alone denies it"
  judged "text file code" all "$1"
  is "$verdict" compile-error "$1: as do all walls"
}
map include <<<"#include \"$TMP/added.h\""
reads include
map embed <<<"__constant uchar t[] = {
#embed \"$TMP/byte\"
};
#define ADDED ((t[0] - 48) * 10 + t[1] - 48)"
reads embed
map indirect <<<"#define NAME \"$TMP/added.h\"
#include NAME"
judged "file code" none indirect
is "$verdict" compile-error "a name behind a macro: the look at the text alone refuses it"
# Not a regular file: refused whatever stands.
map device <<<'#define ADDED 10
#include "/dev/null"'
judged "text file code" none device
is "$verdict" compile-error "a device is not read"
mkfifo "$TMP/pipe"
map waits <<<"#include \"$TMP/pipe\""
if stands landlock; then
  judged "text file code" landlock waits
  is "$verdict" compile-error "a pipe that is never written is not even opened"
fi

# Where the course's headers lie is nothing that a kernel learns from what cannot be read there.
mkfifo "$course/kernels/include/pipe.h"
for header in pipe.h . layout.h/. nothing.h; do
  map where <<<"#include \"$header\""
  judged "" all where
  is "$verdict" compile-error "$header is nothing that can be included"
  unlike "$(grep -v '"file": ' <<<"$told")" "$course|$ROOT/workbench|share/workbench" "and no word of where the folder lies"
done
rm "$course/kernels/include/pipe.h"

# More than any machine reads is more on each: what is counted ends it, and no clock.
bomb() { # WHAT DEFINITION-OF-A0
  { echo "#define A0 $2"
    for i in $(seq 30); do echo "#define A$i A$((i - 1)) A$((i - 1))"; done; } >"$TMP/bomb"
  map "$1" <<<"#define ADDED 10
$(cat "$TMP/bomb")
__kernel void more(__global float *out) { float x = 0; A30 out[0] = x; }"
  judged "" all "$1"
  is "$verdict" compile-error "$1: a text that grows without end does not compile"
  like "$told" "with its macros replaced this text is longer than 1048576 words" "$1: it says why"
}
bomb words 'x += 1;'
bomb nothing ''

# What says that a file is there: clang's file system has none of the machine's.
map oracle <<<"#define ADDED 10
#pragma clang diagnostic error \"-Weverything\"
#pragma GCC dependency \"$TMP/added.h\""
judged "file code" none oracle
is "$verdict" compile-error "dependency: the look at the text alone refuses it"
like "$told" 'GCC dependency is not OpenCL C' "dependency: and says why"
judged "text code" none oracle
there=$(tail -n +2 <<<"$told" | grep -o '"message": "[^"]*"')
sed -i "s/added.h/nothing.h/" "$TMP/oracle.cl"
judged "text code" none oracle
is "$(tail -n +2 <<<"$told" | grep -o '"message": "[^"]*"' | sed 's/nothing.h/added.h/g')" "$there" \
  "dependency: clang's file system alone tells nothing of a file that is there"
map line <<<"#define ADDED y
#line 3 \"/etc/passwd\""
judged "file code" none line
like "$told" 'no file' "#line: the look at the text alone refuses another file's name"
judged "text code" none line
like "$told" 'no file' "#line: the look at what clang says alone does"

# ---- kernels that are native code -----------------------------------------------------------
if grep -qs fsanitize "$BUILD/flags"; then
  skip "memcpy is the sanitizer's there, not the C library's" "kernels that are native code"
  tap_finish
  exit
fi
# A kernel's text has one way to machine code that is not checked: to call an address. Clang has
# function pointers as an extension, and the emulator's loader knows one function of the C
# library. From there the library's own table of symbols says where `syscall` is.
native_call() {
  cat <<'CL'
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
void *memcpy(void *, const void *, ulong);
typedef long (*function)(long, long, long, long, long);
static ulong word(long at, long bytes) {
  ulong value = 0;
  ((function)(long)memcpy)((long)&value, at, bytes, 0, 0);
  return value;
}
/* By its first instructions, in the code of the program or library that memcpy is in. */
static long find_syscall(void) {
  enum { LOADED = 1, RUNS = 1, HEADER_BYTES = 56 };
  const ulong first = 0x8948f78948f88948, second = 0x4dc2894dca8948d6;
  long library = (long)memcpy & ~4095L;
  while (word(library, 4) != 0x464c457f) library -= 4096;
  long header = library + (long)word(library + 32, 8);
  while (word(header, 4) != LOADED || (word(header + 4, 4) & RUNS) == 0) header += HEADER_BYTES;
  long at = library + (long)word(header + 16, 8);
  while (word(at, 8) != first || word(at + 8, 8) != second) at += 4;
  return at;
}
static long call(long number, long a, long b, long c) {
  return ((function)find_syscall())(number, a, b, c, 0);
}
CL
}
# The C library's call says -1, and why elsewhere.
export WORKBENCH_TEST_NO_TEXT_CHECK=1 WORKBENCH_TEST_NO_CODE_CHECK=1

attack compute <<<'r = 7;'
try all compute
is "$(result)" 7 "a kernel that calls nothing runs behind all walls"
attack pid <<<'r = call(39, 0, 0, 0);'
try none pid
[ "$(result)" -gt 1 ]
ok $? "without checks and walls a kernel calls what it likes"
WORKBENCH_TEST_NO_TEXT_CHECK=0 try none pid
like "$(tr -s ' \n' ' ' <<<"$out")" 'function_pointers is not OpenCL C.*compile-error' "the look at the text alone refuses it"
WORKBENCH_TEST_NO_CODE_CHECK=0 try none pid
like "$(tr -s ' \n' ' ' <<<"$out")" '(calls through pointers|pointers to functions).*compile-error' \
  "the allowlist of what clang made alone refuses it"

# Files: of the machine, to be made, of processes and of devices.
for name in /etc/passwd /proc/self/environ /proc/self/mem /dev/zero; do
  { text path "$name"; echo 'r = call(2, (long)path, 0, 0);'; } | attack open
  succeeds open
  denied open 1
  refused open open
done
{ text path "$TMP/planted"; echo 'r = call(2, (long)path, 0101, 0600);'; } | attack plant
succeeds plant
[ -e "$TMP/planted" ] && rm -f "$TMP/planted"
ok $? "plant: and made a file"
denied plant 1
refused plant open
[ ! -e "$TMP/planted" ]
ok $? "plant: behind either wall no file is made"
{ text path /bin/touch; text file "$TMP/touched"; echo 'long argv[] = {(long)path, (long)file, 0}; r = call(59, (long)path, (long)argv, 0);'; } |
  attack execute
try none execute
[ -e "$TMP/touched" ] && rm -f "$TMP/touched"
ok $? "execute: without walls a program runs"
denied execute 1
refused execute execve
[ ! -e "$TMP/touched" ]
ok $? "execute: behind either wall none does"

# Processes, sockets, memory: seccomp's part, and Landlock's where it has one.
attack fork <<<'r = call(57, 0, 0, 0); if (r == 0) { call(112, 0, 0, 0); call(60, 0, 0, 0); }'
succeeds fork
succeeds fork landlock
refused fork fork
attack socket <<<'r = call(41, 1, 1, 0);'
succeeds socket
succeeds socket landlock
refused socket socket
attack memory <<<'r = call(319, (long)&r, 0, 0);'
succeeds memory
refused memory memfd_create
attack write <<<'long text = 65; r = call(1, 1, (long)&text, 1);'
succeeds write
refused write write
attack signal <<<'r = call(62, 0, 0, 0);'
succeeds signal
refused signal kill
attack trace-me <<<'r = call(101, 0, 0, 0);'
succeeds trace-me
refused trace-me ptrace
attack signal-parent <<<'r = call(62, call(110, 0, 0, 0), 0, 0);'
succeeds signal-parent
if [ "$(landlock_abi)" -ge 6 ]; then
  denied signal-parent 1
else
  skip "Landlock of this kernel knows no signals" "signal-parent: Landlock alone denies it"
fi
refused signal-parent getppid
attack trace <<<'r = call(101, 0x4206, call(110, 0, 0, 0), 0);'
if may_trace; then succeeds trace; else skip "this user may trace no process" "trace: without walls it succeeds"; fi
denied trace 1

# It cannot end a launch as if it were done, and what it writes is compared elsewhere.
attack leave <<<'r = 5; out[0] = r; call(231, 0, 0, 0);'
try all leave
is "$code" 1 "leave: a process that ends by itself is no launch that is done"
like "$out" 'runtime-error' "leave: and is told as a runtime error"

tap_finish
