"""Cuts of the other pairs of machines: follower and log, log and standby. None stops a save for longer than it lasts."""

import random
import time

from faults import led_by, rewired
from proxy import Proxy
from site_of_two import other
from steps import expect

HOW = ("stall", "closed", "within a statement")


def of_follower(twin, running, rounds):
    """The follower loses the log: saves go on, and it catches up by itself."""
    pair = twin.pair
    led_by(twin, "a")
    twin.caught_up("b")
    follower = twin.members["b"]
    proxies = [Proxy(pair.ports[server]) for server in "ab"]
    rewired(follower, [proxy.port for proxy in proxies])
    twin.caught_up("b")
    with running(twin) as load:
        for n in range(rounds):
            for how in HOW:
                for proxy in proxies:
                    if how == "within a statement":
                        proxy.stall_after = random.randrange(1, 5_000)
                    else:
                        proxy.set(how)
                before = load.total
                twin.wait(lambda before=before: load.total > before + 200, "saves stop when the follower is cut off")
                # Its own reading has a limit of half a lease.
                time.sleep(twin.lease / 2)
                expect(twin.leader().name == "a", "a follower without the log leads")
                for proxy in proxies:
                    proxy.stall_after = None
                    proxy.set("pass")
                twin.caught_up("b")
            lost = load.lost(twin.leader())
            expect(not lost, f"lost {lost}")
    rewired(follower, [pair.ports[server] for server in "ab"])
    twin.caught_up("b")
    print(f"  {rounds * len(HOW)} cuts between follower and log: no save waits", flush=True)


def of_standby(twin, running):
    """The log loses its standby: nothing is acknowledged meanwhile, and all goes on afterwards."""
    pair = twin.pair
    primary = pair.primary()
    proxy = Proxy(pair.ports[primary])
    pair.halt(other(primary))
    pair.clone(other(primary), primary, proxy.port)
    with running(twin) as load:
        twin.caught_up(other(twin.leader().name))
        load.silence(time.monotonic())
        for how in ("stall", "closed"):
            proxy.set(how)
            # Appends that were under way may still be answered.
            time.sleep(0.5)
            before = load.total
            time.sleep(1)
            expect(load.total == before, "saves were acknowledged without the standby")
            proxy.set("pass")
            pauses = load.silence(time.monotonic())
            print(f"  log cut from its standby ({how}): nothing acknowledged; then {pauses[-1]:.1f} s at most", flush=True)
        lost = load.lost(twin.leader())
        expect(not lost, f"lost {lost}")
    pair.halt(other(primary))
    pair.clone(other(primary), primary)
    twin.caught_up(other(twin.leader().name))
