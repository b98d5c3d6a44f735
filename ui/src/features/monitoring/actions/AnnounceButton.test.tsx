import { cleanup, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { monitored } from "@/test/data";
import { server } from "@/test/mock-server";
import { notice, show } from "@/test/page";
import { AnnounceButton } from "./AnnounceButton";

const row = (name: string) =>
  monitored({
    invite_id: `i-${name}`,
    attempt_id: `at-${name}`,
    ready: true,
    test_id: `t-${name}`,
    test_title: name,
  });

it("keeps the audience with the text, also when its test has ended meanwhile", async () => {
  server.reply("POST /api/announcements", 201, { id: "an-1", sent: 1, unsent: 0 });
  const first = show(<AnnounceButton rows={[row("Rust"), row("SQL")]} />);
  await first.click(screen.getByRole("button", { name: "Announce" }));
  await first.selectOptions(screen.getByRole("combobox", { name: "To" }), "SQL");
  await first.type(screen.getByRole("textbox", { name: /text/i }), "Table 2 is called orders.");
  cleanup();

  const again = show(<AnnounceButton rows={[row("Rust")]} />);
  await again.click(screen.getByRole("button", { name: "Announce" }));
  expect(screen.getByRole("textbox", { name: /text/i })).toHaveValue("Table 2 is called orders.");
  expect(screen.getByRole("combobox", { name: "To" })).toHaveDisplayValue("–");
  expect(screen.getByRole("button", { name: "Announce to 0" })).toBeDisabled();
  cleanup();

  const back = show(<AnnounceButton rows={[row("Rust"), row("SQL")]} />);
  await back.click(screen.getByRole("button", { name: "Announce" }));
  await back.click(screen.getByRole("button", { name: "Announce to 1" }));
  await notice(/announced/i);
  expect(server.lastCall("POST /api/announcements").body).toEqual({
    text: "Table 2 is called orders.",
    invites: ["i-SQL"],
  });
});
