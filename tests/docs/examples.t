#!/usr/bin/env bash
# Every example in the README and in docs/ prints what the page shows. PAGES names some pages.
. "$(dirname "$0")/../tap.sh"
. "$ROOT/tests/docs/lib.sh"

# Pages know nothing of each other: as many at a time as there are processors.
for page in ${PAGES:-$(pages)}; do
  while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do wait -n; done
  check_page "$ROOT/$page" > "$TMP/said.${page//\//_}" 2>&1 &
done
wait
for page in ${PAGES:-$(pages)}; do cat "$TMP/said.${page//\//_}"; done > "$TMP/said"
awk '/^(not )?ok / { sub(/ok [0-9]+/, "ok " ++n) } { print } END { print "1.." n }' "$TMP/said"
! grep -qv '^ok\|^#' "$TMP/said"
