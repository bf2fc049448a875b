#!/usr/bin/env bash
# `vramlint probe --engine slurm` on a cluster of its own: slurm_cluster.sh PROGRAM SOURCE_FOLDER [PROBE]. A controller and
# four nodes, each with its own name, network and processes, on one file system. A node dies midway with all that runs on
# it, then the controller, and both come back. Nothing may be lost, and nothing measured twice but what had no result.
# Without PROBE, a stand-in that takes two seconds. Exit code 77: no root, Slurm, munge or namespaces here.
set -euo pipefail
program=$(realpath "$1") source=$(realpath "$2") probe=${3:+$(realpath "$3")}
if [ -z "${CLUSTER:-}" ]; then
  for tool in slurmctld slurmd munged ip unshare python3; do command -v "$tool" >/dev/null || exit 77; done
  [ "$(id -u)" = 0 ] && unshare --mount --net --uts --pid --fork --mount-proc true 2>/dev/null || exit 77
  CLUSTER=$(mktemp -d)
  trap 'rm -rf "$CLUSTER"' EXIT
  export CLUSTER
  unshare --mount --net --uts --pid --fork --kill-child --mount-proc "$0" "$program" "$source" $probe
  exit
fi

cd "$CLUSTER"
export SLURM_CONF=$CLUSTER/slurm.conf PATH=$CLUSTER/bin:/usr/sbin:$PATH VRAMLINT_NO_CACHE=1 LC_ALL=C.UTF-8
unset GITHUB_ACTIONS
mkdir bin state log project
chmod 755 "$CLUSTER"
ln -s "$program" bin/vramlint
if [ -n "$probe" ]; then
  ln -s "$probe" bin/vramlint-probe
else
  cat >bin/vramlint-probe <<END
#!/bin/sh
cat >/dev/null
sleep 2
echo "\$SLURM_ARRAY_JOB_ID \$SLURM_ARRAY_TASK_ID \$(hostname)" >>$CLUSTER/log/measured
echo '{"version":1,"kind":"step","peak_allocated":1024}'
END
  chmod +x bin/vramlint-probe
fi

fail() { echo "FAILED: $*" >&2; tail -n 8 out log/*.log >&2; exit 1; }
wait_for() {
  local i
  for i in $(seq 1200); do ! eval "$2" >/dev/null 2>&1 || return 0; sleep 0.2; done
  fail "in vain: $1"
}

# ---------------------------------------------------------------- the machines
nodes="n1 n2 n3 n4"
mount -t tmpfs machines /run && mkdir -p /run/netns
hostname controller
ip link set lo up
ip link add cluster type bridge && ip addr add 10.77.0.100/24 dev cluster && ip link set cluster up
for node in $nodes; do
  ip netns add "$node"
  ip link add "to_$node" type veth peer name eth0 netns "$node"
  ip link set "to_$node" master cluster up
  ip netns exec "$node" sh -c "ip addr add 10.77.0.${node#n}/24 dev eth0; ip link set eth0 up; ip link set lo up"
done
head -c 1024 /dev/urandom >munge.key && chmod 400 munge.key && chown root munge.key
munged --force --key-file=munge.key --socket="$CLUSTER/munge" --pid-file="$CLUSTER/munge.pid" \
  --log-file="$CLUSTER/log/munge.log" --seed-file="$CLUSTER/munge.seed" >/dev/null 2>&1
cat >slurm.conf <<END
ClusterName=scratch
SlurmctldHost=controller(10.77.0.100)
SlurmUser=root
SlurmdUser=root
AuthInfo=socket=$CLUSTER/munge
StateSaveLocation=$CLUSTER/state
SlurmdSpoolDir=$CLUSTER/spool-%n
SlurmctldPidFile=$CLUSTER/slurmctld.pid
SlurmdPidFile=$CLUSTER/slurmd-%n.pid
SlurmctldLogFile=$CLUSTER/log/slurmctld.log
SlurmdLogFile=$CLUSTER/log/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SlurmdTimeout=12
KillWait=2
MessageTimeout=5
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=5,batch_sched_delay=1
$(for node in $nodes; do echo "NodeName=$node NodeAddr=10.77.0.${node#n} CPUs=1 State=UNKNOWN"; done)
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
echo CgroupPlugin=cgroup/v1 >cgroup.conf  # and nothing that uses it
declare -A machine
boot() {
  # --kill-child: what runs on a machine ends with it.
  setsid ip netns exec "$1" unshare --uts --pid --fork --kill-child --mount-proc sh -c "hostname $1; exec slurmd -D" \
    >>"log/boot-$1.log" 2>&1 &
  machine[$1]=$!
}
controller() { slurmctld >>log/controller.log 2>&1; }
controller
for node in $nodes; do boot "$node"; done
wait_for "four idle nodes" '[ "$(sinfo -h -t idle -o %D)" = 4 ]'

# ---------------------------------------------------------------- forty configs
cd project
# shellcheck source=tests/doors/project.sh
. "$source/tests/doors/project.sh"
rm config/*
for width in 8 16 24 32 40; do
  for batch in 1 2 3 4 5 6 7 8; do printf 'width: %s\nbatch_size: %s\n' $width $batch >config/w${width}_b$batch.yaml; done
done
cd ..
(cd project && vramlint probe --engine slurm config) >out 2>&1 &
sweep=$!
results() { find project/.vramlint/sweep/results -type f 2>/dev/null | wc -l; }
wait_for "six results and a task on n2" '[ "$(results)" -ge 6 ] && [ -n "$(squeue -h -t R -w n2)" ]'
lost=$(squeue -h -t R -w n2 -o %K)
kill -9 "${machine[n2]}" && wait "${machine[n2]}" 2>/dev/null || true
echo "n2 is gone, with task $lost; $(results) results"
sleep 2
kill -9 "$(cat slurmctld.pid)"
echo "the controller is gone; $(results) results"
sleep 8
rm -f slurmctld.pid
controller
wait_for "the node to be noticed" 'sinfo -h -n n2 -o %T | grep -q down'
echo "the node was noticed; $(results) results"
boot n2
# Slurm holds a task that lost its node back for two minutes before it runs again.
wait_for "the end" "! kill -0 $sweep"
wait $sweep || fail "exit code $?"
grep -qF '40 configs: 40 as expected, 0 differ, 0 not measured, 0 failed' out || fail "not all as expected"
LOST=$lost REAL=${probe:+1} python3 - <<'END' || fail "the ledger"
import collections, glob, json, os
lines = [json.loads(line) for line in open("project/.vramlint/sweep/ledger.jsonl")]
wanted = sorted(f"config/{os.path.basename(path)}" for path in glob.glob("project/config/*.yaml"))
assert sorted(line["config"] for line in lines) == wanted and len(wanted) == 40
assert all(line["outcome"] == "as expected" and line["records"] for line in lines)
nodes = collections.Counter(line["node"] for line in lines)
assert set(nodes) == {"n1", "n2", "n3", "n4"}, nodes
lost, = [line for line in lines if line["task"].endswith("_" + os.environ["LOST"])]
print("by node:", dict(sorted(nodes.items())), "- the lost task ended on", lost["node"])
if not os.environ["REAL"]:
    measured = collections.Counter(line.split()[1] for line in open("log/measured"))
    assert len(measured) == 40 and set(measured.values()) == {1}, measured
assert json.load(open("project/.vramlint/sweep/sweep.sarif"))["version"] == "2.1.0"
END
(cd project && vramlint probe --engine slurm --resume) >>out 2>&1 || fail "--resume"
[ "$(ls project/.vramlint/sweep/batches | wc -l)" = 1 ] || fail "--resume submits again"
echo "40 configs, none lost and none twice"
