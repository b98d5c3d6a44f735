import { screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { sampled } from "@/test/data";
import { show } from "@/test/page";
import { InviteList } from "./InviteList";
import { NOTHING } from "./selection";

afterEach(() => void vi.useRealTimers());

it("shows the next step of now in a row that has not changed", async () => {
  vi.spyOn(window, "matchMedia").mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: true }) as MediaQueryList,
  );
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-04T09:00:00Z") });
  const invites = [
    {
      ...sampled("Invite"),
      status: "scheduled" as const,
      email_sent: true,
      scheduled_date: "2026-03-04T10:00:00Z",
      expires_at: "2026-03-18T10:00:00Z",
    },
  ];
  function Page() {
    const [, again] = useState(0);
    return (
      <>
        <button type="button" onClick={() => again((before) => before + 1)}>
          Event
        </button>
        <InviteList
          invites={invites}
          ofOneTest
          selection={NOTHING}
          onToggle={() => undefined}
          onToggleLoaded={() => undefined}
        />
      </>
    );
  }
  const user = show(<Page />);
  expect(screen.getByText(/^Scheduled for/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Remind" })).toBeNull();
  vi.setSystemTime(new Date("2026-03-04T10:00:01Z"));
  await user.click(screen.getByRole("button", { name: "Event" }));
  expect(screen.getByRole("button", { name: "Remind" })).toBeVisible();
  vi.mocked(window.matchMedia).mockRestore();
});
