#!/bin/busybox sh
# First process of the virtual machine: the host's root below a file system in memory, and the tests in it.
B=/bin/busybox
$B mount -t proc proc /proc
$B mount -t sysfs sys /sys
$B mount -t devtmpfs dev /dev
for module in /modules/*; do $B insmod "$module"; done
$B mount -t 9p -o trans=virtio,version=9p2000.L,msize=1048576,cache=loose,ro host /lower
$B mount -t tmpfs -o size=3g upper /upper
$B mkdir /upper/files /upper/work
$B mount -t overlay -o lowerdir=/lower,upperdir=/upper/files,workdir=/upper/work overlay /root
for system in proc sys dev; do $B mount --move "/$system" "/root/$system"; done
for folder in tmp var/tmp run dev/shm; do
    $B mkdir -p "/root/$folder"
    $B mount -t tmpfs -o mode=1777 tmp "/root/$folder"
done
$B mount -t cgroup2 cgroup /root/sys/fs/cgroup
$B mkdir -p /root/dev/pts
$B mount -t devpts -o newinstance,ptmxmode=0666 devpts /root/dev/pts
$B ip link set lo up
$B mkdir /root/run/vm
$B cp /tests.sh /settings /root/run/vm/
# Not chroot: no user namespace can be created below one.
exec $B switch_root /root /bin/bash /run/vm/tests.sh
