import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, render, renderHook, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ApiFailure, changedMeanwhile } from "@/api/errors";
import { ENGLISH, show, useLanguage } from "@/i18n";
import { sharedLinks as german } from "@/i18n/de/shared-links";
import { sharedLinks as japanese } from "@/i18n/ja/shared-links";
import { serverNotes as notes } from "@/i18n/staff/de/server-notes";
import { serverNotes } from "@/i18n/staff/en/server-notes";
import { useNamed, withHiddenNames } from "@/lib/hidden-names";
import { wordSentences } from "@/lib/server-words";
import { queryClient } from "./query-client";

afterEach(() => {
  act(() => show(ENGLISH));
  queryClient.clear();
});

const speak = (tag: string, sharedLinks: typeof german | typeof japanese) =>
  act(() => show({ tag, direction: "ltr", parts: { sharedLinks } }));
const hidden = (applicant_name: string) => ({ applicant_name, applicant_email: "" });

describe("names that an anonymous test hides", () => {
  it("are in the language of the page, wherever they stand in a reply", () => {
    const reply = { results: [hidden("Candidate 417")], first: { applicant_name: "Hidden name" }, count: 2 };
    expect(withHiddenNames(reply)).toBe(reply);
    speak("de", german);
    expect(withHiddenNames(reply)).toEqual({
      results: [hidden("Kandidat 417")],
      first: { applicant_name: "Verborgener Name" },
      count: 2,
    });
    speak("ja", japanese);
    expect(withHiddenNames([hidden("Candidate 417")])).toEqual([hidden("受験者417")]);
  });

  it("are not those of people who are called so, and other data stays itself", () => {
    speak("de", german);
    const named = [
      { applicant_name: "Candidate 7", applicant_email: "seven@example.org" },
      { applicant_name: "Candidate seven", title: "Hidden name" },
      [null, "Candidate 7", 7],
    ];
    expect(withHiddenNames(named)).toBe(named);
  });

  it("are as those of administrators who have no account", () => {
    speak("de", german);
    wordSentences((said) => said.replace("A former administrator", "Ein früherer Administrator"));
    const said = (by: string) => ({ question: "A former administrator", pass_mark: { by } });
    expect(withHiddenNames(said("A former administrator"))).toEqual({
      question: "A former administrator",
      pass_mark: { by: "Ein früherer Administrator" },
    });
    wordSentences(() => undefined);
  });

  it("are as those of who was faster and has no name", () => {
    speak("de", german);
    const words = Object.entries(serverNotes).map(([key, said]) => [said, notes[key as keyof typeof notes]]);
    wordSentences((said) => words.find(([english]) => english === said)?.[1]);
    const by = (name: string) =>
      changedMeanwhile(new ApiFailure(409, { code: "changed_meanwhile", by: name }), "x")?.by;
    expect(
      ["Another reviewer", "Another administrator", "The candidate", "The server", "Ada"].map(by),
    ).toEqual(["Ein anderer Prüfer", "Ein anderer Administrator", "Der Kandidat", "Der Server", "Ada"]);
    wordSentences(() => undefined);
  });

  it("are shown by queries, and follow another language without a call", async () => {
    let calls = 0;
    const ask = () => {
      calls += 1;
      return Promise.resolve([hidden("Candidate 12")]);
    };
    const first = (rows: ReturnType<typeof hidden>[]) => rows[0];
    function Names() {
      useLanguage();
      const whole = useQuery({ queryKey: ["whole"], queryFn: ask, staleTime: Infinity });
      const selected = useQuery({
        queryKey: ["whole"],
        queryFn: ask,
        staleTime: Infinity,
        select: useNamed(first),
      });
      return (
        <p>
          {whole.data?.[0]?.applicant_name}, {selected.data?.applicant_name}
        </p>
      );
    }
    render(
      <QueryClientProvider client={queryClient}>
        <Names />
      </QueryClientProvider>,
    );
    expect(await screen.findByText("Candidate 12, Candidate 12")).toBeVisible();
    speak("de", german);
    expect(await screen.findByText("Kandidat 12, Kandidat 12")).toBeVisible();
    expect(calls).toBe(1);
  });

  it("are selected by one function as long as the language stays", () => {
    const { result, rerender } = renderHook(() => useNamed(Object.keys));
    const before = result.current;
    rerender();
    expect(result.current).toBe(before);
    speak("de", german);
    expect(result.current).not.toBe(before);
  });
});
