import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { wordSentences } from "@/lib/server-words";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, notice, show } from "@/test/page";
import { DataTab } from "./DataTab";
import { changeOf, pickedOf, type Rules } from "./rules";

const RULES = "PUT /api/admin/retention";
const DRY_RUN = "POST /api/admin/retention/dry-run";
const rules: Rules = {
  site: { screenshots: 30, answers: null, timeline: null, people: null, mails: null },
  tests: [{ test_id: "t1", title: "Rust", rules: { people: null } }],
  version: 7,
};
const found = {
  items: [{ kind: "answers", test_id: "t1", title: "Rust", count: 4, unscored: 1 }],
  next: { mails: "2026-11-20T10:00:00Z" },
  held: 2,
  sweep_at: "2026-11-21T10:00:00Z",
};
const consent = {
  version: 3,
  text: "Old.",
  format: "plain" as const,
  hash: "ab",
  by: "Ada",
  at: "2026-11-20T10:00:00Z",
  translations: {},
};
const hold = {
  id: "h1",
  kind: "person",
  subject_id: "p1",
  label: "cora@example.org",
  reason: "an appeal",
  by: "Ada",
  at: "2026-11-20T10:00:00Z",
};

beforeEach(() => {
  server.reply("GET /api/admin/retention", 200, rules);
  server.reply("GET /api/admin/link-settings", 200, { linkDays: 14, lateStartHours: 24, version: 3 });
  server.reply("GET /api/admin/holds", 200, [hold]);
  server.reply("GET /api/admin/consent", 200, consent);
  server.reply("GET /api/tests", 200, []);
  server.reply(DRY_RUN, 200, found);
});

const asFirst = (is_first_admin: boolean) =>
  server.reply("GET /api/admin/is-first-admin", 200, { ...sampled("IsFirstAdmin"), is_first_admin });

it("saves rules once the person has seen what goes", async () => {
  asFirst(true);
  const user = show(<DataTab />);
  const [ofSite] = await screen.findAllByRole("combobox", { name: "Answers" });
  await user.selectOptions(ofSite as HTMLElement, "365 days");
  await user.click(screen.getByRole("button", { name: "Save rules" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/Answers: 4/)).toHaveTextContent(
    "Answers: 4 of Rust, 1 of them without a final score",
  );
  expect(dialog.getByText("Kept by holds: 2")).toBeVisible();
  await expectAccessible();
  server.reply(RULES, 200, { ...rules, version: 8 });
  await user.click(dialog.getByRole("button", { name: "Save rules" }));
  await notice("Rules for data saved");
  const site = { screenshots: 30, answers: 365, timeline: null, people: null, mails: null };
  const body = { site, tests: [], version: 7 };
  expect(server.lastCall(RULES).body).toEqual(body);
  expect(server.lastCall(DRY_RUN).body).toEqual(body);
});

it("keeps the choices that are not saved when someone else was faster, on top of theirs", async () => {
  asFirst(true);
  const user = show(<DataTab />);
  const [ofSite] = await screen.findAllByRole("combobox", { name: "Answers" });
  await user.selectOptions(ofSite as HTMLElement, "365 days");
  await user.click(screen.getByRole("button", { name: "Save rules" }));
  const faster = { code: "changed_meanwhile" as const, detail: "x", request_id: "r", by: "Bob", at: "" };
  server.reply(RULES, 409, faster);
  const site = { ...rules.site, mails: 30, answers: 90 };
  server.reply("GET /api/admin/retention", 200, { site, tests: [], version: 8 });
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Save rules" }));
  expect(await screen.findByText("Bob")).toBeVisible();
  expect(ofSite).toHaveDisplayValue("365 days");
  const alert = within(screen.getByRole("alert"));
  expect(alert.getByText(/Answers/).textContent).toMatch(/90 days.*365 days/);
  await user.click(alert.getByRole("button", { name: "Keep my changes" }));
  expect(screen.getByRole("combobox", { name: "Mails" })).toHaveDisplayValue("30 days");
  await user.click(screen.getByRole("button", { name: "Save rules" }));
  await screen.findByRole("dialog");
  expect(server.lastCall(DRY_RUN).body).toEqual({ site: { ...site, answers: 365 }, tests: [], version: 8 });
});

it("changes nothing for others, who may count", async () => {
  asFirst(false);
  const user = show(<DataTab />);
  await user.click(await screen.findByRole("button", { name: "What would go now" }));
  expect(await screen.findByText(/Answers: 4/)).toBeVisible();
  expect(server.lastCall(DRY_RUN).body).toEqual({});
  expect(screen.queryByRole("button", { name: "Save rules" })).toBeNull();
  for (const choice of screen.getAllByRole("combobox", { name: "Mails" })) expect(choice).toBeDisabled();
});

it("says in the language of the page that the subject of a hold was deleted", async () => {
  asFirst(true);
  server.reply("GET /api/admin/holds", 200, [{ ...hold, label: "Deleted" }]);
  wordSentences((said) => (said === "Deleted" ? "Gelöscht" : undefined));
  show(<DataTab />);
  expect(await screen.findByText("Gelöscht")).toBeVisible();
  wordSentences(() => undefined);
});

it("stores a text to accept, and shows who was faster", async () => {
  asFirst(false);
  const user = show(<DataTab />);
  const field = await screen.findByRole("textbox", { name: "Text" });
  expect(screen.getByRole("button", { name: "Save text" })).toBeDisabled();
  await user.clear(field);
  await user.type(field, "Mine.");
  const faster = {
    code: "changed_meanwhile" as const,
    detail: "x",
    request_id: "r",
    by: "Bob",
    at: "2026-11-20T11:00:00Z",
  };
  server.reply("PUT /api/admin/consent", 409, faster);
  server.reply("GET /api/admin/consent", 200, { ...consent, version: 4, text: "Bob's." });
  await user.click(screen.getByRole("button", { name: "Save text" }));
  expect(await screen.findByText("Bob")).toBeVisible();
  expect(server.lastCall("PUT /api/admin/consent").body).toEqual({
    text: "Mine.",
    format: "plain",
    version: 3,
  });
  await screen.findByText(/Version 4/);
  server.reply("PUT /api/admin/consent", 200, { ...consent, version: 5, text: "Mine." });
  await user.click(screen.getByRole("button", { name: "Keep mine" }));
  await notice("Text saved: candidates accept it before they start");
  expect(server.lastCall("PUT /api/admin/consent").body).toEqual({
    text: "Mine.",
    format: "plain",
    version: 4,
  });
});

it("stores translations of the text, and says which belong to another text", async () => {
  asFirst(false);
  const german = { text: "Ich stimme zu.", hash: "cd", source_hash: "another" };
  server.reply("GET /api/admin/consent", 200, { ...consent, translations: { de: german } });
  const user = show(<DataTab />);
  const field = await screen.findByRole("textbox", { name: "Deutsch" });
  expect(field).toHaveAccessibleDescription(/It translates another text/);
  await user.selectOptions(screen.getByLabelText("Another language"), "Français");
  await user.click(screen.getByRole("button", { name: "Add translation" }));
  await user.type(screen.getByRole("textbox", { name: "Français" }), "J’accepte.");
  await expectAccessible();
  const put = "PUT /api/admin/consent";
  server.reply(put, 200, consent);
  await user.click(screen.getByRole("button", { name: "Save text" }));
  await waitFor(() => expect(server.calls(put)).toHaveLength(1));
  const { text } = german;
  expect(server.lastCall(put).body).toEqual({
    text: "Old.",
    format: "plain",
    version: 3,
    translations: { de: { text, source_hash: "another" }, fr: { text: "J’accepte." } },
  });
  await user.click(await screen.findByRole("button", { name: "It fits the text above" }));
  await user.click(screen.getByRole("button", { name: "Save text" }));
  await waitFor(() => expect(server.calls(put)).toHaveLength(2));
  expect(server.lastCall(put).body).toMatchObject({ translations: { de: { text } } });
  expect(server.lastCall(put).body).not.toHaveProperty("translations.de.source_hash");

  // Once the text is changed again, what was typed beside the text before is of another one.
  const again = screen.getByRole("textbox", { name: "Text" });
  await user.type(again, " More.");
  for (const name of ["Deutsch", "Français"])
    expect(screen.getByRole("textbox", { name })).toHaveAccessibleDescription(/It translates another text/);
  await user.click(screen.getByRole("button", { name: "Save text" }));
  await waitFor(() => expect(server.calls(put)).toHaveLength(3));
  expect(server.lastCall(put).body).toMatchObject({
    text: "Old. More.",
    translations: { de: { text, source_hash: "ab" }, fr: { source_hash: "ab" } },
  });
});

it("places and lifts holds", async () => {
  asFirst(true);
  const user = show(<DataTab />);
  await user.dblClick(await screen.findByRole("button", { name: "Lift the hold on cora@example.org" }));
  const question = within(await screen.findByRole("dialog", { name: "Lift this hold?" }));
  expect(server.calls("DELETE /api/admin/holds/{id}")).toEqual([]);
  await user.click(question.getByRole("button", { name: "Lift" }));
  await notice("Hold lifted");
  expect(server.lastCall("DELETE /api/admin/holds/{id}")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Place a hold" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText(/Email address/), "dan@example.org");
  await user.type(dialog.getByLabelText(/Reason/), "a lawsuit");
  server.reply("POST /api/admin/holds", 201, { ...hold, id: "h2" });
  await user.click(dialog.getByRole("button", { name: "Place hold" }));
  await notice("Hold placed");
  expect(server.lastCall("POST /api/admin/holds").body).toEqual({
    kind: "person",
    id: "dan@example.org",
    reason: "a lawsuit",
  });
});

it("names only the tests whose rules are others than before", () => {
  const site = pickedOf(rules.site, "never");
  const own = { t1: pickedOf({ people: null }, "site") };
  expect(changeOf(rules, site, own)).toBeNull();
  expect(changeOf(rules, site, { ...own, t2: pickedOf({}, "site") })).toBeNull();
  const follows = changeOf(rules, site, { t1: pickedOf({}, "site") });
  expect(follows?.tests).toEqual([{ test_id: "t1", rules: {} }]);
  const more = changeOf(rules, site, { ...own, t2: { ...pickedOf({}, "site"), mails: "90" } });
  expect(more?.tests).toEqual([{ test_id: "t2", rules: { mails: 90 } }]);
});
