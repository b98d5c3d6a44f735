import type { passwordReset as english } from "../en/password-reset";
import type { Translation } from "../typed";

export const passwordReset = {
  pageTitle: "{title} | Invigil",
  forgotTitle: "Nie pamiętam hasła",
  forgotText: "Proszę podać adres e-mail konta. Wyślemy link, który pozwala ustawić nowe hasło.",
  email: "E-mail",
  enterEmail: "Proszę podać adres e-mail",
  emailRequired: "Adres e-mail jest wymagany",
  sendLink: "Wyślij link",
  sentTitle: "Proszę sprawdzić skrzynkę",
  sentText:
    "Jeśli istnieje konto o adresie {email}, wiadomość z linkiem jest już w drodze. Link działa jeden raz, przez 30 minut.",
  sentHint:
    "Brak wiadomości? Proszę zajrzeć do folderu ze spamem. Osoby zaproszone, które nigdy się nie zarejestrowały, nie mają hasła: najpierw należy się zarejestrować.",
  otherAddress: "Użyj innego adresu",
  askTitle: "Prośba o nowe hasło",
  askText:
    "Ten serwer nie wysyła wiadomości e-mail, więc nie może wysłać linku. Proszę zwrócić się do administratora.",
  askContact: "Kontakt: {contact}",
  backToSignIn: "Wróć do logowania",
  checkingServer: "Sprawdzanie serwera",
  newTitle: "Ustaw nowe hasło",
  newText: "Potem nastąpi wylogowanie ze wszystkich urządzeń; proszę zalogować się nowym hasłem.",
  newPassword: "Nowe hasło",
  enterNewPassword: "Proszę podać nowe hasło",
  setPassword: "Ustaw hasło",
  doneTitle: "Hasło jest ustawione",
  doneText: "Proszę zalogować się nowym hasłem.",
  goToSignIn: "Przejdź do logowania",
  badTitle: "Ten link nie działa",
  requestAnother: "Poproś o kolejny link",
} as const satisfies Translation<typeof english>;
