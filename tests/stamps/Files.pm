# Digests of files and folders, so that what has not changed is not read again: a file whose place,
# size and times are as they were has the digest that it had.
package Files;
use strict;
use warnings;
use Digest::SHA;
use Time::HiRes;

# What is no part of the tree, at its top and anywhere.
my $NOT_AT_TOP = qr/^(\.git|build|build-.*|work|compile_commands\.json)$/;
my $NOWHERE = qr/^(__pycache__|.*\.orig|.*~|\..*\.sw[a-p])$/;

# KEPT is where digests are kept; what was built is below BUILD.
sub new {
  my ($class, $root, $build, $kept) = @_;
  my $self = bless {root => $root, build => $build, kept => $kept, known => {}, now => {}}, $class;
  if (open my $file, '<', $kept) {
    while (my $line = <$file>) {
      chomp $line;
      my ($path, @facts) = split /\t/, $line;
      $self->{known}{$path} = \@facts if @facts >= 2;
    }
  }
  return $self;
}

sub save {
  my ($self) = @_;
  open my $file, '>', "$self->{kept}.$$" or return;
  for my $path (sort keys %{$self->{known}}) {
    print $file join("\t", $path, @{$self->{known}{$path}}), "\n" if -e $path;
  }
  close $file and rename "$self->{kept}.$$", $self->{kept};
}

# From here on, all is looked at anew.
sub look_again { $_[0]{now} = {} }

# The digest of what a path of the tree, or an absolute one, is: a file, a folder with all in it, a
# link, or nothing.
sub digest {
  my ($self, $path) = @_;
  my $absolute = $path eq '.' ? $self->{root} : $path =~ m{^/} ? $path : "$self->{root}/$path";
  return $self->{now}{$absolute} //= $self->digest_now($absolute);
}

sub digest_now {
  my ($self, $path) = @_;
  my @stat = Time::HiRes::lstat($path) or return 'absent';
  return 'link ' . readlink $path if -l _;
  return $self->digest_folder($path) if -d _;
  return -f _ ? $self->facts($path, \@stat)->[1] . (-x _ ? ' x' : '') : 'special';
}

sub digest_folder {
  my ($self, $path) = @_;
  opendir my $folder, $path or return 'closed';
  my $sha = Digest::SHA->new(256);
  for my $name (sort readdir $folder) {
    next if $name =~ /^\.\.?$/ || $name =~ $NOWHERE;
    next if $path eq $self->{root} && $name =~ $NOT_AT_TOP;
    $sha->add("$name\0", $self->digest("$path/$name"), "\0");
  }
  return $sha->hexdigest;
}

# Which programs of the build an executable names.
sub names_in {
  my ($self, $path) = @_;
  my @stat = Time::HiRes::lstat($path) or return ();
  return split / /, $self->facts($path, \@stat)->[2] // '';
}

# Of a file: what it was like, its digest, and of an executable the names of programs in it.
sub facts {
  my ($self, $path, $stat) = @_;
  my $like = join ' ', map { sprintf '%.7f', $_ } @$stat[0, 1, 7, 9, 10];
  my $known = $self->{known}{$path};
  return $known if defined $known && $known->[0] eq $like;
  open my $file, '<:raw', $path or return [$like, 'unreadable'];
  my $bytes = do { local $/; <$file> } // '';
  my $facts = [$like, Digest::SHA::sha256_hex($bytes), $self->find_names($path, \$bytes)];
  # One that has just changed may change once more at what the clock says is the same time.
  my $changed = $stat->[9] > $stat->[10] ? $stat->[9] : $stat->[10];
  $self->{known}{$path} = $facts if Time::HiRes::time() - $changed > 1;
  return $facts;
}

sub find_names {
  my ($self, $path, $bytes) = @_;
  return '' if index($path, "$self->{build}/") != 0 || substr($$bytes, 0, 4) ne "\x7fELF";
  my %names;
  # One after the other, as Perl looks for a fixed text quickly, and for one of several slowly.
  $names{$_} = 1 for map { $$bytes =~ /$_/g } qr/(?<!\w)workbench-[a-z]+\b/, qr/(?<!\w)libworkbench\.so\b/, qr/(?<!\w)gpu\.so\b/;
  $names{workbench} = 1 if $$bytes =~ m{\Q$self->{build}\E/workbench[^-\w]};
  return join ' ', sort keys %names;
}

1;
