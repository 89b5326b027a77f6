# expect: missing or unreadable
# why: A header that promises more bytes than any disk has.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.tar.gz' => gzip_of(tar_of({name => $at->{file}, data => $at->{right}, claims => 4_000_000_000_000_000_000})));
};
