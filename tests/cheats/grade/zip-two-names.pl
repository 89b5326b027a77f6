# expect: missing or unreadable or accepted
# why: A member that is a report in the one header and a kernel in the other.
use strict;
use warnings;
use Archives;

sub {
  my ($at) = @_;
  return ('hw1.zip' => zip_of({name => "report.txt", local => $at->{file}, data => $at->{right}}));
};
