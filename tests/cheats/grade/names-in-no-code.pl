# expect: accepted
# why: A name in Latin-1, which is no UTF-8, around the slug.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => "L\xf6sung/$at->{file}", data => $at->{right}}));
};
