#!/usr/bin/env bash
# README's table of packages is workbench/packages.txt.
. "$(dirname "$0")/../tap.sh"
listed=$(sed -n '/^[^#]/s/\(.*\)\t\(.*\)\t\(.*\)/| \1 | `\2` | \3 |/p' "$ROOT/workbench/packages.txt")
shown=$(sed -n '/^| for | package |/,/^$/p' "$ROOT/README.md" | sed -n '3,$p' | grep '^|')
is "$shown" "$listed" "README names every package of workbench/packages.txt, and no other"
tap_finish
