import { useEffect, useState } from "react";

const REFRESH_MS = 30_000;

/** Current time, refreshed twice a minute: slots pass and tests open while the page is visible. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
