import type { examSession as english } from "../en/exam-session";
import type { Translation } from "../typed";

export const examSession = {
  title: "Sesja egzaminacyjna",
  code: "Proszę pokazać ten kod przy wejściu:",
  picture: "Ten sam kod dla kamery",
  roomCode: "Kod pokazany w sali",
  checkIn: "Zgłoś obecność",
  checkedIn: "Obecność zgłoszono o {time}.",
  together: "Wszyscy zaczynają razem. Proszę nie zamykać tej strony: test rozpocznie się sam.",
  unset: "Czas rozpoczęcia nie jest jeszcze ustalony.",
  beginsIn: "Test rozpocznie się za {time}.",
  beginsNow: "Test rozpoczyna się teraz.",
  offline: "Utracono połączenie. Ta strona sama ponawia próby. Czas testu nie przepada.",
  ready: "W tym czasie proszę sprawdzić kamerę, aby uniknąć opóźnienia.",
  waiting: "To jest poczekalnia. Osoba nadzorująca wpuszcza na test; proszę nie zamykać tej strony.",
  waitingMeanwhile: "W tym czasie proszę sprawdzić kamerę i przeczytać, co tu napisano.",
  letIn: "Można już wejść i rozpocząć test.",
} as const satisfies Translation<typeof english>;
