import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { show } from "@/test/page";
import { savedFiles } from "@/test/saved-file";
import { TakeSession } from "../session/take-session";
import { TakeProvider } from "../useTake";
import { PausedView } from "./PausedView";
import { WithdrawnView } from "./WithdrawnView";

function held(durable: boolean) {
  const session = new TakeSession("tok-1");
  session.store.setState({ durable, unsent: 2, pausedSince: "2026-11-20T09:00:00Z" });
  return session;
}

it.each([
  [true, "Your answers are kept on this computer and are being sent."],
  [false, "Your answers are kept in this page only and are being sent: do not close it."],
])("says in a pause where unsent answers are, stored: %s", (durable, words) => {
  show(
    <TakeProvider value={held(durable)}>
      <PausedView />
    </TakeProvider>,
  );
  expect(screen.getByText(words)).toBeVisible();
});

it.each([
  [true, /This computer still has those/, "Delete them from this computer"],
  [false, /Only this page still has those/, "Delete them"],
])("says of a withdrawn test where the answers are, stored: %s", (durable, words, button) => {
  savedFiles();
  show(
    <TakeProvider value={held(durable)}>
      <WithdrawnView />
    </TakeProvider>,
  );
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByRole("button", { name: button })).toBeVisible();
});
