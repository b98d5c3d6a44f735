#!/usr/bin/env bash
# Runs the tests of the code runner on Debian's own kernel with a delegated cgroup v2: `make prove-vm`.
#
#   tests/vm/run.sh TEST-BINARY BINARY [FILTER]
#
# A virtual machine (qemu, with KVM where the machine has it) boots the kernel of this Debian release. Its root is this machine's,
# read only, below a file system in memory. Each test runs alone, as root, which gives its runner a user and a cgroup of its own.
# INVIGIL_VM_KERNEL: name of another kernel package.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PATH=$PATH:/usr/sbin:/sbin
tests=$(realpath "$1")
binary=$(realpath "$2")
filter=${3:-}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/invigil-vm
mkdir -p "$cache"

missing=()
command -v qemu-system-x86_64 >/dev/null || missing+=(qemu-system-x86)
[ -x /bin/busybox ] && /bin/busybox --list | grep -qx insmod || missing+=(busybox-static)
command -v cpio >/dev/null || missing+=(cpio)
command -v mkfs.ext4 >/dev/null || missing+=(e2fsprogs)
command -v setpriv >/dev/null || missing+=(util-linux)
command -v depmod >/dev/null || [ -x /sbin/depmod ] || missing+=(kmod)
if [ "${#missing[@]}" != 0 ]; then
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "not run: the virtual machine. Missing: ${missing[*]}" >&2
        exit 1
    fi
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

# The kernel package, unpacked and not installed.
package=${INVIGIL_VM_KERNEL:-$(apt-cache depends linux-image-amd64 | awk '/Depends:/ { print $2; exit }')}
if [ ! -d "$cache/$package" ]; then
    work=$(mktemp -d)
    chmod 755 "$work"
    (cd "$work" && apt-get download -qq "$package" 2>/dev/null && dpkg-deb -x ./*.deb "$work/root")
    mv "$work/root" "$cache/$package"
    rm -r "$work"
fi
root=$cache/$package
version=$(basename "$(echo "$root"/lib/modules/*)")
[ -f "$root/lib/modules/$version/modules.dep" ] || depmod -b "$root" "$version"

# The first file system: a shell, the modules that the root needs, and the script that runs the tests.
first=$(mktemp -d)
trap 'rm -rf "$first"' EXIT
mkdir -p "$first"/{bin,dev,proc,sys,lower,upper,root,modules}
cp /bin/busybox "$first/bin/busybox"
number=10
for module in virtio_pci 9pnet_virtio 9p overlay loop crc32c_generic ext4; do
    while read -r kind path _; do
        name=$(basename "$path" .ko)
        [ "$kind" = insmod ] && ! ls "$first/modules" | grep -q "^[0-9]*-$name.ko$" || continue
        cp "$path" "$first/modules/$number-$name.ko"
        number=$((number + 1))
    done < <(modprobe --show-depends --dirname "$root" --set-version "$version" "$module")
done
cp tests/vm/init.sh "$first/init"
cp tests/vm/tests.sh "$first/tests.sh"
chmod 755 "$first/init" "$first/tests.sh"
printf 'TESTS=%q\nBINARY=%q\nFILTER=%q\nATTACKS=%q\n' "$tests" "$binary" "$filter" "${INVIGIL_ATTACKS:-}" >"$first/settings"
(cd "$first" && find . | cpio --quiet -o -H newc | gzip -1) >"$cache/first.gz"

accelerator=(-accel tcg,thread=multi)
# A virtual machine may have the device, and a processor that cannot be used for another one.
grep -qE '^flags.* (vmx|svm)( |$)' /proc/cpuinfo && [ -w /dev/kvm ] && accelerator=(-accel kvm -cpu host)
echo "kernel $version, ${accelerator[1]}"
log=$cache/log
timeout 3600 qemu-system-x86_64 "${accelerator[@]}" -machine q35 -smp 2 -m 4096 -nographic -no-reboot \
    -kernel "$root/boot/vmlinuz-$version" -initrd "$cache/first.gz" -append "console=ttyS0 quiet panic=-1 rdinit=/init" \
    -fsdev local,id=host,path=/,security_model=none,readonly=on,multidevs=remap \
    -device virtio-9p-pci,fsdev=host,mount_tag=host </dev/null | tee "$log"
grep -q '^all tests of the virtual machine passed' "$log"
