// Sign-in by a real identity provider, in the browser.

import type { Page } from "@playwright/test";
import { Api } from "./support/api.ts";
import { expect, signIn, test } from "./support/fixtures.ts";
import { CLIENT, IdentityProvider } from "./support/provider.ts";
import type { Server } from "./support/server.ts";

async function connect(server: Server, provider: IdentityProvider): Promise<void> {
  await provider.start(server.url, "corp");
  const known = ["--label", "Example Corp", "--issuer", provider.issuer, "--client-id", CLIENT.id, "--secret-stdin"];
  const roles = ["--role", "hr=recruiter", "--role", "it=admin"];
  server.cli(["oidc", "set", "corp", ...known, ...roles], CLIENT.secret);
}

/** Signs in at the provider's own pages, and agrees; on the way to a page that needs it. */
async function enter(page: Page, server: Server, login: string, to = "/login"): Promise<void> {
  await page.goto(`${server.url}${to}`);
  await page.getByRole("link", { name: "Sign in with Example Corp" }).click();
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("people sign in by the company's provider, with the roles of their groups, and out with it", async ({ server, browser }) => {
  test.setTimeout(150_000);
  const provider = new IdentityProvider();
  await connect(server, provider);
  const pages = async () => (await browser.newContext()).newPage();
  const api = await Api.signIn(server);
  const tried = await api.send<{ ok: boolean }>("POST", "/admin/oidc-providers/corp/test");
  expect(tried, JSON.stringify(tried)).toMatchObject({ ok: true });

  provider.people.set("rita", { name: "Rita Recruiter", email: "rita@corp.example", groups: ["hr"] });
  const rita = await pages();
  await enter(rita, server, "rita");
  await expect(rita).toHaveURL(/\/admin/);
  await expect(rita.getByText("Rita Recruiter").first()).toBeVisible();

  // A person of no group gets in nowhere, and reads why.
  provider.people.set("greta", { name: "Greta Guest", email: "greta@corp.example", groups: ["canteen"] });
  const greta = await pages();
  await enter(greta, server, "greta");
  await expect(greta).toHaveURL(/\/login/);
  await expect(greta.getByRole("alert")).toBeVisible();

  // The provider has new keys, and has forgotten everything else.
  provider.renew();
  provider.people.set("ivo", { name: "Ivo IT", email: "ivo@corp.example", groups: ["it"] });
  const ivo = await pages();
  await enter(ivo, server, "ivo", "/security");
  await expect(ivo).toHaveURL(/\/security$/);
  await expect(ivo.getByText("Its password is changed there.")).toBeVisible();

  // Who ends the session at the provider is signed out here, too.
  await ivo.goto(`${provider.issuer}/session/end`);
  await ivo.getByRole("button", { name: /yes/i }).click();
  await ivo.goto(`${server.url}/admin`);
  await expect(ivo).toHaveURL(/\/login/);

  // A group that is taken is out within a minute, and so is the page that is open.
  const rosa = { name: "Rosa Recruiter", email: "rosa@corp.example", groups: ["hr"] };
  provider.people.set("rosa", rosa);
  const open = await pages();
  await enter(open, server, "rosa");
  await expect(open).toHaveURL(/\/admin/);
  await expect(open.getByText("Rosa Recruiter").first()).toBeVisible();
  provider.people.set("rosa", { ...rosa, groups: ["canteen"] });
  await expect(open).toHaveURL(/\/login/, { timeout: 70_000 });

  // With the provider down, local accounts sign in as ever.
  await provider.stop();
  const local = await pages();
  await signIn(local, server);
  await expect(local).toHaveURL(/\/admin/);
});
