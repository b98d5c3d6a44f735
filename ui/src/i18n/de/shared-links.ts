import type { sharedLinks as english } from "../en/shared-links";
import type { Translation } from "../typed";

export const sharedLinks = {
  notScored: "noch nicht bewertet",
  answer: "Antwort",
  noAnswer: "Keine Antwort",
  soFar: "{score} bisher, nicht endgültig",
  loading: "Die Ergebnisse werden geladen",
  pageTitle: "{title} | Invigil",
  title: "Geteilte Ergebnisse | Invigil",
  print: "Drucken",
  gone: "Dieser Link ist nicht mehr gültig",
  notLoaded: "Die Ergebnisse konnten nicht geladen werden",
  inConfidence: "Ihnen vertraulich gezeigt bis {date}.",
  historyOf: "Verlauf von {name}",
  historyOfAnswer: "Verlauf der Antwort auf",
  hiddenName: "Verborgener Name",
  candidateNumber: "Kandidat {number}",
  question: "Frage {number}",
} as const satisfies Translation<typeof english>;
