import type { verify as english } from "../en/verify";
import type { Translation } from "../typed";

export const verify = {
  pageTitle: "{title} | Invigil",
  goToTests: "Przejdź do testów",
  goHome: "Przejdź do strony głównej",
  addressConfirmed: "Adres potwierdzony",
  invitationsAppear: "Zaproszenia są teraz widoczne na koncie.",
  notConfirmed: "Nie udało się potwierdzić adresu",
  tryAgain: "Spróbuj ponownie",
  signInToConfirm: "Proszę się zalogować, aby potwierdzić adres",
  linkCounts: "Link działa po zalogowaniu się adresem, na który został wysłany.",
  goToLogin: "Przejdź do logowania",
  notAnApplicant: "Zalogowano jako administrator. Link jest przeznaczony dla konta kandydata.",
  forApplicants: "Ten link jest dla kandydatów",
  confirmingAddress: "Potwierdzanie adresu",
} as const satisfies Translation<typeof english>;
