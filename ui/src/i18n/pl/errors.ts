import type { errors as english } from "../en/errors";
import type { Translation } from "../typed";

export const errors = {
  serverRefused: "Serwer odmówił ({status}).",
  unreachable: "Nie można połączyć się z serwerem. Proszę sprawdzić połączenie i spróbować ponownie.",
  somethingWentWrong: "Wystąpił błąd.",
  tooLate: "Odpowiedź serwera nie nadeszła na czas. Proszę sprawdzić połączenie i spróbować ponownie.",
  repliedInstead:
    "Zamiast serwera odpowiedziało coś w sieci. Proszę sprawdzić połączenie i spróbować ponownie.",
  repliedInsteadStatus:
    "Zamiast serwera odpowiedziało coś w sieci ({status}). Proszę sprawdzić połączenie i spróbować ponownie.",
} as const satisfies Translation<typeof english>;
