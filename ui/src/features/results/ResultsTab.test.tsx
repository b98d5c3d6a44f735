import { focusManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
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
  it("say on a phone how many of the folded filters are set", async () => {
    given(3);
    opened("&q=Person&from=2026-11-01&state=final&max=50");
    await name(1);
    expect(screen.getByRole("button", { name: "Filters 3 set" })).toBeInTheDocument();
  });

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

  it("show nothing of a result that was erased meanwhile", async () => {
    given(3);
    opened("&result=s-2");
    await screen.findByRole("dialog", { name: "Person 2" });
    server.refuse(RESULT, 404, { detail: "There is no such result.", code: "not_found" });
    act(() => {
      focusManager.setFocused(false);
      focusManager.setFocused(true);
    });
    expect(await screen.findByText("This result is no longer there")).toBeVisible();
    expect(screen.getByRole("dialog")).not.toHaveTextContent("Person 2");
    expect(screen.queryByRole("button", { name: "Shortlist" })).toBeNull();
    focusManager.setFocused(undefined);
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
    expect(help).toHaveTextContent("Select or clear the row");
  });

  it("are filtered by pass mark and reviewer, in the list and in its exports", async () => {
    given(3);
    const rita = "0190b6f2-3a44-7c1e-9d5f-6b2a8c4e1f03";
    server.reply("GET /api/admin/list-admins", 200, ({ query }) =>
      query.role === "reviewer" ? [{ ...sampled("User"), id: rita, full_name: "Rita Reed" }] : [],
    );
    const user = opened(`&passed=true`);
    await name(1);
    expect(server.lastCall(RESULTS).query).toMatchObject({ passed: "true" });
    await user.selectOptions(await screen.findByLabelText("Reviewer"), "Rita Reed");
    await user.selectOptions(screen.getByLabelText("Pass mark"), "Below");
    await waitFor(() =>
      expect(server.lastCall(RESULTS).query).toMatchObject({ passed: "false", reviewer: rita, page: "1" }),
    );
    expect(address()).toContain(`reviewer=${rita}`);
    await user.click(screen.getByRole("button", { name: "Export XLSX" }));
    await waitFor(() =>
      expect(server.lastCall("GET /api/results/export").query).toMatchObject({
        passed: "false",
        reviewer: rita,
      }),
    );
    await expectAccessible();
  });

  it("are exported with the rows, the format and the headings that are chosen, which are kept", async () => {
    given(3);
    const user = opened("&passed=true");
    await name(1);
    await user.click(screen.getAllByRole("button", { name: "Export…" })[0] as HTMLElement);
    let dialog = await screen.findByRole("dialog", { name: "Export results" });
    await user.click(within(dialog).getByRole("radio", { name: "One row per answer" }));
    await user.selectOptions(within(dialog).getByLabelText("Format"), "CSV for Excel");
    await user.selectOptions(within(dialog).getByLabelText("Column headings"), "In words: Deutsch");
    await expectAccessible();
    await user.click(within(dialog).getByRole("button", { name: "Export" }));
    const sent = () => server.lastCall("GET /api/results/export").query;
    await waitFor(() =>
      expect(sent()).toMatchObject({
        format: "csv",
        answers: "true",
        bom: "true",
        headings: "de",
        passed: "true",
      }),
    );
    await waitFor(() => expect(dialog).not.toBeInTheDocument());

    await user.click(screen.getAllByRole("button", { name: "Export…" })[0] as HTMLElement);
    dialog = await screen.findByRole("dialog", { name: "Export results" });
    expect(within(dialog).getByLabelText("Column headings")).toHaveValue("de");
    await user.selectOptions(within(dialog).getByLabelText("Format"), "JSON lines");
    expect(within(dialog).getByLabelText("Column headings")).toBeDisabled();
    await user.click(within(dialog).getByRole("button", { name: "Export" }));
    await waitFor(() => expect(sent()).toMatchObject({ format: "jsonl" }));
    expect(sent()).not.toHaveProperty("headings");
  });

  it("are selected over pages by keys and boxes, and decided on together", async () => {
    given(12);
    server.reply("POST /api/decisions", 200, {
      rows: ["s-1", "s-11"].map((submission_id) => ({ submission_id, outcome: "changed" as const })),
    });
    const user = opened();
    await name(1);
    await user.keyboard("jx");
    const bar = await screen.findByRole("region", { name: "Selected candidates" });
    expect(bar).toHaveTextContent("1 selected");
    await user.click(screen.getByRole("button", { name: "Next" }));
    await user.click(await screen.findByRole("checkbox", { name: "Select Person 11" }));
    expect(bar).toHaveTextContent("2 selected, 1 not on this page");
    await expectAccessible();
    await user.click(within(bar).getByRole("button", { name: "Shortlist" }));
    await notice("2 candidates: shortlisted");
    expect(server.lastCall("POST /api/decisions").body).toMatchObject({
      ids: ["s-1", "s-11"],
      versions: [0, 0],
      decision: "shortlist",
    });
    expect(bar, "the next action is often on the same people").toHaveTextContent("2 selected");
  });

  it("are compared and shared within one test alone, and printed across tests", async () => {
    server.reply(RESULTS, 200, () => ({
      results: [row(1, { test_id: "t-1" }), row(2, { test_id: "t-1" }), row(3, { test_id: "t-2" })],
      pagination: { page: 1, limit: 10, total: 3, total_pages: 1 },
    }));
    const user = opened();
    await name(1);
    await user.keyboard("jxjx");
    const bar = within(await screen.findByRole("region", { name: "Selected candidates" }));
    expect(bar.getByRole("button", { name: "Compare" })).toBeEnabled();
    await user.keyboard("jx");
    expect(bar.getByText("from several tests")).toBeVisible();
    expect(bar.queryByRole("button", { name: "Compare" })).toBeNull();
    expect(bar.queryByRole("button", { name: "Share" })).toBeNull();
    await user.click(bar.getByRole("button", { name: "Print" }));
    expect(await screen.findByRole("heading", { name: "Selected results" })).toBeVisible();
    expect(screen.getByText("3 results of 2 tests")).toBeVisible();
    await expectAccessible();
    await user.click(screen.getByRole("button", { name: "Back to the results" }));
    expect(await screen.findByRole("region", { name: "Selected candidates" })).toHaveTextContent(
      "3 selected",
    );
  });

  it("show and hide columns, and the URL has them", async () => {
    given(2);
    const wide = (media: string) => Object.assign(new EventTarget(), { media, matches: true });
    const screens = vi
      .spyOn(window, "matchMedia")
      .mockImplementation((media) => wide(media) as MediaQueryList);
    const user = opened("&cols=test,time,decision");
    await name(1);
    expect(screen.getByRole("columnheader", { name: /Time used/ })).toBeVisible();
    expect(screen.queryByRole("columnheader", { name: /Score/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Columns" }));
    await user.click(await screen.findByRole("menuitemcheckbox", { name: "Signals" }));
    expect(await screen.findByRole("columnheader", { name: "Signals" })).toBeVisible();
    expect(address()).toContain("cols=test%2Ctime%2Cflags%2Cdecision");
    screens.mockRestore();
  });

  it("say why the list is empty", async () => {
    given(0);
    const user = opened("&q=zoe");
    expect(await screen.findByText("No results match these filters")).toBeVisible();
    await user.click(screen.getAllByRole("button", { name: /Clear/ })[0] as HTMLElement);
    expect(await screen.findByText("No results yet")).toBeVisible();
  });
});
