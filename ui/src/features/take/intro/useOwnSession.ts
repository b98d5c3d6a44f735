import { useCallback, useEffect, useRef, useState } from "react";
import { api, isGone } from "@/api/client";
import type { OwnSession } from "@/api/types";

/** Time in ms between two looks: while the moment of the start may change at once, and else. */
const NEAR_MS = 2_000;
const FAR_MS = 10_000;
const TIMEOUT_MS = 10_000;

export interface Seen {
  session: OwnSession;
  /** The server's clock against the monotonic one of this page, in ms. */
  offset: number;
}

/** The own exam session, looked at again and again. `lost`: the last look failed. */
export function useOwnSession(token: string) {
  const [seen, setSeen] = useState<Seen>();
  const [lost, setLost] = useState(false);
  const quickest = useRef(Number.POSITIVE_INFINITY);
  const offset = useRef(0);

  const take = useCallback((session: OwnSession, sentAt: number) => {
    const trip = performance.now() - sentAt;
    // The quickest reply says most about the server's clock.
    if (trip <= quickest.current) {
      quickest.current = trip;
      offset.current = Date.parse(session.server_time) + trip / 2 - performance.now();
    }
    setLost(false);
    setSeen({ session, offset: offset.current });
  }, []);

  useEffect(() => {
    let timer: number | undefined;
    let current = true;
    const look = async () => {
      let pause = FAR_MS;
      const sentAt = performance.now();
      try {
        const session = await api.get("/take-test/{token}/session", {
          path: { token },
          auth: "none",
          timeout: TIMEOUT_MS,
        });
        if (!current) return;
        take(session, sentAt);
        if (session.start === "together") pause = NEAR_MS;
      } catch (error) {
        if (!current) return;
        if (isGone(error)) {
          setSeen(undefined);
        } else {
          setLost(true);
          pause = NEAR_MS;
        }
      }
      timer = window.setTimeout(() => void look(), pause);
    };
    void look();
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [token, take]);

  return { seen, lost, take };
}
