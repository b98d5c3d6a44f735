import type { shared as english } from "../en/shared";
import type { Translation } from "../typed";

export const shared = {
  companyLogo: "Logo firmy",
  questions: "Pytania? {contact}",
  typeToConfirm: "Aby potwierdzić, proszę wpisać „{typed}”",
  cannotCopy: "Ta przeglądarka nie pozwala stronie kopiować. Proszę zaznaczyć tekst i skopiować go ręcznie.",
  copied: "Skopiowano",
  close: "Zamknij",
  tryAgain: "Spróbuj ponownie",
  nothing: "Nic",
  dayFromTo: "Proszę wpisać dzień od {from} do {to}.",
  dayNotBefore: "Proszę wpisać dzień w postaci {form}, nie wcześniejszy niż {from}.",
  dayNotAfter: "Proszę wpisać dzień w postaci {form}, nie późniejszy niż {to}.",
  dayAs: "Proszę wpisać dzień w postaci {form}.",
  previousMonth: "Poprzedni miesiąc",
  nextMonth: "Następny miesiąc",
  month: "Miesiąc",
  chooseDay: "Wybierz:",
  dayNotAvailable: "Niedostępne:",
  cancel: "Anuluj",
  language: "Język",
} as const satisfies Translation<typeof english>;
