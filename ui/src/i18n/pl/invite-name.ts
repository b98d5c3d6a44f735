import type { inviteName as english } from "../en/invite-name";
import type { Translation } from "../typed";

export const inviteName = {
  nameTitle: "Jak się Pan/Pani nazywa?",
  nameText: "Zaproszenie wysłano tylko na adres e-mail. Imię i nazwisko będą widoczne przy odpowiedziach.",
  fullName: "Imię i nazwisko",
  nameMissing: "Proszę podać imię i nazwisko",
} as const satisfies Translation<typeof english>;
