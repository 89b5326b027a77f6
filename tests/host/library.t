#!/usr/bin/env bash
# libworkbench: what it exports, a program in C, what is found in one with mistakes, and that no wrong
# call does worse than to fail.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
HERE=$ROOT/tests/host/library
HEADERS=$ROOT/workbench/host/library
LIBRARY=$BUILD/libworkbench.so
read -ra sanitize <<<"${SANITIZE:-}"
unset WORKBENCH_DEVICE

# The functions that the header declares, and those that the library gives.
declared=$(sed -E 's,/\*.*\*/,,' "$HEADERS/workbench.h" | tr '\n' ' ' |
  grep -oE 'WORKBENCH_API [^;(]*\(' | grep -oE 'workbench_[a-z_]+\(' | tr -d '(' | sort)
exported() { nm -D --defined-only "$LIBRARY" | awk '$2 ~ /[TDBRVW]/ { print $3 }' | sort; }
is "$(exported | sed 's/@.*//')" "$declared" "exactly what the header declares is exported"
is "$(exported | sed -n 's/.*@@//p' | sort -u)" WORKBENCH_1.0 "with the interface's version"
like "$(readelf -d "$LIBRARY")" 'SONAME.*\[libworkbench\.so\.1\]' "the soname has its major number"
unlike "$(readelf -d "$LIBRARY")" 'NEEDED.*(LLVM|ncurses|OpenCL|sqlite)' "and needs neither LLVM nor OpenCL"

# compile NAME SOURCE: a program in $TMP. Findings name the file as the compiler was given it.
compile() {
  local name=$1
  (cd "$(dirname "$2")" && cc -std=c11 -Wall -Wextra -Wpedantic -Werror -g "${sanitize[@]}" -I"$HEADERS" -o "$TMP/$name" "$(basename "$2")" \
    -L"$BUILD" -lworkbench -lpthread -Wl,-rpath,"$BUILD") 2>"$TMP/$name.log"
  is "$?:$(cat "$TMP/$name.log")" "0:" "$name compiles without a warning"
}

compile scalar_add "$ROOT/workbench/examples/scalar_add.c"
devices=emulator
"$WORKBENCH" devices --json 2>/dev/null | grep -q '"opencl:' && devices="emulator opencl"
for device in $devices; do
  is "$(cd "$TMP" && WORKBENCH_DEVICE=$device ./scalar_add 2>&1)" "20.0 39.0" "the example on $device"
done
grep -v 'check(workbench_synchronize' "$ROOT/workbench/examples/scalar_add.c" >"$TMP/forgotten.c"
compile forgotten "$TMP/forgotten.c"
line() { grep -n "$2" "$1" | head -1 | cut -d: -f1; }
like "$(cd "$TMP" && ./forgotten 2>&1 >"$TMP/out")" \
  "forgotten\.c:$(line "$TMP/forgotten.c" 'numbers, WORKBENCH_READ'): error: host-race: reads numbers\[0\]" \
  "what the example forgets is found"

compile dimensions "$HERE/dimensions.c"
is "$(cd "$TMP" && ./dimensions 2>&1)" "1024 of 1024
a grid that lacks a size: usage" "a launch has as many dimensions as sizes"

compile drops "$HERE/drops.c"
for device in $devices; do
  is "$(cd "$TMP" && WORKBENCH_DEVICE=$device ./drops 2>&1)" "100 of 100, the last is 7
0 findings" "buffers that are dropped go when commands are done with them, on $device"
done

# Findings with their lines, by the marks in the source.
compile mistakes "$HERE/mistakes.c"
M=$HERE/mistakes.c
at() { line "$M" "/\* $1 \*/"; }
made=$(line "$M" 'CHECK(workbench_buffer_new')
(cd "$TMP" && ./mistakes) >"$TMP/out" 2>&1
is "$?" 0 "the program with mistakes comes to its end"
is "$(cat "$TMP/out")" "done 1, in order 1, printed item 3
mapped: 3
shift.cl:4: error: out-of-bounds: writes a[4], past the end of the global array of 4 elements: work-item 3 of group 0
mistakes.c:$(at launches): note: it is launched here
mistakes.c:$(at races): error: host-race: reads memory[0] while a command that writes it has not been waited for
mistakes.c:$(at copies): note: this is the other place
mistakes.c:$(at strays): error: wrong-context: copies the device buffer of line $made, which is of context 2, in a queue of context 1
mistakes.c:$made: note: this is the other place
mistakes.c:$(at forgotten): error: not-awaited: the program ends without waiting for what it enqueued; synchronize, so that it is done and its errors are seen
mistakes.c:$made: warning: leak: the device buffer of line $made still holds 16 bytes when the program ends
error out-of-bounds line $(at launches), other 0, kernel 'shift' shift.cl 4:12, a, 1 times
error host-race line $(at races), other $(at copies), kernel ''  0:0, memory, 1 times
error wrong-context line $(at strays), other $made, kernel ''  0:0, the device buffer of line $made, 1 times
error not-awaited line $(at forgotten), other 0, kernel ''  0:0, , 1 times
warning leak line $made, other 0, kernel ''  0:0, the device buffer of line $made, 1 times" \
  "and each mistake is told with its lines, those of two contexts, of a mapping and of a kernel"

# Wrong calls: every function of the header is among them.
compile bad_use "$HERE/bad_use.c"
untried=$(sed 's/_at$//' <<<"$declared" | while read -r name; do
  grep -qE "\b$name\b" "$HERE/bad_use.c" || echo "$name"
done)
is "$untried" "" "every function is called in a wrong way"
(cd "$TMP" && ./bad_use "$HERE/ops" "$HERE/graphs/mlp.lua") >"$TMP/out" 2>"$TMP/err"
is "$?:$(cat "$TMP/err")" "0:" "wrong calls fail, and do nothing worse"
is "$(grep -A1 '^not ok' "$TMP/out")" "" "each with what is wrong"
like "$(tail -1 "$TMP/out")" '^1\.\.[1-9][0-9]{2}$' "to the last"

# Operations, and graphs of files, with tensors of the program's own.
for program in operations:ops graphs:graphs; do
  name=${program%:*}
  compile "$name" "$HERE/$name.c"
  for device in $devices; do
    (cd "$TMP" && WORKBENCH_DEVICE=$device "./$name" "$HERE/${program#*:}") >"$TMP/out" 2>"$TMP/err"
    is "$?:$(cat "$TMP/err")" "0:" "$name on memory and on buffers of $device"
    is "$(grep -A2 '^not ok' "$TMP/out")" "" "do what they are to do, or say why not"
    like "$(tail -1 "$TMP/out")" '^1\.\.[1-9][0-9]$' "to the last"
  done
done

compile dead_worker "$HERE/dead_worker.c"
(cd "$TMP" && ./dead_worker) >"$TMP/out" 2>&1
is "$?" 0 "a worker that is killed kills nobody else"
like "$(cat "$TMP/out")" '^crash: the device stopped .*Killed' "and the call that notices says so"
is "$(tail -1 "$TMP/out")" "then crash" "as every later one does"

# Installed: found by pkg-config, and by itself the programs beside which it lies.
to=$TMP/prefix
(umask 077 && make -s -C "$ROOT" install-files BUILD="$BUILD" PREFIX="$to") >"$TMP/log" 2>&1
is "$?" 0 "the library is installed"
export PKG_CONFIG_PATH=$to/lib/pkgconfig
is "$(pkg-config --modversion workbench)" "$("$WORKBENCH" --version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -1)" \
  "pkg-config knows the version"
# The flags are words.
# shellcheck disable=SC2046
cc "${sanitize[@]}" "$to/share/workbench/examples/scalar_add.c" $(pkg-config --cflags --libs workbench) -o "$TMP/installed" 2>"$TMP/log"
is "$?:$(cat "$TMP/log")" "0:" "the example compiles by what pkg-config says"
is "$(cd "$TMP" && LD_LIBRARY_PATH=$to/lib ./installed 2>&1)" "20.0 39.0" "and runs"
is "$(cd "$TMP/prefix" && LD_LIBRARY_PATH=lib "$TMP/installed" 2>&1)" "20.0 39.0" "by a relative path, too"
like "$(cd "$TMP" && WORKBENCH_LIBEXEC=/nowhere LD_LIBRARY_PATH=$to/lib ./installed 2>&1)" 'no device "emulator" here' \
  "without the programs it says so"
is "$(find "$to/include" "$to/lib" ! -perm -444)" "" "everybody can read what is installed"
(make -s -C "$ROOT" uninstall BUILD="$BUILD" PREFIX="$to") >"$TMP/log" 2>&1
is "$(find "$to" ! -type d)" "" "uninstalling removes all of it"

# The header in C++ and in strict C.
printf '#include <workbench.h>\nint main() { workbench_host *host; workbench_options o = workbench_options(); o.size = sizeof o;\n  return workbench_open(&o, &host) == WORKBENCH_OK ? (int)workbench_int(1).bytes : 0; }\n' >"$TMP/program.cc"
compiler=$(command -v g++ clang++ clang++-19 | head -1)
if [ -n "$compiler" ] && echo '#include <cstddef>' | "$compiler" -x c++ -fsyntax-only - 2>/dev/null; then
  is "$("$compiler" -std=c++11 -Wall -Wextra -Wpedantic -Werror -I"$HEADERS" -fsyntax-only "$TMP/program.cc" 2>&1)" "" \
    "the header is C++ as well"
else
  skip "there is no compiler of C++" "the header is C++ as well"
fi
is "$(printf '#include <workbench.h>\nint main(void) { return 0; }\n' |
  cc -x c -std=c99 -Wall -Wextra -Wpedantic -Werror -I"$HEADERS" -fsyntax-only - 2>&1)" "" "and C99"
tap_finish
