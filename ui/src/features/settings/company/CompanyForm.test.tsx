import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { keepTyped } from "@/lib/kept/store";
import { useSession } from "@/stores/session";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { notice, show } from "@/test/page";
import { CompanyForm } from "./CompanyForm";

const settings = { ...sampled("CompanySettings"), name: "Acme", intro_text: "", version: 3 };

it("names the fields of a conflict as the form does", async () => {
  const by = { detail: "Changed.", code: "changed_meanwhile" as const, by: "Kim Sato" };
  server.refuse("PUT /api/admin/company-settings", 409, by);
  server.reply("GET /api/admin/company-settings", 200, { ...settings, name: "Ada Inc", version: 4 });
  const user = show(<CompanyForm settings={settings} />);
  const name = screen.getByLabelText("Company name");
  await user.clear(name);
  await user.type(name, "Kim AG");
  await user.click(screen.getByRole("button", { name: "Save company settings" }));
  const conflict = await screen.findByRole("alert");
  expect(await within(conflict).findByText(/^Company name:/)).toHaveTextContent(
    "Company name: Ada Inc (yours: Kim AG)",
  );
});

it("shows what is stored beside a text that was typed against an earlier version", () => {
  useSession.setState({ user: { ...sampled("User"), id: "ada" }, status: "signed_in" });
  const typed = { value: { name: "Kim AG" }, version: 2, at: Date.now() };
  keepTyped("ada", "company settings", typed);
  show(<CompanyForm settings={settings} />);
  expect(screen.getByText(/compare before you save/)).toBeVisible();
  expect(screen.getByText(/^Company name:/)).toHaveTextContent("Company name: Acme");
  useSession.setState({ user: null, status: "anonymous" });
});

it("keeps what is typed while it is being saved", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.reply("PUT /api/admin/company-settings", 200, async ({ body }) => {
    await held;
    return { ...settings, intro_text: body.intro_text ?? "", version: 4 };
  });
  const user = show(<CompanyForm settings={settings} />);
  const intro = screen.getByLabelText("Shown before the test starts");
  await user.type(intro, "Welcome");
  await user.click(screen.getByRole("button", { name: "Save company settings" }));
  await user.type(intro, " to Acme");
  release();
  await notice("Company settings saved");
  expect(intro).toHaveValue("Welcome to Acme");
  await user.click(screen.getByRole("button", { name: "Save company settings" }));
  await waitFor(() => expect(server.calls("PUT /api/admin/company-settings")).toHaveLength(2));
  expect(server.lastCall("PUT /api/admin/company-settings").body).toEqual({
    version: 4,
    intro_text: "Welcome to Acme",
  });
});
