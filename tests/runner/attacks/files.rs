//! Files, descriptors, the environment, and the network.

use super::attack::{Attack, call, cpp, python, reaches};
use invigil::runner::job::Verdict::{Ac, Rte};

pub fn attacks() -> Vec<Attack> {
    [reading(), changing(), network()].into_iter().flatten().collect()
}

fn reading() -> Vec<Attack> {
    vec![
        reaches("reads /etc/passwd", "open('/etc/passwd').read()[:9]"),
        reaches("reads another job", "open(p['other'] + '/secret').read()"),
        reaches("lists the jobs", "os.listdir(p['other'])"),
        reaches("reads the data", "open(p['data'] + '/invigil.redb').read()"),
        reaches(
            "symlink to the data",
            "(os.symlink(p['data'] + '/invigil.redb', work + '/s'), open(work + '/s').read())",
        ),
        python(
            "descriptors left open",
            "a = [f for f in os.listdir('/proc/self/fd') if int(f) > 2]\nprint('GOT' if len(a) > 1 else '', a)",
        )
        .without_control("only a defect of the stages leaves one open: the sabotage of them is the control"),
        python(
            "environment left",
            "e = set(os.environ) - {'PATH', 'LANG', 'HOME', 'TMPDIR', 'GOCACHE', 'LC_CTYPE'}\nprint('GOT' if e else '', e)",
        ),
        reaches("environment of another process", "open('/proc/%d/environ' % p['pid']).read()"),
        reaches("environment of the parent", "open('/proc/%d/environ' % os.getppid()).read(1)"),
        reaches("arguments of another process", "open('/proc/%d/cmdline' % p['pid']).read()[:9]"),
        reaches("executable of the parent", "open('/proc/%d/exe' % os.getppid(), 'rb').read(4)"),
        python(
            "lists processes",
            "n = [d for d in os.listdir('/proc') if d.isdigit()]; print('GOT' if str(p['pid']) in n else '', len(n))",
        ),
        reaches(
            "watches files by inotify",
            "1 if C.inotify_add_watch(C.inotify_init(), p['data'].encode(), 2) > 0 else os.stat('/nonexistent')",
        ),
        reaches(
            "what the machine does",
            "[f for f in ('self/net/dev', 'self/net/tcp', 'self/net/unix', 'self/task/%d/net/dev' % os.getpid(), 'thread-self/net/unix', 'net/dev',
  'stat', 'meminfo', 'loadavg', 'locks', 'vmstat', 'diskstats', 'interrupts', 'uptime', 'pressure/cpu', 'sys/fs/file-nr', 'sys/kernel/random/entropy_avail',
  'self/mountinfo', 'self/smaps', 'self/pagemap', '../sys/kernel/mm/transparent_hugepage/enabled', '../sys/class/net/lo/statistics/rx_bytes')
  if works(lambda: open('/proc/' + f, 'rb').read(1))] or os.stat('/nonexistent')",
        ),
        reaches("free space of the disk", "os.statvfs('/usr').f_bfree"),
        reaches("programs of the system", "[f for f in ('/usr/bin/perl', '/usr/bin/env', '/usr/sbin/ldconfig', '/usr/include') if works(lambda: os.open(f, os.O_RDONLY))] or os.stat('/nonexistent')"),
        reaches("reads past the page cache", "os.open(os.__file__, os.O_RDONLY | os.O_DIRECT)"),
        reaches("opens a terminal", "os.open('/dev/ptmx', os.O_RDWR)"),
    ]
}

fn changing() -> Vec<Attack> {
    vec![
        reaches("writes into the data", "open(p['data'] + '/new', 'w').write('x')"),
        reaches("truncates the data", "os.truncate(p['data'] + '/invigil.redb', 15)"),
        reaches("changes a mode", "os.chmod(p['data'] + '/invigil.redb', 0o600) or 1"),
        reaches("changes a time", "os.utime(p['data'] + '/invigil.redb') or 1"),
        reaches("links the data", "os.link(p['data'] + '/invigil.redb', p['data'] + '/link') or 1"),
        reaches(
            "renames the data",
            "(os.rename(p['data'] + '/invigil.redb', p['data'] + '/x'), os.rename(p['data'] + '/x', p['data'] + '/invigil.redb'))",
        ),
        reaches("writes to /var/tmp", "open('/var/tmp/%d' % os.getpid(), 'w') and os.unlink('/var/tmp/%d' % os.getpid()) or 1"),
        reaches("changes what the next test sees", "open('main.py', 'a').write('')"),
        python(
            "symlink that the cleaner would follow",
            "try:\n  os.symlink(p['data'], work + '/d'); os.symlink('/', work + '/r'); print('made')\nexcept OSError as e: print(e)",
        )
        .without_control("the cleaner runs only in the runner")
        .gets(&[Ac, Rte]),
        reaches("extended attribute", "os.setxattr(p['data'] + '/invigil.redb', 'user.x', b'x') or 1"),
        cpp(
            "loads a library of its own",
            "char b[1 << 20]; int main() { int from = open(\"/lib/x86_64-linux-gnu/libz.so.1\", 0), to = open(\"/tmp/own.so\", 0x41, 0700);
             write(to, b, read(from, b, sizeof b)); close(to); void* h = dlopen(\"/tmp/own.so\", RTLD_NOW); remove(\"/tmp/own.so\"); puts(h ? \"GOT\" : dlerror()); }",
        ),
        python("setuid program", "os.execv(p['setuid'], ['id'])").language("python-setuid").trophy("euid=0"),
        call("mounts", "165, b'none', b'/tmp', b'tmpfs', 0, None").without_control("an unprivileged user may not either"),
        call("leaves its root", "161, b'/'").without_control("an unprivileged user may not either"),
    ]
}

fn network() -> Vec<Attack> {
    vec![
        reaches("TCP to loopback", "socket.create_connection(('127.0.0.1', p['tcp']), 2)"),
        reaches("UDP to loopback", "socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', p['udp']))"),
        reaches("listens", "socket.create_server(('127.0.0.1', 0))"),
        reaches("IPv6", "socket.socket(socket.AF_INET6)"),
        reaches("netlink", "socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)"),
        reaches("abstract socket", "socket.socket(socket.AF_UNIX).connect('\\0victim-%d' % p['pid']) or 1"),
        reaches("command socket", "socket.socket(socket.AF_UNIX).connect(p['data'] + '/invigil.sock') or 1"),
    ]
}
