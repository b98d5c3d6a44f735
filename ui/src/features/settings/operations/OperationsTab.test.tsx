import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { savedFiles } from "@/test/saved-file";
import { OperationsTab } from "./OperationsTab";

const entry = (number: number) => ({
  number,
  at: "2026-03-01T09:00:00Z",
  actor: number === 7 ? "Ada Admin" : null,
  action: "test.repair",
  target: `t-${number}`,
  note: "",
  subject: number === 7 ? { kind: "test" as const, name: "Rust basics" } : null,
});
const mail = {
  id: "m-1",
  kind: "invitation" as const,
  to: "ann@example.org",
  test_title: "Rust",
  tries: 2,
  next_try_at: "2026-03-01T09:00:00Z",
  created_at: "2026-03-01T08:00:00Z",
  state: "paused" as const,
  error: "535 wrong password",
  advice: "Enter the password again.",
  own_error: "452 mailbox full",
};

function serve(first: boolean) {
  server.reply("GET /api/admin/is-first-admin", 200, { is_first_admin: first });
  server.reply("GET /api/admin/doctor", 200, {
    checked_at: "2026-03-01T09:00:00Z",
    findings: [{ topic: "backup", state: "warning", said: "No backup yet.", fix: "Make one." }],
  });
  server.reply("GET /api/admin/mail-queue", 200, [mail]);
  server.reply("GET /api/admin/list-admins", 200, []);
  server.reply("GET /api/admin/audit-log", 200, { entries: [entry(7), entry(6)], next: 6 });
}

describe("what an operator looks after", () => {
  it("says who began a test, and how many emails wait for how long", async () => {
    serve(true);
    const waiting = (place: number) => ({ ...mail, id: `m-${place}`, tries: 0 });
    const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const planned = (place: number) => ({ ...waiting(place), state: "planned" as const, next_try_at: later });
    server.reply("GET /api/admin/mail-queue", 200, [mail, waiting(2), planned(3), planned(4), planned(5)]);
    const started = { ...entry(9), action: "attempt.start" };
    server.reply("GET /api/admin/audit-log", 200, { entries: [started], next: null });
    show(<OperationsTab />);
    expect(await screen.findByText("A candidate")).toBeVisible();
    const figure = (name: string) => screen.getByText(name).nextElementSibling;
    expect(await screen.findByText("Waiting for over a day")).toBeVisible();
    expect(figure("Waiting for over a day")).toHaveTextContent("2");
    expect(figure("Planned for later")).toHaveTextContent("3");
    await expectAccessible();
  });

  it("shows backups, the mail queue and the audit log", async () => {
    serve(true);
    server.reply("POST /api/admin/backups", 202, { message: "The backup is running." });
    const user = show(<OperationsTab />);
    expect(await screen.findByText("No backup yet.")).toBeVisible();
    expect(await screen.findByText("2 tries failed: 452 mailbox full"), "its own").toBeVisible();
    expect(screen.getAllByText("535 wrong password"), "what all wait for, once").toHaveLength(1);
    expect(screen.getByText("1 email in the queue, 1 failed before.")).toBeVisible();
    const pause = within(screen.getByText(/Then one email tries/).closest("[role=status]") as HTMLElement);
    expect(pause.getByText(/All emails wait until/)).toBeVisible();
    expect(pause.getByText("Enter the password again.")).toBeVisible();
    const log = within(await screen.findByRole("region", { name: "Audit log" }));
    expect(await log.findByText("Ada Admin")).toBeVisible();
    expect(log.getByText("Server")).toBeVisible();
    expect(log.getAllByText("repaired the key of a question")).toHaveLength(2);
    expect(log.getByRole("link", { name: "Rust basics" })).toHaveAttribute("href", "/admin/tests/t-7");
    expect(log.getAllByRole("link"), "no link to what is gone").toHaveLength(1);
    await expectAccessible();
    server.reply("GET /api/admin/audit-log", 200, { entries: [entry(5)], next: null });
    await user.click(log.getByRole("button", { name: "Older entries" }));
    // The same action of the server within a minute is one line.
    await user.click(log.getAllByRole("button", { name: "As stored" })[1] as HTMLElement);
    expect(await log.findByText(/t-5$/)).toBeVisible();
    expect(log.queryByRole("button", { name: "Older entries" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Back up now" }));
    expect(await screen.findByText(/The backup is running/)).toBeInTheDocument();
  });

  it("downloads a backup where the server has no folder for them", async () => {
    serve(true);
    server.refuse("POST /api/admin/backups", 409, { code: "no_backup_folder", detail: "No folder." });
    const saved = savedFiles();
    const user = show(<OperationsTab />);
    await user.click(await screen.findByRole("button", { name: "Back up now" }));
    expect(await screen.findByText(/The backup was downloaded/)).toBeInTheDocument();
    expect(saved.map(({ name }) => name)).toEqual(["invigil.backup"]);
  });

  it("keeps the audit log and the button from other administrators", async () => {
    serve(false);
    show(<OperationsTab />);
    expect(await screen.findByText("No backup yet.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Back up now" })).toBeNull();
    expect(screen.queryByRole("region", { name: "Audit log" })).toBeNull();
  });
});
