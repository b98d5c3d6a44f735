import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { queryOf } from "@/api/query";
import { session } from "@/lib/storage";
import { RECEIPT_KEY, type ReceiptData } from "./data";

/** Poll interval in ms, while the receipt is in view. */
const POLL_INTERVAL_MS = 15_000;

/** Opens the test again once an administrator has reopened it (docs/behaviour/taking.md#reopen). */
export function useGoOn({ receipt_token: token = "", go_on }: ReceiptData): void {
  const navigate = useNavigate();
  const { data, isFetchedAfterMount } = useQuery({
    ...queryOf("/receipt/{token}", { path: { token }, auth: "none" }),
    enabled: Boolean(token && go_on),
    refetchInterval: POLL_INTERVAL_MS,
    retry: false,
  });
  // A reply of before belongs to an earlier end of the same test.
  const isRunning = isFetchedAfterMount && data?.state === "running";
  useEffect(() => {
    if (!isRunning || !go_on) return;
    session.set(`invigil_attempt_key:${go_on.token}`, go_on.key);
    session.remove(RECEIPT_KEY);
    navigate(`/take-test/${encodeURIComponent(go_on.token)}`, { replace: true });
  }, [isRunning, go_on, navigate]);
}
