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

# ---- what is handed in ----

# collect FILE [ENTRIES MIB]: into $TMP/in/, which lies in a folder of its own.
collect() {
  rm -rf "$TMP/in" && mkdir "$TMP/in"
  timeout 300 "$BUILD/workbench-archive" collect "$TMP/in" "${2:-2000}" "${3:-256}" <"$1" >"$TMP/out" 2>"$TMP/err"
}
# found: what was taken, "NAME=CONTENT" each, cut to twenty bytes.
found() { (cd "$TMP/in" && find . -type f -printf '%P\n' | LC_ALL=C sort | while IFS= read -r f; do echo "$f=$(head -c 20 "$f" | tr -d '\0')"; done); }
outside() { (cd "$TMP" && find . -path ./in -prune -o -path ./data -prune -o -path ./out -prune -o -path ./err -prune -o -print | sort | md5sum); }
# keeps SENTENCE LINES: of an archive with a good file before and behind what stdin has.
keeps() {
  local before after
  { entry a.cl 0 '' first; cat; entry z.cl 0 '' last; ending; } | gzip -1 >"$TMP/a/bad.tgz"
  before=$(outside)
  collect "$TMP/a/bad.tgz"
  is "$?" 0 "$1: it costs the others nothing"
  after=$(outside)
  is "$(grep -v '^taken' "$TMP/out")" "$2" "$1: it is said"
  is "$(found | grep '^[az].cl=' | xargs)$after" "a.cl=first z.cl=last$before" "$1: what is good is there, and nothing outside"
}
T=$'\t'
keeps "handed in, a way out" "left-out${T}../../slip${T}leads out of the archive" < <(entry ../../slip 0 '' x)
keeps "handed in, a symbolic link" "left-out${T}in.cl${T}a symbolic link" < <(entry in.cl 2 "$TMP/outside")
keeps "handed in, a link to go through" "left-out${T}b${T}a symbolic link" < <(entry b 2 "$TMP"; entry b/slip 0 '' x)
is "$(cat "$TMP/in/b/slip")" x "handed in, a link to go through: a folder stands in its place"
keeps "handed in, a hard link" "left-out${T}h.cl${T}a link to another file" < <(entry h.cl 1 a.cl)
keeps "handed in, a device" "left-out${T}null${T}a device" < <(entry null 3)
keeps "handed in, a FIFO" "left-out${T}pipe.cl${T}a FIFO" < <(entry pipe.cl 6)
keeps "handed in, a name that commands" "renamed${T}␛[2Jx.cl${T}" < <(entry $'\e[2Jx.cl' 0 '' x)
keeps "handed in, a name of two lines" "renamed${T}b␊taken␉9.cl${T}" < <(entry $'b\ntaken\t9.cl' 0 '' x)
keeps "handed in, a name that turns the text" "renamed${T}b%E2%80%AElc.cl${T}" < <(entry $'b\u202elc.cl' 0 '' x)
keeps "handed in, Latin-1" "renamed${T}%DCbung.cl${T}" < <(entry $'\xdcbung.cl' 0 '' x)
keeps "handed in, backslashes" "renamed${T}work/b.cl${T}" < <(entry 'work\b.cl' 0 '' x)
keeps "handed in, an absolute name" "renamed${T}home/me/b.cl${T}" < <(entry /home/me/b.cl 0 '' x)
keeps "handed in, a long name" "left-out${T}$(printf 'n%.0s' {1..300})${T}has a part of more than 255 bytes" \
  < <(entry pax x '' "310 path=$(printf 'n%.0s' {1..300})"$'\n'; entry short 0 '' x)
keeps "handed in, too deep" "left-out${T}$(printf 'd/%.0s' {1..20})x${T}is too deep" < <(entry "$(printf 'd/%.0s' {1..20})x" 0 '' x)
keeps "handed in, twins" "left-out${T}b.cl${T}the archive has b.cl twice" < <(entry b.cl 0 '' one; entry b.cl 0 '' two)
is "$(cat "$TMP/in/b.cl")" one "handed in, twins: the first is kept"
keeps "handed in, twins in case" "" < <(entry b.cl 0 '' one; entry B.cl 0 '' two)
is "$(cat "$TMP/in/b.cl" "$TMP/in/B.cl" | xargs)" "onetwo" "handed in, twins in case: both are kept"
keeps "handed in, too large a file" "partial${T}big.cl${T}the archive's big.cl is larger than 32 MiB" \
  < <(entry big.cl 0 '' '' 67108864; head -c 67108864 /dev/zero)
touch -d '2026-03-01 10:00:00Z' "$TMP/timed.cl" && tar -C "$TMP" -cf "$TMP/a/bad.tar" timed.cl
collect "$TMP/a/bad.tar"
is "$(stat -c %Y "$TMP/in/timed.cl") $(stat -c %a "$TMP/in/timed.cl")" "1772359200 644" "handed in: a file has the archive's time, and no mode of the archive's"

{ entry a.cl 0 '' first; for i in {1..4}; do entry big$i 0 '' '' 16777216; head -c 16777216 /dev/zero; done; entry z.cl 0 '' last; ending; } | gzip -1 >"$TMP/a/bad.tgz"
collect "$TMP/a/bad.tgz" 2000 40
is "$?$(grep -c "^incomplete${T}${T}the archive holds more than 40 MiB" "$TMP/out")$(cd "$TMP/in" && printf '%s ' *)" "01a.cl big1 big2 big3 " "handed in: at a limit what came before it is kept, and that is said"
{ for i in {1..30}; do entry $i.cl 0 '' x; done; ending; } >"$TMP/a/bad.tar"
collect "$TMP/a/bad.tar" 10
is "$(grep -c "^incomplete${T}${T}the archive has more than 10 files" "$TMP/out")$(ls "$TMP/in" | wc -l)" "111" "handed in: so it is with the number of files"
{ entry a.cl 0 '' first; entry bomb 0 '' '' 8000000000; } | gzip -1 >"$TMP/a/bad.tgz"
head -c 1000000000 /dev/zero | packed 1 >>"$TMP/a/bad.tgz"
collect "$TMP/a/bad.tgz"
is "$?$(cat "$TMP/in/a.cl")" "0first" "handed in, a bomb: what came before it is kept"
like "$(xargs -d '\n' <"$TMP/out")" "^partial${T}bomb${T}.*larger than 32 MiB incomplete.*more than 256 MiB" "handed in, a bomb: it is said"
rm -rf "$TMP/in" && mkdir "$TMP/in"
{ "$BUILD/workbench-archive" collect "$TMP/in" 2000 256 && sed -n 's/^pos:[[:space:]]*//p' /proc/self/fdinfo/0; } <"$TMP/a/bad.tgz" >"$TMP/out" 2>/dev/null
[ "$(tail -n 1 "$TMP/out")" -lt $(($(stat -c %s "$TMP/a/bad.tgz") / 2)) ]
ok $? "handed in, a bomb: nothing skips through it"
collect <(entry a.cl 0 '' first; entry pax x '' $'22 GNU.sparse.major=1\n22 GNU.sparse.minor=0\n27 GNU.sparse.name=hole.cl\n37 GNU.sparse.realsize=1125899906842624\n'
  entry hole.cl 0 '' "$(printf '1\n1125899906842623\n1\n%494s' '')"; ending)
is "$?$(cat "$TMP/in/a.cl")" "0first" "handed in, a hole of a petabyte: what came before it is kept"
like "$(cat "$TMP/out")" "(partial|left-out)${T}hole.cl" "handed in, a hole of a petabyte: it is said"

zip_of a.cl 0100644 first ../slip 0100644 x link.cl 0120777 "$TMP/outside" z.cl 0100644 last
collect "$TMP/a/bad.zip"
is "$(grep -v ^taken "$TMP/out")$(found | xargs)" "left-out${T}../slip${T}leads out of the archive
left-out${T}link.cl${T}a symbolic linka.cl=first z.cl=last" "handed in, a zip: likewise"
zip_of a.cl 0100644 first b.cl 0100644 second
perl -pi -e 's/second/sec0nd/' "$TMP/a/bad.zip"
collect "$TMP/a/bad.zip"
like "$(cat "$TMP/out")" "partial${T}b.cl${T}the archive is damaged" "handed in, a zip with another byte: only the file is lost that has it"
zip_of a.cl 0100644 first b.cl 0100644 second
perl -0777 -pi -e 's/(PK\x01\x02.{4})\x00\x00(.{36}b\.cl)/$1\x01\x00$2/s; s/(PK\x03\x04..)\x00\x00(.{22}b\.cl)/$1\x01\x00$2/s' "$TMP/a/bad.zip"
collect "$TMP/a/bad.zip"
is "$(grep -v ^taken "$TMP/out")$(found | xargs)" "left-out${T}b.cl${T}encrypteda.cl=first" "handed in, an encrypted file: the others are taken"
for bad in text nothing; do
  [ $bad = text ] && echo hello >"$TMP/a/bad.zip" || : >"$TMP/a/bad.zip"
  collect "$TMP/a/bad.zip"
  is "$?$(ls "$TMP/in")$(cut -d' ' -f1 "$TMP/err")" "1spec-error" "handed in, $bad: it is no archive"
done
for form in tar.gz tar.xz tar.zst zip; do
  size=$(stat -c %s "$TMP/a/whole.$form")
  wrong=0
  for part in 1 10 35 60 85 99; do
    head -c $((size * part / 100)) "$TMP/a/whole.$form" >"$TMP/a/bad.$form"
    if collect "$TMP/a/bad.$form"; then grep -q ^taken "$TMP/out" || wrong=$((wrong + 1)); else grep -q ^spec-error "$TMP/err" || wrong=$((wrong + 1)); fi
    cut -f2 <(grep ^partial "$TMP/out") | while IFS= read -r f; do rm "$TMP/in/$f"; done
    diff -r "$TMP/gpu" "$TMP/in/gpu" 2>&1 | grep -v '^Only in\|No such file' && wrong=$((wrong + 1))
  done
  is "$wrong" 0 "handed in, $form: whatever is cut off, what is taken is whole, and the rest is said"
  wrong=0
  for at in 7 23 41 58 77; do
    cp "$TMP/a/whole.$form" "$TMP/a/bad.$form"
    perl -e 'open F, "+<", $ARGV[0]; seek F, $ARGV[1], 0; read F, my $b, 1; seek F, $ARGV[1], 0; print F chr(ord($b) ^ 0x10)' \
      "$TMP/a/bad.$form" $((size * at / 100))
    if collect "$TMP/a/bad.$form"; then grep -q ^taken "$TMP/out" || wrong=$((wrong + 1)); else grep -q ^spec-error "$TMP/err" || wrong=$((wrong + 1)); fi
  done
  is "$wrong" 0 "handed in, $form: whatever bit is turned, it ends well"
done
"$BUILD/workbench-archive" collect "$TMP/in" 0 1 <"$good" 2>"$TMP/err"
is "$?$(cat "$TMP/err")" "1usage 0 and 1 are no limits" "no limit is none"
is "$(cat "$TMP/outside")" secret "handed in: what is outside is as it was"

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
