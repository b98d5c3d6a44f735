import type { passwordReset as english } from "../en/password-reset";
import type { Translation } from "../typed";

export const passwordReset = {
  pageTitle: "{title} | Invigil",
  forgotTitle: "Nie pamiętasz hasła?",
  forgotText: "Podaj adres e-mail swojego konta. Wyślemy link, który pozwala ustawić nowe hasło.",
  email: "E-mail",
  enterEmail: "Podaj swój adres e-mail",
  emailRequired: "Adres e-mail jest wymagany",
  sendLink: "Wyślij link",
  sentTitle: "Sprawdź skrzynkę pocztową",
  sentText:
    "Jeśli istnieje konto o adresie {email}, wiadomość z linkiem jest już w drodze. Link działa jeden raz, przez 30 minut.",
  sentHint:
    "Brak wiadomości? Zajrzyj do folderu ze spamem. Osoby zaproszone, które nigdy się nie zarejestrowały, nie mają hasła: najpierw należy się zarejestrować.",
  otherAddress: "Użyj innego adresu",
  askTitle: "Poproś o nowe hasło",
  askText:
    "Ten serwer nie wysyła wiadomości e-mail, więc nie może wysłać linku. Prosimy zwrócić się do administratora.",
  askContact: "Kontakt: {contact}",
  backToSignIn: "Wróć do logowania",
  checkingServer: "Sprawdzanie serwera",
  newTitle: "Ustaw nowe hasło",
  newText: "Potem nastąpi wylogowanie ze wszystkich urządzeń; zaloguj się nowym hasłem.",
  newPassword: "Nowe hasło",
  enterNewPassword: "Podaj nowe hasło",
  setPassword: "Ustaw hasło",
  doneTitle: "Hasło jest ustawione",
  doneText: "Zaloguj się nowym hasłem.",
  goToSignIn: "Przejdź do logowania",
  badTitle: "Ten link nie działa",
  requestAnother: "Poproś o kolejny link",
} as const satisfies Translation<typeof english>;
