import { screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { show } from "@/test/page";
import { MessageDialog } from "../actions/MessageDialog";
import { Messages } from "./Messages";

const SEND = "POST /api/attempts/{id}/messages";

const subject = { attemptId: "a-1", name: "Cara", title: "Rust" } as Parameters<
  typeof MessageDialog
>[0]["subject"];

function Monitor() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Messages attemptId="a-1" />
      {open && <MessageDialog subject={subject} onClose={() => setOpen(false)} />}
    </>
  );
}

it("sends the message of the dialog, and leaves the one beside the video to be sent", async () => {
  server.reply("GET /api/attempts/{id}/messages", 200, []);
  const user = show(<Monitor />);
  await user.type(screen.getByRole("textbox"), "Please move closer.");
  await user.click(screen.getByRole("button", { name: "Open" }));
  const dialog = await screen.findByRole("dialog");
  const field = within(dialog).getByRole("textbox");
  expect(field, "a text must not be ready to be sent twice").toHaveValue("");
  await user.type(field, "Ten minutes left.");
  await user.click(within(dialog).getByRole("button", { name: "Send Message" }));
  await waitFor(() => expect(server.lastCall(SEND).body).toEqual({ text: "Ten minutes left." }));
});
