import { useState } from "react";
import { session } from "@/lib/storage";
import { RECEIPT_KEY, readReceipt } from "./data";

/** The receipt of the last test, until the candidate dismisses it. */
export function useReceipt() {
  const [receipt, setReceipt] = useState(readReceipt);
  const dismiss = () => {
    session.remove(RECEIPT_KEY);
    setReceipt(null);
  };
  return { receipt, dismiss };
}
