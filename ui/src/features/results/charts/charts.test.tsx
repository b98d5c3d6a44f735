import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { expectAccessible, show } from "@/test/page";
import { AreaBars } from "./AreaBars";
import { Scatter, stepsTo } from "./Scatter";
import { ScoreField } from "./ScoreField";
import { TimeBars } from "./TimeBars";

const buckets = Array.from({ length: 10 }, (_, n) => ({
  from: n * 10,
  to: n * 10 + 10,
  count: n === 6 ? 4 : n % 2,
}));

it("a field of scores names its pass mark and the own score, with a table behind", async () => {
  const user = show(<ScoreField buckets={buckets} passMark={60} own={64.5} />);
  expect(
    screen.getByRole("img", { name: "Scores of 9 candidates, pass mark 60.0%, this one 64.5%" }),
  ).toBeVisible();
  await user.click(screen.getByText("Show as a table"));
  const row = within(screen.getByRole("table")).getByRole("row", { name: "60 to 70 % (this one) 4" });
  expect(row).toBeVisible();
  await expectAccessible();
});

it("a full score belongs to the last ten percent", () => {
  show(<ScoreField buckets={buckets} passMark={null} own={100} />);
  expect(screen.getByText("90 to 100 % (this one)")).toBeInTheDocument();
});

it("bars of parts say the points and what all earned", async () => {
  show(<AreaBars areas={[{ name: "SQL", earned: 3, points: 4, field: 0.5 }]} />);
  expect(screen.getByRole("listitem")).toHaveTextContent("SQL3 of 4 pointsall: 50%");
  await expectAccessible();
});

it("the pass mark is a handle, moved by keys and chosen with Enter", async () => {
  const onMark = vi.fn();
  const user = show(<ScoreField compact buckets={buckets} passMark={60} onMark={onMark} />);
  const handle = screen.getByRole("slider", { name: "Pass mark" });
  await user.tab();
  expect(handle).toHaveFocus();
  await user.keyboard("{Enter}");
  expect(onMark).not.toHaveBeenCalled();
  await user.keyboard("{ArrowRight}{PageUp}");
  expect(handle).toHaveAttribute("aria-valuenow", "71");
  await user.keyboard("{Escape}");
  expect(handle).toHaveAttribute("aria-valuenow", "60");
  await user.keyboard("{End}{ArrowLeft}{Enter}");
  expect(onMark).toHaveBeenCalledWith(99);
  await expectAccessible();
});

it("a scatter has its figures in a table, and separates dots that lie on each other", async () => {
  const axis = { label: "Points", from: 0, to: 4, ticks: [0, 4], words: String };
  const dots = [1, 2].map((number) => ({ id: `q${number}`, number: 2, name: `Name ${number}`, x: 2, y: 3 }));
  const user = show(
    <Scatter label="Time by points" hint="Hint." x={axis} y={{ ...axis, label: "Minutes" }} dots={dots} />,
  );
  const places = [...document.querySelectorAll("circle")].map((dot) => dot.getAttribute("cx"));
  expect(new Set(places).size).toBe(2);
  await user.click(screen.getByText("Show as a table"));
  expect(screen.getByRole("row", { name: "2. Name 1 2 3" })).toBeVisible();
  expect([stepsTo(1), stepsTo(7), stepsTo(0.4)]).toEqual([
    [0, 1],
    [0, 2, 4, 6, 8],
    [0, 1],
  ]);
  await expectAccessible();
});

it("the time of each question stands beside the median of all", async () => {
  show(
    <TimeBars
      times={[
        { id: "q1", number: 1, seconds: 130, usual: 60 },
        { id: "q2", number: 2, seconds: 5, usual: null },
      ]}
    />,
  );
  expect(screen.getByRole("img", { name: "Time per question. 1: 2 min 10 s, 2: 5 s" })).toBeVisible();
  expect(screen.getByRole("row", { name: /^1 2 min 10 s 1 min/, hidden: true })).toBeInTheDocument();
  await expectAccessible();
});
