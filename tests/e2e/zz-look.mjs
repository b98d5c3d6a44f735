import { chromium } from "@playwright/test";
const B = "http://127.0.0.1:8765";
const themes = (process.argv[2] ?? "classic,dark,premium").split(",");
const widths = (process.argv[3] ?? "1280").split(",").map(Number);
const only = process.argv[4];
const call = async (m, p, body, t) => (await fetch(B + "/api" + p, { method: m, headers: { "content-type": "application/json", ...(t && { authorization: "Bearer " + t }) }, body: body && JSON.stringify(body) })).json();
const { access_token: T } = await call("POST", "/auth/login", { email: "admin@demo.invigil", password: "demo-admin" });
const tests = await call("GET", "/tests", null, T); const list = tests.tests ?? tests;
const sessions = await call("GET", "/sessions", null, T).catch(() => ({}));
const s0 = (sessions.sessions ?? sessions)[0]?.id;
const id = list[0].id;
const pages = { overview: "/admin", tests: "/admin?tab=tests", invites: "/admin?tab=invites&date=all", results: "/admin?tab=results", tpages: `/admin/tests/${id}`, tquestions: `/admin/tests/${id}/questions`, tsettings: `/admin/tests/${id}/settings`, tpeople: `/admin/tests/${id}/people`, create: "/admin/create-test", sessions: "/admin/sessions", session: s0 && `/admin/sessions/${s0}`, monitoring: "/monitoring", company: "/admin?settings=company", audit: "/admin?settings=audit", integrations: "/admin?settings=webhooks", tokens: "/admin/api-tokens" };
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const theme of themes) {
  const now = await call("GET", "/admin/theme-settings", null, T);
  await call("PUT", "/admin/theme-settings", { ...now, theme }, T);
  for (const w of widths) {
    const c = await b.newContext({ viewport: { width: w, height: 900 } });
    const p = await c.newPage();
    p.on("pageerror", (e) => console.log("ERR", e.message));
    p.on("console", (m) => m.type() === "error" && console.log("CONSOLE", m.text()));
    await p.goto(B + "/login");
    await p.locator("input[type=email], form input").first().fill("admin@demo.invigil");
    await p.locator("input[type=password]").fill("demo-admin");
    await p.locator("button[type=submit]").first().click();
    await p.waitForURL(/admin/);
    for (const [n, u] of Object.entries(pages)) {
      if (!u || (only && !only.split(",").includes(n))) continue;
      await p.goto(B + u);
      await p.waitForLoadState("networkidle").catch(() => {});
      await p.waitForTimeout(700);
      const wide = await p.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) console.log("SIDEWAYS", n, w, wide);
      await p.screenshot({ path: `/tmp/shots/${n}-${theme}-${w}.png` });
    }
    await c.close();
  }
}
await b.close();
