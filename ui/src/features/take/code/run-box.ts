import { createStore, type StoreApi } from "zustand/vanilla";
import { api } from "@/api/client";
import { ApiFailure, errorText, NetworkFailure } from "@/api/errors";
import type { Run } from "@/api/types";
import { t } from "../answer/texts";
import { asHolder, type Holder } from "../attempt-call";
import { examBrowserHeaders } from "../exam-browser";
import type { Pushed } from "../session/push";

/** Poll interval in ms while a run waits or runs: its place moves without events. */
export const POLL = 2_000;
/** Poll interval in ms while nothing can be run, or the server was not reached: either may come back. */
export const LOOK = 15_000;
/** The same while the code runner starts. */
export const LOOK_AT_START = 1_000;

export interface NewRun {
  question_id: string;
  language: string;
  source: string;
  input: string;
  /** Run the examples instead of the input. */
  tests: boolean;
}

interface Calls {
  known(): Promise<{ languages: string[]; starting: boolean; latest?: Run | null }>;
  ask(run: NewRun): Promise<{ run_id: string; place: number }>;
  get(run_id: string): Promise<Run>;
}

export const runCalls = ({ token, key }: Holder): Calls => ({
  known: () => api.get("/take-test/{token}/runs", { path: { token }, ...asHolder({ key }) }),
  ask: async (body) =>
    api.post("/take-test/{token}/runs", {
      path: { token },
      headers: await examBrowserHeaders(),
      body,
      encodable: "replies",
      ...asHolder({ key }),
    }),
  get: (run_id) =>
    api.get("/take-test/{token}/runs/{run_id}", { path: { token, run_id }, ...asHolder({ key }) }),
});

/** Why the last call about a question's run failed. */
interface Problem {
  question_id: string;
  text: string;
  /** The server was not reached: it goes once the server replies. */
  isOffline: boolean;
}

export interface RunState {
  /** Languages in which code can be run now; undefined until the server has said so. */
  languages: string[] | undefined;
  /** The code runner is starting: there may be more languages in a moment. */
  starting: boolean;
  /** The latest run of this attempt. */
  run: Run | undefined;
  /** Its source; undefined for a run that was begun before a reload. */
  source: string | undefined;
  /** The call that begins a run is on its way. */
  asking: boolean;
  problem: Problem | undefined;
}

/** Runs of one attempt. Nothing else of the page waits for it. */
export class RunBox {
  readonly store: StoreApi<RunState> = createStore(() => ({
    languages: undefined,
    starting: false,
    run: undefined,
    source: undefined,
    asking: false,
    problem: undefined,
  }));

  constructor(
    private readonly calls: Calls,
    private readonly now: () => number,
  ) {}

  /** Learns what can be run, and finds the run that was begun before a reload. */
  async refresh(): Promise<void> {
    try {
      const { languages, starting, latest } = await this.calls.known();
      const { run, problem } = this.store.getState();
      this.store.setState({
        languages,
        starting,
        ...(!run && latest && { run: latest, source: undefined }),
        ...(problem?.isOffline && { problem: undefined }),
      });
    } catch {
      // Asked again with the next run.
    }
  }

  /** The candidate leaves a question, and has read what failed there. */
  leave(question_id: string) {
    this.store.setState(({ problem }) =>
      problem?.question_id === question_id ? { problem: undefined } : {},
    );
  }

  get busy(): boolean {
    const { asking, run } = this.store.getState();
    return asking || (run !== undefined && run.state !== "done");
  }

  async ask(wanted: NewRun): Promise<void> {
    if (this.busy) return;
    const { question_id, language, source, tests } = wanted;
    this.store.setState({ asking: true, problem: undefined });
    try {
      const { run_id, place } = await this.calls.ask(wanted);
      const asked_at = new Date(this.now()).toISOString();
      const sent = { run_id, question_id, language, tests, place, asked_at };
      const run: Run = { ...sent, state: "waiting", result: null };
      this.store.setState({ run, source, asking: false });
      // It may have ended before this reply arrived.
      await this.follow();
      if (!this.store.getState().languages?.includes(language)) await this.refresh();
    } catch (error) {
      const isOffline = error instanceof NetworkFailure;
      this.store.setState({ asking: false, problem: { question_id, text: errorText(error), isOffline } });
      if (error instanceof ApiFailure && error.code === "no_runner") await this.refresh();
    }
  }

  /** Reads the run that is in progress. */
  async follow(): Promise<void> {
    const { run } = this.store.getState();
    if (!run || run.state === "done") return;
    try {
      const fresh = await this.calls.get(run.run_id);
      this.store.setState((state) => (state.run?.run_id === fresh.run_id ? { run: fresh } : {}));
    } catch (error) {
      // The server was restarted, or the run belongs to another tab: it has no result any more.
      if (error instanceof ApiFailure && error.status === 404) {
        const text = t("runLost");
        this.store.setState({
          run: undefined,
          problem: { question_id: run.question_id, text, isOffline: false },
        });
      }
    }
  }

  push({ name }: Pushed): void {
    if (name === "run.changed") void this.follow();
  }
}
