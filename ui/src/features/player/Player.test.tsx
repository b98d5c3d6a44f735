import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { HistoryOfQuestion, HistoryStep, Timeline } from "@/api/types";
import { ENGLISH, show as speak } from "@/i18n";
import { player } from "@/i18n/de/player";
import { expectAccessible } from "@/test/page";
import { Group, InStep } from "./in-step";
import { Player } from "./Player";
import { SOURCE } from "./replay";

const START = Date.parse("2026-11-20T14:00:00Z");
const QUESTION: HistoryOfQuestion = {
  question_id: "q",
  steps: [
    [1_000, SOURCE.typed, 0, 0, "Explain."],
    [20_000, SOURCE.pasted, 8, 0, " <b>Measure</b>."],
    [40_000, SOURCE.typed, 0, 7, "Read"],
  ],
  saves: [
    { at_ms: 2_000, seq: 1, step: 1, acked_at: "2026-11-20T14:00:02Z", late: false, arrival: "counted" },
  ],
  typed_chars: 12,
  pasted_chars: 16,
};
const TIMELINE: Timeline = {
  entries: [
    { at: "2026-11-20T14:00:10Z", kind: "signal", signal: "tab_hidden", text: "", by: null },
    { at: "2026-11-20T14:00:15Z", kind: "signal", signal: "tab_visible", text: "", by: null },
    { at: "2026-11-20T14:00:30Z", kind: "message", text: "Hello", by: "Ada" },
  ],
  entries_not_kept: 0,
  monitored: [{ from: "2026-11-20T14:00:00Z", to: "2026-11-20T14:00:50Z" }],
  unmonitored: [],
};

const show = (mode: "saves" | "keystrokes", who = "Grace", question = QUESTION) =>
  render(
    <Player
      question={question}
      readBy={{ question_type: "essay" }}
      timeline={TIMELINE}
      span={{ start: START, length: 60_000 }}
      mode={mode}
      who={who}
    />,
  );
const text = () => screen.getByRole("region", { name: "The answer of Grace" });

it("shows each moment by keyboard, as text", async () => {
  const user = userEvent.setup();
  show("keystrokes");
  // It opens with what was submitted.
  expect(text()).toHaveTextContent("Read. <b>Measure</b>.");
  await user.keyboard("{Home}");
  expect(text()).toHaveTextContent("No answer yet");
  await user.keyboard("p");
  expect(text()).toHaveTextContent("Explain. <b>Measure</b>.");
  await user.keyboard("{Shift>}{ArrowLeft}{/Shift}");
  expect(text()).toHaveTextContent(/^Explain\.$/);
  await user.keyboard("{End}");
  expect(text()).toHaveTextContent("Read. <b>Measure</b>.");
  await user.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}");
  expect(text()).toHaveTextContent("Explain. <b>Measure</b>.");
  expect(screen.getByText(/^12 characters typed, 16 characters pasted\. 1 save\.$/)).toBeVisible();
  await expectAccessible();
});

it("ends with a late answer that was accepted", async () => {
  const user = userEvent.setup();
  const late = {
    at_ms: 300_000,
    seq: 2,
    step: 3,
    acked_at: "2026-11-20T14:05:00Z",
    late: true,
    arrival: "after_end" as const,
  };
  const accepted = { received_at: "2026-11-20T14:05:00Z", answer: "What arrived later." };
  show("saves", "Grace", { ...QUESTION, saves: [...QUESTION.saves, late], accepted });
  await user.keyboard("{End}");
  expect(text()).toHaveTextContent("What arrived later.");
  expect(screen.getByText(/^Accepted late answer, which arrived on /)).toBeVisible();
  expect(screen.getByText(/1 save\. 1 save after the end, one accepted\.$/)).toBeVisible();
  await user.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(text()).toHaveTextContent("Read. <b>Measure</b>.");
  expect(screen.queryByText(/^Accepted late answer/)).toBeNull();
  await expectAccessible();
});

it("marks what changed between two moments", async () => {
  const user = userEvent.setup();
  show("keystrokes");
  await user.keyboard("{Home}pc{End}");
  expect(within(text()).getByRole("insertion")).toHaveTextContent("Read");
  expect(within(text()).getByRole("deletion")).toHaveTextContent("Explain");
  expect(screen.getByText(/^What changed from /)).toBeVisible();
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Stop comparing" }));
  expect(text()).toHaveTextContent("Read. <b>Measure</b>.");
});

it("names what happened, and jumps to pastes", async () => {
  const user = userEvent.setup();
  show("keystrokes");
  const bands = within(screen.getByRole("list", { name: "Bands" })).getAllByRole("listitem");
  expect(bands.map((band) => band.textContent)).toEqual([
    "Size",
    "Typing: 2",
    "Pastes: 1",
    "Away: 1",
    "Saves: 1",
    "Camera: 1",
    "Proctor: 1",
  ]);
  await user.click(screen.getByRole("button", { name: /^16 characters pasted at / }));
  expect(screen.getByRole("slider", { name: "Moment" })).toHaveValue("20000");
  expect(screen.getByRole("button", { name: "Next paste" })).toBeDisabled();
});

it("plays two beside each other by the same keys", async () => {
  const user = userEvent.setup();
  show("keystrokes");
  show("keystrokes", "Alan");
  await user.keyboard("{Home}p");
  for (const region of screen.getAllByRole("region", { name: /^The answer of / }))
    expect(region).toHaveTextContent("Explain. <b>Measure</b>.");
});

it("steps from save to save where nothing finer was kept", async () => {
  const user = userEvent.setup();
  show("saves");
  await user.keyboard("{Home}{ArrowRight}");
  expect(text()).toHaveTextContent(/^Explain\.$/);
  await user.click(screen.getByRole("button", { name: "Next save" }));
  expect(text()).toHaveTextContent("Explain. <b>Measure</b>.");
});

it("moves two that are in step to the same moment, by whichever is moved", async () => {
  const user = userEvent.setup();
  const player = (who: string, length: number) => (
    <Player
      question={QUESTION}
      readBy={{ question_type: "essay" }}
      timeline={TIMELINE}
      span={{ start: START, length }}
      mode="keystrokes"
      who={who}
    />
  );
  render(
    <InStep value={new Group()}>
      {player("Grace", 60_000)}
      {player("Alan", 30_000)}
    </InStep>,
  );
  const moments = () =>
    screen.getAllByRole("slider", { name: "Moment" }).map((slider) => (slider as HTMLInputElement).value);
  await user.keyboard("{Home}p");
  expect(moments()).toEqual(["20000", "20000"]);
  fireEvent.change(screen.getAllByRole("slider", { name: "Moment" })[1] as Element, {
    target: { value: "5000" },
  });
  expect(moments()).toEqual(["5000", "5000"]);
  // The shorter one stays at its end.
  await user.keyboard("{End}");
  expect(moments()).toEqual(["60000", "30000"]);
});

it("colours and numbers the lines of code", async () => {
  const code = {
    ...QUESTION,
    steps: [[1_000, SOURCE.typed, 0, 0, "def f():\n    return 1"]] as HistoryStep[],
  };
  render(
    <Player
      question={code}
      readBy={{ question_type: "coding", languages: ["Python"] }}
      timeline={TIMELINE}
      span={{ start: START, length: 60_000 }}
      mode="keystrokes"
      who="Grace"
    />,
  );
  expect(await within(text()).findByText("def")).toHaveClass("text-primary");
  expect(within(text()).getByText(/^1\s2$/)).toBeVisible();
});

it("is in another language once its texts have come", () => {
  show("keystrokes");
  const bands = () => screen.getByRole("list", { name: /Bands|Spuren/ });
  expect(bands()).toHaveTextContent(/Size.*Typing/);
  act(() => speak({ tag: "de", direction: "ltr", parts: {} }));
  act(() => speak({ tag: "de", direction: "ltr", parts: { player } }));
  expect(bands()).toHaveTextContent(/Größe.*Tippen/);
  act(() => speak(ENGLISH));
});
