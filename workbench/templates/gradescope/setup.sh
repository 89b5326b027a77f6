#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the autograder's image: it installs the workbench
# from the source that was packed, and checks the course. What fails here fails the build, and no
# student meets it.
set -eu
source=$(cd "$(dirname "$0")" && pwd)
tree=/opt/workbench
mkdir -p "$tree"
tar -xf "$source/@source@" -C "$tree"
makefile=$(find "$tree" -maxdepth 2 -name Makefile | head -n 1)
[ -n "$makefile" ] || { echo "setup: @source@ holds no source of the workbench" >&2; exit 1; }
cd "$(dirname "$makefile")"
apt-get update
.ci/setup build emulator
make -j "$(nproc)" all
make install
cd /
rm -rf "$tree"
workbench --course "$source/@course@" check --quick
