import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { BulkInput, ListPreview } from "@/api/types";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { BulkInviteDialog } from "./BulkInviteDialog";

const BULK = "POST /api/invites/bulk";
const PREVIEW = "POST /api/invites/bulk/preview";
const TEST = { ...sampled("Test"), id: "t-1", title: "Backend engineer" };
const ADA = { line: 2, name: "Ada", email: "ada@example.org" };
const JORG = { line: 3, name: "Jörg Müller", email: "joerg@example.org" };

const replies = (reply: Partial<ListPreview>) =>
  server.reply(PREVIEW, 200, { people: [], notes: [], check_names: false, ...reply });
const open = () => show(<BulkInviteDialog onClose={() => {}} />);
const shown = async () => {
  const preview = await screen.findByRole("region", { name: "Preview" });
  return within(preview)
    .getAllByRole("listitem")
    .map((row) => row.textContent);
};

/** Presses the button once it has rested. */
async function sendAll(user: ReturnType<typeof show>) {
  const button = await screen.findByRole("button", { name: "Send 2 Invites" });
  await waitFor(() => expect(button).not.toHaveAttribute("aria-disabled"), { timeout: 3_000 });
  await user.click(button);
}

beforeEach(() => localStorage.clear());

describe("a list of people to invite", () => {
  it("from a file shows what was guessed and what is not used, also after a reload", async () => {
    const text = "Name;Email;Team\r\nAda;ada@example.org;Red\r\nJörg Müller;joerg@example.org;Red\r\n";
    const ofText = { people: [ADA, JORG], notes: ["Column 'Team' is not used."] };
    const guess = "Read as Windows-1252: check the names.";
    server.reply(PREVIEW, 200, ({ query }) =>
      query.with_text === "true"
        ? { ...ofText, notes: [guess, ...ofText.notes], check_names: true, text }
        : { ...ofText, check_names: false },
    );
    const user = open();
    const bytes = Uint8Array.from([0x4a, 0xf6, 0x72, 0x67]);
    await user.upload(await screen.findByLabelText("CSV or Excel file"), new File([bytes], "people.csv"));
    await waitFor(() => expect(screen.getByLabelText(/^People/)).toHaveValue(text.replaceAll("\r\n", "\n")));
    expect(await screen.findByText(guess)).toBeVisible();
    expect(screen.getAllByText("Column 'Team' is not used.")).toHaveLength(1);
    expect((await shown())[0]).toContain("Jörg Müller");
    await expectAccessible();
    cleanup();
    open();
    expect(await screen.findByText(guess)).toBeVisible();
    expect((await shown())[0]).toContain("Jörg Müller");
  });

  it("that cannot be read is refused in the server's words, with the file's name", async () => {
    const detail = "This is a PDF, not a list.";
    server.refuse(PREVIEW, 422, { code: "invalid", detail });
    const user = open();
    await user.upload(await screen.findByLabelText("CSV or Excel file"), new File(["%PDF"], "cv.csv"));
    expect(await screen.findByText(`cv.csv: ${detail}`)).toBeVisible();
    await user.type(screen.getByLabelText(/^People/), "x");
    expect(await screen.findByText(detail)).toBeVisible();
  });

  it("is read by the server before the next step", async () => {
    replies({
      people: [ADA, { ...JORG, problem: "This is not a valid email address: it ends with a dot." }],
    });
    const user = open();
    await user.type(await screen.findByLabelText(/^People/), "Ada, ada@example.org");
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByLabelText(/^Test/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Send 1 Invite" })).toBeVisible();
  });

  it("without a person who can be invited goes no further", async () => {
    replies({
      people: [{ ...ADA, problem: "A name is required.", notes: ["Invisible characters were removed."] }],
    });
    const user = open();
    await user.type(await screen.findByLabelText(/^People/), ", ada@example.org");
    await user.click(screen.getByRole("button", { name: "Next" }));
    const words = "Add at least one person with a name and an email";
    await waitFor(() => expect(screen.getAllByText(words).length).toBeGreaterThan(0));
    expect(await shown()).toEqual([
      expect.stringContaining("A name is required.Invisible characters were removed."),
    ]);
  });

  const JOB = { ...sampled("Job"), kind: "bulk_send" as const, state: "running" as const, test_id: TEST.id };
  const results = (body: BulkInput) =>
    (body.applicants ?? []).map(({ email }, at) => ({ line: at + 1, email, ok: true, email_queued: true }));

  /** At the step before two people are invited. */
  async function ready(people: ListPreview["people"] = [ADA, JORG]) {
    replies({ people });
    server.reply("GET /api/tests", 200, [TEST]);
    const user = open();
    await user.type(await screen.findByLabelText(/^People/), "list");
    await user.click(screen.getByRole("button", { name: "Next" }));
    await user.selectOptions(await screen.findByLabelText("Test"), TEST.id);
    await user.click(screen.getByRole("radio", { name: /No schedule/ }));
    return user;
  }

  it("offers what was agreed with people at their last invitation, and takes it over on a tick alone", async () => {
    const agreed = { larger_type: false, no_camera: true, helper: "", breaks: { count: 2, minutes: 5 } };
    const last_agreed = { extra_percent: 25, agreed };
    server.reply(BULK, 200, ({ body }) => ({ results: results(body as BulkInput) }));
    const user = await ready([
      { ...ADA, extra_minutes: 10, last_agreed },
      { ...JORG, last_agreed },
    ]);
    await user.click(screen.getByRole("button", { name: "Back" }));
    const words =
      "Agreed at the last invitation: 25 % extra time, 2 breaks of 5 min each, No camera by agreement.";
    expect((await shown())[1]).toContain(words);
    await user.click(screen.getByRole("button", { name: "Next" }));
    const again = await screen.findByRole("checkbox", { name: /^Use again what was agreed with 2 people/ });
    expect(again).not.toBeChecked();
    await user.click(again);
    await sendAll(user);
    await waitFor(() => expect(server.calls(BULK)).toHaveLength(1));
    const { breaks } = agreed;
    expect((server.lastCall(BULK).body as BulkInput).applicants).toEqual([
      { name: "Ada", email: ADA.email, extra_minutes: 10, breaks, no_camera: true },
      { name: JORG.name, email: JORG.email, extra_percent: 25, breaks, no_camera: true },
    ]);
  });

  it("is sent by no double click on the step before", async () => {
    replies({ people: [ADA, JORG] });
    server.reply("GET /api/tests", 200, [TEST]);
    const user = show(<BulkInviteDialog test={TEST.id} onClose={() => {}} />);
    await user.type(await screen.findByLabelText(/^People/), "list");
    await shown();
    await user.dblClick(screen.getByRole("button", { name: "Next" }));
    const send = await screen.findByRole("button", { name: "Send 2 Invites" });
    expect(send).toHaveAttribute("aria-disabled", "true");
    await user.click(send);
    expect(server.calls(BULK)).toEqual([]);
  });

  it("says where a failure ended it, and goes on under the same key", async () => {
    server.refuse(BULK, 503, { code: "unavailable", detail: "This takes too long." });
    const user = await ready();
    server.reply("GET /api/jobs", 200, [{ ...JOB, done: 1, total: 2, can_cancel: true }]);
    await sendAll(user);
    expect(await screen.findByText(/^1 of 2/)).toBeVisible();
    expect(screen.getByText("It goes on if you leave this page.")).toBeVisible();
    await expectAccessible();
    server.refuse(BULK, 422, { code: "invalid", detail: "The test is gone." });
    server.reply("GET /api/jobs", 200, []);
    const alert = await screen.findByRole("alert", {}, { timeout: 5_000 });
    expect(alert).toHaveTextContent("Stopped after 1 of 2 people: ");
    // The list may be changed meanwhile: the numbers of the failure go.
    await user.click(screen.getByRole("button", { name: "Back" }));
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(screen.queryByRole("alert")).toBeNull();
    server.reply(BULK, 200, ({ body }) => ({ results: results(body as BulkInput) }));
    await sendAll(user);
    // In the dialog, and for a moment in a message.
    expect(await screen.findAllByText("2 invitations created")).not.toHaveLength(0);
    const keys = server.calls(BULK).map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  });

  it("keeps those who were not invited where its results are closed by Escape", async () => {
    const user = await ready();
    server.reply(BULK, 200, ({ body }) => ({
      results: results(body as BulkInput).map((one, at) => ({
        ...one,
        ok: at === 0,
        email_queued: at === 0,
      })),
    }));
    await sendAll(user);
    await screen.findByRole("button", { name: "Done" });
    await user.keyboard("{Escape}");
    cleanup();
    open();
    const people = await screen.findByLabelText<HTMLTextAreaElement>(/^People/);
    expect(people.value).toContain(JORG.email);
    expect(people.value).not.toContain(ADA.email);
  });

  it("that the server goes on with after the call has ended shows its outcome all the same", async () => {
    server.refuse(BULK, 503, { code: "unavailable", detail: "This takes too long." });
    const user = await ready();
    server.reply("GET /api/jobs", 200, [{ ...JOB, done: 1, total: 2 }]);
    await sendAll(user);
    await waitFor(() => expect(server.calls(BULK)).toHaveLength(1));
    server.reply(BULK, 200, ({ body }) => ({ results: results(body as BulkInput) }));
    server.reply("GET /api/jobs", 200, []);
    await waitFor(() => expect(server.calls(BULK)).toHaveLength(2), { timeout: 5_000 });
    expect(await screen.findAllByText("2 invitations created")).not.toHaveLength(0);
    const [first, second] = server.calls(BULK).map(({ headers }) => headers.get("idempotency-key"));
    expect(second).toBe(first);
  });

  it("that is being sent since before a reload is not sent a second time meanwhile", async () => {
    server.reply("GET /api/jobs", 200, [{ ...JOB, done: 1, total: 2, can_cancel: true }]);
    await ready();
    expect(await screen.findByText(/^1 of 2/)).toBeVisible();
    expect(screen.getByRole("button", { name: /Send 2 Invites/ })).toBeDisabled();
    server.reply("GET /api/jobs", 200, []);
    await waitFor(() => expect(screen.getByRole("button", { name: "Send 2 Invites" })).toBeEnabled(), {
      timeout: 5_000,
    });
  });

  it("that was changed after a failure is sent again at once where those who are invited are skipped", async () => {
    const user = await ready();
    const changed = { "Idempotency-Key": "This key was sent with other content." };
    server.refuse(BULK, 422, { code: "invalid", detail: "Other content.", fields: changed });
    const skip = screen.getByRole("checkbox", { name: /Skip people/ });
    await user.click(skip);
    await sendAll(user);
    expect(await screen.findByRole("alert")).toHaveTextContent("Other content.");
    expect(server.calls(BULK)).toHaveLength(1);
    await user.click(skip);
    await sendAll(user);
    await waitFor(() => expect(server.calls(BULK)).toHaveLength(3));
    const keys = server.calls(BULK).map(({ headers }) => headers.get("idempotency-key"));
    expect(new Set(keys).size).toBe(3);
  });
});
