import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { queries } from "@/test/page";
import { Preview } from "./Preview";

const CONTENT = "POST /api/tests/content";

it("formats the options as candidates see them, and asks for those alone that have marks", async () => {
  server.reply(CONTENT, 200, ({ body }) => {
    const { text } = body as { text: string };
    const inside = text.startsWith("`") ? { code: text.slice(1, -1) } : { t: text };
    // The description of the API leaves the tree's form to the page.
    return { content: { rich: [{ p: [inside] }] } as unknown as Record<string, never> };
  });
  render(
    <QueryClientProvider client={queries()}>
      <Preview
        question={{
          id: "q-1",
          type: "multiple_choice",
          format: "markdown",
          question: "Which change fixes it?",
          points: 1,
          options: ["`len(set(taken))`", "None"],
          correct_answer: "None",
        }}
      />
    </QueryClientProvider>,
  );
  expect((await screen.findByText("len(set(taken))")).tagName).toBe("CODE");
  expect(screen.getByText("None")).toBeVisible();
  const asked = server.calls(CONTENT).map(({ body }) => (body as { text: string }).text);
  expect(asked.toSorted()).toEqual(["Which change fixes it?", "`len(set(taken))`"]);
});
