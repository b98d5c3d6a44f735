import type { takeEnd as english } from "../en/take-end";
import type { Translation } from "../typed";

export const takeEnd = {
  yourAnswer: "Odpowiedź",
  fieldNotShown: "Pola tego pytania nie można teraz pokazać. Na pozostałe pytania można odpowiadać.",
  questionOf: "Pytanie {number} z {total}",
  question: "Pytanie",
  previous: "Poprzednie",
  next: "Następne",
  submitTest: "Oddaj test",
  notSubmittedYet: "Jeszcze nie oddano: {problem}",
  takesMoment: "To chwilę potrwa. Proszę nie zamykać strony.",
  backToTest: "Wróć do testu",
  tryAgain: "Spróbuj ponownie",
  fileMeans:
    "Jeśli połączenie nie wróci, proszę zapisać odpowiedzi do pliku i przekazać go administratorowi. Zostaną dodane do testu jako spóźnione odpowiedzi, o których decyduje oceniający.",
  saveAnswers: "Zapisz odpowiedzi do pliku",
  testWasWithdrawn: "Ten test został wycofany",
  deletedByAdministrator: "Administrator go usunął. Nie trzeba robić nic więcej.",
  answersOnComputer:
    "Odpowiedzi nie ma już na serwerze. {place, select, computer {Ten komputer ma jeszcze te, które napisano tutaj.} other {Tylko ta strona ma jeszcze te, które napisano tutaj: przed jej zamknięciem proszę zapisać je do pliku.}}",
  deleteAnswers: "{place, select, computer {Usuń je z tego komputera} other {Usuń je}}",
  deleteTitle: "Usunąć odpowiedzi?",
  deleteMeans:
    "{place, select, computer {Nie ma ich już na serwerze, a jedyną kopię ma ten komputer.} other {Nie ma ich już na serwerze, a jedyną kopię ma ta strona.}} Po usunięciu nie będzie można ich odzyskać.",
  deleteForGood: "Usuń trwale",
  submitUnanswered: "Oddać z pytaniami bez odpowiedzi?",
  submitMarked: "Oddać z pytaniami oznaczonymi na później?",
  submitTestQuestion: "Oddać test?",
  timeLeft: "Pozostały czas: {time}.",
  unanswered: "Bez odpowiedzi",
  markedForLater: "Oznaczone na później",
  submitted: "Test został oddany. {score}",
  timeUpSubmitted: "Czas upłynął. Test został oddany. {score}",
  adminEnded: "Administrator zakończył test. {score}",
  submittedMissing:
    "Test został oddany. {count, plural, one {Nie dotarła jeszcze # odpowiedź} few {Nie dotarły jeszcze # odpowiedzi} many {Nie dotarło jeszcze # odpowiedzi} other {Nie dotarło jeszcze # odpowiedzi}}.",
  timeUpMissing:
    "Czas upłynął. Test został oddany. {count, plural, one {Nie dotarła jeszcze # odpowiedź} few {Nie dotarły jeszcze # odpowiedzi} many {Nie dotarło jeszcze # odpowiedzi} other {Nie dotarło jeszcze # odpowiedzi}}.",
  adminEndedMissing:
    "Administrator zakończył test. {count, plural, one {Nie dotarła jeszcze # odpowiedź} few {Nie dotarły jeszcze # odpowiedzi} many {Nie dotarło jeszcze # odpowiedzi} other {Nie dotarło jeszcze # odpowiedzi}}.",
  answersWait: "Odpowiedzi czekają na ocenę.",
  score: "Wynik: {percent}%",
  plainSubmit:
    "{count, plural, =0 {Oddać test? Potem nie będzie można zmienić odpowiedzi.} one {Oddać test z # pytaniem bez odpowiedzi? Potem nie będzie można zmienić odpowiedzi.} few {Oddać test z # pytaniami bez odpowiedzi? Potem nie będzie można zmienić odpowiedzi.} many {Oddać test z # pytaniami bez odpowiedzi? Potem nie będzie można zmienić odpowiedzi.} other {Oddać test z # pytania bez odpowiedzi? Potem nie będzie można zmienić odpowiedzi.}}",
  submitting: "Oddawanie testu",
  submittingTimeUp: "Czas upłynął. Oddawanie testu",
  testEnded: "Test jest zakończony",
  keptTellAdministrator:
    "{place, select, computer {Odpowiedzi są zachowane na tym komputerze.} other {Odpowiedzi są zachowane tylko na tej stronie: proszę jej nie zamykać.}} Proszę powiadomić administratora.",
  keptRetries:
    "{place, select, computer {Odpowiedzi są zachowane na tym komputerze.} other {Odpowiedzi są zachowane tylko na tej stronie.}} Proszę nie zamykać tej strony: automatycznie ponowi próbę.",
  heldAnswers:
    "{count, plural, one {Odpowiedzi na pytanie {numbers} nie ma na serwerze. Jeśli test zostanie oddany teraz, stanie się ona spóźnioną odpowiedzią, o której decyduje oceniający.} few {Odpowiedzi na pytania {numbers} nie ma na serwerze. Jeśli test zostanie oddany teraz, staną się one spóźnionymi odpowiedziami, o których decyduje oceniający.} many {Odpowiedzi na pytania {numbers} nie ma na serwerze. Jeśli test zostanie oddany teraz, staną się one spóźnionymi odpowiedziami, o których decyduje oceniający.} other {Odpowiedzi na pytania {numbers} nie ma na serwerze. Jeśli test zostanie oddany teraz, staną się one spóźnionymi odpowiedziami, o których decyduje oceniający.}}",
  allAnswered: "Na wszystkie pytania udzielono odpowiedzi. Po oddaniu nie można już niczego zmienić.",
  unansweredOf:
    "Bez odpowiedzi: {blank, plural, one {#} few {#} many {#} other {#}} (w teście: {questions}). Po oddaniu nie można już niczego zmienić.",
  heldTitle:
    "{count, plural, one {Odpowiedzi na pytanie {numbers} nie ma na serwerze.} few {Odpowiedzi na pytania {numbers} nie ma na serwerze.} many {Odpowiedzi na pytania {numbers} nie ma na serwerze.} other {Odpowiedzi na pytania {numbers} nie ma na serwerze.}}",
  heldRefused:
    "{place, select, computer {{count, plural, one {Serwer jej nie przyjmuje: {refusal} Ten komputer ją przechowuje.} few {Serwer ich nie przyjmuje: {refusal} Ten komputer je przechowuje.} many {Serwer ich nie przyjmuje: {refusal} Ten komputer je przechowuje.} other {Serwer ich nie przyjmuje: {refusal} Ten komputer je przechowuje.}}} other {{count, plural, one {Serwer jej nie przyjmuje: {refusal} Tylko ta strona ją przechowuje.} few {Serwer ich nie przyjmuje: {refusal} Tylko ta strona je przechowuje.} many {Serwer ich nie przyjmuje: {refusal} Tylko ta strona je przechowuje.} other {Serwer ich nie przyjmuje: {refusal} Tylko ta strona je przechowuje.}}}}",
  heldStopped:
    "{place, select, computer {{count, plural, one {Coś w sieci ją blokuje. Ten komputer ją przechowuje, a strona ponawia próby; można kontynuować i oddać test. To, co dotrze później, jest spóźnioną odpowiedzią.} few {Coś w sieci je blokuje. Ten komputer je przechowuje, a strona ponawia próby; można kontynuować i oddać test. To, co dotrze później, jest spóźnioną odpowiedzią.} many {Coś w sieci je blokuje. Ten komputer je przechowuje, a strona ponawia próby; można kontynuować i oddać test. To, co dotrze później, jest spóźnioną odpowiedzią.} other {Coś w sieci je blokuje. Ten komputer je przechowuje, a strona ponawia próby; można kontynuować i oddać test. To, co dotrze później, jest spóźnioną odpowiedzią.}}} other {{count, plural, one {Coś w sieci ją blokuje. Tylko ta strona ją przechowuje, a strona ponawia próby; można kontynuować i oddać test. To, co dotrze później, jest spóźnioną odpowiedzią.} few {Coś w sieci je blokuje. Tylko ta strona je przechowuje, a strona ponawia próby; można kontynuować i oddać test. To, co dotrze później, jest spóźnioną odpowiedzią.} many {Coś w sieci je blokuje. Tylko ta strona je przechowuje, a strona ponawia próby; można kontynuować i oddać test. To, co dotrze później, jest spóźnioną odpowiedzią.} other {Coś w sieci je blokuje. Tylko ta strona je przechowuje, a strona ponawia próby; można kontynuować i oddać test. To, co dotrze później, jest spóźnioną odpowiedzią.}}}}",
  noAnswer: "(brak odpowiedzi)",
} as const satisfies Translation<typeof english>;
