import type { examSession as english } from "../en/exam-session";
import type { Translation } from "../typed";

export const examSession = {
  title: "Twoja sesja egzaminacyjna",
  code: "Pokaż ten kod przy wejściu:",
  picture: "Ten sam kod dla kamery",
  roomCode: "Kod pokazany w sali",
  checkIn: "Zgłoś obecność",
  checkedIn: "Twoja obecność jest zgłoszona od {time}.",
  together: "Wszyscy zaczynają razem. Nie zamykaj tej strony: test rozpocznie się sam.",
  unset: "Czas rozpoczęcia nie jest jeszcze ustalony.",
  beginsIn: "Test rozpocznie się za {time}.",
  beginsNow: "Test rozpoczyna się teraz.",
  offline: "Utracono połączenie. Ta strona sama ponawia próby. Zachowujesz cały swój czas.",
  ready: "W międzyczasie sprawdź kamerę, aby nic Cię nie opóźniło.",
  waiting: "Jesteś w poczekalni. Osoba nadzorująca wpuszcza zdających; nie zamykaj tej strony.",
  waitingMeanwhile: "W tym czasie sprawdź kamerę i przeczytaj, co tu napisano.",
  letIn: "Możesz wejść i rozpocząć test.",
} as const satisfies Translation<typeof english>;
