import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Test } from "@/api/types";
import { backendTest, sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, notice, show } from "@/test/page";
import TestPage from "./TestPage";

const READ = "GET /api/tests/{id}";
const UPDATE = "PUT /api/tests/{id}";

function open(tab = "", test: Test = backendTest()) {
  server.reply(READ, 200, test);
  const at = `/admin/tests/t-1${tab && `/${tab}`}`;
  return show(<TestPage header={<p>Header</p>} />, { at, route: "/admin/tests/:id/:tab?" });
}

const title = () => screen.findByRole("textbox", { name: "Title" });
const button = (name: string) => screen.getByRole("button", { name });
const tab = (name: string) => screen.getByRole("tab", { name });

describe("the page of a test", () => {
  beforeEach(() => localStorage.clear());

  it("shows where the test stands, and keeps its header while the tabs change", async () => {
    const funnel = { ...sampled("TestFunnel"), test_id: "t-1", invited: 30, sent: 12, completed: 18 };
    server.reply("GET /api/tests/funnels", 200, [{ ...funnel, waiting_for_review: 2, median: 60.5 }]);
    const user = open();
    expect(await screen.findByRole("heading", { name: "Backend engineer" })).toBeVisible();
    expect(
      await screen.findByText(
        /3 questions, 17 points, 45 minutes · 30 invited, 18 done, median 61%, 2 to score/,
      ),
    ).toBeVisible();
    expect(await screen.findByRole("link", { name: "18 done" })).toHaveAttribute(
      "href",
      "/admin/tests/t-1/people?status=completed",
    );
    await expectAccessible();
    await user.click(tab("Settings"));
    expect(address()).toBe("/admin/tests/t-1/settings");
    expect(await title()).toHaveValue("Backend engineer");
    expect(screen.getByRole("heading", { name: "Backend engineer" })).toBeVisible();
    await expectAccessible();
    await user.click(tab("Overview"));
    expect(address()).toBe("/admin/tests/t-1");
  });

  it("shows the people of this test alone, on every day", async () => {
    const user = open("people");
    await screen.findByRole("button", { name: "Bulk invite" });
    const query = () => server.lastCall("GET /api/invites").query;
    await waitFor(() => expect(query()).toMatchObject({ test_id: "t-1" }));
    expect(query()).not.toHaveProperty("date_filter");
    expect(screen.queryByRole("combobox", { name: "Test" })).toBeNull();
    await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Sent");
    await waitFor(() => expect(query()).toMatchObject({ test_id: "t-1", status_filter: "sent" }));
    expect(address()).toBe("/admin/tests/t-1/people?status=sent");
  });

  it("says that a test does not exist", async () => {
    server.refuse(READ, 404, { code: "not_found", detail: "There is no such test." });
    show(<TestPage header={null} />, { at: "/admin/tests/t-9", route: "/admin/tests/:id/:tab?" });
    expect(await screen.findByText("This test does not exist")).toBeVisible();
    expect(screen.getByRole("link", { name: "All tests" })).toBeVisible();
  });

  it("leads an address with an unknown tab to the overview", async () => {
    open("nothing");
    await waitFor(() => expect(address()).toBe("/admin/tests/t-1"));
  });

  it("has a tab for the translations, to which the settings lead", async () => {
    const user = open("settings", backendTest({ translated_into: ["de", "fr"] }));
    expect(await screen.findByText(/^Translated into German and French\./)).toBeVisible();
    await user.click(screen.getByRole("link", { name: "Translations" }));
    expect(address()).toBe("/admin/tests/t-1/translations");
    expect(tab("Translations")).toHaveAttribute("aria-selected", "true");
    expect(await screen.findByText("This test has no translations")).toBeVisible();
  });

  it("keeps an archived test from being used for invitations", async () => {
    open("", backendTest({ archived: true }));
    expect(await screen.findByText("Archived")).toBeVisible();
    expect(screen.queryByRole("link", { name: "Invite" })).toBeNull();
    expect(server.calls("GET /api/tests/{id}/readiness")).toEqual([]);
  });

  it("has a menu of six, and leads to the list when the test is deleted", async () => {
    const user = open();
    await user.click(await screen.findByRole("button", { name: "More actions" }));
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      "Preview a paper",
      "Copy",
      "Export…",
      "Archive",
      "Delete Test",
      "Force Delete All",
    ]);
    await user.click(screen.getByRole("menuitem", { name: "Delete Test" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete Test" }));
    await notice("Test deleted successfully!");
    expect(address()).toBe("/admin?tab=tests");
  });

  it("sends the changed test, says so, and stays", async () => {
    const user = open("settings");
    await user.clear(await title());
    await user.type(await title(), " Backend lead ");
    const stored = backendTest({ version: 2, title: "Backend lead" });
    server.reply(UPDATE, 200, stored);
    server.reply(READ, 200, stored);
    await user.click(button("Update test"));
    await notice("Test updated successfully!");
    expect(server.calls(UPDATE)).toMatchObject([
      { params: { id: "t-1" }, body: { title: "Backend lead", version: 1 } },
    ]);
    expect(await title()).toHaveValue("Backend lead");
    expect(screen.queryByText("Unsaved changes")).toBeNull();
    await user.type(await title(), "s");
    await user.click(button("Update test"));
    await waitFor(() =>
      expect(server.lastCall(UPDATE).body).toMatchObject({ title: "Backend leads", version: 2 }),
    );
  });

  it("keeps unsaved changes while the tabs change, after a reload, and forgets them on request", async () => {
    const user = open("settings");
    await user.type(await title(), " II");
    await user.click(tab("Statistics"));
    expect(screen.getByText("Unsaved changes")).toBeVisible();
    await user.click(tab("Settings"));
    expect(await title()).toHaveValue("Backend engineer II");
    cleanup();

    const again = open("settings");
    expect(await title()).toHaveValue("Backend engineer II");
    expect(screen.getByText("Your unsaved changes are back.")).toBeVisible();
    await again.click(button("Discard changes"));
    await again.click(
      within(await screen.findByRole("dialog", { name: "Discard your changes?" })).getByRole("button", {
        name: "Discard changes",
      }),
    );
    expect(await title()).toHaveValue("Backend engineer");
    cleanup();
    open("settings");
    expect(await title()).toHaveValue("Backend engineer");
    expect(screen.queryByText("Your unsaved changes are back.")).toBeNull();
  });

  it("leaves what another tab keeps of the same test alone", async () => {
    open("settings");
    await title();
    // The other tab writes.
    localStorage.setItem("test_edit__t-1", "kept by another tab");
    cleanup();
    expect(localStorage.getItem("test_edit__t-1")).toBe("kept by another tab");
  });

  it("follows what others save where nothing was changed here", async () => {
    const user = open("settings");
    await title();
    server.reply(READ, 200, backendTest({ version: 2, title: "Their title" }));
    server.reply("POST /api/tests/{id}/archive", 200, backendTest({ version: 2 }));
    // Any action on the test reads it again.
    await user.click(button("More actions"));
    await user.click(screen.getByRole("menuitem", { name: "Archive" }));
    await waitFor(async () => expect(await title()).toHaveValue("Their title"));
  });

  it("shows the server's objection beside the field and keeps what was typed", async () => {
    server.refuse(UPDATE, 422, {
      detail: "The title is too long.",
      fields: { title: "At most 200 characters." },
    });
    const user = open("settings");
    await user.type(await title(), " and more");
    await user.click(button("Update test"));
    await notice("Failed to update test: The title is too long.");
    expect(await title()).toHaveAccessibleDescription("At most 200 characters.");
    expect(await title()).toHaveValue("Backend engineer and more");
  });

  it("warns where code of the test would wait for a runner", async () => {
    server.reply("GET /api/tests/{id}/readiness", 200, {
      ...sampled("Readiness"),
      missing_languages: ["Swift"],
    });
    open("questions");
    expect(await screen.findByText(/Code in Swift cannot be judged at the moment/)).toBeVisible();
  });

  describe("when another person saved first", () => {
    const theirs = backendTest({ version: 2, title: "Their title", description: "Their text." });
    const stale = async () => {
      server.refuse(UPDATE, 409, {
        detail: "Changed.",
        code: "changed_meanwhile",
        by: "Kim Sato",
        at: theirs.updated_at,
      });
      const user = open("settings");
      await user.clear(await title());
      await user.type(await title(), "My title");
      server.reply(READ, 200, theirs);
      await user.click(button("Update test"));
      expect(await screen.findByText(/changed this test while you had it open/)).toBeVisible();
      return user;
    };
    const choice = (group: RegExp, version: RegExp) =>
      within(screen.getByRole("group", { name: group })).getByRole("radio", { name: version });

    it("shows both versions, and saves what was chosen on top of the other", async () => {
      const user = await stale();
      expect(server.lastCall(UPDATE).body).toMatchObject({ title: "My title", version: 1 });
      expect(choice(/Title, changed by both/, /Your version/)).toBeChecked();
      expect(choice(/Description/, /Their version/)).toBeChecked();
      await expectAccessible();
      await user.click(button("Continue"));
      expect(await title()).toHaveValue("My title");
      expect(screen.getByRole("textbox", { name: "Description" })).toHaveValue("Their text.");
      server.reply(UPDATE, 200, backendTest({ version: 3 }));
      await user.click(button("Update test"));
      await notice("Test updated successfully!");
      expect(server.lastCall(UPDATE).body).toMatchObject({
        title: "My title",
        description: "Their text.",
        version: 2,
      });
    });

    it("takes all of theirs, and copies the own version", async () => {
      const user = await stale();
      await user.click(button("Copy mine"));
      await notice("Your version was copied.");
      expect(await navigator.clipboard.readText()).toMatch(/^My title\n/);
      await user.click(button("All theirs"));
      await user.click(button("Continue"));
      expect(await title()).toHaveValue("Their title");
    });
  });
});
