# expect: missing or unreadable
# why: A zip that wants a password.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => $at->{file}, flags => 1, data => "\x5a" x 12 . $at->{right}}));
};
