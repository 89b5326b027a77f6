# What a test depends on, as its own text says. A test reads files of the tree and starts programs of
# the build; both are found by their paths in its text, and in the text of the scripts and headers
# that it names. What is not understood is "everything". Files.pm says what the contents are, and
# Opened.pm finds a test that opens what is not in its list.
#
# A script may say what it depends on instead; a unit test, what of the tree where "everything" would follow:
#
#   # depends: PATH…     files and folders of the tree; of a script, tests (with all that they depend
#                        on) and programs, too, as build/PATH
package Inputs;
use strict;
use warnings;

my @COURSE = qw(course.lua puzzles kernels solutions lua);
# What the programs look for in the tree by themselves.
my @SHARE = map { "workbench/$_" } qw(bench bindings book editors examples include templates);
my $TOP = qr/tests|docs|lua|puzzles|kernels|solutions|workbench|course\.lua|README\.md/;

# ROOT and BUILD are absolute paths; FILES is a Files.
sub new {
  my ($class, $root, $build, $files) = @_;
  return bless {root => $root, build => $build, files => $files, found => {}}, $class;
}

# The paths that a test depends on: of the tree ("." is all of it), or absolute below the build.
sub of_test {
  my ($self, $test) = @_;
  return @{$self->{found}{$test} //= [$self->find_all($test)]};
}

# Whether a test takes a sample, by the number of the commit.
sub takes_sample {
  my ($self, $test) = @_;
  return $self->{samples}{$test} //= $self->find_sample($test);
}

sub find_sample {
  my ($self, $test) = @_;
  return 1 if grep { /\bSAMPLE\b|\bsample\.(sh|h)\b/ } map { $self->text($_) } $self->texts_of($test);
  my @others = grep { $_ ne $self->absolute($test) && $self->is_test($_) } $self->of_test($test);
  return scalar grep { $self->takes_sample($_) } @others;
}

sub is_test { return $_[1] =~ /\.t$/ }
sub is_unit { my ($self, $test) = @_; return index($self->absolute($test), "$self->{build}/tests/unit/") == 0 }
sub absolute { my ($self, $path) = @_; return $path =~ m{^/} ? $path : "$self->{root}/$path" }

sub find_all {
  my ($self, $test) = @_;
  my %found = map { $_ => 1 } $self->absolute($test), @SHARE, 'lua';
  $self->is_unit($test) ? $self->find_unit($test, \%found) : $self->find_script($test, \%found);
  return sort keys %found;
}

sub text {
  my ($self, $path) = @_;
  open my $file, '<', $self->absolute($path) or return '';
  local $/;
  return <$file> // '';
}

# The texts that decide what a test does: of a unit test its source and headers of tests/, of a
# script itself and what it sources.
sub texts_of {
  my ($self, $test) = @_;
  return ($test, grep { /\.sh$/ } $self->of_test($test)) unless $self->is_unit($test);
  (my $rule = $self->absolute($test)) =~ s/\.t$/.d/;
  my %seen = map { s{^\Q$self->{root}\E/}{}r => 1 } $self->text($rule) =~ m{(?<![\w.-])((?:/[^\s:\\]*)?tests/[^\s:\\]+\.[ch])\b}g;
  return sort keys %seen;
}

# ---- unit tests ----------------------------------------------------------------

sub find_unit {
  my ($self, $test, $found) = @_;
  my @texts = map { $self->text($_) } grep { $_ ne 'tests/tap.h' } $self->texts_of($test);
  $found->{'.'} = 1 unless @texts;
  $self->add_strings($_, $found) for @texts;
  if ($found->{'.'} && grep { /^[ *]*depends:/m } @texts) {
    delete $found->{'.'};
    $self->add_declared($_, $found) for @texts;
  }
  # Folders beside the room's tests hold what they compare with.
  if ($test =~ m{tests/unit/([^/]+)/}) {
    $self->add_path("tests/unit/$1/$_", $found) for map { m{([^/]+)/$} } glob "$self->{root}/tests/unit/$1/*/";
  }
  $self->add_programs($self->absolute($test), $found);
}

# Paths in strings of C.
sub add_strings {
  my ($self, $text, $found) = @_;
  $text =~ s/^\s*#\s*include.*$//mg;
  $text =~ s/"WORKBENCH_LIBEXEC", WB_TEST_BUILD//g;
  # Tests run in the tree's folder, which is a course.
  $found->{$_} = 1 for $text =~ /"\."/ ? @COURSE : ();
  # The string with such a path is looked at below.
  $text =~ s/(%s\/(?:$TOP)[^"]*",\s*)WB_TEST_ROOT/$1/g;
  while ($text =~ /WB_TEST_ROOT(?:\s*"(\/[^"]*)")?/g) { $self->add_path(defined $1 ? $1 : '.', $found) }
  while ($text =~ /WB_TEST_BUILD(?:\s*"\/([^"]*)")?/g) { $self->add_built($1, $found) }
  while ($text =~ /"(?:[^"\\]*(?:%s|\.\.)\/|\.\/)?($TOP)((?:\/[^"]*)?)"/g) {
    my $path = $1 . $2;
    $self->add_path($path, $found) if $path =~ /%/ || -e "$self->{root}/$path";
  }
}

# Below the build's folder, from a string of C; undefined: the folder itself.
sub add_built {
  my ($self, $path, $found) = @_;
  if (!defined $path) { $found->{"$self->{build}/tests/course"} = 1 }
  elsif ($path =~ m{^\.\./(.*)}) { $self->add_path($1, $found) }
  elsif ($path =~ m{^(tests/course)}) { $found->{"$self->{build}/$1"} = 1 }
  elsif ($path =~ /^([\w.-]+)/) { $self->add_program($1, $found) }
}

# The programs whose names stand in an executable's bytes, and those that they start.
sub add_programs {
  my ($self, $executable, $found) = @_;
  $self->add_program($_, $found) for $self->{files}->names_in($executable);
}

sub add_program {
  my ($self, $name, $found) = @_;
  my $path = "$self->{build}/$name";
  return if $found->{$path} || !-e $path;
  $found->{$path} = 1;
  $self->add_programs($path, $found);
}

# ---- scripts ---------------------------------------------------------------------

sub find_script {
  my ($self, $test, $found) = @_;
  my $text = $self->text($test);
  $found->{'tests/tap.sh'} = 1;
  if ($text =~ /^# depends:/m) {
    $self->add_declared($text, $found);
  } elsif ($text !~ /^#!.*\bbash$/m || $text !~ m{/tap\.sh"}) {
    $found->{'.'} = 1;
  } else {
    $self->add_mentions($test, $test, $found);
  }
  $self->add_everything_built($found) unless $text =~ /^# depends:/m;
}

sub add_everything_built {
  my ($self, $found) = @_;
  $found->{$_} = 1 for grep { -f && !m{/(flags|bench-[a-z]+)$} } glob "$self->{build}/*";
  $found->{"$self->{build}/tests/course"} = 1;
}

sub add_declared {
  my ($self, $text, $found) = @_;
  for my $path (map { split } $text =~ /^[# *]*depends: *(.*)$/mg) {
    if ($path =~ m{^build/(tests/.*\.t)$}) {
      $found->{$_} = 1 for $self->of_test("$self->{build}/$1");
    } elsif ($path =~ m{^build/(.*)$}) {
      $self->add_program($1, $found);
    } else {
      $self->add_path($path, $found);
    }
  }
}

# Paths in a script, and in the scripts that it names.
sub add_mentions {
  my ($self, $file, $test, $found) = @_;
  my $text = $self->text($file);
  while ($text =~ m{(WORKBENCH_COURSE=|--course )?"?\$(?:ROOT\b|\{ROOT\})"?((?:/[\w.+\-/]*)?)([\$*?\[\{]|"\$)?}g) {
    my ($course, $path, $open) = ($1, $2, $3);
    if ($path =~ m{^/?$}) { $found->{$_} = 1 for $course ? @COURSE : '.' }
    else { $self->add_named($path, $open, $test, $found) }
  }
  while ($text =~ m{dirname "\$(0|\{BASH_SOURCE\[0\]\})"\)"?((?:/[\w.+\-/]*)?)([\$*?\[\{]|"\$)?}g) {
    my ($of, $path, $open) = ($1 eq '0' ? $test : $file, $2, $3);
    $of =~ s{/[^/]*$}{};
    $self->add_named("$of$path", $open, $test, $found);
  }
  # Programs that do not know the tests' course take the one around them.
  $found->{$_} = 1 for $text =~ /\benv -i\b|(unset|-u) .*WORKBENCH_COURSE/ ? @COURSE : ();
  if ($text =~ m{\$\{?BUILD\}?"?/tests/unit}) {
    $found->{"$self->{build}/tests/unit"} = 1;
  }
}

# A path that may go on with what only the shell knows: then the folder.
sub add_named {
  my ($self, $path, $open, $test, $found) = @_;
  $path =~ s{[^/]*$}{} if $open && $path !~ m{/$};
  my $added = $self->add_path($path, $found) or return;
  return if $added eq 'tests/tap.sh' || $added !~ /\.(sh|t|pl|py)$/ || $added eq $test;
  $self->add_mentions($added, $test, $found);
}

# ---- paths -------------------------------------------------------------------------

# Adds a path of the tree, or the folder that it is in; returns it if it is new.
sub add_path {
  my ($self, $path, $found) = @_;
  $path =~ s/%.*//s and $path =~ s{[^/]*$}{};
  my @parts;
  for (split m{/+}, $path) {
    next if $_ eq '' || $_ eq '.';
    $_ eq '..' ? pop @parts : push @parts, $_;
  }
  pop @parts while @parts && !-e join '/', $self->{root}, @parts;
  my $clean = @parts ? join('/', @parts) : '.';
  return if $found->{$clean}++;
  return $clean;
}

1;
