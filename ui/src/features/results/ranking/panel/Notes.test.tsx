import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { show } from "@/test/page";
import { Notes } from "./Notes";

const DELETE = "DELETE /api/results/{submission_id}/notes/{note_id}";
const note = (id: string, text: string) => ({ ...sampled("Note"), id, text, deletable: true });

it("deletes no note by a double click, and one after its question", async () => {
  server.reply("GET /api/results/{submission_id}/notes", 200, [
    note("n-1", "Call back."),
    note("n-2", "Second."),
  ]);
  const user = show(<Notes id="s-1" test="t-1" />);
  const [first] = await screen.findAllByRole("button", { name: "Delete this note" });
  if (!first) throw new Error("no note can be deleted");
  await user.dblClick(first);
  const dialog = within(screen.getByRole("dialog", { name: "Delete this note?" }));
  expect(dialog.getByText("Call back.")).toBeVisible();
  expect(server.calls(DELETE)).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Delete note" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.calls(DELETE).map(({ params }) => params.note_id)).toEqual(["n-1"]);
});
