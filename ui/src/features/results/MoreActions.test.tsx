import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { MoreActions } from "./MoreActions";

const DETAIL = {
  ...sampled("ResultDetail"),
  submission_id: "s-1",
  applicant_name: "Grace Hopper",
  submitted_by: "deadline" as const,
  told: [],
};

const asFirst = (is_first_admin: boolean) =>
  server.reply("GET /api/admin/is-first-admin", 200, {
    ...sampled("IsFirstAdmin"),
    is_first_admin,
  });

it("reopens what the clock ended, and shows why it cannot", async () => {
  asFirst(false);
  const onClose = vi.fn();
  const user = show(<MoreActions detail={DETAIL} onClose={onClose} />);
  await user.click(await screen.findByRole("button", { name: "More" }));
  expect(screen.queryByRole("menuitem", { name: "Evidence…" })).toBeNull();
  await user.click(screen.getByRole("menuitem", { name: "Reopen…" }));
  await user.click(screen.getByRole("button", { name: "Reopen" }));
  expect(screen.getByText("Please give a reason")).toBeVisible();
  await expectAccessible();
  await user.type(screen.getByLabelText(/^Reason/), "The hall had no network");
  const told = "A decision was told to the candidate: the test cannot be reopened.";
  server.refuse("POST /api/attempts/{id}/reopen", 409, { detail: told, code: "told" });
  await user.click(screen.getByRole("button", { name: "Reopen" }));
  expect(await screen.findByText(told)).toBeVisible();
  expect(screen.getByLabelText(/^Reason/)).toHaveValue("The hall had no network");
  expect(onClose).not.toHaveBeenCalled();
  server.reply("POST /api/attempts/{id}/reopen", 200, sampled("AttemptReply"));
  await user.click(screen.getByRole("button", { name: "Reopen" }));
  await notice("The test is open again for 10 minutes");
  expect(onClose).toHaveBeenCalled();
  expect(server.lastCall("POST /api/attempts/{id}/reopen").body).toEqual({
    minutes: 10,
    reason: "The hall had no network",
  });
});

it("does not offer to reopen what was decided and mailed", async () => {
  asFirst(true);
  const told = [{ ...sampled("Told") }];
  const user = show(<MoreActions detail={{ ...DETAIL, told }} onClose={() => undefined} />);
  await user.click(await screen.findByRole("button", { name: "More" }));
  expect(screen.getByRole("menuitem", { name: "Evidence…" })).toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "Reopen…" })).toBeNull();
});

it("offers evidence to the first administrator alone", async () => {
  asFirst(true);
  const user = show(
    <MoreActions detail={{ ...DETAIL, submitted_by: "candidate" }} onClose={() => undefined} />,
  );
  await user.click(await screen.findByRole("button", { name: "More" }));
  expect(screen.queryByRole("menuitem", { name: "Reopen…" })).toBeNull();
  await user.click(screen.getByRole("menuitem", { name: "Evidence…" }));
  await expectAccessible();
  const wait = "Too many downloads. Please wait a moment.";
  server.refuse("GET /api/results/{submission_id}/evidence", 429, { detail: wait });
  await user.click(screen.getByRole("button", { name: "Download" }));
  expect(await screen.findByText(wait)).toBeVisible();
});
