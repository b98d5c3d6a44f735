import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OwnIdentity } from "@/api/types";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible } from "@/test/page";
import { intro, openTakePage } from "@/test/take";

const SEND = "PUT /api/take-test/{token}/identity/{kind}";
const SESSION = "GET /api/take-test/{token}/session";
const AT = "2026-03-02T09:00:00Z";

const session = (identity: Partial<OwnIdentity> | null) => ({
  ...sampled("OwnSession"),
  title: "Morning round",
  waits: true,
  identity: identity && {
    asks: "face" as const,
    face_at: null,
    document_at: null,
    again: null,
    ...identity,
  },
});

/** A camera, and a canvas that gives a picture of it. */
function devices({ denied = false } = {}) {
  const track = Object.assign(new EventTarget(), { stop: vi.fn(), label: "Camera" });
  const tracks = { getTracks: () => [track], getVideoTracks: () => [track], getAudioTracks: () => [] };
  vi.stubGlobal(
    "MediaStream",
    class {
      getTracks = tracks.getTracks;
      getVideoTracks = tracks.getVideoTracks;
      getAudioTracks = tracks.getAudioTracks;
    },
  );
  const getUserMedia = vi.fn(async () => {
    if (denied) throw new DOMException("no", "NotAllowedError");
    return tracks;
  });
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia }, configurable: true });
  return { getUserMedia, track };
}

beforeEach(() => {
  vi.spyOn(HTMLVideoElement.prototype, "videoWidth", "get").mockReturnValue(640);
  vi.spyOn(HTMLVideoElement.prototype, "videoHeight", "get").mockReturnValue(480);
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    fillRect: () => undefined,
    drawImage: () => undefined,
    getImageData: () => ({ data: Uint8ClampedArray.from([40, 80, 120, 255]) }),
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done, type) =>
    done(new Blob(["picture"], { type })),
  );
  Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "mediaDevices");
});

async function open(identity: Partial<OwnIdentity> | null) {
  server.reply(SESSION, 200, session(identity));
  const reply = intro();
  const user = await openTakePage({ ...reply, invite: { ...reply.invite, in_session: true } });
  await screen.findByRole("region", { name: "Your exam session" });
  return user;
}

const press = async (user: Awaited<ReturnType<typeof open>>, name: string) =>
  user.click(await screen.findByRole("button", { name }));

describe("pictures that a session asks for", () => {
  it("are taken, looked at, sent and replaced, with one use of the camera", async () => {
    const { getUserMedia, track } = devices();
    const user = await open({ asks: "face_and_document" });
    expect(await screen.findByText(/erased 24 hours after you are let in/)).toBeVisible();
    await expectAccessible();
    await press(user, "Turn on the camera");
    await press(user, "Take picture");
    expect(screen.getByRole("img", { name: "The picture of your face that you took" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Use this picture" })).toHaveFocus();
    await press(user, "Take again");
    expect(screen.getByRole("button", { name: "Take picture" })).toHaveFocus();
    await press(user, "Take picture");
    server.reply(SEND, 200, session({ asks: "face_and_document", face_at: AT }));
    await press(user, "Use this picture");
    expect(await screen.findByText(/^Sent at/)).toBeVisible();
    expect(server.lastCall(SEND).params).toEqual({ token: "tok-1", kind: "face" });
    expect(server.lastCall(SEND).headers.get("Content-Type")).toBe("image/jpeg");
    expect(server.lastCall(SEND).headers.get("Authorization")).toBeNull();

    await press(user, "Take picture");
    server.reply(SEND, 200, session({ asks: "face_and_document", face_at: AT, document_at: AT }));
    await press(user, "Use this picture");
    expect(await screen.findByText(/^Everything is sent/)).toBeVisible();
    expect(server.lastCall(SEND).params.kind).toBe("document");
    expect(getUserMedia).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(track.stop).toHaveBeenCalled());

    await press(user, "Replace the picture of your face");
    expect(await screen.findByRole("button", { name: "Keep the one sent" })).toBeVisible();
    await press(user, "Turn on the camera");
    await press(user, "Take picture");
    await press(user, "Use this picture");
    await waitFor(() => expect(server.calls(SEND)).toHaveLength(3));
    expect(server.lastCall(SEND).params.kind).toBe("face");
    await waitFor(() => expect(screen.getAllByText(/^Sent at/)).toHaveLength(2));
    await expectAccessible();
  });

  it("are not lost by a call that fails", async () => {
    devices();
    const user = await open({});
    await press(user, "Turn on the camera");
    await press(user, "Take picture");
    server.refuse(SEND, 429, { code: "too_many_calls", detail: "Too many requests." });
    await press(user, "Use this picture");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "The picture was not sent. Too many requests. It is kept here: you can send it again.",
    );
    expect(screen.getByRole("img", { name: "The picture of your face that you took" })).toBeVisible();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const down = vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("offline"));
    await press(user, "Send again");
    await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("You are offline."));
    down.mockRestore();
    server.reply(SEND, 200, session({ face_at: AT }));
    await press(user, "Send again");
    expect(await screen.findByText(/^Sent at/)).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("are sent where only the reply was lost", async () => {
    devices();
    const user = await open({ asks: "face_and_document" });
    await press(user, "Turn on the camera");
    await press(user, "Take picture");
    const there = session({ asks: "face_and_document", face_at: AT });
    const { fetch } = window;
    const cut = vi.spyOn(window, "fetch").mockImplementation((input, init) => {
      if (!String(input).includes("/identity/")) return fetch(input, init);
      server.reply(SESSION, 200, there);
      return Promise.reject(new TypeError("cut"));
    });
    await press(user, "Use this picture");
    expect(await screen.findByText(/^Sent at/, {}, { timeout: 10_000 })).toBeVisible();
    expect(screen.queryByText(/was not sent/)).toBeNull();
    cut.mockRestore();
  });

  it("are asked for again, with the reason", async () => {
    devices();
    await open({ again: "The face is in the dark." });
    expect(await screen.findByText("A proctor asks you for new pictures.")).toBeVisible();
    expect(screen.getByText("The face is in the dark.")).toHaveAttribute("dir", "auto");
    expect(screen.getByText("The face is in the dark.").closest("[role=status]")).not.toBeNull();
    await expectAccessible();
  });

  it("are of no use once the candidate was let in", async () => {
    devices();
    const user = await open({});
    await press(user, "Turn on the camera");
    await press(user, "Take picture");
    server.refuse(SEND, 409, { code: "already_admitted", detail: "You have been let in already." });
    server.reply(SESSION, 200, { ...session(null), waits: false });
    await press(user, "Use this picture");
    expect(await screen.findByText("You have been let in. You can start the test.")).toBeVisible();
    expect(screen.queryByText("Pictures to confirm who you are")).toBeNull();
  });

  it("can be files where the camera is blocked", async () => {
    devices({ denied: true });
    Object.assign(HTMLImageElement.prototype, { decode: () => Promise.resolve() });
    vi.spyOn(HTMLImageElement.prototype, "naturalWidth", "get").mockReturnValue(3_000);
    vi.spyOn(HTMLImageElement.prototype, "naturalHeight", "get").mockReturnValue(4_000);
    const user = await open({});
    await press(user, "Turn on the camera");
    expect(await screen.findByText(/a proctor can check in person who you are/)).toBeVisible();
    const file = new File(["x"], "me.png", { type: "image/png" });
    await user.upload(screen.getByLabelText("Picture of your face"), file);
    server.reply(SEND, 200, session({ face_at: AT }));
    await press(user, "Use this picture");
    expect(await screen.findByText(/^Sent at/)).toBeVisible();
    expect(server.lastCall(SEND).headers.get("Content-Type")).toBe("image/jpeg");
    await expectAccessible();
  });

  it("are not mentioned where none are asked for", async () => {
    await open(null);
    expect(screen.queryByText("Pictures to confirm who you are")).toBeNull();
  });
});
