import { useEffect } from "react";

/** The page becomes a document when it is printed (`styles/`). */
export function usePrinted() {
  useEffect(() => {
    document.body.classList.add("prints");
    return () => document.body.classList.remove("prints");
  }, []);
}
