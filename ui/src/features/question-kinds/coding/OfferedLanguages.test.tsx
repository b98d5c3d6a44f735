import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { server } from "@/test/mock-server";
import { show } from "@/test/page";
import { OfferedLanguages } from "./OfferedLanguages";

const LANGUAGES = "GET /api/tests/languages";

afterEach(() => void vi.useRealTimers());

it("looks again while the runner does not offer a language, as it offers them one by one", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.reply(LANGUAGES, 200, { languages: [{ name: "Ruby", toolchain: "ruby 3.3" }] });
  show(<OfferedLanguages languages={["Python"]} />);
  expect(await screen.findByText(/does not offer Python/)).toBeVisible();
  server.reply(LANGUAGES, 200, { languages: [{ name: "Python", toolchain: "Python 3.13" }] });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await screen.findByText("The code runner has Python 3.13.")).toBeVisible();
  const asked = server.calls(LANGUAGES).length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.calls(LANGUAGES)).toHaveLength(asked);
});
