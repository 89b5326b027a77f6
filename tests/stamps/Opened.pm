# Which files of the tree and of the build are opened while tests run, by whatever process: the
# kernel's inotify reports it. A process of its own writes it down.
package Opened;
use strict;
use warnings;
use POSIX ();
use Time::HiRes;

# inotify_init1 and inotify_add_watch, of which Perl knows nothing, by machine.
my %CALLS = (x86_64 => [294, 254], aarch64 => [26, 27]);
use constant {OPENED => 0x20, IS_FOLDER => 0x40000000, LOST => 0x4000, EVENT_BYTES => 16, CLOSE_ON_EXEC => 02000000};

# Begins; FOLDERS are watched, each alone. Undefined where that cannot be.
sub start {
  my ($class, $log, @folders) = @_;
  my $calls = $CALLS{(POSIX::uname())[4]} or return;
  my $fd = syscall($calls->[0], CLOSE_ON_EXEC);
  return if $fd < 0;
  my %folder;
  for my $path (@folders) {
    my $watch = syscall($calls->[1], $fd, "$path", OPENED);
    $folder{$watch} = $path if $watch >= 0;
  }
  my $process = fork // return;
  if ($process == 0) {
    watch($fd, \%folder, $log);
    POSIX::_exit(0);
  }
  return bless {process => $process, log => $log, at => 0}, $class;
}

# Each path once a second; a line "?" where events were lost.
sub watch {
  my ($fd, $folder, $log) = @_;
  my ($parent, $ready, %last) = (getppid, '');
  $SIG{INT} = 'IGNORE';
  open STDOUT, '>', '/dev/null';
  open my $events, '<&=', $fd or return;
  open my $to, '>', $log or return;
  $to->autoflush(1);
  vec($ready, $fd, 1) = 1;
  while (getppid == $parent) {
    select(my $now_ready = $ready, undef, undef, 1) > 0 or next;
    sysread $events, my $bytes, 1 << 16 or return;
    my $now = Time::HiRes::time();
    while (length $bytes >= EVENT_BYTES) {
      my ($watch, $mask, $cookie, $length) = unpack 'iLLL', $bytes;
      my $name = unpack 'Z*', substr $bytes, EVENT_BYTES, $length;
      substr $bytes, 0, EVENT_BYTES + $length, '';
      my $path = $mask & LOST ? '?' : $mask & IS_FOLDER ? '' : ($folder->{$watch} // '') . "/$name";
      next if $path eq '' || $now - ($last{$path} // 0) < 1;
      $last{$path} = $now;
      printf $to "%.3f %s\n", $now, $path;
    }
  }
}

# What was opened since the last call: [time, path]…
sub news {
  my ($self) = @_;
  open my $log, '<', $self->{log} or return ();
  seek $log, $self->{at}, 0;
  my @news;
  while (my $line = <$log>) {
    last unless $line =~ s/\n$//;
    $self->{at} = tell $log;
    push @news, [split / /, $line, 2];
  }
  return @news;
}

sub stop {
  my ($self) = @_;
  kill 'TERM', $self->{process};
  waitpid $self->{process}, 0;
}

1;
