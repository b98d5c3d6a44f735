import { useQueryClient } from "@tanstack/react-query";
import { changedMeanwhile } from "@/api/client";
import { invalidate, type Readable } from "@/api/query";
import { useSend } from "../useSend";
import type { KeptRecord, OnRecord } from "./useKeptRecord";

interface Options<Stored, Sent, Reply> {
  put: (sent: Sent) => Promise<Reply>;
  done: (reply: Reply, sent: Sent) => void;
  /** Reads the record again; undefined where there is nothing to choose. */
  read: () => Promise<Stored | undefined>;
  failed: (error: unknown) => void;
  /** What is read again afterwards. */
  stale: Readable[];
}

/** Sends a form that overwrites a record. Where someone else was faster, the form holds both versions then. */
export function useSendRecord<
  Stored extends { version: number } | undefined,
  Values extends object,
  Reply,
  Sent extends OnRecord<Stored, Values>,
>(form: KeptRecord<Stored, Values>, { put, done, read, failed, stale }: Options<Stored, Sent, Reply>) {
  const client = useQueryClient();
  return useSend({
    mutationFn: put,
    onSuccess: done,
    onError: async (error: unknown) => {
      if (!changedMeanwhile(error, "")) return failed(error);
      try {
        const theirs = await read();
        if (theirs) form.meet(theirs);
        else failed(error);
      } catch (failure) {
        failed(failure);
      }
    },
    onSettled: () => void invalidate(client, ...stale),
  });
}
