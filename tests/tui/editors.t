#!/bin/bash
# Real editors in the kernel's pane, those that are installed: line numbers, OpenCL C's colours,
# going to a finding, and leaving.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/tui/lib.sh"
fake_course
export NO_COLOR= VISUAL= LINES=40 COLUMNS=130 LC_ALL=C.UTF-8
# Nobody's own settings; for nano those that the system has are enough.
export HOME=$TMP/home XDG_CONFIG_HOME=$TMP/home/.config WORKBENCH_CACHE=$TMP/home/cache
mkdir -p "$HOME"
sequence=$'\e\\[[0-9;]*m'

# Debian's Helix comes without grammars.
has_colors() { [ "$1" != hx ] || hx --health opencl 2> /dev/null | grep 'Tree-sitter parser' | grep -q '✓'; }

# Nothing of the editor before: killed with changes it keeps them, Neovim 0.7 in the folder for data and
# later ones in that for state, and asks about them when the file is opened again.
start_afresh() {
  rm -rf "$WORKBENCH_WORK" "$XDG_STATE_HOME" "$XDG_DATA_HOME" "$HOME"
  mkdir "$HOME"
}

# try EDITOR KEYS TEXT [LINE]: KEYS insert an X where it went, and TEXT is what it then shows;
# LINE is how it shows line 4 before.
try() {
  local name=$1 insert=$2 inserted=$3 line=${4:- 4   out}
  if ! command -v "$name" > /dev/null; then
    skip "$name is not installed" "$name shows a kernel, goes to findings, and is left"
    return
  fi
  start_afresh
  kernel runtime-error 01-first
  EDITOR=$name press 1 << END
:wait-idle
r
:wait-result
i
:wait-text $line
:sleep 700
:save-colors $TMP/$name-colors
Ctrl-]
]
4 g j j j j Enter
:sleep 300
:type $insert
:wait-text $inserted
:save-display $TMP/$name-moved
Ctrl-]
n
i
:wait-text still open
:save-display $TMP/$name-stays
END
  if has_colors "$name"; then
    like "$(cat "$TMP/$name-colors")" "${sequence}__kernel$sequence" "$name shows __kernel in a colour of its own"
  else
    skip "$name has no grammar of OpenCL C here" "$name shows __kernel in a colour of its own"
  fi
  like "$(cat "$TMP/$name-moved")" "$inserted" "$name goes to the line of a finding"
  like "$(cat "$TMP/$name-stays")" "still open on 01-first" "$name with changes is not left"
  start_afresh
  kernel accepted 01-first
  EDITOR=$name press 1 << END
:wait-idle
i
:wait-text $line
:sleep 700
F12
n
:wait-idle
i
:wait-text 02-wide.cl in your editor
:save-display $TMP/$name-next
END
  like "$(cat "$TMP/$name-next")" "02-wide.cl in your editor" "$name without changes is left for the next puzzle"
  is "$(cd "$WORKBENCH_WORK" && ls -A)" $'.luarc.json\n01-first.cl\n02-wide.cl\ncompile_flags.txt' "$name leaves no file behind"
}

# Like those that keep unsaved changes when their terminal ends, but slower.
cat > "$TMP/keeping" <<'END'
#!/bin/bash
keep() {
  sleep 0.4
  echo kept > "$TMP/kept"
  exit
}
trap keep HUP
echo "an editor that keeps changes"
while :; do sleep 0.05; done
END
chmod +x "$TMP/keeping"
start_afresh
kernel accepted 01-first
export TMP
EDITOR=$TMP/keeping press 1 << END
:wait-idle
i
:wait-text an editor that keeps changes
END
is "$(cat "$TMP/kept")" kept "an editor that is open at the end has time to keep what is not saved"

try nano X "4 X  out"
try vim iX "4   Xout"
try nvim iX "4 X  out"
try emacs X "4 X  out"
try hx iX "4  X  out" " 4    out"
tap_finish
