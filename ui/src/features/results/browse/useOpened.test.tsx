import { screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { useUrlState } from "@/lib/url-state";
import { address, show } from "@/test/page";
import { readView } from "../ranking/view";
import { useOpened } from "./useOpened";

const FIRST = { rows: ["a", "b"], page: 1, total: 4 };
const SECOND = { rows: ["c", "d"], page: 2, total: 4 };

/** A list of two pages, loaded when its buttons are pressed. */
function Rows() {
  const { params } = useUrlState();
  const [list, setList] = useState(FIRST);
  const { opened, place, move, close } = useOpened({ ...readView(params), size: 2 }, list);
  return (
    <>
      <p>{opened ? `${opened}, ${place ? `${place.number} of ${place.total}` : "elsewhere"}` : "closed"}</p>
      <button type="button" onClick={() => move(1)}>
        Next
      </button>
      <button
        type="button"
        onClick={() => {
          move(1);
          setList({ ...FIRST, rows: [...FIRST.rows] });
        }}
      >
        Next while the page is read again
      </button>
      <button type="button" onClick={() => setList(SECOND)}>
        Loaded
      </button>
      <button type="button" onClick={close}>
        Close
      </button>
    </>
  );
}

const opened = () => show(<Rows />, { at: "/?result=b" });
const press = (name: string) => screen.getByRole("button", { name });

it("stays at the last of a page until the next page is loaded", async () => {
  const user = opened();
  await screen.findByText("b, 2 of 4");
  await user.click(press("Next"));
  expect(address()).toBe("/?result=b&page=2");
  // Another press skips nothing.
  await user.click(press("Next"));
  expect(screen.getByText("b, 2 of 4")).toBeVisible();
  await user.click(press("Loaded"));
  expect(await screen.findByText("c, 3 of 4")).toBeVisible();
});

it("opens no result of the page before, if that is read again meanwhile", async () => {
  const user = opened();
  await screen.findByText("b, 2 of 4");
  await user.click(press("Next while the page is read again"));
  expect(address()).toBe("/?result=b&page=2");
  await user.click(press("Loaded"));
  expect(await screen.findByText("c, 3 of 4")).toBeVisible();
});

it("opens nothing if it was closed before the next page is loaded", async () => {
  const user = opened();
  await screen.findByText("b, 2 of 4");
  await user.click(press("Next"));
  await user.click(press("Close"));
  await user.click(press("Loaded"));
  expect(await screen.findByText("closed")).toBeVisible();
});
