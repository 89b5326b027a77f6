# expect: unreadable
# why: A socket in the place of a kernel.
use strict;
use warnings;
use Cwd qw(getcwd);
use Socket;

# A path of a socket has 107 bytes at most, and so it is bound from its own folder.
sub {
  my ($at) = @_;
  my $home = getcwd();
  chdir $at->{folder} or die "$at->{folder}: $!\n";
  socket my $socket, AF_UNIX, SOCK_STREAM, 0 or die "socket: $!\n";
  bind $socket, pack_sockaddr_un($at->{file}) or die "bind: $!\n";
  chdir $home or die "$home: $!\n";
  return ();
};
