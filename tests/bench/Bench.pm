# What the benchmarks in Perl share: places, programs, and commands that have to succeed.
package Bench;
use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
our @EXPORT = qw(root build_folder scratch folder options made program output like slug solution read_file write_file median);

my $here = dirname(abs_path(__FILE__));
my $root = abs_path("$here/../..");
# Caches are each benchmark's own.
delete @ENV{qw(WORKBENCH_KERNEL_CACHE WORKBENCH_DRIVER_CACHE)};
my $build = abs_path(($ENV{BUILD} // '') =~ m{^/} ? $ENV{BUILD} : "$root/" . ($ENV{BUILD} // 'build')) // die "there is no build: make\n";

sub root { return $root; }
sub build_folder { return $build; }
sub scratch { return tempdir(CLEANUP => 1); }

sub folder {
  my ($path) = @_;
  mkdir $path or die "$path: $!\n";
  return $path;
}

# Options with a number each, by their names and defaults in turn: their values.
sub options {
  my @names = @_[grep { $_ % 2 == 0 } 0 .. $#_];
  my %value = @_;
  while (@ARGV) {
    my $name = shift(@ARGV) =~ s/^--//r;
    my $number = shift @ARGV;
    die "usage: $0", (map { " [--$_ N]" } @names), "\n"
      if !exists $value{$name} || !defined $number || $number !~ /^[1-9][0-9]*$/;
    $value{$name} = $number;
  }
  return @value{@names};
}

# A program that make builds, as it is now. The folder has the name that make knows it by.
sub made {
  my ($name) = @_;
  my $folder = $build =~ s{^\Q$root/\E}{}r;
  system("make -s -C $root BUILD=$folder $folder/$name >&2") == 0 or die "$build/$name cannot be built\n";
  return "$build/$name";
}

# A program of one file that needs nothing of the workbench.
sub program {
  my ($name, $source, @libraries) = @_;
  my @command = ('cc', '-O2', '-D_GNU_SOURCE', '-DCL_TARGET_OPENCL_VERSION=120', '-o', "$build/$name", "$here/$source", @libraries);
  system(@command) == 0 or die "$build/$name cannot be built\n";
  return "$build/$name";
}

# What a command prints; it has to succeed.
sub output {
  my @command = @_;
  open my $pipe, '-|', @command or die "$command[0] does not start: $!\n";
  my $text = do { local $/; <$pipe> };
  close $pipe or die "failed ($?): @command\n" . ($text // '');
  return $text // '';
}

sub like {
  my ($text, $pattern, $what) = @_;
  return $text if $text =~ $pattern;
  die "$what did not do its work; it printed:\n$text";
}

# The folder of a puzzle of the course, or of one beside the benchmarks, by its name.
sub slug {
  my ($name, $course) = @_;
  my @found = map { m{([^/]+)$} } grep { m{/[0-9]+-\Q$name\E$} } glob(($course // $root) . '/puzzles/*');
  @found == 1 or die "there is no puzzle $name\n";
  return $found[0];
}

sub solution { return "$root/solutions/" . slug($_[0]) . '/accepted.cl'; }

sub read_file {
  my ($path) = @_;
  open my $file, '<', $path or die "$path: $!\n";
  local $/;
  return scalar <$file>;
}

# Returns the path.
sub write_file {
  my ($path, $text) = @_;
  open my $file, '>', $path or die "$path: $!\n";
  print $file $text;
  close $file or die "$path: $!\n";
  return $path;
}

sub median {
  my @sorted = sort { $a <=> $b } @_;
  @sorted or die "nothing was measured\n";
  return $sorted[$#sorted / 2];
}

1;
