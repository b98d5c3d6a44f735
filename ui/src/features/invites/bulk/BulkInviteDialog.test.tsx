import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { ListPreview } from "@/api/types";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { BulkInviteDialog } from "./BulkInviteDialog";

const PREVIEW = "POST /api/invites/bulk/preview";
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
});
