# expect: missing or unreadable
# why: 300 MiB of zeros in 300 KB.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of(packed_zeros($at->{file}, 300)));
};
