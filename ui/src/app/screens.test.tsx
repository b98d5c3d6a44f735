import { render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Role } from "@/api/types";
import { ENGLISH, languageTag, show } from "@/i18n";
import { speakEnglish } from "@/lib/language";
import { keepStaffChoice } from "@/lib/staff-choice";
import { useSession } from "@/stores/session";
import { sampled } from "@/test/data";
import { forAccounts } from "./screens";

const Page = () => <h1>{languageTag()}</h1>;

async function open(role: Role) {
  useSession.setState({ user: { ...sampled("User"), role } });
  const { Component } = await forAccounts(async () => ({ default: Page }))();
  render(<Component />);
}

afterEach(() => {
  localStorage.clear();
  useSession.setState({ user: null });
  speakEnglish();
  show(ENGLISH);
});

describe("a page of every account", () => {
  it("is in the language that staff has chosen for its rooms", async () => {
    keepStaffChoice("de");
    await open("reviewer");
    expect(await screen.findByRole("heading", { name: "de" })).toBeVisible();
  });

  it("is in the language of candidates' pages without a choice, and for applicants", async () => {
    await open("reviewer");
    expect(await screen.findByRole("heading", { name: "en" })).toBeVisible();
    keepStaffChoice("de");
    await open("applicant");
    expect(await screen.findAllByRole("heading", { name: "en" })).toHaveLength(2);
  });
});
