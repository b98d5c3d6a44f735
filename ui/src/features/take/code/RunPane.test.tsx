import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { expect, it, vi } from "vitest";
import type { Reply } from "@/api/operations";
import type { Run } from "@/api/types";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { type Findings, NO_FINDINGS } from "../answer/line-marks";
import type { Scratch } from "../answer/scratch";
import { TakeSession } from "../session/take-session";
import { RunPane } from "./RunPane";

const RUNS = "GET /api/take-test/{token}/runs";
const GET_RUN = "GET /api/take-test/{token}/runs/{run_id}";
const POST_RUN = "POST /api/take-test/{token}/runs";

interface PaneProps {
  session: TakeSession | undefined;
  question_id?: string;
  tests?: { input: string; output: string }[];
  language?: string;
  scratch?: Scratch;
  onScratch?(change: Scratch): void;
  onFindings?(findings: Findings): void;
}

function Pane({
  session,
  question_id = "q-1",
  tests = [],
  language = "Rust",
  scratch = {},
  onScratch = () => undefined,
  onFindings = () => undefined,
}: PaneProps) {
  const desk = useRef<HTMLDivElement>(null);
  return (
    <div ref={desk}>
      <RunPane
        key={question_id}
        {...{ session, question_id, tests, language, desk, scratch, onScratch, onFindings }}
        source="fn main() {}"
        onGoTo={() => undefined}
      />
    </div>
  );
}

const languages = ["Rust", "Python"];
const runs = (more: Partial<Reply<"/take-test/{token}/runs", "get">>) =>
  server.reply(RUNS, 200, { ...sampled("RunsBody"), languages, starting: false, latest: null, ...more });
const idle = () => runs({});
const failed = (): Run => ({
  ...sampled("Run"),
  run_id: "r-1",
  question_id: "q-1",
  language: "Rust",
  state: "done",
  result: {
    ...sampled("RunResult"),
    verdict: "CE",
    messages: [{ line: 2, column: 1, text: "no name" }],
    tests: [],
  },
});

it("says at its own question alone that a run failed", async () => {
  idle();
  server.refuse(POST_RUN, 429, { code: "too_many_runs", detail: "Please wait a moment." });
  const session = new TakeSession("tok-1");
  const { rerender } = render(<Pane session={session} question_id="q-1" />);
  await userEvent.setup().click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Please wait a moment.");
  rerender(<Pane session={session} question_id="q-2" />);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  rerender(<Pane session={session} question_id="q-1" />);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});

it("says that the code runner is starting, and runs code once it has", async () => {
  runs({ languages: [], starting: true });
  render(<Pane session={new TakeSession("tok-1")} />);
  expect(await screen.findByText(/The code runner is starting/)).toBeVisible();
  idle();
  expect(await screen.findByRole("button", { name: "Run" }, { timeout: 5_000 })).toBeVisible();
  expect(screen.queryByText(/is starting/)).not.toBeInTheDocument();
});

it("forwards what a run found, with the text that was run and in its language alone", async () => {
  idle();
  server.reply(POST_RUN, 202, { run_id: "r-1", place: 0 });
  server.reply(GET_RUN, 200, failed());
  const session = new TakeSession("tok-1");
  const onFindings = vi.fn();
  const { rerender } = render(<Pane {...{ session, onFindings }} />);
  await userEvent.setup().click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByText("no name")).toBeVisible();
  const { messages } = failed().result ?? {};
  expect(onFindings).toHaveBeenLastCalledWith({ messages, source: "fn main() {}" });
  rerender(<Pane {...{ session, onFindings }} language="Python" />);
  expect(onFindings).toHaveBeenLastCalledWith(NO_FINDINGS);
});

it("forwards nothing of a run whose text is not known any more", async () => {
  runs({ latest: failed() });
  const onFindings = vi.fn();
  render(<Pane session={new TakeSession("tok-1")} onFindings={onFindings} />);
  expect(await screen.findByText("no name")).toBeVisible();
  expect(onFindings).toHaveBeenLastCalledWith(NO_FINDINGS);
});

it("runs with the input and in the language that were kept, where no language is set", async () => {
  idle();
  server.reply(POST_RUN, 202, { run_id: "r-1", place: 0 });
  server.reply(GET_RUN, 200, { ...failed(), state: "running", result: null });
  const session = new TakeSession("tok-1");
  const scratch = { language: "Python", input: "5" };
  const { rerender } = render(<Pane {...{ session, scratch }} language="" />);
  const user = userEvent.setup();
  expect(await screen.findByRole("combobox", { name: "Language" })).toHaveValue("Python");
  await user.click(screen.getByRole("button", { name: "Run" }));
  expect(server.lastCall(POST_RUN).body).toMatchObject({ language: "Python", input: "5", tests: false });
  rerender(<Pane session={session} language="" scratch={{ language: "Java" }} />);
  expect(screen.getByRole("combobox", { name: "Language" })).toHaveValue("Rust");
});

it("runs the tests with Ctrl+Enter, or the program where there are none", async () => {
  idle();
  server.reply(POST_RUN, 202, { run_id: "r-1", place: 0 });
  server.reply(GET_RUN, 200, failed());
  const user = userEvent.setup();
  for (const tests of [[{ input: "1", output: "2" }], []]) {
    const { unmount } = render(<Pane session={new TakeSession("tok-1")} tests={tests} />);
    await user.click(await screen.findByLabelText("Input"));
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(await screen.findByText("no name")).toBeVisible();
    unmount();
  }
  expect(server.calls(POST_RUN).map(({ body }) => (body as { tests: boolean }).tests)).toEqual([true, false]);
});

it("says in the practice that nothing is run", async () => {
  render(<Pane session={undefined} tests={[{ input: "1", output: "2" }]} />);
  expect(screen.getByRole("status")).toHaveTextContent("Results are shown here.");
  await userEvent.setup().click(screen.getByRole("button", { name: "Run tests" }));
  expect(screen.getByRole("status")).toHaveTextContent(/nothing is run or sent/);
  expect(server.calls(POST_RUN)).toEqual([]);
});
