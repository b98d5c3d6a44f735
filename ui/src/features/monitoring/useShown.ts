import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * Whether the browser lays out the contents of an element whose `content-visibility` is `auto`. True where the browser does
 * not say.
 */
export function useShown(ref: RefObject<HTMLElement | null>): boolean {
  const [isShown, setShown] = useState(true);
  // Not an effect after painting: the first event comes with the first frame.
  useLayoutEffect(() => {
    const element = ref.current;
    const changed = (event: Event) => {
      if (event.target === element && "skipped" in event) setShown(event.skipped !== true);
    };
    element?.addEventListener("contentvisibilityautostatechange", changed);
    return () => element?.removeEventListener("contentvisibilityautostatechange", changed);
  }, [ref]);
  return isShown;
}
