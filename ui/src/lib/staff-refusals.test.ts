import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiFailure, wordOtherwise } from "@/api/errors";
import { ENGLISH, show } from "@/i18n";
import * as candidates from "@/i18n/languages/de-rest";
import * as german from "@/i18n/staff/languages/de";
import * as french from "@/i18n/staff/languages/fr";
import { leaveCandidates, speakEnglish } from "./language";
import { serverWords, wordSentences } from "./server-words";
import { forStaff, inWords } from "./staff-refusals";

const speak = (tag: string, parts: object) =>
  show({ tag, direction: "ltr", parts: { refusals: candidates.refusals, ...parts } });
const refusal = (body: object) => new ApiFailure(409, { request_id: "r", ...body } as never);
const refused = (code: string, detail: string, params?: object) => refusal({ code, detail, params }).detail;

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: {} });
  wordOtherwise(forStaff);
  leaveCandidates();
  speak("de", german);
});
afterEach(() => {
  wordOtherwise((usual) => usual);
  wordSentences(() => undefined);
  speakEnglish();
  show(ENGLISH);
  vi.unstubAllGlobals();
});

describe("a refusal in rooms of staff", () => {
  it("is the translation of its sentence, with what the server put into it", () => {
    expect(refused("too_many", "There are 50 webhooks, which is the limit. Delete one first.")).toBe(
      "Es gibt bereits 50 Webhooks; das ist die Grenze. Löschen Sie zuerst einen.",
    );
    expect(refused("name_taken", "There is already a webhook named 'A {b}'. Choose another name.")).toBe(
      "Es gibt bereits einen Webhook namens „A {b}“. Wählen Sie einen anderen Namen.",
    );
    speak("fr", french);
    expect(refused("not_found", "There is no such test.")).toBe("Ce test n’existe pas.");
  });

  it("is the text of its code where the sentence is not known", () => {
    expect(refused("webhook_off", "A sentence of a newer server.")).toBe(
      "Dieser Webhook ist ausgeschaltet. Schalten Sie ihn zuerst ein.",
    );
    expect(refused("busy", "A sentence of a newer server.")).toBe(candidates.refusals.busy);
    expect(refused("in_other_session", "A sentence.", { title: "Room 1" })).toMatch(/zu „Room 1“/);
    expect(refused("already_begun", "A sentence.", { begins_at: "2026-09-07T08:00:00Z" })).toMatch(
      /^Diese Sitzung hat bereits begonnen: .*2026/,
    );
  });

  it("is for staff where a candidate would read something else", () => {
    expect(refused("no_runner", "A sentence.")).toBe("Im Moment kann kein Code ausgeführt werden.");
  });

  it("keeps what only the server knows", () => {
    expect(refused("smtp_failed", "550 no.")).toMatch(/übergeben werden: 550 no\.$/);
    expect(refused("a_newer_code", "The moon is full.")).toBe("The moon is full.");
  });

  it("says what is wrong with each field", () => {
    const { detail, fields } = refusal({
      code: "invalid",
      detail: "Question 2: a tag is too long (40 characters at most).",
      fields: {
        "questions[1].tags": "Question 2: a tag is too long (40 characters at most).",
        email: "This is not a valid email address: it contains ','.",
        other: "Something new.",
      },
    });
    expect(detail).toBe("Frage 2: Ein Schlagwort ist zu lang (höchstens 40 Zeichen).");
    expect(fields).toEqual({
      "questions[1].tags": detail,
      email: "Dies ist keine gültige E-Mail-Adresse: sie enthält „,“.",
      other: "Something new.",
    });
    expect(refused("invalid", "Something new.")).toBe("Something new.");
  });

  it("names the field as the server does", () => {
    const message = "This must be a whole number.";
    expect(
      refusal({
        code: "invalid",
        detail: `tests[0].weight: ${message}`,
        fields: { "tests[0].weight": message },
      }).detail,
    ).toBe("tests[0].weight: Dies muss eine ganze Zahl sein.");
  });

  it("is the server's, to the byte, in English", () => {
    show(ENGLISH);
    const fields = { title: "Test title is required" };
    const detail = "There are 50 webhooks, which is the limit. Delete one first.";
    expect(refused("too_many", detail)).toBe(detail);
    expect(refusal({ code: "invalid", detail, fields })).toMatchObject({ detail, fields });
  });

  it("is not for candidates", () => {
    speakEnglish();
    speak("de", german);
    expect(refused("busy", "There is no such test.")).toBe(candidates.refusals.busy);
  });
});

describe("a sentence", () => {
  it("is the one with the most fixed text", () => {
    expect(inWords("This has the wrong type: expected a whole number.")).toBe(
      "Hier wird eine ganze Zahl erwartet.",
    );
    expect(inWords("This has the wrong type: expected a list.")).toMatch(/Erwartet: a list\.$/);
  });

  it("has lists as the language writes them", () => {
    expect(inWords("Columns 'Phone', 'Note' and 'Age' are not used.")).toBe(
      "Die Spalten 'Phone', 'Note' und 'Age' werden nicht verwendet.",
    );
  });

  it("of a reply is in the language of the page, and as it came where it is not known", () => {
    wordSentences(inWords);
    expect(serverWords("Invisible characters were removed.")).toBe("Unsichtbare Zeichen wurden entfernt.");
    expect(serverWords("Something new.")).toBe("Something new.");
    show(ENGLISH);
    expect(serverWords("Invisible characters were removed.")).toBe("Invisible characters were removed.");
  });

  it("has several lines where the server's has", () => {
    expect(inWords("This is not JSON: a\nb.")).toBe("Dies ist kein JSON: a\nb.");
  });
});
