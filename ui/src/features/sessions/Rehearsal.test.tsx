import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { Rehearsal, rehearsalCommand } from "./Rehearsal";

const STATUS = "GET /api/sessions/{id}/rehearsal";
const AT = "2026-11-20T10:00:00Z";
const finding = { value: "20 ms", limit: "1000 ms", margin: 98, said: "Saves were durable.", fix: "" };
const last = {
  began_at: AT,
  ended_at: AT,
  by: "Ada Lovelace",
  candidates: 40,
  verdict: "no_go" as const,
  reason: "",
  fits: null,
  machine: "hall-2",
  findings: [
    { ...finding, measure: "save_p99", mark: "ok" as const },
    { ...finding, measure: "start_p99", mark: "ok" as const },
    {
      ...finding,
      measure: "backup",
      mark: "fault" as const,
      value: "none",
      limit: "48 h",
      margin: null,
      said: "There is no backup of the data.",
      fix: "Make one.",
    },
  ],
};

describe("the rehearsal of a session", () => {
  it("shows the outcome with its faults first, and the command", async () => {
    server.reply(STATUS, 200, { running: null, last });
    const user = show(<Rehearsal session="s-1" people={40} mayAct />);
    expect(await screen.findByText("No-go")).toBeInTheDocument();
    const first = screen.getAllByRole("listitem")[0] as HTMLElement;
    expect(first).toHaveTextContent("Age of the backup");
    expect(within(first).getByText("Make one.")).toBeInTheDocument();
    expect(screen.getByText("2 measures in order")).toBeInTheDocument();
    await user.click(screen.getByText("How to rehearse"));
    expect(screen.getByText(rehearsalCommand("s-1", 40))).toBeInTheDocument();
    await expectAccessible();
  });

  it("says that none was held, and who holds one now", async () => {
    server.reply(STATUS, 200, { running: null, last: null });
    show(<Rehearsal session="s-1" people={0} mayAct={false} />);
    expect(await screen.findByText("This session has not been rehearsed.")).toBeInTheDocument();
    expect(screen.queryByText("How to rehearse")).not.toBeInTheDocument();
    expect(rehearsalCommand("s-1", 0)).toContain("--candidates 10");
  });

  it("says that one is running", async () => {
    const running = { id: "r-1", by: "Ada Lovelace", began_at: AT, ends_at: AT, candidates: 40 };
    server.reply(STATUS, 200, {
      running,
      last: { ...last, verdict: "undecided", reason: "It was busy itself." },
    });
    show(<Rehearsal session="s-1" people={40} mayAct />);
    expect(await screen.findByRole("status")).toHaveTextContent("40 candidates");
    expect(screen.getByText("It was busy itself.")).toBeInTheDocument();
  });
});
