import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { rubric } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { RubricDialog } from "./RubricDialog";

const READ = "GET /api/tests/{id}/rubrics/{question_id}";
const SAVE = "PUT /api/tests/{id}/rubrics/{question_id}";
const PREVIEW = "POST /api/tests/{id}/rubrics/{question_id}/preview";

async function open(questions = [{ id: "q-2", label: "2. When would you choose a queue?" }]) {
  server.reply(READ, 200, ({ params }) => rubric({ question_id: params.question_id ?? "" }));
  server.reply(PREVIEW, 200, { up: 12, down: 3, unchanged: 40, crossing: 1, told: 0, decided: 0 });
  const onClose = vi.fn();
  const user = show(<RubricDialog test="t-1" questions={questions} onClose={onClose} />);
  await screen.findByRole("textbox", { name: "Item 1" });
  return { user, onClose, dialog: within(screen.getByRole("dialog")) };
}

const points = (item: number) => screen.getByRole("spinbutton", { name: `Points of item ${item}` });
const save = () => screen.getByRole("button", { name: "Save rubric" });

describe("the rubric of a question", () => {
  it("shows what is stored, and has nothing to save", async () => {
    await open();
    expect(screen.getByRole("textbox", { name: "Item 1" })).toHaveValue("Names a slow receiver");
    expect(points(3)).toHaveValue(0.5);
    expect(save()).toBeDisabled();
    await expectAccessible();
  });

  it("shows whose scores a change of points moves, before it is saved", async () => {
    const { user, onClose, dialog } = await open();
    await user.clear(points(1));
    await user.type(points(1), "3");
    expect(await dialog.findByText(/12 go up, 3 down, 40 stay the same/)).toBeVisible();
    expect(dialog.getByText("1 crosses the pass mark.")).toBeVisible();
    server.reply(SAVE, 200, rubric({ version: 5 }));
    await user.click(save());
    await notice("The rubric is saved");
    expect(onClose).toHaveBeenCalledOnce();
    expect(server.lastCall(SAVE).body).toMatchObject({
      version: 4,
      items: [{ id: "r-1", points: 3 }, { id: "r-2" }, { id: "r-3" }],
    });
  });

  it("asks for no preview while only texts change", async () => {
    const { user } = await open();
    await user.type(screen.getByRole("textbox", { name: "Notes" }), " Be kind.");
    await user.click(save());
    await waitFor(() => expect(server.calls(SAVE)).toHaveLength(1));
    expect(server.calls(PREVIEW)).toEqual([]);
  });

  it("explains wrong points and sends nothing", async () => {
    const { user } = await open();
    await user.clear(points(2));
    await user.type(points(2), "7");
    await user.click(save());
    expect(screen.getByRole("alert")).toHaveTextContent("Item 2: points from 0.5 to 5, in steps of 0.5");
    expect(server.calls(SAVE)).toEqual([]);
  });

  it("keeps the text when another person was faster, and saves it on request", async () => {
    const { user } = await open();
    await user.type(screen.getByRole("textbox", { name: "Notes" }), " Mine.");
    server.refuse(SAVE, 409, { detail: "Changed.", code: "changed_meanwhile", by: "Kim Sato" });
    server.reply(READ, 200, rubric({ version: 9 }));
    await user.click(save());
    expect(await screen.findByText(/Kim Sato/)).toBeVisible();
    await waitFor(() => expect(server.calls(READ).length).toBeGreaterThan(1));
    server.reply(SAVE, 200, rubric({ version: 10 }));
    await user.click(screen.getByRole("button", { name: "Keep mine" }));
    await user.click(save());
    await notice("The rubric is saved");
    expect(server.lastCall(SAVE).body).toMatchObject({ version: 9, notes: "Accept brokers by name. Mine." });
  });

  it("changes the question, but not while the rubric has changes", async () => {
    const { user } = await open([
      { id: "q-2", label: "2. Queues" },
      { id: "q-3", label: "3. Lists" },
    ]);
    await user.selectOptions(screen.getByRole("combobox", { name: "Question" }), "3. Lists");
    await waitFor(() => expect(server.lastCall(READ).params).toMatchObject({ question_id: "q-3" }));
    await user.type(await screen.findByRole("textbox", { name: "Notes" }), "x");
    expect(screen.getByRole("combobox", { name: "Question" })).toBeDisabled();
  });
});
