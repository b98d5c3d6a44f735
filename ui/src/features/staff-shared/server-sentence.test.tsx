import { afterEach, expect, it } from "vitest";
import type { SentencePart } from "@/api/types";
import { ENGLISH, show } from "@/i18n";
import { serverSentences } from "@/i18n/staff/de/server-sentences";
import { serverSentence } from "./server-sentence";

const german = () => show({ tag: "de", direction: "ltr", parts: { serverSentences } });
afterEach(() => show(ENGLISH));

const STARTED = [{ key: "testStarted", values: { name: { text: "Ada" }, title: { text: "{x}" } } }];
const SET = [
  {
    key: "clockFollowed",
    values: { by: { parts: [{ key: "clockBack", values: { length: { seconds: 7300 } } }] } },
  },
];

it("are as the server says them in English", () => {
  expect(serverSentence("Ada has started.", STARTED)).toBe("Ada has started.");
});

it("are worded in the language of the page, with their values as they are", () => {
  german();
  expect(serverSentence("-", STARTED)).toBe("Ada hat den Test „{x}“ begonnen.");
  expect(serverSentence("-", SET)).toBe(
    "Der Server folgt der Uhr seines Rechners. Sie wurde um 2 Stunden zurückgestellt.",
  );
  const days = [
    {
      key: "lastBackupDays",
      values: { days: { count: 3 }, at: { at: "2026-03-01T10:00:00Z", time_zone: null } },
    },
  ];
  expect(serverSentence("-", days)).toMatch(/^Die letzte Sicherung ist 3 Tage alt, vom .*2026/);
});

it("follow each other", () => {
  german();
  const both: SentencePart[] = [
    { key: "noBackup", values: {} },
    { key: "foreign", values: { words: { text: "550 no" } } },
  ];
  expect(serverSentence("-", both)).toBe("Noch keine Sicherung. 550 no");
});

it("stay in English where a part is not translated, or none came", () => {
  german();
  expect(
    serverSentence("No backup yet. New.", [
      { key: "noBackup", values: {} },
      { key: "unknown", values: {} },
    ]),
  ).toBe("No backup yet. New.");
  expect(serverSentence("Old.", [])).toBe("Old.");
  expect(serverSentence("Old.", undefined)).toBe("Old.");
});
