import { useState } from "react";
import { local } from "@/lib/storage";

const KEY = "invigil-code-size";
const SIZES = [12, 14, 16, 18, 20, 24];
const START = 14;

/** Font size of the editor in px, kept in this browser. */
export function useFontSize() {
  const [size, setSize] = useState(() => SIZES.find((known) => String(known) === local.get(KEY)) ?? START);
  const at = SIZES.indexOf(size);
  const to = (index: number) => () => {
    const next = SIZES[index];
    if (next === undefined) return;
    local.set(KEY, String(next));
    setSize(next);
  };
  return { size, smaller: to(at - 1), larger: to(at + 1) };
}
