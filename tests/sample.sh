# What a long test leaves to other commits, for the shell: source it after tap.sh. tests/sample.h
# explains it, and is the same for C.

# sample_lines PERIOD: those of the lines of standard input that belong to the sample of this
# commit, one at least.
sample_lines() {
  if [ -z "${SAMPLE:-}" ]; then
    cat
    return
  fi
  LC_ALL=C awk -v commits="$SAMPLE" -v period="$1" '
    BEGIN { for (i = 1; i < 256; i++) code[sprintf("%c", i)] = i }
    {
      hash = 0
      for (i = 1; i <= length($0); i++) hash = (hash * 31 + code[substr($0, i, 1)]) % 1000003
      line[NR] = $0
      if ((hash + commits) % period == 0) { print; taken++ }
    }
    END { if (NR > 0 && !taken) print line[commits % NR + 1] }'
}

# sample ARRAY PERIOD WHAT ITEM...: ARRAY gets the items of the sample; says how many of all WHAT
# ("kernels on PoCL") are left out.
sample() {
  local -n sample_taken=$1
  local period=$2 what=$3
  shift 3
  mapfile -t sample_taken < <([ $# -eq 0 ] || printf '%s\n' "$@" | sample_lines "$period")
  [ ${#sample_taken[@]} -eq $# ] ||
    echo "# left out: $(($# - ${#sample_taken[@]})) of $# $what" | sed ':a; s/\B[0-9]\{3\}\>/,&/; ta'
}
