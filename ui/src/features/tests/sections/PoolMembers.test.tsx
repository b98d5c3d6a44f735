import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PoolItem } from "@/features/questions/content/sections";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import { PoolMembers } from "./PoolMembers";

const CUT = "Not all are listed: only ready questions among the newest 1,000 of the bank are.";
const question = (id: string) => ({ ...sampled("BankQuestion"), id, title: `Question ${id}`, tags: ["sql"] });
const pool = (changes: Partial<PoolItem>): PoolItem => ({
  kind: "pool",
  id: "pool-1",
  by: "questions",
  tags: [],
  question_ids: [],
  draw: "2",
  points: "1",
  ...changes,
});
const open = (changes: Partial<PoolItem>, pinned: string[] = []) =>
  show(<PoolMembers pool={pool(changes)} pinned={pinned} actions={null} />);
const listed = async () =>
  within(await screen.findByRole("list", { name: "Questions of the pool" }))
    .getAllByRole("link")
    .map((link) => link.textContent);

it("lists the chosen questions without those that the test has anyway", async () => {
  server.reply("GET /api/questions", 200, ["a", "b", "c", "d"].map(question));
  open({ question_ids: ["a", "b", "c"] }, ["c"]);
  expect(await listed()).toEqual(["Question a", "Question b"]);
  expect(screen.queryByText(CUT)).toBeNull();
  await expectAccessible();
});

it("says that a chosen question is not listed, because it is no longer ready or too old", async () => {
  server.reply("GET /api/questions", 200, ["a"].map(question));
  open({ question_ids: ["a", "gone"] });
  expect(await listed()).toEqual(["Question a"]);
  expect(screen.getByText(CUT)).toBeVisible();
});

it("says that more questions may have the tags than the server lists at once", async () => {
  server.reply(
    "GET /api/questions",
    200,
    Array.from({ length: 1000 }, (_, n) => ({
      ...question(`q${n}`),
      tags: n < 5 ? ["sql", "hard"] : ["sql"],
    })),
  );
  open({ by: "tags", tags: ["sql", "hard"] });
  expect(await listed()).toHaveLength(5);
  expect(screen.getByText(CUT)).toBeVisible();
});
