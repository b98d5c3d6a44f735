import { describe, expect, it } from "vitest";
import { localInstant } from "@/lib/days";
import { viewerZone } from "@/lib/format";
import { bodyOf, formOf, NEW_SESSION } from "./form";

/** A time on a day of March, in the viewer's zone. */
const at = (day: number, time: string) =>
  localInstant(`2026-03-${String(day).padStart(2, "0")}`, time)?.toISOString() ?? "";

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

  it("keeps times that no one has changed, and the zone in which they were entered", () => {
    // Over midnight by the zone of the viewer or not: the end is on another day for some of them.
    const times = {
      starts_at: "2026-03-02T08:00:30.250Z",
      ends_at: "2026-03-04T17:00:00Z",
      time_zone: "Asia/Tokyo",
    };
    const session = { ...SAMPLE, ...times };
    const form = formOf(session);
    expect(bodyOf({ ...form, title: "Another" }, session)).toMatchObject({
      body: { title: "Another", ...times },
    });
    const moved = bodyOf({ ...form, day: "2026-03-09" }, session);
    const length = { starts_at: at(9, form.time), ends_at: at(11, form.until), time_zone: viewerZone() };
    expect(moved).toMatchObject({ body: length });
  });

  it("takes an end before the start for one after midnight where the session had one", () => {
    const session = { ...SAMPLE, starts_at: at(2, "20:00"), ends_at: at(3, "04:00") };
    const form = formOf(session);
    expect(form).toMatchObject({ day: "2026-03-02", time: "20:00", until: "04:00" });
    expect(bodyOf({ ...form, until: "05:00" }, session)).toMatchObject({ body: { ends_at: at(3, "05:00") } });
    expect(bodyOf({ ...form, until: "22:00" }, session)).toMatchObject({ body: { ends_at: at(2, "22:00") } });
    expect(bodyOf({ ...form, until: "" }, session)).toMatchObject({ body: { ends_at: null } });
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
