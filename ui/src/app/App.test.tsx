import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { server } from "@/test/mock-server";
import { address } from "@/test/page";
import { intro, LOAD } from "@/test/take";
import { App } from "./App";

let ended: AbortController;

beforeEach(() => {
  ended = new AbortController();
  server.reply("GET /api/admin/theme-settings", 200, { themeName: "classic", customColors: {}, version: 1 });
});
afterEach(() => ended.abort());

function open(path: string) {
  window.history.replaceState(null, "", path);
  render(<App ended={ended.signal} renew={() => undefined} />);
}

it("shows a test, and in its place the page to which it leads", async () => {
  server.reply(LOAD, 410, { detail: "This link has ended.", code: "finished", request_id: "r" });
  open("/take-test/tok-1");
  await waitFor(() => expect(address()).toBe("/test-invite/tok-1"));
  expect(await screen.findByRole("main")).toBeVisible();
});

it("shows a test at an address that ends in a stroke", async () => {
  server.reply(LOAD, 200, intro());
  open("/take-test/tok-1/");
  expect(await screen.findByRole("heading", { level: 1, name: "Backend engineer" })).toBeVisible();
});

it("says that an address leads nowhere", async () => {
  open("/take-test");
  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
});
