# expect: missing or unreadable
# why: A sparse file of a petabyte.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  my $header = join '', map { pax_record("GNU.sparse.$_") } 'major=1', 'minor=0', 'name=hole.cl', 'realsize=1125899906842624';
  my $map = "1\n1125899906842623\n1\n";
  return ('hw1.tar.gz' => gzip_of(tar_of({name => 'pax', type => 'x', data => $header}, {name => 'hole.cl', data => $map . ' ' x 494})));
};
