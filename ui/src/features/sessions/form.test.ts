import { describe, expect, it } from "vitest";
import { bodyOf, formOf, NEW_SESSION } from "./form";

describe("the form of a session", () => {
  it("names the first field that is missing", () => {
    expect(bodyOf(NEW_SESSION)).toEqual({ problem: "title", text: "Please enter a title" });
    expect(bodyOf({ ...NEW_SESSION, title: "Round" })).toMatchObject({ problem: "starts" });
    const timed = { ...NEW_SESSION, title: "Round", day: "2026-03-02", time: "09:00" };
    expect(bodyOf({ ...timed, capacity: "many" })).toMatchObject({ problem: "capacity" });
    expect(bodyOf({ ...timed, until: "08:00" })).toMatchObject({ problem: "ends" });
  });

  it("keeps what it does not show", () => {
    const session = {
      ...SAMPLE,
      proctors: [{ account_id: "a2", name: "Peter", invites: ["i1"] }],
    };
    const form = formOf(session);
    const { body } = bodyOf({ ...form, title: "Another" }, session) as { body: Record<string, unknown> };
    expect(body).toMatchObject({
      title: "Another",
      proctors: [{ account_id: "a2", invites: ["i1"] }],
      notes: "spare keyboards",
    });
  });

  it("asks for pictures where there is a waiting room", () => {
    const session = { ...SAMPLE, waiting_room: true, identity: "face_and_document" as const };
    const form = formOf(session);
    expect(form.identity).toBe("face_and_document");
    expect(bodyOf(form, session)).toMatchObject({
      body: { waiting_room: true, identity: "face_and_document" },
    });
    expect(bodyOf({ ...form, waitingRoom: false }, session)).toMatchObject({
      body: { waiting_room: false, identity: "none" },
    });
  });
});

const SAMPLE = {
  id: "s1",
  version: 2,
  title: "Round",
  starts_at: "2026-03-02T08:00:00Z",
  time_zone: "Europe/Berlin",
  waiting_room: false,
  identity: "none" as const,
  ends_at: null,
  paused_at: null,
  paused_by: null,
  place: "Hall 2",
  capacity: 40,
  people: 3,
  lead: { account_id: "a1", name: "Ada" },
  proctors: [],
  notes: "spare keyboards",
  start: "individual" as const,
  begins_at: null,
  changed_by: "Ada",
  changed_at: "2026-03-01T08:00:00Z",
  may_change: true,
};
