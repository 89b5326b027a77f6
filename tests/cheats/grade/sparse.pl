# expect: unreadable
# why: A hole of 100 MB, which takes no place on the disk.
use strict;
use warnings;

sub {
  my ($at) = @_;
  open my $file, '>:raw', "$at->{folder}/$at->{file}" or die "$at->{file}: $!\n";
  truncate $file, 100_000_000 or die "truncate: $!\n";
  close $file or die "$at->{file}: $!\n";
  return ();
};
