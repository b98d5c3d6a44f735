import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { discardUndelivered, dropDelivered, keepUndelivered, undelivered } from "@/lib/undelivered";
import { sampled } from "@/test/data";
import { type Call, server } from "@/test/mock-server";
import { expectAccessible } from "@/test/page";
import { savedFiles, textOf } from "@/test/saved-file";
import { type Delivery, deliver } from "./deliver";
import { Undelivered } from "./Undelivered";

const SAVE = "PUT /api/take-test/{token}/answers";

const text = (number: number, answer = `Answer ${number}`) => ({
  question_id: `q-${number}`,
  number,
  answer,
  seq: number + 3,
});
const keep = (texts: ReturnType<typeof text>[], token = "tok", title = "Backend engineer") =>
  keepUndelivered({
    token,
    key: `key of ${token}`,
    title,
    applicant: "Noor Haddad",
    invite_id: "i-1",
    texts,
  });
const kept = () => undelivered().flatMap(({ texts }) => texts.map(({ answer }) => answer));

/** None of a body in the form that filters do not read. */
const answersOf = ({ body }: Call<typeof SAVE>) => body?.answers ?? [];
const saved = (call: Call<typeof SAVE>) => ({
  ...sampled("SaveReply"),
  acked: answersOf(call).map(({ question_id, seq }) => ({ question_id, seq })),
  server_time: new Date().toISOString(),
  deadline: new Date().toISOString(),
  late: true,
  submitted: true,
});
const accept = () => server.reply(SAVE, 200, saved);
const sent = () => server.calls(SAVE).flatMap((call) => answersOf(call).map(({ answer }) => answer));

/** The button rests first. */
async function deleteForGood(user: ReturnType<typeof userEvent.setup>) {
  const confirm = screen.getByRole("button", { name: "Delete for good" });
  await waitFor(() => expect(confirm).toBeEnabled());
  await user.click(confirm);
}

beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const { token } of undelivered()) discardUndelivered(token);
});

describe("answers that had not arrived", () => {
  it("are nothing to see where there are none", () => {
    const { container } = render(<Undelivered />);
    expect(container).toBeEmptyDOMElement();
  });

  it("are sent each on its own with the key of their test, and said to be late", async () => {
    accept();
    keep([text(2), text(5)]);
    keep([text(1)], "other", "Frontend");
    render(<Undelivered />);
    expect(await screen.findByText(/^The 3 missing answers have arrived\./)).toBeInTheDocument();
    expect(screen.queryByRole("region")).toBeNull();
    expect(kept()).toEqual([]);
    const calls = server.calls(SAVE);
    expect(calls.map(({ params, headers }) => [params.token, headers.get("X-Attempt-Key")])).toEqual([
      ["tok", "key of tok"],
      ["tok", "key of tok"],
      ["other", "key of other"],
    ]);
    expect(calls.map(({ body }) => body.answers.length)).toEqual([1, 1, 1]);
  });

  it("stay, are named, and arrive later, where an intermediary replies", async () => {
    // A reply of another call: its acknowledgement is of no entry.
    server.reply(SAVE, 200, (call) => ({ ...saved(call), acked: [{ question_id: "q-9", seq: 9 }] }));
    keep([text(2), text(5)]);
    render(<Undelivered />);
    const named = screen.getByRole("region", { name: "Answers that have not arrived" });
    expect(named).toHaveTextContent("2 answers of yours have not arrived");
    expect(named).toHaveTextContent(
      "Backend engineer: questions 2 and 5. Something on the network stops this.",
    );
    await waitFor(() => expect(server.calls(SAVE).length).toBeGreaterThanOrEqual(4));
    expect(screen.queryByText(/arrived\.$|have arrived/)).toBeNull();
    expect(kept()).toHaveLength(2);
    await expectAccessible();
    accept();
    window.dispatchEvent(new Event("online"));
    expect(await screen.findByText(/^The 2 missing answers have arrived\./)).toBeInTheDocument();
    expect(kept()).toEqual([]);
  });

  it("that the server refuses are named with its reason, kept, and not sent again; the others arrive", async () => {
    const bodies = (call: Call<typeof SAVE>) => {
      if (answersOf(call)[0]?.question_id === "q-2") throw refusal;
      return saved(call);
    };
    const refusal = Response.json(
      { code: "invalid", detail: "The answer is too long.", request_id: "r-1" },
      { status: 422 },
    );
    server.reply(SAVE, 200, bodies);
    keep([text(2), text(5)]);
    render(<Undelivered />);
    const named = await screen.findByText(/The server refuses this: The answer is too long\./);
    expect(named).toHaveTextContent("question 2.");
    await waitFor(() => expect(kept()).toEqual(["Answer 2"]));
    window.dispatchEvent(new Event("online"));
    expect(sent().filter((answer) => answer === "Answer 2")).toHaveLength(1);
    expect(screen.getByRole("heading")).toHaveTextContent("1 answer of yours has not arrived");
  });

  it("are saved to a file, and deleted only after a second question", async () => {
    server.refuse(SAVE, 422, { detail: "No." });
    const files = savedFiles();
    keep([text(2, 'A <b>\n"text"')]);
    render(<Undelivered />);
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Save answers to a file" }));
    const [file] = files;
    expect(file?.name).toBe("answers.json");
    expect(JSON.parse(await textOf(file?.blob ?? new Blob()))).toMatchObject({
      format: "invigil-answers/1",
      attempt_key: "key of tok",
      answers: [{ question_id: "q-2", answer: 'A <b>\n"text"', seq: 5 }],
    });
    expect(kept()).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Delete from this computer" }));
    expect(kept()).toHaveLength(1);
    await deleteForGood(user);
    expect(kept()).toEqual([]);
    expect(screen.queryByRole("region")).toBeNull();
    expect(screen.queryByText(/arrived\./)).toBeNull();
  });

  it("that were deleted are neither sent nor said to have arrived", async () => {
    server.reply(SAVE, 200, (call) => ({ ...saved(call), acked: [] }));
    keep([text(2)]);
    keep([text(5)], "other", "Frontend");
    render(<Undelivered />);
    const user = userEvent.setup();
    await waitFor(() => expect(sent()).toContain("Answer 5"));
    const [first] = screen.getAllByRole("button", { name: "Delete from this computer" });
    if (first) await user.click(first);
    await deleteForGood(user);
    const [left] = kept();
    const before = sent().length;
    accept();
    window.dispatchEvent(new Event("online"));
    expect(await screen.findByText(/^The missing answer has arrived\./)).toBeInTheDocument();
    expect(sent().slice(before)).toEqual([left]);
  });

  it("that another tab delivers are no longer said to be missing", async () => {
    server.reply(SAVE, 200, (call) => ({ ...saved(call), acked: [] }));
    keep([text(2)]);
    render(<Undelivered />);
    expect(screen.getByRole("region")).toHaveTextContent("1 answer of yours has not arrived");
    const key = "invigil_undelivered:tok";
    localStorage.removeItem(key);
    act(() => void window.dispatchEvent(new StorageEvent("storage", { key })));
    expect(screen.queryByRole("region")).toBeNull();
  });

  it("are shown and sent where the browser stores nothing", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    accept();
    keep([text(2)]);
    render(<Undelivered />);
    expect(await screen.findByText(/^The missing answer has arrived\./)).toBeInTheDocument();
  });
});

describe("a delivery", () => {
  const run = (changed: (delivery: Delivery) => void = () => undefined) => {
    const end = new AbortController();
    return { end, done: deliver(end.signal, changed) };
  };

  it("in two tabs at once loses nothing, and ends in both", async () => {
    accept();
    keep([text(1), text(2), text(3)]);
    await Promise.all([run().done, run().done]);
    expect(kept()).toEqual([]);
    expect(new Set(sent())).toEqual(new Set(["Answer 1", "Answer 2", "Answer 3"]));
  });

  it("sends nothing that another tab has delivered meanwhile", async () => {
    keep([text(1), text(2), text(3)]);
    server.reply(SAVE, 200, (call) => {
      dropDelivered("tok", "q-2", 5);
      return saved(call);
    });
    const reported: Delivery[] = [];
    await run((delivery) => reported.push(delivery)).done;
    expect(sent()).toEqual(["Answer 1", "Answer 3"]);
    expect([kept(), reported.at(-1)?.arrived]).toEqual([[], 2]);
  });

  it("leaves the rest for the next page where the page is left in the middle", async () => {
    keep([text(1), text(2)]);
    const first = run();
    server.reply(SAVE, 200, (call) => {
      first.end.abort();
      return saved(call);
    });
    await first.done;
    expect(sent()).toEqual(["Answer 1"]);
    expect(kept()).toEqual(["Answer 2"]);
    accept();
    await run().done;
    expect(sent()).toEqual(["Answer 1", "Answer 2"]);
    expect(kept()).toEqual([]);
  });

  it("does not drop a newer text than the one that was sent", async () => {
    keep([text(1, "old")]);
    server.reply(SAVE, 200, (call) => {
      if (answersOf(call)[0]?.answer === "old") keep([{ ...text(1, "new"), seq: 9 }]);
      return saved(call);
    });
    await run().done;
    expect(kept()).toEqual(["new"]);
    await run().done;
    expect([kept(), sent()]).toEqual([[], ["old", "new"]]);
  });

  it.each([429, 503] as const)("tries again after %i, which is about no text", async (status) => {
    keep([text(1)]);
    server.refuse(SAVE, status, { detail: "Later." });
    const reported: Delivery[] = [];
    const { done } = run((delivery) => reported.push(delivery));
    await waitFor(() => expect(reported[0]).toEqual({ refusals: new Map(), arrived: 0 }));
    accept();
    window.dispatchEvent(new Event("online"));
    await done;
    expect(kept()).toEqual([]);
  });
});
