import { beforeEach, describe, expect, it, vi } from "vitest";
import type { User } from "@/api/types";
import { useSession } from "@/stores/session";
import { blankSection, type Section } from "../content/sections";
import { blankDraft } from "../form/rules";
import {
  continueDraft,
  deleteDraft,
  discardWizardDraft,
  emptyDraft,
  hasContent,
  listDrafts,
  NAMED_PREFIX,
  readWizardDraft,
  saveDraft,
  WIZARD_KEY,
  writeWizardDraft,
} from "./store";

class MemoryStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}
let storage: MemoryStorage;
const noon = new Date("2026-03-01T12:00:00Z");
const later = new Date("2026-03-01T13:00:00Z");
const titled = (title: string) => ({ ...emptyDraft(noon), title });

beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal("window", { localStorage: storage });
});

describe("drafts", () => {
  it("keep an unfinished question, and reject a malformed one", () => {
    const pending = { ...blankDraft("7"), question: "Which" };
    writeWizardDraft({ ...emptyDraft(noon), pending });
    expect(readWizardDraft()?.pending).toEqual(pending);
    expect(hasContent({ ...emptyDraft(noon), pending })).toBe(true);
    storage.setItem(
      WIZARD_KEY,
      JSON.stringify({ ...emptyDraft(noon), pending: { ...pending, options: "no" } }),
    );
    expect(readWizardDraft()).toBeNull();
  });
  it("keep sections with their passages, and reject malformed ones", () => {
    const passages = [{ id: "m", title: "The memo", text: "We move.", format: "markdown" as const }];
    const section: Section = { ...blankSection("s1"), title: "Reading", time: "15", passages };
    const divided = { ...emptyDraft(noon), sections: [section] };
    writeWizardDraft(divided);
    expect(readWizardDraft()).toEqual(divided);
    expect(hasContent(divided)).toBe(true);
    storage.setItem(WIZARD_KEY, JSON.stringify({ ...divided, sections: [{ ...section, items: "no" }] }));
    expect(readWizardDraft()).toBeNull();
  });
  it("are saved under separate keys, and saving again replaces", () => {
    const saved = saveDraft(titled("A"), noon);
    expect(saved?.key).toMatch(/^test_draft_\d+$/);
    expect(readWizardDraft()).toEqual(saved);
    if (!saved) throw new Error("not saved");
    saveDraft({ ...saved, title: "B" }, later);
    expect(listDrafts().map((d) => d.title)).toEqual(["B"]);
    expect(listDrafts()[0]?.lastModified).toBe(later.toISOString());
  });

  it("do not share a key when saved in the same millisecond", () => {
    saveDraft(titled("A"), noon);
    saveDraft(titled("B"), noon);
    expect(
      listDrafts()
        .map((d) => d.title)
        .sort(),
    ).toEqual(["A", "B"]);
  });

  it("report full storage", () => {
    storage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    expect(saveDraft(titled("A"), noon)).toBeNull();
  });

  it("can be continued without losing the wizard's content", () => {
    const first = saveDraft(titled("A"), noon);
    writeWizardDraft(titled("unsaved"));
    expect(continueDraft(first?.key ?? "")).toBe(true);
    expect(readWizardDraft()?.title).toBe("A");
    expect(
      listDrafts()
        .map((d) => d.title)
        .sort(),
    ).toEqual(["A", "unsaved"]);
  });

  it("skip malformed entries", () => {
    storage.setItem(`${NAMED_PREFIX}1`, "{");
    storage.setItem(`${NAMED_PREFIX}2`, JSON.stringify({ title: "no questions" }));
    storage.setItem(WIZARD_KEY, "null");
    expect(listDrafts()).toEqual([]);
    expect(readWizardDraft()).toBeNull();
    expect(continueDraft(`${NAMED_PREFIX}1`)).toBe(false);
  });

  it("are deleted together with the wizard's copy", () => {
    const saved = saveDraft(titled("A"), noon);
    deleteDraft(saved?.key ?? "");
    expect(readWizardDraft()).toBeNull();
    expect(listDrafts()).toEqual([]);
  });

  it("are deleted once the test is created, others stay", () => {
    saveDraft(titled("other"), noon);
    const made = saveDraft(titled("made"), later);
    if (!made) throw new Error("not saved");
    discardWizardDraft(made);
    expect(listDrafts().map((d) => d.title)).toEqual(["other"]);
    expect(readWizardDraft()).toBeNull();
  });

  it("of two tabs, each with its own test, do not destroy each other", () => {
    const mine = titled("mine");
    const theirs = { ...titled("theirs"), lastModified: later.toISOString() };
    writeWizardDraft(mine);
    writeWizardDraft(theirs);
    writeWizardDraft({ ...mine, description: "typed on" });
    writeWizardDraft(theirs);
    expect(listDrafts().map((d) => [d.title, d.description])).toEqual([
      ["theirs", ""],
      ["mine", "typed on"],
    ]);
    // The first tab creates its test: its copy goes, the other tab's draft stays.
    discardWizardDraft({ ...mine, description: "typed on" });
    expect(readWizardDraft()).toEqual(theirs);
    expect(listDrafts().map((d) => d.title)).toEqual(["theirs"]);
    discardWizardDraft(theirs);
    expect(readWizardDraft()).toBeNull();
    expect(listDrafts()).toEqual([]);
  });

  it("of one account are neither shown to another one nor lost to it", () => {
    const as = (id: string) =>
      useSession.setState({ user: { ...useSession.getState().user, id } as User, status: "signed_in" });
    as("ada");
    saveDraft(titled("Ada's, saved"), noon);
    writeWizardDraft(titled("Ada's"));
    as("bob");
    expect([readWizardDraft(), listDrafts()]).toEqual([null, []]);
    writeWizardDraft(titled("Bob's"));
    expect(readWizardDraft()?.title).toBe("Bob's");
    as("ada");
    expect(readWizardDraft()).toBeNull();
    expect(
      listDrafts()
        .map((d) => d.title)
        .sort(),
    ).toEqual(["Ada's", "Ada's, saved"]);
    useSession.setState({ user: null, status: "anonymous" });
  });

  it("typed on in another tab stay when an earlier state of them is created", () => {
    const first = titled("first");
    writeWizardDraft({ ...first, title: "typed on", lastModified: later.toISOString() });
    discardWizardDraft(first);
    expect(readWizardDraft()?.title).toBe("typed on");
  });

  it("are not empty once anything was typed", () => {
    expect(hasContent(emptyDraft())).toBe(false);
    expect(hasContent(titled("  "))).toBe(false);
    expect(hasContent(titled("A"))).toBe(true);
  });
});
