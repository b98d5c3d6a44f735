import { useEffect, useState } from "react";
import { api } from "@/api/client";
import type { TestIntro } from "@/api/types";
import { currentToken } from "@/stores/session-token";
import { IdbStore } from "../journal/idb-store";
import { calls } from "../session/calls";

/** A test that runs, by the token of its link. */
export interface RunningTest {
  token: string;
  test: Pick<TestIntro, "title" | "language" | "translations">;
}

/** Attempts of this browser that are asked about. */
const MAX_ASKED = 5;

/** One that runs in this browser: others have no way to know its link. */
async function here(token: string): Promise<RunningTest | undefined> {
  const store = await IdbStore.open(token);
  const others = await store.others().finally(() => store.close());
  for (const { token, attempt_key, snapshot } of others.slice(-MAX_ASKED)) {
    const running = await calls.load(token, attempt_key).then(
      ({ in_progress }) => in_progress,
      () => false,
    );
    if (running && snapshot) return { token, test: snapshot.test };
  }
  return undefined;
}

/** One of the applicant who is signed in. */
async function ofAccount(): Promise<RunningTest | undefined> {
  if (!currentToken()) return undefined;
  const invites = await api.get("/my-invites");
  const running = invites.find(({ status }) => status === "in_progress");
  return running && { token: running.token, test: running.test ?? { title: running.test_title } };
}

/** The candidate's other test that runs, as far as this browser can know its link; never that of `token`. */
async function runningTest(token: string): Promise<RunningTest | undefined> {
  const none = () => undefined;
  const found = (await here(token).catch(none)) ?? (await ofAccount().catch(none));
  return found?.token === token ? undefined : found;
}

/** Like `runningTest`; undefined while it is looked for. */
export function useRunningTest(token: string, wanted = true): RunningTest | "none" | undefined {
  const [found, setFound] = useState<RunningTest | "none">();
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    void runningTest(token).then((test) => current && setFound(test ?? "none"));
    return () => {
      current = false;
    };
  }, [token, wanted]);
  return found;
}
