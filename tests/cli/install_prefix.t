#!/usr/bin/env bash
# `make install PREFIX=…` after `make`: what does not name the prefix is not built again.
# depends: Makefile workbench
. "$(dirname "$0")/../tap.sh"
noted() { make -s -C "$ROOT" BUILD="$TMP/build" PREFIX="$1" "$TMP/build/flags" >"$TMP/out" 2>&1 && cat "$TMP/build/flags"; }
one=$(noted /one)
like "$one" "-O2" "what all objects depend on is noted"
is "$(cat "$TMP/build/prefix")" /one "the prefix beside it"
is "$(noted /another)" "$one" "another prefix changes nothing of it"
is "$(cat "$TMP/build/prefix")" /another "and is noted itself"
tap_finish
