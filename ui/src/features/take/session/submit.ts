import type { SubmitReply, TimeSpent } from "@/api/types";
import { toast } from "@/ui/toast";
import { retryWait } from "../journal/backoff";
import { entriesBytes } from "../journal/batch";
import type { AnswerJournal } from "../journal/journal";
import { calls, classify } from "./calls";
import { pause } from "./pause";

/** The server takes 8 MiB a submit; beyond this only what it does not have yet is sent. */
const WHOLE_LIMIT = 6 * 1024 * 1024;

interface SubmitDeps {
  token: string;
  key: string;
  journal: AnswerJournal;
  signal: AbortSignal;
  /** What must not come after the end: sent before each try, as far as it goes. */
  first(): Promise<void>;
  /** Sends what is unsent, one by one where the server refuses several at once; true when it has all that it takes. */
  flush(): Promise<boolean>;
  /** How long questions were in view, as far as the server does not know it. */
  timeSpent(): TimeSpent[];
  /** What stands in the way, for the page; `stuck` when trying again by itself is of no use. */
  onProblem(problem: string, stuck: boolean): void;
}

function whatToSend(journal: AnswerJournal) {
  const all = journal.all();
  return entriesBytes(all) < WHOLE_LIMIT ? all : journal.unsent();
}

/**
 * Submits until the server has answered; the call may be repeated, because the server gives the same
 * result again. Undefined when the server refused, or the candidate went back to the test.
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
        // One impossible answer must not stop the end of the test: the saved ones count without being sent again.
        bare = await deps.flush();
        // Not while some could still be saved: after the end they would only be kept aside.
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
