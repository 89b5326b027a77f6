#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the autograder's image: it installs the workbench
# from the source that was packed, and checks the course. What fails here fails the build, and no
# student meets it.
set -eu
source=$(cd "$(dirname "$0")" && pwd)
tree=/opt/workbench
fail() { echo "setup: $*" >&2; exit 1; }
choose="choose Ubuntu 22.04 or newer as the autograder's base image (OS and version, variant Base)"
# shellcheck source=/dev/null
. /etc/os-release
command -v apt-get >/dev/null || fail "$PRETTY_NAME has no apt: $choose"

mkdir -p "$tree"
tar -xf "$source/@source@" -C "$tree"
makefile=$(find "$tree" -maxdepth 2 -name Makefile | head -n 1)
[ -n "$makefile" ] || fail "@source@ holds no source of the workbench"
cd "$(dirname "$makefile")"

# Ubuntu has LLVM 19 from 24.04 on. For earlier releases LLVM's own project has packages of it.
known() { [ -n "$(apt-cache madison "$1")" ]; }
apt-get update
if ! known clang-19; then
  apt-get install -y --no-install-recommends ca-certificates wget
  key=/usr/share/keyrings/apt.llvm.org.asc
  wget -nv -O "$key" https://apt.llvm.org/llvm-snapshot.gpg.key || fail "LLVM's packages are out of reach"
  echo "deb [signed-by=$key] https://apt.llvm.org/$VERSION_CODENAME/ llvm-toolchain-$VERSION_CODENAME-19 main" \
    >/etc/apt/sources.list.d/llvm-19.list
  apt-get update || fail "there are no packages of LLVM 19 for $PRETTY_NAME: $choose"
fi
lacking=
while IFS=$'\t' read -r group package _; do
  case $group in build | emulator) known "$package" || lacking="$lacking $package" ;; esac
done <workbench/packages.txt
[ -z "$lacking" ] || fail "$PRETTY_NAME lacks packages: $choose. These are lacking:$lacking"

.ci/setup build emulator
make -j "$(nproc)" all
make install
cd /
rm -rf "$tree"
workbench --course "$source/@course@" check --quick
