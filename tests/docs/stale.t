#!/usr/bin/env bash
# A page that does not say what is true fails: each kind of block, made stale.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/docs/lib.sh"

# verdict PAGE: a line for each block, and what was said about it.
verdict() { (tap_count=0; check_page "$1"); }

# stale SED SENTENCE: the page on standard input is true, and no longer after the sed script.
stale() {
  local said
  { echo '<!-- Small course -->'; cat; } > "$TMP/page.md"
  said=$(verdict "$TMP/page.md")
  if grep -q '^not ok' <<<"$said"; then
    ok 1 "$2: the page is true at first"
    printf '%s\n' "$said" | sed 's/^/# /'
    return
  fi
  sed -i "$1" "$TMP/page.md"
  like "$(verdict "$TMP/page.md")" '^not ok' "$2"
}

KERNEL='__kernel void one(__global int *out) {
  out[get_global_id(0)] = 1;
}'

stale 's/^Hint 1/Hint 2/' "another word in what a command prints" <<'END'
```console
$ workbench hint map | grep -o 'Hint 1 of [0-9]*'
Hint 1 of 4
```
END

stale 's/^Hint.*$/&\nand more/' "a line that is not printed" <<'END'
```console
$ workbench hint map | grep -o 'Hint 1 of [0-9]*'
Hint 1 of 4
```
END

stale '/^Exit/d' "a line that is not shown" <<'END'
```console
$ workbench help | grep -A 1 '^Exit'
Exit codes
  0  accepted, or done          3  the course or a puzzle has a mistake
```
END

stale 's/^…accepted/…rejected/' "another word beside one that may be anything" <<'END'
```console
$ workbench help | grep -A 1 '^Exit'
…
…accepted, or done …
```
END

stale 's/judge/joodge/' "a command that is not there" <<'END'
```console
$ workbench help | grep -o 'judge your kernel and'
judge your kernel and
```
END

stale 's/plain mode/easy mode/' "another word in the dialogue" <<'END'
```dialogue
$ workbench --plain
GPU Puzzle Workbench, plain mode.
…
1 Map> next
…
2 Zip>
```
END

stale 's/^2 Zip>/3 Zip>/' "another prompt in the dialogue" <<'END'
```dialogue
$ workbench --plain
…
1 Map> next
…
2 Zip>
```
END

stale 's/01 Map/02 Map/' "another word on a screen" <<'END'
<!-- screen 80x24
:wait-idle
-->
```
…
…01 Map…
…
```
END

stale 's/ \[--all\]//' "a synopsis without an option that there is" <<'END'
```synopsis
workbench hint [PUZZLE] [--all] [--format text|json] [--json]
```
END

stale 's/--all/--all] [--both/' "a synopsis with an option that there is not" <<'END'
```synopsis
workbench hint [PUZZLE] [--all] [--format text|json] [--json]
```
END

stale 's/tap|json|junit/tap|json/' "a synopsis without a word that an option takes" <<'END'
```synopsis
workbench check-all [--assignment NAME] [--device DEVICE] [--jobs N] [--format text|tap|json|junit|sarif] [--json]
                    [--schedule forward|reverse|shuffle:SEED|interleave:SEED|stale] [--sandbox on|off]
```
END

stale 's/int \*out/imt *out/' "a kernel that does not compile" <<END
\`\`\`c
$KERNEL
\`\`\`
END

stale 's/= 2;/= 2/' "lines that do not fit into their file" <<END
<!-- file: one.cl -->
\`\`\`c
$KERNEL
\`\`\`

<!-- replaces 2-2 of one.cl: workbench emulate one.cl -g 4 -a 'int[4]' -->
\`\`\`c
  out[get_global_id(0)] = 2;
\`\`\`
END

stale 's/(0)\] = 2/(0) + 1] = 2/' "a cure that does not cure" <<END
<!-- file: one.cl -->
\`\`\`c
$KERNEL
\`\`\`

<!-- replaces 2-2 of one.cl: workbench emulate one.cl -g 4 -a 'int[4]' -->
\`\`\`c
  out[get_global_id(0)] = 2;
\`\`\`
END

stale 's/"float"/"flaot"/' "fields that a spec cannot have" <<'END'
```lua
params = { { name = "out", kind = "output", type = "float", shape = { "n" } } },
reference = function(case) return { out = tensor.zeros("float", { case.n }) } end,
```
END

stale 's/case.n /case.n + 1 /' "a reference that fails" <<'END'
```lua
params = { { name = "out", kind = "output", type = "float", shape = { "n" } } },
reference = function(case) return { out = tensor.zeros("float", { case.n }) } end,
```
END

for change in '/^  "verb"/d' 's/^  "verb"/  "word"/' 's/^  "count": 3/  "count": "3"/' 's/^  "count": 3/  "count": 4/'; do
  stale "$change" "JSON with other keys, types or values: $change" <<'END'
<!-- output-of: echo '{"verb": ["a"], "count": 3}' -->
```json
{
  "verb": ["a", "a"],
  "count": 3
}
```
END
done

stale 's/make check/make chuck/' "a goal that make does not have" <<'END'
<!-- not-run: slow -->
```sh
make check
```
END

stale 's/doctor/dokter/' "a picture of a file that is not there" <<'END'
<!-- picture -->
```text
the lists of tests/lint/includes.t
```
<!-- setup: workbench doctor > doctor.txt -->
<!-- output-of: head -n 1 doctor.txt -->
```text
Programs
```
END

stale 's/includes.t/excludes.t/' "a path in a picture that is not there" <<'END'
<!-- picture -->
```text
tests/lint/includes.t
```
END

stale 's/<!-- picture -->//' "a block that nothing checks" <<'END'
<!-- picture -->
```text
anything
```
END

stale 's/slow/tedious/' "a reason that is none" <<'END'
<!-- not-run: slow -->
```sh
make check
```
END

stale 's/not-run/notrun/' "a note that is none" <<'END'
<!-- not-run: slow -->
```sh
make check
```
END

stale 's/^```sh/Words between.\n&/' "a note that is not right before a block" <<'END'
<!-- not-run: slow -->
```sh
make check
```
END

stale '$d' "a block that does not end" <<'END'
<!-- not-run: slow -->
```sh
make check
```
END

tap_finish
