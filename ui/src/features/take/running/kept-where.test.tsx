import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
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
  [{ kind: "offline" }, 2, "Kept on this computer until the connection is back"],
  [{ kind: "aside" }, 0, "Kept aside: this test is open in another browser"],
] as const)("says nothing of sending in a pause where answers are held up", (save, unsent, words) => {
  const session = held(true);
  session.store.setState({ save, unsent });
  show(
    <TakeProvider value={session}>
      <PausedView />
    </TakeProvider>,
  );
  expect(screen.getByText(new RegExp(words))).toBeVisible();
  expect(screen.queryByText(/are being sent|are saved/)).toBeNull();
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

it("keeps the only copy of a withdrawn test under a click that was meant for the test", async () => {
  savedFiles();
  const session = held(true);
  const discard = vi.spyOn(session, "discard").mockResolvedValue();
  const user = show(
    <TakeProvider value={session}>
      <WithdrawnView />
    </TakeProvider>,
  );
  await user.dblClick(screen.getByRole("button", { name: "Delete them from this computer" }));
  const dialog = within(screen.getByRole("dialog", { name: "Delete your answers?" }));
  expect(dialog.getByText(/this computer has the only copy/)).toBeVisible();
  const confirm = dialog.getByRole("button", { name: "Delete for good" });
  expect(confirm).toBeDisabled();
  expect(discard).not.toHaveBeenCalled();
  await waitFor(() => expect(confirm).toBeEnabled(), { timeout: 3_000 });
  await user.click(confirm);
  expect(discard).toHaveBeenCalledOnce();
});
