# The tests within the virtual machine, one after the other.
export PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root RUST_BACKTRACE=0
. /run/vm/settings
[ -n "$ATTACKS" ] && export INVIGIL_ATTACKS=$ATTACKS
# A file system with extended attributes, which the one in memory lacks.
truncate -s 1G /run/disk && mkfs.ext4 -q -F /run/disk && mount -o loop /run/disk /var/tmp && chmod 1777 /var/tmp
uname -r
cat /sys/fs/cgroup/cgroup.controllers
failed=0
count=0
for name in $("$TESTS" --list --format terse $FILTER | sed -n 's/: test$//p'); do
    count=$((count + 1))
    began=$SECONDS
    if "$TESTS" --exact "$name" --nocapture >/run/vm/output 2>&1; then
        echo "ok      $name ($((SECONDS - began)) s)$(sed -n 's/^not run:/, not run:/p' /run/vm/output | sort -u | tr -d '\n')"
    else
        failed=$((failed + 1))
        echo "FAILED  $name"
        tail -60 /run/vm/output
    fi
done
if [ "$failed" = 0 ] && [ "$count" -gt 0 ]; then
    echo "all tests of the virtual machine passed ($count)"
else
    echo "$failed of $count tests of the virtual machine failed"
fi
/bin/busybox poweroff -f
