import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import SessionPage from "./SessionPage";

const CHANGE = "PUT /api/sessions/{id}";
const person = (n: number) => ({
  ...sampled("SessionPerson"),
  invite_id: `i${n}`,
  applicant_name: `Person ${n}`,
});

function open(total = 2, whole = true) {
  const session = {
    ...sampled("ExamSession"),
    id: "s-1",
    title: "Hall 2",
    may_change: true,
    version: 3,
    people: total,
    proctors: [
      { account_id: "a1", name: "Peter", invites: ["i1"] },
      { account_id: "a2", name: "Olga", ...(!whole && { invites: [] }) },
    ],
  };
  const people = { ...sampled("SessionPeople"), session, people: [person(1), person(2)] };
  server.reply("GET /api/sessions/{id}/people", 200, people);
  server.reply(CHANGE, 200, session);
  return show(<SessionPage />, { at: "/admin/sessions/s-1", route: "/admin/sessions/:id" });
}

it("divides the people whom the list shows, and says who looks after whom", async () => {
  const user = open();
  const said = await screen.findAllByText(
    (_, part) => part?.tagName === "P" && part.textContent === "Proctor: Olga",
  );
  expect(said.length).toBeGreaterThan(0);
  await user.click(screen.getByRole("button", { name: "Assign to proctors" }));
  const dialog = await screen.findByRole("dialog", { name: "Assign to proctors" });
  expect(dialog).toHaveAccessibleDescription("The list shows 2 people as it is filtered now.");
  await expectAccessible();
  await user.selectOptions(within(dialog).getByLabelText(/^Looked after by/), "Peter");
  await user.click(within(dialog).getByRole("button", { name: "Assign" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.lastCall(CHANGE).body).toMatchObject({
    version: 3,
    title: "Hall 2",
    proctors: [{ account_id: "a1" }, { account_id: "a2", invites: [] }],
  });
});

it("is not offered to who does not see everyone", async () => {
  open(3);
  expect((await screen.findAllByText("Person 1")).length).toBeGreaterThan(0);
  expect(screen.queryByRole("button", { name: "Assign to proctors" })).toBeNull();
});

it("says who came after the shares were given, shows them alone, and assigns them", async () => {
  const user = open(2, false);
  await screen.findByText("1 person is in no proctor's share. The lead sees this person, no proctor does.");
  await user.click(screen.getByRole("button", { name: "Show only these" }));
  // The list for printing has everyone.
  await waitFor(() => expect(screen.getAllByText("Person 1")).toHaveLength(1));
  expect(screen.getAllByText("Person 2").length).toBeGreaterThan(0);
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Assign to proctors" }));
  const dialog = await screen.findByRole("dialog", { name: "Assign to proctors" });
  await user.selectOptions(within(dialog).getByLabelText(/^Looked after by/), "Olga");
  await user.click(within(dialog).getByRole("button", { name: "Assign" }));
  await waitFor(() => expect(server.calls(CHANGE)).toHaveLength(1));
  expect(server.lastCall(CHANGE).body).toMatchObject({
    proctors: [
      { account_id: "a1", invites: ["i1"] },
      { account_id: "a2", invites: ["i2"] },
    ],
  });
});

it("says nothing of shares where a proctor has the whole session", async () => {
  open();
  await screen.findAllByText("Person 1");
  expect(screen.queryByText(/no proctor's share/)).toBeNull();
});
