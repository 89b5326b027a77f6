#!/bin/sh
# Kernels that are built to be profiled, and traced, have the same findings.
# depends: build/tests/unit/compiler/corpus.t
CORPUS_PROFILED=1 exec "${BUILD:-build}/tests/unit/compiler/corpus.t" \
  tests/kernels/races tests/kernels/divergence \
  tests/kernels/uninitialized/lanes-moved.cl
