import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { ExamSession, SessionPerson } from "@/api/types";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { WaitingRoom } from "./WaitingRoom";

const ADMIT = "POST /api/sessions/{id}/admit";
const AGAIN = "POST /api/sessions/{id}/people/{invite_id}/identity";
const FIRST = "2026-03-02T10:30:00Z";
const LATER = "2026-03-02T10:31:00Z";

const session: ExamSession = { ...sampled("ExamSession"), id: "s-1", identity: "face_and_document" };
const person: SessionPerson = {
  ...sampled("SessionPerson"),
  invite_id: "i-1",
  applicant_name: "Noor Haddad",
  waits: true,
  identity: { face_at: LATER, document_at: FIRST, again_at: null },
};

function open(changes: { session?: ExamSession; people?: SessionPerson[]; mayAct?: boolean } = {}) {
  const onDone = vi.fn();
  const props = { session, people: [person], mayAct: true, ...changes };
  return { user: show(<WaitingRoom {...props} onDone={onDone} />), onDone };
}

describe("the waiting room of a session that compares pictures", () => {
  it("lets in by name alone, and says which pictures were seen", async () => {
    server.reply(ADMIT, 200, { changed: 1, unchanged: 0 });
    const { user, onDone } = open();
    expect(screen.queryByRole("button", { name: "Let in all who wait" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Let in: Noor Haddad" }));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(server.lastCall(ADMIT).body).toEqual({ invites: ["i-1"], seen_at: LATER });
  });

  it("asks for new pictures, with a reason", async () => {
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Ask for new pictures: Noor Haddad" }));
    await user.type(await screen.findByLabelText(/Reason/), "Too dark.");
    await user.click(screen.getByRole("button", { name: "Ask for new pictures" }));
    await waitFor(() => expect(server.lastCall(AGAIN).body).toEqual({ reason: "Too dark." }));
  });

  it("says that a picture has come meanwhile", async () => {
    const detail = "Noor Haddad has taken a new picture in the meantime. Please compare it.";
    server.refuse(ADMIT, 409, { code: "changed_meanwhile", detail });
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Let in: Noor Haddad" }));
    expect(await notice(/has taken a new picture/)).toBeInTheDocument();
  });

  it("shows no picture to who may not act", async () => {
    open({ mayAct: false });
    expect(screen.queryByRole("button")).toBeNull();
    await expectAccessible();
  });

  it("lets in all where no pictures are compared", async () => {
    server.reply(ADMIT, 200, { changed: 1, unchanged: 0 });
    const plain: SessionPerson = { ...person, identity: null };
    const { user, onDone } = open({ session: { ...session, identity: "none" }, people: [plain] });
    await user.click(screen.getByRole("button", { name: "Let in all who wait" }));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(server.lastCall(ADMIT).body).toEqual({ all: true });
  });
});
