import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ExamSession, PersonIdentity, SessionPerson } from "@/api/types";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { WaitingRoom } from "./WaitingRoom";

const ADMIT = "POST /api/sessions/{id}/admit";
const PICTURE = "GET /api/sessions/{id}/people/{invite_id}/identity/{kind}";
const AGAIN = "POST /api/sessions/{id}/people/{invite_id}/identity";
const AT = "2026-03-02T09:00:00Z";

const session = (identity: ExamSession["identity"]): ExamSession => ({
  ...sampled("ExamSession"),
  id: "s-1",
  waiting_room: true,
  identity,
});

const person = (invite_id: string, name: string, identity: PersonIdentity | null): SessionPerson => ({
  ...sampled("SessionPerson"),
  invite_id,
  applicant_name: name,
  applicant_email: `${invite_id}@example.org`,
  checked_in_at: AT,
  waits: true,
  identity,
});

const BOTH = { face_at: AT, document_at: AT, again_at: null };
const NONE = { face_at: null, document_at: null, again_at: null };
const revoked = vi.fn();

beforeEach(() => {
  revoked.mockReset();
  let urls = 0;
  Object.assign(URL, { createObjectURL: () => `blob:${urls++}`, revokeObjectURL: revoked });
  server.reply(PICTURE, 200, undefined, () => ({ "Content-Type": "image/jpeg" }));
});

interface Given {
  asks?: ExamSession["identity"];
  people: SessionPerson[];
  mayAct?: boolean;
}

const open = ({ asks = "face_and_document", people, mayAct = true }: Given) =>
  show(<WaitingRoom session={session(asks)} people={people} mayAct={mayAct} onDone={() => undefined} />);

describe("the waiting room", () => {
  it("lets all in at once where no pictures are asked for", async () => {
    server.reply(ADMIT, 200, { ...sampled("AdmitReply"), changed: 1 });
    const user = open({ asks: "none", people: [person("i-1", "Noor Haddad", null)] });
    await user.click(screen.getByRole("button", { name: "Let in all who wait" }));
    await waitFor(() => expect(server.lastCall(ADMIT).body).toEqual({ all: true }));
    expect(server.calls(PICTURE)).toEqual([]);
  });

  it("shows both pictures, large on a click, and lets in by name", async () => {
    server.reply(ADMIT, 200, { ...sampled("AdmitReply"), changed: 1 });
    const user = open({ people: [person("i-1", "Noor Haddad", BOTH), person("i-2", "Ada Lovelace", NONE)] });
    expect(screen.queryByRole("button", { name: "Let in all who wait" })).toBeNull();
    expect(screen.getByText(/let in each person by name/)).toBeVisible();
    expect(screen.getByText(/^No pictures yet/)).toBeVisible();
    const face = screen.getByRole("button", { name: "Face of Noor Haddad, large" });
    await waitFor(() => expect(face).toBeEnabled());
    expect(server.calls(PICTURE).map(({ params }) => params)).toEqual(
      ["face", "document"].map((kind) => ({ id: "s-1", invite_id: "i-1", kind })),
    );
    await expectAccessible();
    await user.click(face);
    expect(await screen.findByRole("dialog", { name: "Face: Noor Haddad" })).toBeVisible();
    await user.keyboard("{Escape}");
    // Who was checked in person is let in without pictures.
    await user.click(screen.getByRole("button", { name: "Let in: Ada Lovelace" }));
    await waitFor(() => expect(server.lastCall(ADMIT).body).toEqual({ invites: ["i-2"], seen_at: null }));
  });

  it("says which pictures were compared, and that a newer one has come", async () => {
    const detail = "Noor Haddad has taken a new picture in the meantime. Please compare it.";
    server.refuse(ADMIT, 409, { code: "changed_meanwhile", detail });
    const later = "2026-03-02T09:01:00Z";
    const user = open({ people: [person("i-1", "Noor Haddad", { ...BOTH, face_at: later })] });
    await user.click(screen.getByRole("button", { name: "Let in: Noor Haddad" }));
    expect(await notice(/has taken a new picture/)).toBeInTheDocument();
    expect(server.lastCall(ADMIT).body).toEqual({ invites: ["i-1"], seen_at: later });
  });

  it("asks for new pictures, with a reason", async () => {
    const user = open({ people: [person("i-1", "Noor Haddad", BOTH)] });
    await user.click(screen.getByRole("button", { name: "Ask for new pictures: Noor Haddad" }));
    await user.type(await screen.findByRole("textbox", { name: "Reason" }), "Too dark{Enter}");
    await waitFor(() => expect(server.lastCall(AGAIN).body).toEqual({ reason: "Too dark" }));
    expect(server.lastCall(AGAIN).params).toEqual({ id: "s-1", invite_id: "i-1" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("keeps the dialog and the reason if asking fails", async () => {
    server.refuse(AGAIN, 404, { code: "not_found", detail: "There is no such person." });
    const user = open({ people: [person("i-1", "Noor Haddad", BOTH)] });
    await user.click(screen.getByRole("button", { name: "Ask for new pictures: Noor Haddad" }));
    const reason = await screen.findByRole("textbox", { name: "Reason" });
    await user.type(reason, "Too dark{Enter}");
    expect(await screen.findByText(/^Failed to ask for new pictures/)).toBeInTheDocument();
    expect(reason).toHaveValue("Too dark");
  });

  it("shows no pictures to those who may not let people in", () => {
    open({ people: [person("i-1", "Noor Haddad", BOTH)], mayAct: false });
    expect(screen.getByText("Noor Haddad")).toBeVisible();
    expect(screen.queryByRole("button")).toBeNull();
    expect(server.calls(PICTURE)).toEqual([]);
  });
});
