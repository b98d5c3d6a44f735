import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ErrorCode } from "@/api/types";
import { ENGLISH, show } from "@/i18n";
import { storeToken } from "@/stores/session-token";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, notice } from "@/test/page";
import { intro, LOAD, openTakePage as open, START, showTest, started } from "@/test/take";

const SESSION = "GET /api/take-test/{token}/session";

/** A session whose common start is now. */
function beginning() {
  const now = new Date().toISOString();
  return { ...sampled("OwnSession"), start: "together" as const, begins_at: now, server_time: now };
}

const ASK = "POST /api/take-test/{token}/resume-request";

const button = (name: string) => screen.getByRole("button", { name });

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "mediaDevices");
});

describe("the page before the start", () => {
  it("says what is asked, for how long, and what is recorded", async () => {
    await open();
    expect(screen.getByText("Queues, HTTP and a little code.")).toBeVisible();
    expect(screen.getByText("Noor Haddad")).toBeVisible();
    expect(screen.getByText("45 minutes")).toBeVisible();
    expect(screen.getByText("3 questions")).toBeVisible();
    expect(screen.getByText("Multiple choice")).toBeVisible();
    expect(screen.getByText("Video monitoring is required.")).toBeVisible();
    expect(screen.getByText("What is recorded besides your answers:")).toBeVisible();
    expect(server.calls(START)).toEqual([]);
    await expectAccessible();
  });

  it("starts once the text is accepted, by keyboard, and names what was accepted", async () => {
    server.reply(START, 200, started());
    const hash = "ab".repeat(32);
    const consent = { version: 2, text: "We keep your answers for a year.", hash };
    const user = await open({ ...intro(), consent });
    expect(await screen.findByText(consent.text)).toBeVisible();
    await expectAccessible();
    await user.click(button("Start Test"));
    const box = screen.getByRole("checkbox", { name: "I have read this text and accept it" });
    expect(box).toHaveFocus();
    expect(screen.getByText("Please accept the text before you start.")).toBeVisible();
    expect(server.calls(START)).toEqual([]);
    await user.keyboard(" ");
    expect(box).toBeChecked();
    expect(screen.queryByText("Please accept the text before you start.")).toBeNull();
    await user.click(button("Start Test"));
    await screen.findByRole("dialog", { name: "Camera Access Denied" });
    expect(server.lastCall(START).body).toEqual({ consent_hash: hash, consent_format: "plain" });
    expect(screen.queryByText(consent.text)).toBeNull();
  });

  it("has the text in the page's language accepted, and again after another choice", async () => {
    server.reply(START, 200, started());
    const english = { version: 2, text: "We keep your answers.", hash: "ab".repeat(32) };
    const german = { text: "Wir behalten Ihre Antworten.", hash: "cd".repeat(32) };
    const user = await open({ ...intro(), consent: { ...english, translations: { de: german } } });
    const accept = () => screen.getByRole("checkbox", { name: "I have read this text and accept it" });
    await screen.findByText(english.text);
    await user.click(accept());
    act(() => show({ ...ENGLISH, tag: "de" }));
    expect(screen.getByText(german.text).closest("[lang]")).toHaveAttribute("lang", "de");
    expect(screen.queryByText(english.text)).toBeNull();
    expect(accept()).not.toBeChecked();
    await user.click(button("Start Test"));
    expect(screen.getByText("Please accept the text before you start.")).toBeVisible();
    expect(server.calls(START)).toEqual([]);
    await user.click(accept());
    await user.click(button("Start Test"));
    const named = { consent_hash: german.hash, consent_format: "plain" };
    await waitFor(() => expect(server.lastCall(START).body).toEqual(named));
    act(() => show(ENGLISH));
  });

  it("waits with a common start until the text is accepted", async () => {
    server.reply(START, 200, started());
    server.reply(SESSION, 200, beginning());
    const reply = intro();
    const consent = {
      version: 2,
      text: "We keep your answers.",
      format: "markdown" as const,
      hash: "ab".repeat(32),
    };
    const user = await open({ ...reply, invite: { ...reply.invite, in_session: true }, consent });
    const box = await screen.findByRole("checkbox");
    await waitFor(() => expect(box).toHaveFocus());
    expect(screen.getByText("Please accept the text before you start.")).toBeVisible();
    expect(server.calls(START)).toEqual([]);
    await user.click(box);
    await waitFor(() => expect(server.calls(START)).toHaveLength(1), { timeout: 5_000 });
    expect(server.lastCall(START).body).toEqual({ consent_hash: consent.hash, consent_format: "markdown" });
  });

  it("begins with the others once the network is back", async () => {
    server.reply(START, 200, started());
    server.reply(SESSION, 200, beginning());
    const real = window.fetch;
    const away = vi.fn(() => Promise.reject(new TypeError("Failed to fetch")));
    vi.stubGlobal("fetch", (...call: Parameters<typeof fetch>) =>
      String(call[0]).includes("/start-test/") && away.mock.calls.length < 2 ? away() : real(...call),
    );
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const reply = intro();
    await open({ ...reply, invite: { ...reply.invite, in_session: true } });
    await waitFor(() => expect(server.calls(START)).toHaveLength(1), { timeout: 5_000 });
    expect(away).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
  });

  it("begins with the others where only the reply to the start was lost", async () => {
    server.reply(SESSION, 200, beginning());
    const reply = intro();
    const real = window.fetch;
    vi.stubGlobal("fetch", (...call: Parameters<typeof fetch>) => {
      if (!String(call[0]).includes("/start-test/")) return real(...call);
      server.reply(LOAD, 200, { ...reply, in_progress: true, attempt: started() });
      return Promise.reject(new TypeError("Failed to fetch"));
    });
    await open({ ...reply, invite: { ...reply.invite, in_session: true, no_camera: true } });
    const question = { name: /Which status code means/ };
    expect(await screen.findByRole("group", question, { timeout: 5_000 })).toBeVisible();
  });

  it("goes on by itself after a reload in front of the camera's question", async () => {
    const reply = intro();
    const invite = { ...reply.invite, in_session: true, no_camera: true };
    server.reply(LOAD, 200, { ...reply, invite, in_progress: true, attempt: started() });
    showTest("tok-1");
    const question = { name: /Which status code means/ };
    expect(await screen.findByRole("group", question, { timeout: 5_000 })).toBeVisible();
    expect(server.calls(START)).toEqual([]);
  });

  it("begins with the others where word of a lost start comes late, and the next one hangs", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
    server.reply(SESSION, 200, beginning());
    const shown = intro();
    const reply = { ...shown, invite: { ...shown.invite, in_session: true, no_camera: true } };
    const real = window.fetch;
    let starts = 0;
    let say = () => {};
    const word = new Promise<void>((resolve) => {
      say = resolve;
    });
    vi.stubGlobal("fetch", (...call: Parameters<typeof fetch>) => {
      if (!String(call[0]).includes("/start-test/")) return real(...call);
      starts += 1;
      if (starts > 1) {
        say();
        return new Promise<Response>(() => {});
      }
      server.reply(LOAD, 200, async () => {
        await word;
        return { ...reply, in_progress: true, attempt: started() };
      });
      return Promise.reject(new TypeError("Failed to fetch"));
    });
    try {
      await open(reply);
      await waitFor(() => expect(starts).toBe(1));
      await vi.advanceTimersByTimeAsync(5_000);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(starts).toBe(2);
      expect(await screen.findByRole("group", { name: /Which status code means/ })).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });

  it("begins with the others after a start that was a moment too early", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
    server.reply(SESSION, 200, beginning());
    server.refuse(START, 409, { code: "not_started_yet", detail: "Not yet." });
    const reply = intro();
    const real = window.fetch;
    let starts = 0;
    vi.stubGlobal("fetch", (...call: Parameters<typeof fetch>) => {
      if (String(call[0]).includes("/start-test/")) {
        starts += 1;
        if (starts > 1) server.reply(START, 200, started());
      }
      return real(...call);
    });
    try {
      await open({ ...reply, invite: { ...reply.invite, in_session: true, no_camera: true } });
      await waitFor(() => expect(server.calls(START)).toHaveLength(1));
      for (let tenth = 0; tenth < 4 && starts < 2; tenth += 1) await vi.advanceTimersByTimeAsync(100);
      expect(starts).toBe(2);
      expect(await screen.findByRole("group", { name: /Which status code means/ })).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });

  it("says why a common start does not begin, while it tries again", async () => {
    server.reply(SESSION, 200, beginning());
    server.refuse(START, 409, { code: "other_attempt_running", detail: "Another test is running." });
    const reply = intro();
    await open({ ...reply, invite: { ...reply.invite, in_session: true } });
    expect(await screen.findByText("Another test is running.", {}, { timeout: 5_000 })).toBeVisible();
    expect(server.calls(START).length).toBeGreaterThan(1);
  });

  it("shows the server's clock, whatever the computer's says", async () => {
    const server_time = "2026-11-20T09:30:05Z";
    server.reply(SESSION, 200, { ...sampled("OwnSession"), start: "individual", server_time });
    const reply = intro();
    await open({ ...reply, invite: { ...reply.invite, in_session: true } });
    expect(await screen.findByText(/^Time now: .*:3[01]:\d\d/)).toBeVisible();
  });

  it("shows the session into which the candidate came after the page was opened", async () => {
    server.refuse(START, 409, { code: "not_admitted", detail: "You are in the waiting room." });
    server.reply(SESSION, 200, { ...sampled("OwnSession"), title: "Round one" });
    const user = await open();
    expect(server.calls(SESSION)).toEqual([]);
    await user.click(button("Start Test"));
    expect(await screen.findByText("Round one", {}, { timeout: 5_000 })).toBeVisible();
  });

  it("says that the text has changed meanwhile", async () => {
    server.reply(START, 409, {
      code: "consent_changed",
      detail: "The text that you accepted has changed. Please read the new one and accept it.",
      request_id: "r-1",
    });
    const consent = { version: 2, text: "We keep your answers.", hash: "ab".repeat(32) };
    const user = await open({ ...intro(), consent });
    await user.click(await screen.findByRole("checkbox"));
    await user.click(button("Start Test"));
    const dialog = within(await screen.findByRole("dialog", { name: "The text to accept has changed" }));
    expect(dialog.getByRole("button", { name: "Read the new text" })).toBeVisible();
  });

  it("includes the extra time of an accommodation", async () => {
    const reply = intro();
    await open({ ...reply, invite: { ...reply.invite, extra_minutes: 15 } });
    expect(screen.getByText("60 minutes (15 minutes extra time included)")).toBeVisible();
  });

  it("starts with the keyboard; without a camera the candidate decides", async () => {
    server.reply(START, 200, started());
    const user = await open();
    button("Start Test").focus();
    await user.keyboard("{Enter}");
    const dialog = within(await screen.findByRole("dialog", { name: "Camera Access Denied" }));
    expect(dialog.getByText(/only on secure pages/)).toBeVisible();
    expect(server.calls(START)).toHaveLength(1);
    expect(server.lastCall(START).params).toEqual({ token: "tok-1" });
    expect(server.lastCall(START).headers.get("X-Attempt-Key")).toMatch(/\S{20,}/);
    expect(dialog.getByRole("button", { name: "Try again" })).toBeEnabled();
    await user.click(dialog.getByRole("button", { name: "Proceed" }));
    expect(await screen.findByRole("group", { name: /Which status code means/ })).toBeVisible();
  });

  it("asks for the camera before the clock starts, once the device check has seen it", async () => {
    server.reply(START, 200, started());
    const track = Object.assign(new EventTarget(), { stop: vi.fn(), label: "Camera" });
    const stream = { getTracks: () => [track], getVideoTracks: () => [track], getAudioTracks: () => [] };
    vi.stubGlobal(
      "MediaStream",
      class {
        getTracks = stream.getTracks;
        getVideoTracks = stream.getVideoTracks;
        getAudioTracks = stream.getAudioTracks;
      },
    );
    const getUserMedia = vi.fn(async () => stream);
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia }, configurable: true });
    const user = await open();
    await user.click(await screen.findByRole("button", { name: "Check camera and connection" }));
    expect(await screen.findByText("This is what your camera sees.")).toBeVisible();
    await user.click(button("Done"));
    // Another program has taken it since.
    getUserMedia.mockRejectedValue(new DOMException("in use", "NotReadableError"));
    await user.click(button("Start Test"));
    const dialog = within(await screen.findByRole("dialog", { name: "Camera Access Denied" }));
    expect(dialog.getByText("Another program is using the camera.")).toBeVisible();
    expect(server.calls(START)).toEqual([]);
    const proceed = dialog.getByRole("button", { name: "Proceed" });
    // Both clicks before the page is drawn again.
    act(() => {
      proceed.click();
      proceed.click();
    });
    expect(await screen.findByRole("group", { name: /Which status code means/ })).toBeVisible();
    expect(server.calls(START)).toHaveLength(1);
  });

  it("stays here when the candidate does not want to go on without a camera", async () => {
    server.reply(START, 200, started());
    const user = await open();
    await user.click(button("Start Test"));
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(await screen.findByText(/Time left:/)).toHaveTextContent(
      /Your test is running\. Time left: \d+:\d\d:\d\d/,
    );
    expect(screen.queryByText(/Which status code means/)).not.toBeInTheDocument();
  });

  it("shows why the server refuses, and starts with the same key when it no longer does", async () => {
    server.refuse(START, 503, { detail: "The server is being restarted." });
    const user = await open();
    await user.click(button("Start Test"));
    await notice("Failed to start test: The server is being restarted.");
    const key = server.lastCall(START).headers.get("X-Attempt-Key");
    server.reply(START, 200, started());
    await user.click(button("Start Test"));
    expect(await screen.findByRole("dialog", { name: "Camera Access Denied" })).toBeVisible();
    expect(server.lastCall(START).headers.get("X-Attempt-Key")).toBe(key);
  });

  it("offers to ask the administrator when the test runs in another browser", async () => {
    server.refuse(START, 409, { detail: "This test runs elsewhere.", code: "attempt_elsewhere" });
    const user = await open(intro({ in_progress: true }));
    expect(await screen.findByText(/already in progress on another device/)).toBeVisible();
    await user.click(button("Start Test"));
    const dialog = within(await screen.findByRole("dialog", { name: "Test Already In Progress" }));
    await user.click(dialog.getByRole("button", { name: "Ask to continue here" }));
    expect(await screen.findByRole("dialog", { name: "Waiting for your administrator" })).toBeVisible();
    expect(server.lastCall(ASK).params).toEqual({ token: "tok-1" });
  });

  const OTHER = "Another of your tests is in progress: 'Rust'. Please finish it first.";
  it.each<
    [status: 403 | 404 | 409 | 410, code: ErrorCode, detail: string, title: string, way: RegExp | null]
  >([
    [409, "other_attempt_running", OTHER, "Test Already In Progress", /^See your tests$/],
    [403, "order_blocked", "Complete your oldest test first", "Another test comes first", /See your tests/],
    [403, "not_open_yet", "It opens later.", "This test is not open yet", null],
    [403, "slot_needed", "Please choose a time.", "Choose a time first", /Choose a time/],
    [403, "name_needed", "Please give your name.", "Enter your name", /Enter your name/],
    [403, "account_inactive", "Your account is deactivated.", "Your account is deactivated", null],
    [410, "finished", "Already submitted.", "This test is over", /See when it ended/],
    [410, "expired", "This invitation has expired.", "This invitation has ended", null],
    [410, "revoked", "It has been withdrawn.", "This invitation was withdrawn", null],
    [404, "unknown_link", "This link is not known.", "This link is not known", null],
  ])("answers %i %s with its own dialog", async (status, code, detail, title, way) => {
    server.refuse(START, status, { detail, code });
    const user = await open();
    await user.click(button("Start Test"));
    const dialog = within(await screen.findByRole("dialog", { name: title }));
    expect(screen.getByRole("dialog")).toHaveAccessibleDescription(
      new RegExp(`^${detail.replace(/\.$/, "")}`),
    );
    expect(dialog.queryByRole("button", { name: "Ask to continue here" })).toBeNull();
    if (way) expect(await dialog.findByRole("link", { name: way })).toBeVisible();
    else expect(dialog.queryByRole("link")).toBeNull();
    if (code === "other_attempt_running")
      expect(screen.getByRole("dialog")).toHaveAccessibleDescription(
        /Open it with the link of its invitation, or from/,
      );
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(button("Start Test")).toBeEnabled();
  });

  it("leads to the other test, for an applicant who is signed in", async () => {
    storeToken("session");
    try {
      server.refuse(START, 409, { detail: OTHER, code: "other_attempt_running" });
      const running = {
        ...sampled("MyInvite"),
        status: "in_progress" as const,
        token: "tok-2",
        test_title: "Rust",
      };
      server.reply("GET /api/my-invites", 200, [running]);
      const user = await open();
      await user.click(button("Start Test"));
      const link = await screen.findByRole("link", { name: "Continue “Rust”" });
      expect(link).toHaveAttribute("href", "/take-test/tok-2");
      await expectAccessible();
    } finally {
      storeToken(null);
    }
  });

  it("informs a candidate who came too early, with the way to choose a time", async () => {
    await open(
      intro({ can_start: false, blocked_code: "slot_needed", blocked_reason: "Choose a time first." }),
    );
    expect(await screen.findByText("Choose a time first.")).toBeVisible();
    expect(screen.getByRole("link", { name: "Choose a time" })).toHaveAttribute("href", "/test-invite/tok-1");
  });

  it("says in the language of the page why it does not begin", async () => {
    await open(
      intro({ can_start: false, blocked_code: "pool_too_small", blocked_reason: "Too few questions." }),
    );
    expect(await screen.findByText("Too few questions.")).toBeVisible();
    const parts = { refusals: { pool_too_small: "Es sind zu wenige Fragen." } } as never;
    act(() => show({ tag: "de", direction: "ltr", parts }));
    expect(screen.getByText("Es sind zu wenige Fragen.")).toBeVisible();
    expect(screen.queryByText("Too few questions.")).toBeNull();
    act(() => show(ENGLISH));
  });

  it("leads to the page of the link when the test is over, without an error", async () => {
    server.refuse(LOAD, 410, { detail: "This test has already been submitted.", code: "finished" });
    showTest("tok-9");
    await waitFor(() => expect(address()).toBe("/test-invite/tok-9"));
    expect(screen.queryByText(/Unable to load test/)).toBeNull();
  });

  it("leaves for the start page when the link has no test", async () => {
    server.refuse(LOAD, 404, { detail: "This link is not valid." });
    showTest("tok-9");
    await notice("Unable to load test: This link is not valid.");
    await waitFor(() => expect(address()).toBe("/"));
  });
});
