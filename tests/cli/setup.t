#!/usr/bin/env bash
# .ci/setup: what it runs, asks and says, with commands of the test's own around it.
. "$(dirname "$0")/../tap.sh"

# command NAME SCRIPT: one that stands in for the system's.
command_is() {
  printf '#!/bin/sh\n%s\n' "$2" >"$TMP/bin/$1"
  chmod +x "$TMP/bin/$1"
}
mkdir "$TMP/bin" "$TMP/temporary"
for name in bash env cat ls rm mktemp dirname printf; do ln -s "$(command -v $name)" "$TMP/bin/$name"; done
command_is dpkg-query 'exit 1'
command_is apt-get "echo \"apt-get \$*\" >>'$TMP/ran'; ls '$TMP/temporary' >>'$TMP/names'"
setup() { PATH=$TMP/bin TMPDIR=$TMP/temporary "$(command -v bash)" "$ROOT/.ci/setup" "$@"; }

# ---- nobody in particular, without sudo ---------------------------------------------
command_is id 'echo 1000'
like "$(setup --print opencl)" "^su -c 'apt-get install -y .* pocl-opencl-icd'\$" \
  "without sudo the command is one for su"
out=$(setup opencl 2>&1 </dev/null)
is "$?" 1 "without it nothing is installed"
like "$out" "^  su -c 'apt-get install" "and the command is said"

# ---- somebody whom sudo does not know ---------------------------------------------------
command_is sudo "echo asked >>'$TMP/asked'; [ \"\$1\" != -n ] && echo 'you are not in the sudoers file' >&2; exit 1"
like "$(setup --print opencl)" '^sudo apt-get install' "with sudo the command is one for it"
if command -v script >/dev/null; then
  PATH=$TMP/bin:$PATH TMPDIR=$TMP/temporary script -qec "$ROOT/.ci/setup opencl" /dev/null >"$TMP/out" 2>&1 </dev/null
  is "$?" 1 "where sudo refuses nothing is installed"
  is "$(wc -l <"$TMP/asked")" 2 "it is asked whether it needs a password, and for one, once"
  like "$(cat "$TMP/out")" '^  sudo apt-get install' "and the command is said"
else
  skip "script is not here" "where sudo refuses nothing is installed"
fi
[ ! -e "$TMP/ran" ]
ok $? "apt-get was not run"

# ---- root ------------------------------------------------------------------------------
command_is id 'echo 0'
like "$(setup --print opencl)" '^apt-get install' "for root the command is without sudo"
setup opencl >"$TMP/out" 2>&1
is "$?" 0 "root installs"
like "$(cat "$TMP/ran")" 'apt-get install -y --no-install-recommends .*pocl-opencl-icd' "what is missing"
like "$(cat "$TMP/names")" "^tmp\\..{10}\$" "what apt-get says is kept in a file whose name nobody can foresee"
is "$(ls "$TMP/temporary")" "" "which is removed"
tap_finish
