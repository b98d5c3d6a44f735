import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionPerson } from "@/api/types";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { PeopleTable } from "./PeopleTable";
import SessionPage from "./SessionPage";
import { TakeOutDialog } from "./TakeOutDialog";

const CHANGE = "PUT /api/sessions/{id}/people";
const AT = "2026-03-02T09:00:00Z";
const TAKE_OUT = { name: "Take out of the session: Noor Haddad" };

const noor = (changes: Partial<SessionPerson>): SessionPerson => ({
  ...sampled("SessionPerson"),
  invite_id: "i-1",
  applicant_name: "Noor Haddad",
  applicant_email: "noor@example.org",
  ...changes,
});

beforeEach(() => {
  server.reply(CHANGE, 200, sampled("SessionPeople"));
});

describe("taking someone out of a session", () => {
  it("asks first, says what is lost, and takes out on a yes alone", async () => {
    const person = noor({
      state: "here",
      checked_in_at: AT,
      identity: { face_at: AT, document_at: null, again_at: null },
    });
    const session = { ...sampled("ExamSession"), id: "s-1", title: "Hall 2", may_change: true };
    const people = { ...sampled("SessionPeople"), session, people: [person] };
    server.reply("GET /api/sessions/{id}/people", 200, people);
    const user = show(<SessionPage />, { at: "/admin/sessions/s-1", route: "/admin/sessions/:id" });
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
    server.refuse(CHANGE, 403, { code: "forbidden", detail: "You look after a part of this session." });
    const closed = vi.fn();
    const user = show(
      <TakeOutDialog
        session="s-1"
        person={noor({ state: "done" })}
        onDone={() => undefined}
        onClose={closed}
      />,
    );
    expect(await screen.findByRole("dialog")).toHaveAccessibleDescription(
      "The invitation stays, without a session. Adding the person again gives a new code.",
    );
    await user.click(screen.getByRole("button", { name: "Take out" }));
    expect(await notice(/^Failed to take the person out/)).toBeInTheDocument();
    expect(closed).not.toHaveBeenCalled();
  });

  it.each([
    ["is offered for someone in the room whose invitation has ended", null, 1],
    ["is not offered during a test", AT, 0],
  ])("%s", (_, started_at, offers) => {
    const nothing = () => undefined;
    const person = noor({ state: "in_trouble", reason: "Look after this person.", started_at });
    show(
      <PeopleTable
        people={[person]}
        ahead={0}
        mayCheckIn
        busy={undefined}
        onCheckIn={nothing}
        onRemove={nothing}
        lookedAfter={() => null}
      />,
    );
    expect(screen.queryAllByRole("button", TAKE_OUT)).toHaveLength(offers);
  });
});
