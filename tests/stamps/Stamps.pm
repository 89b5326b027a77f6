# What has passed is remembered: one file for each test that passed, whose name is a digest of all
# that the test depends on, and which holds what it printed.
package Stamps;
use strict;
use warnings;
use Digest::SHA qw(sha256_hex);
use File::Path qw(make_path);

# Whoever changes what a stamp means changes this.
use constant FORMAT => 1;
# Samples of so many commits are everything; a test has one stamp for each, and a few older ones.
use constant {PERIOD => 10, KEPT => 24};
# Variables that tests, or the programs that they start, look at.
my $VARIABLES = qr/^(WORKBENCH_|FUZZ_|CORPUS_|OCL_|POCL_|LD_|ASAN_|UBSAN_|XDG_[A-Z]+_(HOME|DIRS?)$)|^(PATH|CC|HOME|TMPDIR|TZ|PAGES|MUTANTS)$/;

# FOLDER is where stamps are; INPUTS and FILES are of the modules of these names.
sub new {
  my ($class, $folder, $inputs, $files) = @_;
  my $self = bless {folder => $folder, inputs => $inputs, files => $files}, $class;
  $self->{surroundings} = join "\n", FORMAT, $inputs->{root}, machine(),
    map { "$_=$ENV{$_}" } grep { /$VARIABLES/ } sort keys %ENV;
  return $self;
}

# ---- the machine -----------------------------------------------------------------

sub content {
  my ($path) = @_;
  open my $file, '<', $path or return '';
  local $/;
  return <$file> // '';
}

# The packages with their versions; "" on a system that has them otherwise, where nothing is
# remembered.
sub packages {
  return qx(dpkg-query -W -f '\${Package}:\${Architecture} \${Version} \${db:Status-Status}\\n' 2>/dev/null);
}

# What a test may find out about the machine, and what makes it this one.
sub machine {
  my @processor = sort grep { /^(model name|flags|Features|CPU part)/ } split /\n/, content('/proc/cpuinfo');
  my $python = qx(python3 -c 'import os, sys; print(sys.version, [(p, os.stat(p).st_mtime) for p in sys.path if os.path.exists(p)])' 2>/dev/null);
  return join "\n", content('/etc/machine-id'), qx(uname -a), "user $<", sha256_hex(packages()), @processor, $python,
    content('/proc/driver/nvidia/version'), glob('/etc/OpenCL/vendors/*');
}

# ---- keys ------------------------------------------------------------------------

# The digest of all that a test depends on; with a sample, of which one it is ("everything" or the
# number of the commit).
sub key {
  my ($self, $test, $sample) = @_;
  my $inputs = $self->{inputs};
  my @lines = ($self->{surroundings}, $test);
  push @lines, 'sample ' . ($sample eq 'everything' ? $sample : $sample % PERIOD) if $inputs->takes_sample($test);
  push @lines, map { "$_ " . $self->{files}->digest($_) } $inputs->of_test($test);
  push @lines, $self->tracked() if grep { $_ eq '.' } $inputs->of_test($test);
  return sha256_hex(join "\n", @lines);
}

# Which files git has: tests of the whole tree ask.
sub tracked {
  my ($self) = @_;
  return $self->{tracked} //= sha256_hex(qx(cd '$self->{inputs}{root}' && git ls-files 2>/dev/null));
}

# ---- files -----------------------------------------------------------------------

sub folder_of {
  my ($self, $test) = @_;
  (my $name = $test) =~ s{^\Q$self->{inputs}{root}\E/}{};
  $name =~ s{/}{_}g;
  return "$self->{folder}/$name";
}

# What a test printed when it passed with the same of everything; undefined: it has to run.
sub find {
  my ($self, $test, $sample) = @_;
  for my $which ('everything', $sample) {
    my $path = $self->folder_of($test) . '/' . $self->key($test, $which);
    my $said = content($path);
    next if $said eq '';
    utime undef, undef, $path;
    return $said;
  }
  return;
}

sub keep {
  my ($self, $test, $key, $said) = @_;
  my $folder = $self->folder_of($test);
  make_path($folder);
  open my $file, '>', "$folder/$key.$$" or return;
  print $file $said;
  close $file and rename "$folder/$key.$$", "$folder/$key";
  my @old = sort { -M $a <=> -M $b } glob "$folder/*";
  unlink @old[KEPT .. $#old] if @old > KEPT;
}

sub forget {
  my ($self, $test, $key) = @_;
  unlink $self->folder_of($test) . "/$key";
}

1;
