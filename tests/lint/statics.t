#!/usr/bin/env bash
# A static function's name is what a backtrace and a search show: it has two words at least
# (add_option, not add), or it is the only static function of that name in workbench/.
. "$(dirname "$0")/../tap.sh"
cd "$ROOT" || exit 1

# bare_names FOLDER: the names with one word that static functions of several files have, with their places.
bare_names() {
  (cd "$1" && find . -name '*.[ch]' -printf '%P\n' | sort | xargs perl -e '
    my (%places, %files);
    for my $file (@ARGV) {
      open my $in, "<", $file or die "$file: $!";
      my $text = do { local $/; <$in> };
      $text =~ s/__attribute__\(\((?:[^()]|\([^()]*\))*\)\)//gs;
      while ($text =~ /^static\s[^=;(){}]*?\b([A-Za-z0-9]+)\([^;{]*\)\s*\{/gm) {
        my $line = 1 + (substr($text, 0, $-[0]) =~ tr/\n//);
        $files{$1}{$file} = 1;
        push @{$places{$1}}, "$file:$line: $1\n";
      }
    }
    for my $name (sort keys %places) {
      print @{$places{$name}} if keys %{$files{$name}} > 1;
    }')
}

is "$(bare_names workbench)" "" "static functions have names of two words, or names of their own"

# That the search finds what it is for.
planted=$TMP/planted
mkdir -p "$planted/lib/base" "$planted/faces/tui"
printf 'static int add(int a) {\n  return a;\n}\nstatic int only(void) { return 1; }\n' >"$planted/lib/base/one.c"
printf 'static const struct wb_thing *\nadd(int a,\n    int b) {\n  return 0;\n}\n' >"$planted/faces/tui/two.c"
printf 'static int __attribute__((format(printf, 1, 2)))\nadd(const char *format, ...) {}\n' >"$planted/lib/base/four.c"
printf 'static int add_all(int a) {\n  return a;\n}\n' >"$planted/lib/base/three.c"
is "$(bare_names "$planted")" "faces/tui/two.c:1: add
lib/base/four.c:1: add
lib/base/one.c:1: add" "a bare name that another file has, too, is found, and nothing else"
rm "$planted/lib/base/four.c"
printf 'static int add(void);\nint found = 1;\n' >"$planted/faces/tui/two.c"
is "$(bare_names "$planted")" "" "a declaration is no second function"
tap_finish
