import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { beforeEach, describe, expect, it } from "vitest";
import { backendTest, sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { address, expectAccessible, queries } from "@/test/page";
import { AdminHeader } from "../AdminHeader";
import AdminRoot from "../AdminRoot";

function open(at = "/admin") {
  window.history.replaceState(null, "", at);
  const page = (
    <>
      <AdminHeader />
      <main id="main">
        <input aria-label="A field" />
      </main>
    </>
  );
  const routes = [{ element: <AdminRoot />, children: [{ path: "*", element: page }] }];
  render(
    <QueryClientProvider client={queries()}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

const field = () => screen.findByRole("combobox", { name: /Search tests, people/ });
const options = (group: string) =>
  within(screen.getByRole("group", { name: group }))
    .getAllByRole("option")
    .map(({ textContent }) => textContent);

describe("the command palette", () => {
  beforeEach(() => {
    server.reply("GET /api/tests", 200, ({ query }) =>
      query.archived ? [] : [backendTest(), backendTest({ id: "t-2", title: "Technical writer" })],
    );
    const person = {
      ...sampled("Invite"),
      applicant_name: "Noor Haddad",
      applicant_email: "noor@example.org",
      test_id: "t-1",
      test_title: "Backend engineer",
    };
    server.reply("GET /api/invites", 200, [
      { ...person, id: "i-1", submission_id: "s-1" },
      (({ submission_id: _, ...rest }) => rest)({ ...person, id: "i-2" }),
    ]);
    server.reply("GET /api/questions", 200, [
      { ...sampled("BankQuestion"), id: "b-1", title: "Queues, noor" },
    ]);
  });

  it("opens by Ctrl+K, finds a test by its words, and goes there", async () => {
    const user = open();
    await user.keyboard("{Control>}k{/Control}");
    // One can type at once.
    expect(await field()).toHaveFocus();
    await user.keyboard("writ tech");
    await waitFor(() => expect(options("Tests")).toEqual(["Technical writer"]));
    await expectAccessible();
    await user.keyboard("{Enter}");
    expect(address()).toBe("/admin/tests/t-2");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("finds people and questions on the server, and moves through all of them by arrows", async () => {
    const user = open();
    await user.click(screen.getByRole("button", { name: /Search and commands/ }));
    await user.type(await field(), "noor");
    await waitFor(() => expect(options("People")).toHaveLength(2));
    expect(server.lastCall("GET /api/invites").query).toMatchObject({ search: "noor" });
    expect(options("Questions")).toEqual(["Queues, noorQuestion bank"]);
    const links = screen.getAllByRole("option");
    expect(links[0]).toHaveAttribute("aria-selected", "true");
    await user.keyboard("{ArrowDown}");
    expect(links[1]).toHaveAttribute("aria-selected", "true");
    expect(await field()).toHaveAttribute("aria-activedescendant", links[1]?.id);
    await user.keyboard("{ArrowUp}{Enter}");
    expect(address()).toBe("/admin/tests/t-1/results?result=s-1");
  });

  it("leads to no one whom the last letters leave out, before the server replies", async () => {
    const user = open();
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await field(), "noor");
    await waitFor(() => expect(options("People")).toHaveLength(2));
    server.reply("GET /api/invites", 200, []);
    server.reply("GET /api/questions", 200, []);
    await user.keyboard("a{Enter}");
    expect(address()).toBe("/admin");
    expect(await screen.findByText("Nothing has these words.")).toBeVisible();
  });

  it("begins with the test that is shown", async () => {
    const user = open("/admin/tests/t-2/people");
    await user.keyboard("{Control>}k{/Control}");
    await field();
    expect(options("Actions")[0]).toBe("This test: questions");
    server.reply("GET /api/invites", 200, []);
    server.reply("GET /api/questions", 200, []);
    await user.type(await field(), "nothing has this");
    expect(await screen.findByText("Nothing has these words.")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(address()).toBe("/admin/tests/t-2/people");
  });
});

describe("the keys of all rooms", () => {
  it("are shown by ?, but not while typing", async () => {
    const user = open("/admin/tests/t-1/questions");
    await user.type(screen.getByRole("textbox", { name: "A field" }), "?");
    expect(screen.queryByRole("dialog")).toBeNull();
    await user.tab();
    await user.keyboard("?");
    expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toHaveTextContent(
      /Move the question/,
    );
  });

  it("begin with a way over the header to the content", async () => {
    const user = open("/admin?tab=tests");
    await user.tab();
    expect(screen.getByRole("link", { name: "Skip to content" })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("main")).toHaveFocus();
    expect(address()).toBe("/admin?tab=tests");
  });
});
