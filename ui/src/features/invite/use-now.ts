import { useEffect, useState } from "react";

const HALF_MINUTE = 30_000;

/** The present, refreshed twice a minute: a slot passes and a test opens while the page is looked at. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), HALF_MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
