#!/usr/bin/env bash
# What docs/grading/ has for servers that grade: the steps of both workflows are run as they stand, with
# students' repositories on this machine; the container file has what the built programs load.
. "$(dirname "$0")/../tap.sh"
[ -x "$BUILD/workbench-emulator" ] || skip_all "the emulator is not built"
FILES=$ROOT/docs/grading

# ---- the teacher's repository, and the students' --------------------------------------------------

export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
git() { command git -c user.name=a -c user.email=a@b.c -c init.defaultBranch=main "$@"; }
# student NAME PUZZLE=FILE...: a repository with these files in it.
student() {
  local place=$TMP/host/hw1-$1.git file
  mkdir -p "$place/work"
  for file in "${@:2}"; do cp "$COURSE/${file#*=}" "$place/work/${file%%=*}.cl"; done
  git -C "$place" init -q && git -C "$place" add -A && git -C "$place" commit -qm "My work"
}
student ada 01-map=solutions/01-map/accepted.cl 02-zip=solutions/02-zip/accepted.cl
student bo 01-map=solutions/01-map/accepted.cl 02-zip=kernels/02-zip.cl
printf '#!/bin/sh\necho run by bo >"%s/ran"\n' "$TMP" >"$TMP/host/hw1-bo.git/grade-repositories"
chmod +x "$TMP/host/hw1-bo.git/grade-repositories"
git -C "$TMP/host/hw1-bo.git" add -A && git -C "$TMP/host/hw1-bo.git" commit -qm "Mine instead"

# teacher FOLDER: the course, the script and the list, as the page says.
teacher() {
  cp -r "$COURSE" "$1"
  cat >"$1/course.lua" <<'LUA'
return require("puzzle").course {
  format = 1, name = "gpu-101", title = "GPU 101",
  assignments = { { name = "hw1", puzzles = { "map", "zip" }, points = { map = 4, zip = 6 }, seed = "course" } },
}
LUA
  cp "$FILES/grade-repositories" "$1"
  printf 'ada\r\nbo\n\ncy' >"$1/students.txt"
}

# ---- the workflows ---------------------------------------------------------------------------------

# steps FILE: the commands of the workflow's only job, each with its variables, as Perl's own reader of
# YAML has them: a script that sets what the server would.
steps() {
  perl -MCPAN::Meta::YAML -e '
    my %server = ("inputs.assignment" => "hw1", "github.server_url" => "file://$ENV{TMP}", "github.repository_owner" => "host",
      "secrets.STUDENTS_TOKEN" => "token-of-ours", "secrets.GRADING_SECRET" => $ENV{SECRET}, CI_SERVER_URL => "file://$ENV{TMP}",
      CI_PROJECT_NAMESPACE => "host");
    sub filled {
      my ($text) = @_;
      $text =~ s/\$\{\{ *([\w.]+) *\}\}|\$(CI_\w+)/$server{$1 \/\/ $2} \/\/ die "$ARGV[0]: what is " . ($1 \/\/ $2) . "?\n"/ge;
      return $text;
    }
    my $file = CPAN::Meta::YAML->read($ARGV[0])->[0];
    my $job = ($file->{jobs} // $file)->{grade};
    my @steps = $job->{steps} ? grep { $_->{run} } @{$job->{steps}} : map { {run => $_, env => $job->{variables}} } @{$job->{script}};
    for my $step (@steps) {
      print "export $_=\x27" . filled($step->{env}{$_}) . "\x27\n" for sort keys %{$step->{env} // {}};
      print "$step->{run}\n";
    }' "$1"
}
# kept FILE: what the server keeps.
kept() {
  perl -MCPAN::Meta::YAML -e '
    my $file = CPAN::Meta::YAML->read($ARGV[0])->[0];
    my $job = ($file->{jobs} // $file)->{grade};
    my $kept = $job->{artifacts};
    print "$_\n" for $kept ? (@{$kept->{paths}}, values %{$kept->{reports}}) : map { $_->{with}{path} // () } @{$job->{steps}};' "$1"
}

export TMP
SECRET=$(head -c 32 /dev/zero | tr '\0' s | base64)
export SECRET
mkdir "$TMP/bin"
ln -s "$WORKBENCH" "$TMP/bin/workbench"
for file in github-actions gitlab-ci; do
  place=$TMP/$file
  teacher "$place"
  steps "$FILES/$file.yml" >"$TMP/steps"
  is "$(grep -c . "$TMP/steps"):$(grep -c '^workbench check\|^./grade-repositories' "$TMP/steps")" \
    "$([ $file = gitlab-ci ] && echo 4:2 || echo 6:2)" "$file.yml: it is YAML, and has its steps"
  # GitLab has these as variables of the project, and the assignment from whoever starts the pipeline.
  (cd "$place" && unset WORKBENCH_COURSE &&
    if [ $file = gitlab-ci ]; then export TOKEN=token-of-ours GRADING_SECRET=$SECRET ASSIGNMENT=hw1; fi &&
    PATH=$TMP/bin:$PATH sh -e "$TMP/steps") >"$TMP/said" 2>&1
  is "$?" 0 "$file.yml: its steps succeed as they stand"
  is "$(cut -d, -f1-6 "$place/graded/grades.csv" | tr -d '\r' | sed 1d)" "$(sed 1d "$TMP/github-actions/graded/grades.csv" | cut -d, -f1-6 | tr -d '\r')" \
    "$file.yml: the points are the same as the other's"
  is "$(cat "$place/graded/not-cloned.txt")" "hw1-cy was not cloned" "$file.yml: who has no repository is named"
  absent=$(cd "$place" && for path in $(kept "$FILES/$file.yml"); do [ -e "$path" ] || echo "$path"; done)
  is "$absent" "" "$file.yml: what the server keeps is there"
  [ ! -e "$TMP/ran" ]
  ok $? "$file.yml: nothing that a student wrote is run"
  leaked=$(grep -rlF -e token-of-ours -e "$SECRET" "$place" "$TMP/said")
  is "$leaked$(find "$place" -name secret)" "" "$file.yml: neither the token nor the secret is left in a file"
  sed 's/^/# /' "$TMP/said" | tail -n 30
done
is "$(sed 1d "$TMP/gitlab-ci/graded/grades.csv" | cut -d, -f1,8-12 | tr -d '\r')" $'ada,10,10,,4,6\nbo,4,10,,4,0' \
  "each has the points of what is in their repository"

# A second reader of YAML, where there is one.
if python3 -c 'import yaml' 2>/dev/null; then
  for file in "$FILES"/*.yml; do
    is "$(python3 -c 'import sys, yaml
job = yaml.safe_load(open(sys.argv[1]))
job = job.get("jobs", job)["grade"]
print("\n".join(job.get("script") or [step["run"] for step in job["steps"] if "run" in step]))' "$file")" \
      "$(steps "$file" | grep -v '^export')" "${file##*/}: Python reads the same"
  done
else
  skip "there is no python3-yaml" "Python reads the same of both files"
fi

# ---- the container file ----------------------------------------------------------------------------

# Libraries that the programs are linked with.
libraries() { readelf -d "$BUILD"/workbench{,-judge,-host,-archive,-emulator,-compiler} | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sort -u; }
if ! grep -q 'VERSION_CODENAME=bookworm' /etc/os-release; then
  skip "this is not Debian 12, whose packages the image has" "what the programs load is in the image"
elif libraries | grep -q '^libasan'; then
  skip "sanitizers need more than an image has" "what the programs load is in the image"
else
  named=$(sed -n '/^FROM debian:12$/,$p' "$FILES/Containerfile" | tr -s ' ' '\n')
  # lacking FILE...: what is of no package that is named, nor of what every system has.
  lacking() {
    local file
    for file in "$@"; do
      dpkg-query -S "*/$file" 2>/dev/null | sed 's/:.*//' | grep -qxF -e libc6 -f <(printf '%s\n' "$named") || echo "$file"
    done
  }
  # shellcheck disable=SC2046
  is "$(lacking $(libraries) clang/19/include/opencl-c-base.h)" "" "what the programs load is in the image, and clang's headers"
  is "$(lacking libcmark.so.0.30.2)" "libcmark.so.0.30.2" "(what is not in it is found)"
fi
tap_finish
