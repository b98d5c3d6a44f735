import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Decision, Ranking, RankingRow } from "@/api/ranking";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, notice, show } from "@/test/page";
import RankingPage from "./RankingPage";

const RANKING = "GET /api/tests/{id}/ranking";
const DECIDE = "PUT /api/results/{submission_id}/decision";
const RESULT = "GET /api/results/{submission_id}";
const PATH = "/admin/tests/t-1/results";

const row = (n: number, changes: Partial<RankingRow> = {}): RankingRow => ({
  ...sampled("RankingRow"),
  submission_id: `s-${n}`,
  applicant_name: `Person ${n}`,
  applicant_email: `person${n}@example.org`,
  score: 100 - n,
  rank: n,
  percentile: 90,
  decision: null,
  ...changes,
});
const decision = (value: Decision["value"], by = "Kim Sato"): Decision => ({
  ...sampled("Decision"),
  value,
  by,
  reason: "",
  told: [],
});
const three = [
  row(1),
  row(2),
  row(3, {
    rank: null,
    percentile: null,
    provisional: true,
    earned_points: 2,
    pending_points: 4,
    total_points: 20,
  }),
];

function given(rows: RankingRow[], changes: Partial<Ranking> = {}): void {
  server.reply(RANKING, 200, ({ query }) => ({
    ...sampled("Ranking"),
    test_id: "t-1",
    test_title: "Backend engineer",
    total: rows.length,
    page: Number(query.page),
    limit: Number(query.limit),
    field: { ...sampled("RankingField"), submissions: rows.length, final: rows.length, provisional: 1 },
    rows,
    ...changes,
  }));
}

const page = (
  <main>
    <RankingPage />
  </main>
);
const opened = (path = "") => show(page, { at: PATH + path, route: "/admin/tests/:id/results" });
const name = (n: number) => screen.findByRole("button", { name: `Person ${n}` });

describe("the results of a test", () => {
  it("begin with the best; those without a final score say why they have no rank", async () => {
    given(three);
    opened();
    await name(1);
    expect(server.lastCall(RANKING).query).toMatchObject({ sort: "score", order: "desc", page: "1" });
    expect(
      screen.getByText("1 submission waits for a review: it has no rank until then and stands last."),
    ).toBeVisible();
    expect(screen.getByText("4 points to review; no rank until then")).toBeVisible();
    expect(screen.getByText("2 of 16 points"), "no percentage").toBeVisible();
    expect(screen.queryByText(/so far/)).toBeNull();
    expect(screen.queryByLabelText("Reviewer"), "nothing is assigned").toBeNull();
    await expectAccessible();
  });

  it("show the points of each section of a divided test, and set a pass mark for one", async () => {
    const points = (earned: number, pending = false) => ({ earned, points: 6, pending });
    given([row(1, { sections: [points(4.5), points(2, true)] }), row(2, { sections: [points(1), null] })], {
      sections: [
        { label: "Databases", mean: 0.5 },
        { label: "Writing", mean: null },
      ],
    });
    const user = opened();
    await name(1);
    const list = document.body;
    expect(list).toHaveTextContent("Databases4.5 of 6Writing2 of 6so far");
    expect(list).toHaveTextContent("Databases1 of 6Writing–Not on this paper");

    const MARK = "PUT /api/tests/{id}/pass-mark";
    const mark = { ...sampled("PassMarkReply"), percent: null };
    server.reply(MARK, 200, ({ body }) => ({ ...mark, sections: body.sections ?? [] }));
    await user.click(screen.getByRole("button", { name: "Change the pass mark" }));
    const dialog = await screen.findByRole("dialog", { name: "Pass mark" });
    await user.type(within(dialog).getByRole("textbox", { name: "Databases" }), "most");
    expect(within(dialog).getByText("A number from 0 to 100, or nothing")).toBeVisible();
    expect(within(dialog).getByRole("button", { name: "Save" })).toBeDisabled();
    await user.clear(within(dialog).getByRole("textbox", { name: "Databases" }));
    await user.type(within(dialog).getByRole("textbox", { name: "Databases" }), "50");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
    await notice("The pass mark is Databases 50%");
    expect(server.lastCall(MARK).body).toMatchObject({ sections: [{ section: "Databases", percent: 50 }] });
    await expectAccessible();
  });

  it("fall back to the order by score where the section of a bookmark is gone, and say so", async () => {
    const detail = "This test has no such section.";
    server.refuse(RANKING, 422, { detail, fields: { sort: detail } });
    const user = opened("?sort=s:Gone&order=asc&decision=none");
    await notice(/section "Gone" .* not in the test any more. It is sorted by score/);
    await waitFor(() => expect(address()).toBe(`${PATH}?decision=none`));
    await waitFor(() =>
      expect(server.lastCall(RANKING).query).toMatchObject({
        sort: "score",
        order: "desc",
        decision: "none",
      }),
    );
    given(three);
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await name(1);
  });

  it("are filtered by reviewer, where answers are assigned", async () => {
    const rita = "0190b6f2-3a44-7c1e-9d5f-6b2a8c4e1f03";
    given(three, { reviewers: [{ id: rita, full_name: "Rita Reed" }] });
    const user = opened();
    await name(1);
    await user.selectOptions(screen.getByLabelText("Reviewer"), "Rita Reed");
    await waitFor(() => expect(server.lastCall(RANKING).query).toMatchObject({ reviewer: rita, page: "1" }));
    expect(address()).toContain(`reviewer=${rita}`);
    await user.click(screen.getByRole("button", { name: "Clear filters" }));
    expect(address()).not.toContain("reviewer");
    await expectAccessible();
  });

  it("explain an empty list, by the reason", async () => {
    given([], { field: sampled("RankingField") });
    opened();
    expect(await screen.findByText("No results yet")).toBeVisible();
    given([], { field: { ...sampled("RankingField"), submissions: 3 } });
    opened("?decision=hold");
    expect(await screen.findByText("No candidates match these filters")).toBeVisible();
  });

  it("move and decide by keys, with the version that was read", async () => {
    given([row(1), row(2, { decision_version: 7 })]);
    server.reply(DECIDE, 200, { decision: decision("hold", "Ada Admin"), version: 8 });
    const user = opened();
    await name(1);
    await user.keyboard("j");
    expect(await name(1)).toHaveFocus();
    await user.keyboard("j2");
    expect(await name(2)).toHaveFocus();
    await notice("Person 2: on hold");
    expect(server.lastCall(DECIDE)).toMatchObject({
      params: { submission_id: "s-2" },
      body: { decision: "hold", version: 7 },
    });
  });

  it("queue the second of two fast decisions behind the version of the first", async () => {
    given([row(1)]);
    let reply = () => {};
    const held = new Promise<void>((resolve) => {
      reply = resolve;
    });
    server.reply(DECIDE, 200, async ({ body }) => {
      await held;
      return {
        decision: body.decision ? decision(body.decision) : null,
        version: (body.version ?? 0) + 1,
      };
    });
    const user = opened();
    await name(1);
    await user.keyboard("j13");
    expect(server.calls(DECIDE)).toHaveLength(1);
    reply();
    await waitFor(() => expect(server.calls(DECIDE)).toHaveLength(2));
    expect(server.calls(DECIDE).map(({ body }) => [body.decision, body.version])).toEqual([
      ["shortlist", 0],
      ["reject", 1],
    ]);
  });

  it("takes those who share the tenth place on the next page", async () => {
    const tied = Array.from({ length: 22 }, (_, n) => row(n + 1, { rank: Math.min(n + 1, 10) }));
    given(tied);
    server.reply(RANKING, 200, ({ query }) => {
      const [page, limit] = [Number(query.page), Number(query.limit)];
      return {
        ...sampled("Ranking"),
        test_id: "t-1",
        total: 23,
        page,
        limit,
        rows: [...tied, row(23, { rank: 23 })].slice((page - 1) * limit, page * limit),
      };
    });
    const user = opened("?size=20");
    await name(1);
    await user.click(screen.getByRole("button", { name: "Select top 10 (20+ with ties)" }));
    const bar = await screen.findByRole("region", { name: "Selected candidates" });
    expect(within(bar).getByText("22 selected")).toBeVisible();
  });

  it("select the ten best with all who share the tenth place, and decide on them at once", async () => {
    given(Array.from({ length: 12 }, (_, n) => row(n + 1, n === 10 ? { rank: 10 } : {})));
    const user = opened();
    await name(1);
    await user.click(screen.getByRole("button", { name: "Select top 10 (11 with ties)" }));
    const bar = screen.getByRole("region", { name: "Selected candidates" });
    expect(within(bar).getByText("11 selected")).toBeVisible();
    server.reply("POST /api/decisions", 200, ({ body }) => ({
      rows: body.ids.map((submission_id) => ({ submission_id, outcome: "changed" as const })),
    }));
    await user.type(within(bar).getByLabelText("Reason"), "Strong");
    await user.click(within(bar).getByRole("button", { name: "Shortlist" }));
    await notice("11 candidates: shortlisted");
    const { body } = server.lastCall("POST /api/decisions");
    expect(body).toMatchObject({ decision: "shortlist", reason: "Strong" });
    expect(body.ids).toHaveLength(11);
    expect(within(bar).getByText("11 selected"), "it stays for the letters").toBeVisible();
    expect(within(bar).getByLabelText("Reason")).toHaveValue("");
  });

  it("print the selected candidates, best first, and keep the selection", async () => {
    given([row(1), row(2), row(3)]);
    const user = opened();
    await name(1);
    for (const n of [3, 1]) await user.click(screen.getByRole("checkbox", { name: `Select Person ${n}` }));
    await user.click(screen.getByRole("button", { name: "Print" }));
    await screen.findByRole("heading", { name: "Selected candidates" });
    const printed = screen.getAllByRole("cell").map(({ textContent }) => textContent);
    expect(printed.filter((text) => text?.startsWith("Person"))).toEqual([
      "Person 1person1@example.org",
      "Person 3person3@example.org",
    ]);
    await user.click(screen.getByRole("button", { name: "Back to the results" }));
    await name(2);
    expect(screen.getByRole("checkbox", { name: "Select Person 3" })).toBeChecked();
  });

  it("ask before decisions of others are replaced", async () => {
    given([row(1, { decision: decision("reject") }), row(2)]);
    const user = opened();
    await name(1);
    for (const n of [1, 2]) await user.click(screen.getByRole("checkbox", { name: `Select Person ${n}` }));
    await user.click(screen.getByRole("button", { name: "Shortlist" }));
    const question = await screen.findByRole("dialog", { name: "Shortlist 2 candidates?" });
    expect(question).toHaveTextContent("1 candidate already has another decision: rejected.");
    expect(server.calls("POST /api/decisions")).toHaveLength(0);
  });

  it("show a conflict with the other decision, and keep mine on top of it", async () => {
    given([row(1)]);
    server.refuse(DECIDE, 409, { detail: "Changed.", code: "changed_meanwhile", by: "Kim Sato" });
    server.reply(RESULT, 200, {
      ...sampled("ResultDetail"),
      submission_id: "s-1",
      applicant_name: "Person 1",
      decision: { ...decision("reject"), reason: "Moved abroad" },
      decision_version: 3,
    });
    const user = opened();
    await name(1);
    await user.keyboard("j1");
    const conflict = await screen.findByRole("alert");
    expect(conflict).toHaveTextContent("Kim Sato decided on this candidate");
    expect(conflict).toHaveTextContent("Moved abroad");
    expect(address()).toContain("result=s-1");
    server.reply(DECIDE, 200, { decision: decision("shortlist", "Ada Admin"), version: 4 });
    await user.click(within(conflict).getByRole("button", { name: "Keep mine" }));
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect(server.lastCall(DECIDE).body).toMatchObject({ decision: "shortlist", version: 3 });
  });

  it("keep a reason that is being typed when the next candidate is looked at", async () => {
    given([row(1), row(2)]);
    server.reply(RESULT, 200, ({ params }) => ({
      ...sampled("ResultDetail"),
      submission_id: params.submission_id ?? "",
      applicant_name: `Person ${params.submission_id?.slice(2)}`,
      decision: null,
    }));
    const user = opened("?result=s-1");
    await user.type(await screen.findByLabelText("Reason"), "Half a thought");
    await user.click(screen.getByRole("button", { name: "Next candidate (J)" }));
    await screen.findByRole("dialog", { name: "Person 2" });
    expect(screen.getByLabelText("Reason")).toHaveValue("");
    await user.click(screen.getByRole("button", { name: "Previous candidate (K)" }));
    await screen.findByRole("dialog", { name: "Person 1" });
    expect(screen.getByLabelText("Reason")).toHaveValue("Half a thought");
    await expectAccessible();
  });
});
