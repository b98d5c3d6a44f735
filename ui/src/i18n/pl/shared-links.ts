import type { sharedLinks as english } from "../en/shared-links";
import type { Translation } from "../typed";

export const sharedLinks = {
  notScored: "jeszcze bez oceny",
  answer: "Odpowiedź",
  noAnswer: "Brak odpowiedzi",
  soFar: "{score} dotychczas, wynik nieostateczny",
  loading: "Wczytywanie wyników",
  pageTitle: "{title} | Invigil",
  title: "Udostępnione wyniki | Invigil",
  print: "Drukuj",
  gone: "Ten link jest już nieważny",
  notLoaded: "Nie udało się wczytać wyników",
  inConfidence: "Udostępniono poufnie do {date}.",
  historyOf: "Historia: {name}",
  historyOfAnswer: "Historia odpowiedzi na",
  hiddenName: "Ukryte imię i nazwisko",
  candidateNumber: "Kandydat {number}",
  question: "Pytanie {number}",
} as const satisfies Translation<typeof english>;
