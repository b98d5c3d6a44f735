import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { formatDateTime, viewerZone } from "@/lib/format";
import { sampled } from "@/test/data";
import { PaperList } from "./PaperList";

/** What the list says of when and where, for a session at 07:30 UTC on a day whose clock changes in Berlin. */
function headOf(time_zone: string | null) {
  const session = {
    ...sampled("ExamSession"),
    starts_at: "2026-03-29T07:30:00Z",
    place: "Hall 2",
    time_zone,
  };
  const { unmount } = render(<PaperList data={{ ...sampled("SessionPeople"), session, people: [] }} />);
  const head = screen.getByText(/Hall 2/).textContent;
  unmount();
  return head;
}

it("shows the start by the clocks of the room, with their zone", () => {
  expect(viewerZone()).not.toBe("Asia/Kolkata");
  expect(headOf("Asia/Kolkata")).toMatch(/29.*2026.*\b0?1:00.*(GMT\+5:30|IST)/);
  expect(headOf("Europe/Berlin")).toMatch(/\b0?9:30.*(GMT\+2|CEST)/);
});

it("shows the time of the viewer where a zone is missing or unknown", () => {
  const own = formatDateTime("2026-03-29T07:30:00Z");
  expect(headOf(null)).toContain(own);
  expect(headOf("Moon/Tranquility")).toContain(own);
});
