# expect: unreadable
# why: A FIFO: who opens it waits for ever.
use strict;
use warnings;
use POSIX qw(mkfifo);

sub {
  my ($at) = @_;
  mkfifo("$at->{folder}/$at->{file}", 0644) or die "mkfifo: $!\n";
  return ();
};
