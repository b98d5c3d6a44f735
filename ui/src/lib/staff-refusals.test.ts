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
    expect(
      refused("changed_meanwhile", "Mei Sato has taken a new picture in the meantime. Please compare it."),
    ).toBe("Mei Sato hat inzwischen ein neues Bild aufgenommen. Bitte vergleichen Sie es.");
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

describe("a finding about a file", () => {
  it.each([
    ["Other programs cannot read the penalty.", "Für andere Programme nicht lesbar: der Abzug."],
    ["The tags cannot be expressed in QTI.", "In QTI nicht darstellbar: die Schlagwörter."],
    ["Question 3: 2.5 points there are 3 here.", "Frage 3: 2.5 Punkte dort sind hier 3."],
    [
      "Question 4, gap 1, tolerance: Unknown field 'x'.",
      "Frage 4, Lücke 1, tolerance: Unbekanntes Feld „x“.",
    ],
    ["items/q 1.xml, line 4", "items/q 1.xml, Zeile 4"],
    [
      "Question 2: Gap 1: Feedback to single answers is not supported.",
      "Frage 2: Lücke 1: Rückmeldungen zu einzelnen Antworten werden nicht unterstützt.",
    ],
    [
      'This question was skipped: it has no answers in braces ("Why (not)?").',
      "Diese Frage wurde übersprungen: sie hat keine Antworten in geschweiften Klammern („Why (not)?“).",
    ],
    [
      "This question was skipped: more than one answer is correct (a = within a text needs a backslash).",
      "Diese Frage wurde übersprungen: mehr als eine Antwort ist richtig (ein = in einem Text braucht einen Backslash).",
    ],
    [
      "This question was skipped: Question 1: the text is too long (20,000 characters at most) (The picture a.png is not in the file).",
      "Diese Frage wurde übersprungen: Frage 1: Der Text ist zu lang (höchstens 20.000 Zeichen) (Das Bild a.png ist nicht in der Datei).",
    ],
    [
      "Nothing of this file can be imported. line 12: This item was skipped: it has no body.",
      "Aus dieser Datei kann nichts importiert werden. Zeile 12: Dieses Item wurde übersprungen: es hat keinen Inhalt (itemBody).",
    ],
    [
      "[0].questions[2].points: This must be a whole number.",
      "[0].questions[2].points: Dies muss eine ganze Zahl sein.",
    ],
    ["Line 3: <a b> is not read.", "Zeile 3: <a b> wird nicht gelesen."],
    [
      "This question was skipped: [0].questions[2].points: This has the wrong type: expected a whole number.",
      "Diese Frage wurde übersprungen: [0].questions[2].points: Hier wird eine ganze Zahl erwartet.",
    ],
    [
      "This test was skipped: [1]: This has the wrong type: expected an object.",
      "Dieser Test wurde übersprungen: [1]: Dies hat den falschen Typ. Erwartet: an object.",
    ],
    [
      "duration_minutes: This has the wrong type: expected a whole number. It is left out.",
      "duration_minutes: Hier wird eine ganze Zahl erwartet. Es wird weggelassen.",
    ],
    [
      "Question 1: 'accepted[0]' has a value of another type, which is read as '1.10'.",
      "Frage 1: „accepted[0]“ hat einen Wert anderer Art, der als „1.10“ gelesen wird.",
    ],
    [
      "This question was skipped: its response processing has <varsubstring>, which is not read.",
      "Diese Frage wurde übersprungen: ihre Auswertung hat <varsubstring>, was nicht gelesen wird.",
    ],
  ])("is in the language of the page: %s", (english, own) => expect(inWords(english)).toBe(own));

  it("has the same part of a sentence in the middle of one", () => {
    speak("fr", french);
    expect(inWords("Question 4, gap 1: Unknown field 'x'.")).toBe(
      "Question 4, lacune 1\u00a0: champ inconnu «\u00a0x\u00a0».",
    );
    expect(inWords("This question was skipped: Question 1: Points must be between 1 and 100.")).toBe(
      "Cette question a été ignorée\u00a0: Question 1\u00a0: Les points doivent être compris entre 1 et 100.",
    );
  });

  it("is as it came where a part alone is known", () => {
    expect(inWords("smtp.example: Something new.")).toBeUndefined();
    expect(inWords("Something (new).")).toBeUndefined();
  });
});

describe("a reason why an email was not sent", () => {
  it.each([
    [
      "550 5.1.1 <a@b.example>: Recipient address rejected: User unknown (in answer to RCPT TO)",
      "550 5.1.1 <a@b.example>: Recipient address rejected: User unknown (als Antwort auf RCPT TO)",
    ],
    [
      "no answer to MAIL FROM from mail.example:25 within 10 s",
      "keine Antwort auf MAIL FROM von mail.example:25 innerhalb von 10 s",
    ],
    [
      "connection refused by mail.example:25. Check the port; nothing listens on this one.",
      "Verbindung von mail.example:25 abgelehnt. Prüfen Sie den Port; auf diesem nimmt nichts Verbindungen an.",
    ],
    [
      "the certificate of a.example:465 is not valid: expired",
      "das Zertifikat von a.example:465 ist nicht gültig: expired",
    ],
  ])("is in the language of the page, with the reply of the mail server: %s", (english, own) =>
    expect(inWords(english)).toBe(own),
  );
});

describe("a result of a rehearsal", () => {
  it.each([
    [
      "99 of 100 saves were durable within this time. Half took 12 ms at most; there were 400.",
      "99 von 100 Speicherungen waren innerhalb dieser Zeit dauerhaft. Die Hälfte dauerte höchstens 12 ms; es waren 400.",
    ],
    [
      "Calls failed for good. The first: save: status 503; start: status 500.",
      "Aufrufe schlugen endgültig fehl. Die ersten: save: status 503; start: status 500.",
    ],
  ])("is in the language of the page: %s", (english, own) => expect(inWords(english)).toBe(own));
});
