#!/usr/bin/env bash
# The library of lua/ is found by its names in every state that has `gpu`, before any file of these
# names: in a person's own scripts, under --untrusted, and in gpu.so.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator was not built"
cd "$TMP" || exit 1
names=graph.native
for file in $(cd "$ROOT/lua" && find op.lua ops.lua graph.lua graph -name '*.lua' 2> /dev/null | LC_ALL=C sort); do
  name=$(tr / . <<< "${file%.lua}")
  [ "$name" = graph.native ] || names="$names $name"
done

# What would be found, were it not built in.
mkdir -p graph/library
for name in $names; do
  echo 'error "a file"' > "$(tr . / <<< "$name").lua"
done
cat > all.lua << END
require "gpu"
for name in ("$names"):gmatch "%S+" do
  local ok, module = pcall(require, name)
  if not ok or module ~= require(name) and name ~= "graph.native" then print(name, module) end
end
print(require "graph.native".hash "abc")
END
hash=ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
is "$("$WORKBENCH" lua all.lua 2>&1)" "$hash" "in a script"
is "$("$WORKBENCH" lua all.lua --untrusted 2>&1)" "$hash" "in one that is not trusted"
if command -v lua5.4 > /dev/null && [ -z "${SANITIZE:-}" ]; then
  is "$(LUA_CPATH_5_4="$BUILD/?.so" LUA_PATH_5_4='./?.lua' lua5.4 all.lua 2>&1)" "$hash" "in gpu.so"
else
  skip "lua5.4 is not installed, or would need the sanitizer's run time" "in gpu.so"
fi

# Where an error is.
cat > wrong.lua << 'END'
require "gpu"
local native = require "graph.native"

native.fail "add: shapes [2] and [3]"
END
like "$("$WORKBENCH" lua wrong.lua 2>&1)" '^wrong.lua:4: error: add: shapes' "an error is said of the script's line"
like "$("$WORKBENCH" lua wrong.lua --untrusted 2>&1)" '^wrong.lua:4: error: add: shapes' "under --untrusted as well"
echo 'require "graph.native".read "/etc/passwd"' > reads.lua
like "$("$WORKBENCH" lua reads.lua --untrusted 2>&1)" 'this script may open no files' "and there it opens no file"
tap_finish
