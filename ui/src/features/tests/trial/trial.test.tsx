import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backendTest, sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { TestEditor } from "@/test/test-editor";
import TrialPage from "./TrialPage";

const TRY = "POST /api/trials";
const RESULT = "GET /api/trials/{id}/result";

const tab = () => ({ location: { replace: vi.fn() }, close: vi.fn(), opener: window as unknown });

function openPanel(opened: ReturnType<typeof tab> | null) {
  vi.stubGlobal("open", vi.fn().mockReturnValue(opened));
  return show(<TestEditor test={backendTest()} />);
}

const attempt = () => screen.getByRole("button", { name: "Try as candidate" });

describe("a trial of what the editor holds", () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => vi.unstubAllGlobals());

  it("opens in a new tab and saves nothing", async () => {
    const opened = tab();
    let press = () => {};
    const pressed = new Promise<void>((resolve) => {
      press = resolve;
    });
    server.reply(TRY, 201, async () => {
      await pressed;
      return { id: "i-1", token: "trial-1", ends_at: "2026-03-03T10:00:00Z" };
    });
    const user = openPanel(opened);
    await user.type(screen.getByRole("textbox", { name: "Title" }), " 2");
    await user.dblClick(attempt());
    press();
    await waitFor(() =>
      expect(opened.location.replace).toHaveBeenCalledExactlyOnceWith("/take-test/trial-1"),
    );
    expect(server.calls(TRY)).toMatchObject([{ body: { title: "Backend engineer 2" } }]);
    expect(window.open).toHaveBeenCalledOnce();
    expect(opened.opener).toBeNull();
    expect(server.calls("PUT /api/tests/{id}")).toEqual([]);
  });

  it("shows in the editor what the server refuses, and closes the tab", async () => {
    const opened = tab();
    const fields = { title: "This title is too long." };
    server.refuse(TRY, 422, { code: "invalid", detail: "Please check the fields.", fields });
    const user = openPanel(opened);
    await user.click(attempt());
    expect(await screen.findByText("This title is too long.")).toBeVisible();
    expect(opened.close).toHaveBeenCalledOnce();
  });

  it("says when the browser blocks the tab", async () => {
    const user = openPanel(null);
    await user.click(attempt());
    await notice(/Your browser blocked the tab/);
    expect(server.calls(TRY)).toEqual([]);
  });
});

describe("the result of a trial", () => {
  const open = () => show(<TrialPage />, { at: "/admin/trials/i-1", route: "/admin/trials/:id" });

  it("shows score and key", async () => {
    const answer = {
      ...sampled("ResultAnswer"),
      question: "Pick B",
      question_type: "multiple_choice" as const,
      options: ["A", "B"],
      correct_answer: "B",
      answer: "A",
    };
    server.reply(RESULT, 200, { ...sampled("ResultDetail"), test_title: "Codes", answers: [answer] });
    open();
    expect(await screen.findByRole("heading", { name: "Trial: Codes" })).toBeVisible();
    expect(screen.getByText(/Pick B/)).toBeVisible();
    await expectAccessible();
  });

  it("says that a trial is over", async () => {
    server.refuse(RESULT, 404, { code: "not_found", detail: "There is no such trial." });
    open();
    expect(await screen.findByText("This trial is over")).toBeVisible();
  });
});
