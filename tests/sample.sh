# What a long test leaves to other commits, for the shell: source it after tap.sh. tests/sample.h
# explains it, and is the same for C.

# sample_lines PERIOD [LEAST]: those of the lines of standard input that belong to the sample of this
# commit; with LEAST one at least.
sample_lines() {
  if [ -z "${SAMPLE:-}" ]; then
    cat
    return
  fi
  LC_ALL=C awk -v commits="$SAMPLE" -v period="$1" -v least="${2:-}" '
    BEGIN { for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i }
    {
      hash = 0
      if (match($0, /^[0-9]+/)) hash = substr($0, 1, RLENGTH) % 1000003
      else for (i = 1; i <= length($0); i++) hash = (hash * 31 + code[substr($0, i, 1)]) % 1000003
      line[NR] = $0
      if ((hash + commits) % period == 0) { print; taken++ }
    }
    END { if (least && NR > 0 && !taken) print line[commits % NR + 1] }'
}

# sample_part WHAT: whether a part of this test ("on OpenCL devices") belongs to the sample, one in
# four; says so where it is left out.
sample_part() {
  [ -z "$(sample_lines 4 <<<"${0##*/} $1")" ] || return 0
  echo "# left out: what it does $1"
  return 1
}

# sample ARRAY PERIOD WHAT ITEM...: ARRAY gets the items of the sample; says how many of all WHAT
# ("kernels on PoCL") are left out.
sample() {
  local -n sample_taken=$1
  local period=$2 what=$3
  shift 3
  mapfile -t sample_taken < <([ $# -eq 0 ] || printf '%s\n' "$@" | sample_lines "$period" least)
  [ ${#sample_taken[@]} -eq $# ] ||
    echo "# left out: $(($# - ${#sample_taken[@]})) of $# $what" | sed ':a; s/\B[0-9]\{3\}\>/,&/; ta'
}

# sample_changed PATH...: the files below these paths of the tree that the last commit changed, or
# that have changed since.
sample_changed() {
  {
    git -C "$ROOT" diff --name-only HEAD~1 -- "$@"
    git -C "$ROOT" ls-files --others --exclude-standard -- "$@"
  } 2>/dev/null
}

# sample_puzzles ARRAY PERIOD WHAT: ARRAY gets the slugs of the course's puzzles that are in the
# sample, or that have changed.
sample_puzzles() {
  local -n sample_slugs=$1
  local all
  mapfile -t all < <(basename -a "$ROOT"/puzzles/[0-9]*/)
  sample sample_slugs "$2" "$3" "${all[@]}"
  mapfile -t sample_slugs < <({
    printf '%s\n' "${sample_slugs[@]}"
    sample_changed puzzles kernels solutions | sed -nE 's,^[a-z]+/([0-9]+-[a-z0-9-]+)[/.].*,\1,p' |
      while read -r slug; do [ -d "$ROOT/puzzles/$slug" ] && echo "$slug"; done
  } | sort -u)
}
