import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { OwnIdentity } from "@/api/types";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import type { Camera } from "../camera/useCamera";
import { IdentityPictures } from "./IdentityPictures";

vi.mock("./encode", async (original) => ({
  ...(await original<object>()),
  ofFile: () => Promise.resolve(new Blob(["picture"], { type: "image/jpeg" })),
}));

const PUT = "PUT /api/take-test/{token}/identity/{kind}";
const AT = "2026-03-02T10:30:00Z";

const withoutCamera = {
  state: { name: "problem", problem: "denied" },
  start: () => Promise.resolve(false),
  stop: () => {},
} as unknown as Camera;

function open(identity: Partial<OwnIdentity> = {}) {
  const onSession = vi.fn();
  const onLook = vi.fn();
  const asks: OwnIdentity = { asks: "face", face_at: null, document_at: null, again: null, ...identity };
  const user = show(
    <IdentityPictures
      token="t-1"
      identity={asks}
      camera={withoutCamera}
      onSession={onSession}
      onLook={onLook}
    />,
  );
  const choose = async () => {
    const field = document.querySelector<HTMLInputElement>("input[type=file]");
    if (!field) throw new Error("There is no file field.");
    await user.upload(field, new File(["photo"], "photo.png", { type: "image/png" }));
    return screen.findByRole("button", { name: "Use this picture" });
  };
  return { user, onSession, onLook, choose };
}

describe("pictures for the waiting room", () => {
  beforeEach(() => {
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:picture");
    vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  });

  it("says who sees them and when they are erased, and sends one after a look", async () => {
    const session = sampled("OwnSession");
    server.reply(PUT, 200, session);
    const { user, onSession, choose } = open();
    expect(screen.getByText(/24 hours/)).toBeVisible();
    await user.click(await choose());
    await waitFor(() => expect(onSession).toHaveBeenCalledWith(session, expect.any(Number)));
    expect(server.lastCall(PUT).params).toEqual({ token: "t-1", kind: "face" });
    await expectAccessible();
  });

  it("keeps a picture that could not be sent, and sends it again", async () => {
    server.refuse(PUT, 429, { code: "too_many_requests", detail: "Please wait a moment." });
    const { user, onSession, choose } = open();
    await user.click(await choose());
    expect(await screen.findByRole("alert")).toHaveTextContent("Please wait a moment.");
    server.reply(PUT, 200, sampled("OwnSession"));
    await user.click(screen.getByRole("button", { name: "Send again" }));
    await waitFor(() => expect(onSession).toHaveBeenCalled());
  });

  it("reads the session where the candidate was let in meanwhile", async () => {
    server.refuse(PUT, 409, { code: "already_admitted", detail: "You have been let in already." });
    const { user, onLook, choose } = open();
    await user.click(await choose());
    expect(await screen.findByRole("alert")).toHaveTextContent("You have been let in already.");
    expect(onLook).toHaveBeenCalled();
  });

  it("says why new pictures are asked for", () => {
    open({ asks: "face_and_document", again: "Too dark." });
    expect(screen.getByText("Too dark.")).toBeVisible();
    expect(screen.getByText("Picture of your identity document")).toBeVisible();
  });

  it("says that all are sent, and offers to replace each", () => {
    open({ asks: "face_and_document", face_at: AT, document_at: AT });
    expect(screen.getByText(/Everything is sent/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Replace the picture of your document" })).toBeVisible();
  });
});
