#!/bin/bash
# In better code than a short launch ever has, kernels of the corpus, random ones and broken ones
# give what they give in quick code. A sample has a quarter of the corpus.
# depends: build/tests/unit/compiler/corpus.t build/tests/unit/emulator/differential.t
# depends: build/tests/unit/emulator/mutation.t
. "$(dirname "$0")/../tap.sh"
cd "$ROOT" || exit 1
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
export WORKBENCH_TIER=optimised MUTANTS=8 CORPUS_PERIOD=4
[ -n "${SAMPLE:-}" ] || export FUZZ_KERNELS=8

# holds SENTENCE TEST ARGUMENT...
holds() {
  local sentence=$1 test=$2 said
  shift 2
  said=$("$BUILD/tests/unit/$test.t" "$@" 2>&1)
  local status=$?
  ok $status "$sentence"
  grep '^# left out: ' <<<"$said" | sed 's/$/, in better code/'
  [ $status -eq 0 ] || grep -A8 '^not ok' <<<"$said" | sed 's/^/# /'
}

holds "kernels of the corpus give what they should" compiler/corpus \
  tests/kernels/bounds tests/kernels/races tests/kernels/loops tests/kernels/uninitialized
holds "random kernels are clean and agree" emulator/differential
holds "planted defects are found" emulator/mutation
tap_finish
