#!/usr/bin/env bash
# Archives that are damaged, or made to do harm when they are unpacked: each is refused with a
# message that says why, writes nothing outside of its place, and leaves nothing there.
. "$(dirname "$0")/../tap.sh"
unset WORKBENCH_KERNEL_CACHE WORKBENCH_DRIVER_CACHE # what attacks leave stays theirs
unpacked=$XDG_DATA_HOME/workbench/unpacked
mkdir -p "$TMP/gpu" "$TMP/a"
cp -r "$COURSE"/{course.lua,puzzles,kernels} "$TMP/gpu"
good=$TMP/a/good.tar.gz
tar -C "$TMP" -czf "$good" gpu
echo secret >"$TMP/outside"

# entry NAME TYPE [LINK] [CONTENT] [SIZE]: a header of tar with its content, whatever it says.
entry() {
  perl -e 'my ($name, $type, $link, $data, $size) = @ARGV;
    $size = length $data if $size eq "";
    my $sizes = $size < 8 ** 11 ? sprintf("%011o\0", $size) : pack("CxxxQ>", 0x80, $size);
    my $head = pack("a100a8a8a8a12a12a8a1a100a8a32a32a8a8a155x12", $name, "0000644\0", "0000000\0", "0000000\0",
      $sizes, "00000000000\0", "        ", $type, $link, "ustar\00000", "", "", "0000001\0", "0000003\0", "");
    my $sum = unpack("%32C*", $head);
    substr($head, 148, 8) = sprintf("%06o\0 ", $sum);
    print $head, $data, "\0" x (-length($data) % 512);' "$1" "$2" "${3:-}" "${4:-}" "${5:-}"
}
ending() { head -c 1024 /dev/zero; }
course() { entry gpu/course.lua 0 '' "$(cat "$COURSE/course.lua")"; }

# refuses FILE PATTERN SENTENCE
refuses() {
  local before after
  before=$(cd "$TMP" && find . -path ./data -prune -o -path ./out -prune -o -print | sort | md5sum)
  timeout 300 "$WORKBENCH" list --course "$1" >"$TMP/out" 2>&1
  is "$?" 3 "$3: the course's mistake"
  like "$(cat "$TMP/out")" "$2" "$3: it is said"
  after=$(cd "$TMP" && find . -path ./data -prune -o -path ./out -prune -o -print | sort | md5sum)
  is "$after$(ls -A "$unpacked" 2>/dev/null)" "$before" "$3: nothing is left"
}

# ---- harm ----

# tar_of SENTENCE PATTERN: stdin is what follows course.lua in a tar.
tar_of() {
  { course; cat; ending; } | gzip -1 >"$TMP/a/bad.tar.gz"
  refuses "$TMP/a/bad.tar.gz" "$2" "$1"
}
tar_of "a way out of the folder" 'leads out of the archive: gpu/\.\./\.\./\.\./slip' \
  < <(entry gpu/../../../slip 0 '' x)
tar_of "a way out at once" 'leads out of the archive' < <(entry ../slip 0 '' x)
tar_of "an absolute name" 'is absolute' < <(entry "$TMP/slip" 0 '' x)
tar_of "a symbolic link" "gpu/link is a symbolic link; a course has regular files" \
  < <(entry gpu/link 2 "$TMP/outside")
tar_of "a link to go through" "gpu/out is a symbolic link" \
  < <(entry gpu/out 2 "$TMP"; entry gpu/out/slip 0 '' x)
tar_of "a hard link" "gpu/hard is a link to another file" < <(entry gpu/hard 1 "$TMP/outside")
tar_of "a device" 'gpu/null is a device' < <(entry gpu/null 3)
tar_of "a block device" 'gpu/disk is a device' < <(entry gpu/disk 4)
tar_of "a FIFO" 'gpu/pipe is a FIFO' < <(entry gpu/pipe 6)
tar_of "a name that commands a terminal" 'is not text that can be shown' \
  < <(entry $'gpu/\e[2Jx' 0 '' x)
unlike "$(cat "$TMP/out")" $'\e' "a name that commands a terminal: it does not get there"
tar_of "a name of two lines" 'is not text that can be shown' < <(entry $'gpu/a\nb' 0 '' x)
tar_of "a name that is not UTF-8" 'not UTF-8' < <(entry $'gpu/\xff\xfe' 0 '' x)
tar_of "a name that turns the text" 'is not text that can be shown' < <(entry $'gpu/\u202exl.txt' 0 '' x)
tar_of "a name with a backslash" 'has a backslash' < <(entry 'gpu\..\..\x' 0 '' x)
tar_of "a part without a name" 'has an empty part' < <(entry gpu//x 0 '' x)
tar_of "too deep a folder" 'is too deep' < <(entry "$(printf 'd/%.0s' {1..20})x" 0 '' x)
tar_of "a file twice" 'has gpu/x twice' < <(entry gpu/x 0 '' x; entry gpu/x 0 '' y)
tar_of "a file where a folder is" 'twice' < <(entry gpu/x 5; entry gpu/x 0 '' y)
tar_of "a folder where a file is" 'twice' < <(entry gpu/x 0 '' y; entry gpu/x/y 0 '' y)
tar_of "a name in another header" 'leads out of the archive' \
  < <(entry pax x '' $'23 path=gpu/../../slip\n'; entry gpu/fine 0 '' x)
tar_of "more bytes than there are" 'damaged' < <(entry gpu/big 0 '' x 4000000000000000000)
tar_of "a file too large" 'gpu/big is larger than 32 MiB' \
  < <(entry gpu/big 0 '' '' 67108864; head -c 67108864 /dev/zero)
tar_of "many files that are too much" 'holds more than 256 MiB' \
  < <(for i in {1..9}; do entry gpu/big$i 0 '' '' 33554432; head -c 33554432 /dev/zero; done)
tar_of "a hole of a petabyte" 'damaged|larger than|no known kind' \
  < <(entry pax x '' $'22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n27 GNU.sparse.name=gpu/hole\n37 GNU.sparse.realsize=1125899906842624\n'
      entry gpu/hole 0 '' "$(printf '1\n1125899906842623\n1\n%494s' '')")
# packed TIMES: standard input, packed so many times one after the other.
packed() {
  gzip -1 >"$TMP/part"
  for ((i = 0; i < $1; i++)); do cat "$TMP/part"; done
}
{
  course | packed 1
  entry gpu/d/ 5 | perl -e 'local $/; print <STDIN> x 10000' | packed 100
  ending | packed 1
} >"$TMP/a/bad.tar.gz"
refuses "$TMP/a/bad.tar.gz" 'more than 20000 files and folders' "a million folders"
head -c 10000000 /dev/zero | packed 30 >"$TMP/a/bad.tar.gz"
refuses "$TMP/a/bad.tar.gz" 'damaged|holds more than|no course' "much of nothing"

# ---- zip ----

# zip_of NAME MODE CONTENT…: stored files, with what Unix knows of them.
zip_of() {
  perl -MCompress::Zlib -e 'my ($out, $central, $n) = ("", "", 0);
    while (my ($name, $mode, $data) = splice @ARGV, 0, 3) {
      my $crc = crc32($data); my $size = length $data;
      my $common = pack("vvvvvVVVvv", 20, 0, 0, 0, 33, $crc, $size, $size, length $name, 0);
      $central .= pack("Vv", 0x02014b50, 0x0314) . $common . pack("vvvVV", 0, 0, 0, oct($mode) << 16, length $out) . $name;
      $out .= pack("V", 0x04034b50) . $common . $name . $data; $n++;
    }
    print $out, $central, pack("VvvvvVVv", 0x06054b50, 0, 0, $n, $n, length $central, length $out, 0);' "$@" >"$TMP/a/bad.zip"
}
lua=$(cat "$COURSE/course.lua")
zip_of gpu/course.lua 0100644 "$lua" ../slip 0100644 x
refuses "$TMP/a/bad.zip" 'leads out of the archive' "a zip with a way out"
zip_of gpu/course.lua 0100644 "$lua" gpu/link 0120777 "$TMP/outside"
refuses "$TMP/a/bad.zip" 'is a symbolic link' "a zip with a link"
zip_of gpu/course.lua 0100644 "$lua" /slip 0100644 x
refuses "$TMP/a/bad.zip" 'is absolute|leads' "a zip with an absolute name"
zip_of gpu/course.lua 0100644 "$lua" gpu/x 0100644 x
perl -pi -e 's/local puzzle/local puzzla/' "$TMP/a/bad.zip"
refuses "$TMP/a/bad.zip" 'damaged' "a zip with another byte"

# ---- what is no course ----

echo hello >"$TMP/a/bad.tar.gz"
refuses "$TMP/a/bad.tar.gz" 'none that can be read' "a text"
: >"$TMP/a/bad.zip"
refuses "$TMP/a/bad.zip" 'damaged' "nothing"
tar -C "$TMP/gpu" -czf "$TMP/a/bad.tar.gz" puzzles kernels
refuses "$TMP/a/bad.tar.gz" 'has no course.lua' "a course without a name"
{ course; ending; } | gzip >"$TMP/a/bad.tar.gz"
refuses "$TMP/a/bad.tar.gz" 'no puzzles/ or no kernels/' "a name without a course"
cp -r "$TMP/gpu" "$TMP/wrong" && sed -i 's/title/titel/' "$TMP/wrong/course.lua"
tar -C "$TMP" -czf "$TMP/a/bad.tar.gz" wrong
refuses "$TMP/a/bad.tar.gz" 'bad.tar.gz: course.lua:[0-9]+: titel: unknown field' "a mistake in course.lua"

# ---- damage ----

(cd "$TMP/gpu" && find . -type f | sed 's,^\./,,' | LC_ALL=C sort | while read -r file; do
  printf '%s gpu/%s\n' "$(stat -c %s "$file")" "$file"; cat "$file"; done; echo) >"$TMP/files"
for form in tar.gz tar.xz tar.zst zip; do
  "$BUILD/workbench-archive" pack ".$form" <"$TMP/files" >"$TMP/a/whole.$form"
  size=$(stat -c %s "$TMP/a/whole.$form")
  kept=0
  for part in 1 10 35 60 85 99; do
    head -c $((size * part / 100)) "$TMP/a/whole.$form" >"$TMP/a/bad.$form"
    "$WORKBENCH" list --course "$TMP/a/bad.$form" >"$TMP/out" 2>&1 && kept=$((kept + 1))
  done
  is "$kept$(ls -A "$unpacked")" 0 "$form: whatever is cut off, it is refused, and nothing is left"
  kept=0
  for at in 7 23 41 58 77; do
    cp "$TMP/a/whole.$form" "$TMP/a/bad.$form"
    perl -e 'open F, "+<", $ARGV[0]; seek F, $ARGV[1], 0; read F, my $b, 1; seek F, $ARGV[1], 0; print F chr(ord($b) ^ 0x10)' \
      "$TMP/a/bad.$form" $((size * at / 100))
    "$WORKBENCH" list --course "$TMP/a/bad.$form" >"$TMP/out" 2>&1 || continue
    # Some bits of an archive say nothing about what is in it, as those of a time.
    for file in "$unpacked"/*/; do
      diff -r --exclude=manifest.sha256 "$TMP/gpu" "${file}course/gpu" >/dev/null || kept=$((kept + 1))
      rm -rf "$file"
    done
  done
  is "$kept$(ls -A "$unpacked")" 0 "$form: whatever bit is turned, it is refused or says nothing, and nothing is left"
done
{ course; entry gpu/manifest.sha256 0 '' "$(printf '%064d  course.lua' 0)"; ending; } | gzip >"$TMP/a/bad.tar.gz"
refuses "$TMP/a/bad.tar.gz" 'course.lua is not what was packed' "another digest than the manifest's"

# ---- what is fine ----

"$WORKBENCH" list --course "$good" >"$TMP/out" 2>&1
is "$?" 0 "an archive that tar made is fine"
is "$(ls -A "$unpacked" | wc -l)" 1 "it is unpacked once"
mkdir "$unpacked/.new-killed"
for i in 1 2 3; do "$WORKBENCH" list --course "$TMP/a/whole.zip" >"$TMP/out.$i" 2>&1 & done
wait
is "$(cat "$TMP"/out.? | grep -c 'of 6 solved')" 3 "several that unpack at once do not disturb each other"
is "$(find "$unpacked" -mindepth 1 -maxdepth 1 -name "*.new*" | wc -l)" 0 "what somebody left who was killed is removed"
is "$(ls -A "$unpacked" | wc -l)" 2 "each archive has its place"
is "$(cat "$TMP/outside")" secret "what is outside is as it was"
tap_finish
