import { cleanup, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { show } from "@/test/page";
import { TakeSession } from "../session/take-session";
import { TakeProvider } from "../useTake";
import { AskProctor } from "./AskProctor";
import { useMessageBox, useMessages } from "./useProctoring";

const ASK = "POST /api/take-test/{token}/questions";
const ASKED = "GET /api/take-test/{token}/questions";
const MESSAGES = "GET /api/take-test/{token}/messages";
const AT = "2026-11-20T10:00:00Z";

const button = (name: string) => screen.findByRole("button", { name });
const field = () => screen.findByRole("textbox", { name: "Your question" });
const question = (text: string, answered_at: string | null = null) => ({
  ...sampled("OwnQuestion"),
  id: text,
  text,
  asked_at: AT,
  answered_at,
});

function Desk() {
  useMessages(useMessageBox());
  return <AskProctor />;
}

async function run() {
  server.reply(ASKED, 200, []);
  server.reply(MESSAGES, 200, []);
  const user = show(
    <TakeProvider value={new TakeSession("tok-1")}>
      <Desk />
    </TakeProvider>,
  );
  await user.click(await button("Ask the proctor"));
  return user;
}

const keys = () => server.calls(ASK).map(({ body }) => body?.client_id);

describe("a question to the proctor", () => {
  it("is one question when it is sent again, and another one once its text is another", async () => {
    server.refuse(ASK, 503, { detail: "The server is busy." });
    const user = await run();
    await user.type(await field(), "May I");
    await user.click(await button("Send question"));
    await screen.findByText("The server is busy.");
    await user.click(await button("Send question"));
    await waitFor(() => expect(keys()).toHaveLength(2));
    expect(keys()[1]).toBe(keys()[0]);
    // The server may have taken the first one, whose reply was lost: a text under its key would be dropped.
    await user.type(await field(), " leave?");
    server.reply(ASK, 201, ({ body }) => question(body?.text ?? ""));
    await user.click(await button("Send question"));
    await screen.findByText("waits for an answer", { exact: false });
    expect(server.lastCall(ASK).body?.text).toBe("May I leave?");
    expect(keys()[2]).not.toBe(keys()[0]);
    await waitFor(async () => expect(await field()).toHaveValue(""));
  });

  it("is one question also after a reload", async () => {
    server.refuse(ASK, 503, { detail: "The server is busy." });
    const user = await run();
    await user.type(await field(), "May I?");
    await user.click(await button("Send question"));
    await screen.findByText("The server is busy.");
    cleanup();
    const again = await run();
    expect(await field()).toHaveValue("May I?");
    await again.click(await button("Send question"));
    await waitFor(() => expect(keys()).toHaveLength(2));
    expect(keys()[1]).toBe(keys()[0]);
  });

  it("leaves what is typed while it is sent", async () => {
    let arrive = () => {};
    const way = new Promise<void>((done) => {
      arrive = done;
    });
    server.reply(ASK, 201, async ({ body }) => {
      await way;
      return question(body?.text ?? "");
    });
    const user = await run();
    await user.type(await field(), "May I?");
    await user.click(await button("Send question"));
    await user.type(await field(), " And when?");
    arrive();
    await screen.findByText("waits for an answer", { exact: false });
    expect(await field()).toHaveValue("May I? And when?");
  });

  it("is answered as soon as the answer is there, also without the event stream", async () => {
    server.reply(ASK, 201, question("May I?"));
    const user = await run();
    await user.type(await field(), "May I?");
    await user.click(await button("Send question"));
    await screen.findByText("waits for an answer", { exact: false });
    server.reply(ASKED, 200, [question("May I?", AT)]);
    const answer = { id: "m-1", kind: "answer" as const, text: "You may.", sent_at: AT, seen_at: null };
    server.reply(MESSAGES, 200, [answer]);
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(screen.queryByText("waits for an answer", { exact: false })).toBeNull());
  });
});
