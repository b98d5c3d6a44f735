import type { SubmitReply, TimeSpent } from "@/api/types";
import { retryWait } from "@/lib/backoff";
import { pause } from "@/lib/pause";
import { toast } from "@/ui/toast";
import { entriesBytes } from "../journal/batch";
import type { AnswerJournal } from "../journal/journal";
import { calls, classify } from "./calls";

/** The server accepts 8 MiB a submit; above this size only unconfirmed answers are sent. */
const WHOLE_LIMIT = 6 * 1024 * 1024;

interface SubmitDeps {
  token: string;
  key: string;
  journal: AnswerJournal;
  signal: AbortSignal;
  /** Flushes data that must arrive before the end: called before each try, best effort. */
  first(): Promise<void>;
  /** Sends unsent answers, one by one if the server rejects the batch; true when all acceptable ones are stored. */
  flush(): Promise<boolean>;
  /** View times per question that the server does not have yet. */
  timeSpent(): TimeSpent[];
  /** Reports the problem to the page; `stuck` when an automatic retry is pointless. */
  onProblem(problem: string, stuck: boolean): void;
}

function whatToSend(journal: AnswerJournal) {
  const all = journal.all();
  return entriesBytes(all) < WHOLE_LIMIT ? all : journal.unsent();
}

/**
 * Submits until the server replies. The call is idempotent: the server returns the same
 * result. Undefined when the server refused, or the candidate went back to the test.
 */
export async function submitUntilDone(deps: SubmitDeps): Promise<SubmitReply | undefined> {
  let bare = false;
  for (let failures = 1; !deps.signal.aborted; failures++) {
    await Promise.all([deps.journal.numbered(), deps.first()]);
    try {
      const [answers, spent] = bare ? [[], []] : [whatToSend(deps.journal), deps.timeSpent()];
      return await calls.submit(deps.token, deps.key, answers, spent);
    } catch (error) {
      if (deps.signal.aborted) return undefined;
      const failure = classify(error);
      if (failure.kind === "invalid" && !bare) {
        // One rejected answer must not prevent the submit: saved answers count without being sent again.
        bare = await deps.flush();
        // Not while some could still be saved: after the end they would only be set aside.
        if (!bare) await pause(retryWait(failures, failure.retryAfter), deps.signal);
        continue;
      }
      const again = failure.kind === "network" || failure.kind === "busy";
      if (failures === 1 || !again) toast.error(`Failed to submit test: ${failure.detail}`, { id: "submit" });
      deps.onProblem(failure.detail, !again);
      if (!again) return undefined;
      await pause(retryWait(failures, failure.retryAfter), deps.signal);
    }
  }
  return undefined;
}
