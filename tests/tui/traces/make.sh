#!/bin/bash
# Records the traces of these kernels anew, with the emulator: after a change of
# the format, and then look at what changes in tests/tui/golden.
cd "$(dirname "$0")" || exit 1
emulate() {
  ../../../build/workbench emulate "$1.cl" "${@:2}" --trace "$1.trace"
}
emulate runtime-error -g 8 -l 4 -a 'float[8]' -a 'const float[4]=range' -a 'local float[4]'
emulate transpose -g 8,4 -l 4,4 -a 'int[32]' -a 'const int[32]=range'
emulate volume -g 4,2,2 -l 2,2,2 -a 'int[16]' -a 'const int[16]=range'
emulate many -g 512 -l 16 -a 'uint[3]=0' -a 'const uint[512]=range' -a 'local uint[16]'
