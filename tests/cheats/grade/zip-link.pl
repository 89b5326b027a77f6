# expect: missing or unreadable
# why: A link in a zip, to a file of the machine.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => $at->{file}, mode => 0120777, data => "/etc/passwd"}));
};
