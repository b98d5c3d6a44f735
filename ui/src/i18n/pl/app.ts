import type { app as english } from "../en/app";
import type { Translation } from "../typed";

export const app = {
  noSuchPage: "Ta strona nie istnieje.",
  partMissing: "Nie udało się wczytać części strony. Proszę sprawdzić połączenie i odświeżyć stronę.",
  replaced: "Witryna została zaktualizowana. Proszę odświeżyć tę stronę. Wpisany tekst zostanie zachowany.",
  ranIntoProblem: "Na stronie wystąpił problem. Aby kontynuować, proszę ją odświeżyć.",
  startingPageAgain: "Ponowne uruchamianie strony",
  failed: "Nieoczekiwany błąd aplikacji",
  reload: "Odśwież",
  goToStart: "Przejdź do strony głównej",
  loadingPage: "Wczytywanie strony",
  pageNotFound: "Nie znaleziono strony",
  checkAddress: "Adres może zawierać literówkę albo strona została przeniesiona. Nic nie przepadło.",
} as const satisfies Translation<typeof english>;
