import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { show } from "@/test/page";
import type { ListedRow } from "../../browse/row";
import { useSelection } from "../../browse/useSelection";
import { DecisionBar } from "./DecisionBar";
import { useDecide } from "./useDecide";

const none = () => undefined;
const ROWS = ["a", "b"].map((id) => ({ ...sampled("RankingRow"), submission_id: id })) as ListedRow[];

function Page() {
  const { selection, onToggle } = useSelection(ROWS);
  return (
    <>
      {ROWS.map(({ submission_id: id }) => (
        <button key={id} type="button" onClick={() => onToggle(id, false)}>
          {`Person ${id}`}
        </button>
      ))}
      <DecisionBar
        test={null}
        selection={selection}
        shown={ROWS}
        sections={[]}
        deciding={useDecide(none)}
        onCompare={none}
        onSendLetters={none}
        onClear={none}
      />
    </>
  );
}

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
