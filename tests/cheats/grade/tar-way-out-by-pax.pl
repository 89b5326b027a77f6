# expect: missing or unreadable
# why: A tar with a harmless name, and another header that has the real one.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  my $header = pax_record('path=../../../slip/slip.cl');
  return ('hw1.tar.gz' => gzip_of(tar_of({name => 'pax', type => 'x', data => $header}, {name => 'harmless.cl', data => $at->{right}})));
};
