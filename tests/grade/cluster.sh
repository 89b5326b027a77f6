# Slurm on the loopback interface: source it after tests/tap.sh. Each cluster has a controller and nodes of one
# processor, whose programs, files and ports are the test's own; nothing of the system's is used or changed.
# All that was started is ended by its number when the test ends, however it ends.

# What the test has started, and what that has started in turn, is known by the variable that it inherits: numbers.
ours() {
  perl -e 'local $/; my $set = "XDG_STATE_HOME=" . shift;
    for (glob "/proc/[0-9]*/environ") {
      my ($pid) = /(\d+)/;
      next if $pid == $$ || !open my $f, "<", $_;
      print "$pid\n" if grep { $_ eq $set } split /\0/, <$f> // "";
    }' "$TMP/state"
}
end_clusters() {
  local pid pids
  for _ in {1..50}; do
    pids=$(ours)
    [ -n "$pids" ] || return 0
    for pid in $pids; do kill -KILL "$pid" 2>/dev/null; done
    sleep 0.05
  done
}
trap 'end_clusters; rm -rf "$TMP"' EXIT
trap 'exit 1' INT TERM HUP

# slurm_lacks: what clusters cannot be had without here; nothing where they can.
slurm_lacks() {
  local program
  for program in munged slurmctld slurmd sbatch squeue scontrol; do
    command -v "$program" >/dev/null || { echo "$program is not installed"; return; }
  done
  [ "$(id -u)" -eq 0 ] || echo "slurmd runs as root alone"
}
PATH=$PATH:/usr/sbin

# free_ports N: ports that nobody listens to now, no other cluster of this test gets, and no program is given that asks
# for any.
free_ports() {
  perl -MFcntl=:flock -MSocket -e 'my ($list, $count) = @ARGV;
    open my $file, "+>>", $list or die "$list: $!"; flock $file, LOCK_EX; seek $file, 0, 0;
    my %taken = map { $_ + 0 => 1 } <$file>;
    my ($end) = do { open my $range, "<", "/proc/sys/net/ipv4/ip_local_port_range"; $range ? <$range> =~ /(\d+)/ : () };
    $end = 60000 if ($end // 0) < 20000;
    for (my $tries = 0; $count > 0 && $tries < 10000; $tries++) {
      my $port = 10000 + int rand($end - 10000);
      socket my $s, PF_INET, SOCK_STREAM, 0;
      next if $taken{$port}++ || !bind $s, pack_sockaddr_in($port, INADDR_ANY);
      print $file "$port\n";
      print "$port\n";
      $count--;
    }' "$TMP/ports" "$1"
}

# show_logs: what the controllers wrote, where a check has failed; all logs are kept.
show_logs() {
  [ "$tap_failed" -gt 0 ] || return 0
  local log kept=$BUILD/tests/slurm/${0##*/}
  rm -rf "$kept"
  for log in "$TMP"/*/log/*; do
    [ -e "$log" ] || continue
    mkdir -p "$kept"
    cp "$log" "$kept/$(basename "${log%/log/*}")-${log##*/}"
    case $log in */slurmctld.log) tail -n 60 "$log" | sed "s,^,# $(basename "${log%/log/*}"): ," ;; esac
  done
  echo "# all logs are in $kept"
}

start_munge() {
  # Who talks to it must reach its socket, whoever that is.
  chmod 711 "$TMP"
  mkdir -p "$TMP/munge"
  (umask 077 && head -c 1024 /dev/urandom >"$TMP/munge/key")
  munged --key-file="$TMP/munge/key" --socket="$TMP/munge/socket" --pid-file="$TMP/munge/pid" --log-file="$TMP/munge/log" --seed-file="$TMP/munge/seed"
}

# start_cluster NAME NODES: its files are in $TMP/NAME; the last node has a GPU, or what says that it is one.
start_cluster() {
  local S=$TMP/$1 nodes=$2 ports
  mapfile -t ports < <(free_ports $((nodes + 1)))
  mkdir -p "$S"/{etc,spool,log,run,state}
  cat >"$S/etc/slurm.conf" <<END
ClusterName=$1
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=${ports[0]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$TMP/munge/socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$S/state
SlurmdSpoolDir=$S/spool/%n
SlurmctldPidFile=$S/run/slurmctld.pid
SlurmdPidFile=$S/run/slurmd-%n.pid
SlurmctldLogFile=$S/log/slurmctld.log
SlurmdLogFile=$S/log/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc=$S/log/jobcomp.txt
MpiDefault=none
SwitchType=switch/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_min_interval=0,batch_sched_delay=0,bf_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=5
SlurmctldTimeout=10
MessageTimeout=5
KillWait=2
MinJobAge=3600
JobRequeue=1
GresTypes=gpu
TaskProlog=$S/etc/hold
PartitionName=grade Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
  for i in $(seq "$nodes"); do
    echo "NodeName=n$i NodeHostname=localhost NodeAddr=127.0.0.1 Port=${ports[$i]} CPUs=1 RealMemory=2000 State=UNKNOWN$([ "$i" -lt "$nodes" ] || echo ' Gres=gpu:1')"
  done >>"$S/etc/slurm.conf"
  # Tasks wait for as long as there is such a file.
  printf '#!/bin/sh\nwhile [ -e %s/held ]; do sleep 0.1; done\n' "$S" >"$S/etc/hold"
  chmod +x "$S/etc/hold"
  echo "NodeName=n$nodes Name=gpu File=/dev/null" >"$S/etc/gres.conf"
  start_controller "$1"
  for i in $(seq "$nodes"); do start_node "$1" "$i"; done
  wait_until idle "$1" "$nodes"
}
on() { local S=$TMP/$1 && shift && SLURM_CONF=$S/etc/slurm.conf "$@"; }
idle() { [ "$(on "$1" sinfo -h -N -o %T | grep -c idle)" = "$2" ]; }
start_controller() { on "$1" slurmctld; }
start_node() { on "$1" slurmd -N "n$2"; }
kill_controller() { kill -KILL "$(cat "$TMP/$1/run/slurmctld.pid")"; }
kill_node() { kill -KILL "$(cat "$TMP/$1/run/slurmd-n$2.pid")"; }

# tasks_on CLUSTER NODE: numbers of the processes of its tasks, and before them of the step that each belongs to.
tasks_on() {
  perl -e 'my ($conf, $node) = @ARGV;
    local $/;
    sub text { open my $f, "<", shift or return ""; return <$f> // "" }
    for my $process (glob "/proc/[0-9]*") {
      my %set = map { /^(SLURM_CONF|SLURMD_NODENAME)=(.*)/s ? ($1, $2) : () } split /\0/, text("$process/environ");
      next if ($set{SLURM_CONF} // "") ne $conf || ($set{SLURMD_NODENAME} // "") ne $node;
      my ($parent) = text("$process/stat") =~ /.*\) \S+ (\d+)/s;
      print "$parent\n" if text("/proc/$parent/comm") =~ /^slurmstepd/;
      print $process =~ s,.*/,,r, "\n";
    }' "$TMP/$1/etc/slurm.conf" "n$2"
}
