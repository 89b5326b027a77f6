# expect: missing or unreadable
# why: A zip of zips of 30 MiB of zeros each.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of(map { {name => "$_.zip", data => zip_of(packed_zeros("$at->{puzzle}{slug}-$_.cl", 30))} } 1 .. 8));
};
