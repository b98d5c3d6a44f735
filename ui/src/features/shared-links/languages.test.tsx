import { act, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ENGLISH, show as speak } from "@/i18n";
import { sharedLinks } from "@/i18n/ar/shared-links";
import { sampled } from "@/test/data";
import { server } from "@/test/mock-server";
import { expectAccessible, show } from "@/test/page";
import SharedPage from "./SharedPage";

afterEach(() => act(() => speak(ENGLISH)));

it("is read in a language of candidates' pages", async () => {
  const reply = { ...sampled("Shared"), test_title: "Operations", results: [] };
  server.reply("GET /api/shares/{token}", 200, reply);
  speak({ tag: "ar", direction: "rtl", parts: { sharedLinks } });
  show(<SharedPage />, { at: "/shared/tok-1", route: "/shared/:token" });
  expect(await screen.findByRole("button", { name: "طباعة" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Operations" })).toHaveAttribute("dir", "auto");
  await expectAccessible();
});
