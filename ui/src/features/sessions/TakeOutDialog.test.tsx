import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { SessionPerson } from "@/api/types";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import SessionPage from "./SessionPage";

const PEOPLE = "GET /api/sessions/{id}/people";
const CHANGE = "PUT /api/sessions/{id}/people";
const AT = "2026-03-02T09:00:00Z";

const given = (changes: Partial<SessionPerson>) => {
  const person = {
    ...sampled("SessionPerson"),
    invite_id: "i-1",
    applicant_name: "Noor Haddad",
    applicant_email: "noor@example.org",
    ...changes,
  };
  const session = { ...sampled("ExamSession"), id: "s-1", title: "Hall 2", may_change: true };
  server.reply(PEOPLE, 200, { ...sampled("SessionPeople"), session, people: [person] });
};

const open = () => show(<SessionPage />, { at: "/admin/sessions/s-1", route: "/admin/sessions/:id" });
const TAKE_OUT = { name: "Take out of the session: Noor Haddad" };

beforeEach(() => {
  server.reply(CHANGE, 204, undefined);
});

describe("taking someone out of a session", () => {
  it("asks first, says what is lost, and takes out on a yes alone", async () => {
    given({ state: "here", checked_in_at: AT, identity: { face_at: AT, document_at: null, again_at: null } });
    const user = open();
    await user.click(await screen.findByRole("button", TAKE_OUT));
    const question = await screen.findByRole("dialog", { name: "Take Noor Haddad out of the session?" });
    expect(question).toHaveAccessibleDescription(
      "The invitation stays, without a session. Its test then waits neither for the start of the session nor until someone lets the person in. Adding the person again gives a new code, without the check-in; the pictures are erased.",
    );
    await expectAccessible();
    await user.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(server.calls(CHANGE)).toEqual([]);
    await user.click(screen.getByRole("button", TAKE_OUT));
    await user.click(await screen.findByRole("button", { name: "Take out" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.lastCall(CHANGE).body).toEqual({ remove: ["i-1"] });
  });

  it("says nothing of a start to come once the test is done, and keeps the question if it fails", async () => {
    given({ state: "done" });
    server.refuse(CHANGE, 403, { code: "forbidden", detail: "You look after a part of this session." });
    const user = open();
    await user.click(await screen.findByRole("button", TAKE_OUT));
    const question = await screen.findByRole("dialog");
    expect(question).toHaveAccessibleDescription(
      "The invitation stays, without a session. Adding the person again gives a new code.",
    );
    await user.click(within(question).getByRole("button", { name: "Take out" }));
    expect(await notice(/^Failed to take the person out/)).toBeInTheDocument();
    expect(screen.getByRole("dialog")).toBe(question);
  });

  it("is there for someone in the room whose invitation has ended", async () => {
    given({ state: "in_trouble", reason: "The invitation has ended.", checked_in_at: AT, started_at: null });
    open();
    expect(await screen.findByRole("button", TAKE_OUT)).toBeVisible();
  });

  it("is not there during a test", async () => {
    given({ state: "in_trouble", reason: "The network was lost.", started_at: AT });
    open();
    expect(await screen.findByText("The network was lost.")).toBeVisible();
    expect(screen.queryByRole("button", TAKE_OUT)).toBeNull();
  });
});
