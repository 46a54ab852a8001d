# First process of a machine: lays its own root over that of the host, then only waits.
# bash boot.sh FOLDER NAME "OWN FOLDERS" WORD-WHEN-UP
set -e
folder=$1 name=$2 own=$3 word=$4
root=$folder/root

mount --make-rprivate /
mount -t overlay machine -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$root"
for each in $own; do
    mkdir -p "$root/$each"
    mount --bind "$folder/$each" "$root/$each"
done
mount -t proc proc "$root/proc"
# A fresh one shows the links of this network namespace.
mount -t sysfs sysfs "$root/sys"
mount --rbind /dev "$root/dev"
# The kernel's log is one for all machines: what it tells of others must not be read here.
mount --bind /dev/null "$root/dev/kmsg"
mount -t tmpfs run "$root/run"
mkdir -p "$root/run/lock" "$root/run/netns"
mount -t tmpfs cgroups "$root/sys/fs/cgroup"
for path in /sys/fs/cgroup/*/; do
    hierarchy=$(basename "$path")
    mkdir "$root/sys/fs/cgroup/$hierarchy"
    case $hierarchy in
    unified) mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup/unified" ;;
    systemd) mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd" ;;
    *) mount -t cgroup -o "$hierarchy" cgroup "$root/sys/fs/cgroup/$hierarchy" ;;
    esac
done

mkdir -p "$root/mnt/old"
cd "$root"
pivot_root . mnt/old
cd /
umount -l /mnt/old
# Volumes that a container shares with its host need a root that is shared.
mount --make-rshared /
hostname "$name"
echo "$name" >/etc/hostname
printf '127.0.0.1 localhost\n::1 localhost\n127.0.1.1 %s\n' "$name" >/etc/hosts
echo "$word"

# Children of whatever has ended come to the first process; waiting buries them.
trap '' TERM INT
while :; do
    sleep 3600 &
    wait $! || true
done
