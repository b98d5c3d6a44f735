import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { TakeSession } from "../session/take-session";
import { RunPane } from "./RunPane";

const RUNS = "GET /api/take-test/{token}/runs";
const RUN = "POST /api/take-test/{token}/runs";

function Pane({ session, question_id }: { session: TakeSession; question_id: string }) {
  const desk = useRef<HTMLDivElement>(null);
  return (
    <div ref={desk}>
      <RunPane
        key={question_id}
        {...{ session, question_id, desk }}
        language="Rust"
        source="fn main() {}"
        tests={[]}
        onMessages={() => undefined}
        onGoTo={() => undefined}
      />
    </div>
  );
}

it("says at its own question alone that a run failed", async () => {
  server.reply(RUNS, 200, { ...sampled("RunsBody"), languages: ["Rust"], latest: null });
  server.refuse(RUN, 429, { code: "too_many_runs", detail: "Please wait a moment." });
  const session = new TakeSession("tok-1");
  const { rerender } = render(<Pane session={session} question_id="q-1" />);
  await userEvent.setup().click(screen.getByRole("button", { name: "Run" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Please wait a moment.");
  rerender(<Pane session={session} question_id="q-2" />);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
  rerender(<Pane session={session} question_id="q-1" />);
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});
