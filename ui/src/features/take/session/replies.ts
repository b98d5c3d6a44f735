import { isInstant, recordOf } from "@/lib/acknowledges";
import { isEntries } from "../journal/stash";

// What the server's replies to the calls of a test look like: a page, a sign-in form or the reply to another call, as
// an intermediary may send them with status 200, is none of them.

export function isTake(body: unknown): boolean {
  const { invite, test, server_time, in_progress } = recordOf(body);
  const { id } = recordOf(invite);
  return (
    typeof id === "string" && isInstant(server_time) && Boolean(test) && typeof in_progress === "boolean"
  );
}

export function isStart(body: unknown): boolean {
  const { questions, answers, server_time, deadline } = recordOf(body);
  return Array.isArray(questions) && isEntries(answers) && isInstant(server_time) && isInstant(deadline);
}

export function isBreak(body: unknown): boolean {
  const { server_time, deadline } = recordOf(body);
  return isInstant(server_time) && isInstant(deadline);
}

export function isSubmit(body: unknown): boolean {
  const { submitted_at, submitted_by, answers_stored, score } = recordOf(body);
  return (
    isInstant(submitted_at) &&
    typeof submitted_by === "string" &&
    typeof answers_stored === "number" &&
    typeof score === "number"
  );
}
