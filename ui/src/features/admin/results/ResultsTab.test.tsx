import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { ResultRow } from "@/api/types";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, notice, show } from "@/test/page";
import { ResultsTab } from "./ResultsTab";

const RESULTS = "GET /api/results";
const RESULT = "GET /api/results/{submission_id}";
const DECIDE = "PUT /api/results/{submission_id}/decision";

const row = (n: number, changes: Partial<ResultRow> = {}): ResultRow => ({
  ...sampled("ResultRow"),
  submission_id: `s-${n}`,
  applicant_name: `Person ${n}`,
  applicant_email: `person${n}@example.org`,
  test_title: "Backend engineer",
  decision: null,
  decision_version: 0,
  told: [],
  ...changes,
});

/** Pages of ten, of rows from 1 on. */
function given(total: number): void {
  server.reply(RESULTS, 200, ({ query }) => {
    const [page, limit] = [Number(query.page), Number(query.limit)];
    const first = (page - 1) * limit + 1;
    const count = Math.max(0, Math.min(limit, total - first + 1));
    return {
      results: Array.from({ length: count }, (_, n) => row(first + n)),
      pagination: { page, limit, total, total_pages: Math.ceil(total / limit) },
    };
  });
  server.reply(RESULT, 200, ({ params }) => ({
    ...sampled("ResultDetail"),
    submission_id: params.submission_id ?? "",
    applicant_name: `Person ${params.submission_id?.slice(2)}`,
    decision: null,
  }));
}

const opened = (query = "") => show(<ResultsTab />, { at: `/admin?tab=results${query}`, route: "/admin" });
const name = (n: number) => screen.findByRole("button", { name: `Person ${n}` });

describe("the results of all tests", () => {
  it("are sorted by a press on a header, and the URL has it", async () => {
    given(3);
    const wide = (media: string) => Object.assign(new EventTarget(), { media, matches: true });
    const screens = vi
      .spyOn(window, "matchMedia")
      .mockImplementation((media) => wide(media) as MediaQueryList);
    const user = opened();
    await name(1);
    expect(server.lastCall(RESULTS).query).toMatchObject({ sort: "date", order: "desc", page: "1" });
    await user.click(screen.getByRole("button", { name: "Score" }));
    await waitFor(() =>
      expect(server.lastCall(RESULTS).query).toMatchObject({ sort: "score", order: "desc" }),
    );
    expect(address()).toContain("sort=score");
    await user.click(screen.getByRole("button", { name: "Candidate" }));
    await waitFor(() => expect(server.lastCall(RESULTS).query).toMatchObject({ sort: "name", order: "asc" }));
    await expectAccessible();
    screens.mockRestore();
  });

  it("are searched and filtered, and cleared at once", async () => {
    given(3);
    const user = opened("&page=2");
    await user.type(await screen.findByLabelText("Name or email"), "ada");
    await waitFor(() => expect(server.lastCall(RESULTS).query).toMatchObject({ search: "ada", page: "1" }));
    await user.selectOptions(screen.getByLabelText("Decision"), "Shortlisted");
    await user.selectOptions(screen.getByLabelText("Review"), "Final score");
    await user.type(screen.getByLabelText("Score from (%)"), "60");
    await waitFor(() =>
      expect(server.lastCall(RESULTS).query).toMatchObject({
        decision: "shortlist",
        state: "final",
        score_min: "60",
      }),
    );
    await user.click(screen.getByRole("button", { name: "Export CSV" }));
    await waitFor(() =>
      expect(server.lastCall("GET /api/results/export").query).toMatchObject({
        format: "csv",
        search: "ada",
        decision: "shortlist",
        state: "final",
        score_min: "60",
      }),
    );
    await user.click(screen.getByRole("button", { name: "Clear" }));
    await waitFor(() => expect(server.lastCall(RESULTS).query).not.toHaveProperty("search"));
    expect(address()).toBe("/admin?tab=results");
  });

  it("move, open, go on over the end of a page and close by keys", async () => {
    given(12);
    const user = opened("&page=1");
    await name(1);
    await user.keyboard("jjjjjjjjjj");
    expect(await name(10)).toHaveFocus();
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "Person 10" });
    expect(screen.getByText("Candidate 10 of 12")).toBeVisible();
    await user.keyboard("j");
    const next = await screen.findByRole("dialog", { name: "Person 11" });
    expect(address()).toContain("page=2");
    expect(within(next).getByRole("button", { name: "Previous candidate (K)" })).toBeEnabled();
    await user.keyboard("k");
    await screen.findByRole("dialog", { name: "Person 10" });
    await expectAccessible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(address()).not.toContain("result=");
    expect(await name(10)).toHaveFocus();
  });

  it("are decided on in the row, with the version that was read", async () => {
    given(2);
    server.reply(DECIDE, 200, {
      decision: { ...sampled("Decision"), value: "hold", by: "Ada Admin", reason: "", told: [] },
      version: 1,
    });
    const user = opened();
    await name(1);
    await user.keyboard("jj2");
    await notice("Person 2: on hold");
    expect(server.lastCall(DECIDE)).toMatchObject({
      params: { submission_id: "s-2" },
      body: { decision: "hold", version: 0 },
    });
    await user.keyboard("?");
    const help = await screen.findByRole("dialog");
    expect(help).toHaveTextContent("Shortlist");
    expect(help).not.toHaveTextContent("Select or clear the row");
  });

  it("say why the list is empty", async () => {
    given(0);
    const user = opened("&q=zoe");
    expect(await screen.findByText("No results match these filters")).toBeVisible();
    await user.click(screen.getAllByRole("button", { name: /Clear/ })[0] as HTMLElement);
    expect(await screen.findByText("No results yet")).toBeVisible();
  });
});
