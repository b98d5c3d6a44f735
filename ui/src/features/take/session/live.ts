import { filled } from "@/api/client";
import type { BreaksLeft, EnteredSection } from "@/api/types";
import { followStream } from "@/lib/event-stream";
import { inOneTab } from "@/lib/leader";
import type { ServerEvent } from "@/lib/sse";
import type { Pushed } from "./push";

export interface AttemptChanged {
  deadline?: string | undefined;
  submitted?: boolean;
  entered?: EnteredSection[] | undefined;
  /** `null`: its clock runs. Absent: nothing is said of it. */
  paused_since?: string | null | undefined;
  /** Beside it: end of the break that the pause is. */
  break_until?: string | null | undefined;
  /** Agreed breaks that are left. */
  breaks?: BreaksLeft | undefined;
  /** Time of a reply, which the stream may have overtaken. */
  server_time?: string;
}

export interface LiveDeps {
  onChange(change: AttemptChanged): void;
  /** Events were missed: reload everything. */
  onReload(): void;
  /** The server ended the stream or refuses it, with the code. */
  onClosed(code: string): void;
  onPush(pushed: Pushed): void;
  onOpen(): void;
  onClose(): void;
}

/**
 * Follows the attempt until `signal` aborts. Only one tab holds the stream: an origin has few connections
 * over HTTP/1.1, and saves need them.
 */
export async function followAttempt(
  token: string,
  key: string,
  signal: AbortSignal,
  deps: LiveDeps,
): Promise<void> {
  const { onOpen, onClose } = deps;
  const stream = {
    path: filled("/take-test/{token}/events", { token }),
    auth: { attemptKey: key },
    onEvent: (event: ServerEvent) => hear(event, deps),
    // The attempt may have ended, or moved to another browser, before the stream existed.
    onRefused: deps.onClosed,
    onOpen,
    onClose,
  };
  await inOneTab(`invigil-take:${token}`, signal, (term) => followStream(stream, term));
}

const CHANGES = ["attempt.changed", "sections.changed", "pause"];

/** Events for lazy modules. */
const PUSHED: readonly Pushed["name"][] = [
  "message",
  "announcement",
  "answer",
  "video.changed",
  "run.changed",
];

function hear({ event, data }: ServerEvent, deps: LiveDeps): void {
  if (CHANGES.includes(event)) deps.onChange(asChange(data));
  else if (event === "reload") deps.onReload();
  else if (event === "closed") deps.onClosed(String(asRecord(data).code));
  else {
    const name = PUSHED.find((known) => known === event);
    if (name) deps.onPush({ name, data: asRecord(data) });
  }
}

function asRecord(data: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function asChange(data: string): AttemptChanged {
  const { deadline, submitted, entered, paused_since, break_until } = asRecord(data);
  return {
    ...((paused_since === null || typeof paused_since === "string") && { paused_since }),
    ...((break_until === null || typeof break_until === "string") && { break_until }),
    ...(typeof deadline === "string" && { deadline }),
    ...(typeof submitted === "boolean" && { submitted }),
    ...(Array.isArray(entered) && { entered: entered as EnteredSection[] }),
  };
}
