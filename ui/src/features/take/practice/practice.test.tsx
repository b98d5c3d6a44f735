import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { QuestionType } from "@/api/questions";
import { ENGLISH, show } from "@/i18n";
import { practice } from "@/i18n/de/practice";
import { kinds as labels } from "@/i18n/en/kinds";
import { server } from "@/test/mock-server";
import { expectAccessible } from "@/test/page";
import { intro, LOAD, openTakePage, START } from "@/test/take";
import { samplesOf } from "./samples";

const button = (name: string) => screen.findByRole("button", { name });

async function practise(...question_types: QuestionType[]) {
  const reply = intro();
  const user = await openTakePage({ ...reply, test: { ...reply.test, question_types } });
  await user.click(await button("Try practice questions"));
  await screen.findByRole("heading", { level: 1, name: "Practice" });
  return user;
}

describe("the practice", () => {
  it("has a sample of every kind in the test, and sends nothing", async () => {
    const user = await practise("multiple_choice", "gaps", "essay");
    expect(screen.getByRole("heading", { name: "Sample 1 of 3" })).toHaveFocus();
    await user.click(screen.getByRole("radio", { name: "Apple" }));
    await expectAccessible();
    await user.click(await button("Next"));
    await user.type(await screen.findByRole("textbox", { name: "Gap 1 of 2" }), "12");
    await expectAccessible();
    await user.click(await button("Next"));
    await user.type(screen.getByRole("textbox", { name: "Your answer" }), "To the lake.");
    const loads = server.calls(LOAD).length;
    await user.click(await button("Finish practice"));
    await waitFor(async () => expect(await button("Try practice questions")).toHaveFocus());
    expect(server.calls(START)).toEqual([]);
    expect(server.calls("PUT /api/take-test/{token}/answers")).toEqual([]);
    expect(server.calls("POST /api/take-test/{token}/runs")).toEqual([]);
    expect(server.calls(LOAD)).toHaveLength(loads);
  });

  it("leaves at any sample, and begins afresh", async () => {
    const user = await practise("essay", "multiple_choice");
    await user.type(screen.getByRole("textbox", { name: "Your answer" }), "To the lake.");
    await user.click(await button("Back to the test"));
    await user.click(await button("Try practice questions"));
    expect(await screen.findByRole("textbox", { name: "Your answer" })).toHaveValue("");
  });

  it("is in another language once its texts have come", async () => {
    await practise("multiple_choice");
    const german = { tag: "de", direction: "ltr" } as const;
    act(() => show({ ...german, parts: {} }));
    expect(screen.getByRole("radio", { name: "Apple" })).toBeVisible();
    act(() => show({ ...german, parts: { practice } }));
    expect(screen.getByRole("radio", { name: practice.apple })).toBeVisible();
    act(() => show(ENGLISH));
  });

  it("has samples of all kinds", () => {
    const kinds = Object.keys(labels) as QuestionType[];
    expect(samplesOf(kinds).map(({ type, question }) => [type, question !== ""])).toEqual(
      kinds.map((type) => [type, true]),
    );
  });
});
