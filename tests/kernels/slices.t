#!/bin/sh
# The corpus once more, with every launch of several groups cut into slices that
# run in processes of their own: findings and outputs are the same.
cd "$(dirname "$0")/../.." || exit 1
corpus=${BUILD:-build}/tests/unit/emulator/compiler_corpus.t
if [ ! -x "$corpus" ]; then
  echo "1..0 # SKIP the emulator's tests are not built"
  exit 0
fi
WORKBENCH_JOBS=3 WORKBENCH_SLICE=1
export WORKBENCH_JOBS WORKBENCH_SLICE
exec "$corpus" tests/kernels/races tests/kernels/uninitialized tests/kernels/divergence \
  tests/kernels/loops tests/kernels/progress tests/kernels/builtins
