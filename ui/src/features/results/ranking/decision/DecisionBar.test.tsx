import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { notice, show } from "@/test/page";
import type { ListedRow } from "../../browse/row";
import { useSelection } from "../../browse/useSelection";
import { DecisionBar } from "./DecisionBar";
import { useDecide } from "./useDecide";

const none = () => undefined;
const row = (id: string, changes: Partial<ListedRow> = {}) =>
  ({
    ...sampled("RankingRow"),
    submission_id: id,
    applicant_name: id,
    decision: null,
    decision_version: 0,
    told: [],
    ...changes,
  }) as ListedRow;
const ROWS = ["a", "b"].map((id) => row(id));

function Page({ rows = ROWS }: { rows?: ListedRow[] }) {
  const { selection, onToggle, onUpdate, onSelect } = useSelection(rows);
  return (
    <>
      {rows.map(({ submission_id: id }) => (
        <button key={id} type="button" onClick={() => onToggle(id, false)}>
          {`Person ${id}`}
        </button>
      ))}
      <button type="button" onClick={() => onSelect(rows)}>
        All of them
      </button>
      <DecisionBar
        test={null}
        selection={selection}
        shown={rows}
        sections={[]}
        deciding={useDecide(none)}
        onCompare={none}
        onSendLetters={none}
        onUpdate={onUpdate}
        onClear={none}
      />
    </>
  );
}

const DECIDE = "POST /api/decisions";
const allChanged = () =>
  server.reply(DECIDE, 200, ({ body }) => ({
    rows: body.ids.map((submission_id) => ({ submission_id, outcome: "changed" as const })),
  }));

it("keeps the selection, and takes a decision on many back from its toast", async () => {
  const held = { ...sampled("Decision"), value: "hold" as const, reason: "Wait", told: [] };
  const user = show(<Page rows={[row("a"), row("b", { decision: held, decision_version: 4 })]} />);
  allChanged();
  await user.click(screen.getByRole("button", { name: "All of them" }));
  await user.click(screen.getByRole("button", { name: "Reject" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Reject" }));
  await notice("2 candidates: rejected");
  expect(server.lastCall(DECIDE).body).toMatchObject({
    ids: ["a", "b"],
    versions: [0, 4],
    decision: "reject",
  });
  expect(screen.getByText("2 selected")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await notice("The decisions are as before");
  const undone = server
    .calls(DECIDE)
    .slice(1)
    .map(({ body }) => body);
  expect(undone).toEqual([
    { ids: ["a"], versions: [1], decision: null, reason: "" },
    { ids: ["b"], versions: [5], decision: "hold", reason: "Wait" },
  ]);
});

it("asks for the number above 30", async () => {
  const many = Array.from({ length: 31 }, (_, n) => row(`p${n}`));
  const user = show(<Page rows={many} />);
  allChanged();
  await user.click(screen.getByRole("button", { name: "All of them" }));
  await user.click(screen.getByRole("button", { name: "Reject" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reject 31 candidates?" }));
  expect(dialog.getByRole("button", { name: "Reject" })).toBeDisabled();
  await user.type(dialog.getByRole("textbox"), "31");
  await user.click(dialog.getByRole("button", { name: "Reject" }));
  await notice("31 candidates: rejected");
});

it("shows a private reason with no candidate but the one that it was typed for", async () => {
  const user = show(<Page />);
  const toggle = (id: string) => user.click(screen.getByRole("button", { name: `Person ${id}` }));
  const reason = () => screen.getByRole("textbox", { name: "Reason" });
  await toggle("a");
  await user.type(reason(), "About a");
  await toggle("b");
  expect(reason(), "for both").toHaveValue("About a");
  await toggle("a");
  expect(reason(), "b alone").toHaveValue("");
  await toggle("b");
  await toggle("a");
  expect(reason()).toHaveValue("About a");
  expect(screen.getByText(/What you typed here earlier is back/)).toBeVisible();
});

it("takes the newest decision back with Ctrl+Z, but not in a field", async () => {
  const user = show(<Page />);
  allChanged();
  const decide = async (id: string, button: string, words: string) => {
    await user.click(screen.getByRole("button", { name: `Person ${id}` }));
    await user.click(screen.getByRole("button", { name: button }));
    await notice(words);
    await user.click(screen.getByRole("button", { name: `Person ${id}` }));
  };
  await decide("a", "Shortlist", "1 candidate: shortlisted");
  await decide("b", "Hold", "1 candidate: on hold");
  const undone = () =>
    server
      .calls(DECIDE)
      .slice(2)
      .flatMap(({ body }) => body.ids);
  await user.click(screen.getByRole("button", { name: "Person a" }));
  await user.type(screen.getByRole("textbox", { name: "Reason" }), "{Control>}z{/Control}");
  expect(undone(), "in a field").toEqual([]);
  screen.getByRole("button", { name: "Person a" }).focus();
  await user.keyboard("{Control>}z{/Control}");
  await notice("The decisions are as before");
  await user.keyboard("{Control>}z{/Control}");
  await vi.waitFor(() => expect(undone(), "one after the other").toEqual(["b", "a"]));
  await user.keyboard("{Control>}z{/Control}");
  expect(undone(), "once each").toEqual(["b", "a"]);
});
