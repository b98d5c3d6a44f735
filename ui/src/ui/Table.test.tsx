import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Table } from "./Table";

const people = [
  { id: "1", name: "Ada" },
  { id: "2", name: "Bob" },
];

it("renders of memoized rows only those that changed, or whose marks did", () => {
  const wide = vi
    .spyOn(window, "matchMedia")
    .mockImplementation(
      (media) => Object.assign(new EventTarget(), { media, matches: true }) as MediaQueryList,
    );
  const rendered = vi.fn();
  const table = (rows: typeof people, chosen: string, keys = ["name"]) => (
    <Table
      caption="People"
      columns={keys.map((key) => ({
        key,
        header: key,
        cell: (row: (typeof people)[number]) => {
          rendered(row.name);
          return row.id === chosen ? `${row.name}, chosen` : row.name;
        },
      }))}
      rows={rows}
      rowKey={({ id }) => id}
      marks={({ id }) => String(id === chosen)}
      card={() => null}
    />
  );
  const since = () => rendered.mock.calls.splice(0).flat();
  const { rerender } = render(table(people, ""));
  expect(since()).toEqual(["Ada", "Bob"]);
  rerender(table(people, ""));
  expect(since()).toEqual([]);
  rerender(table(people, "2"));
  expect(since()).toEqual(["Bob"]);
  expect(screen.getByText("Bob, chosen")).toBeVisible();
  rerender(table([{ id: "1", name: "Eve" }, ...people.slice(1)], "2"));
  expect(since()).toEqual(["Eve"]);
  rerender(table(people, "2", ["name", "again"]));
  expect(since()).toEqual(["Ada", "Ada", "Bob", "Bob"]);
  wide.mockRestore();
});
