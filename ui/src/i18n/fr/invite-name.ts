import type { inviteName as english } from "../en/invite-name";
import type { Translation } from "../typed";

export const inviteName = {
  nameTitle: "Quel est votre nom ?",
  nameText: "Vous avez été invité(e) par votre seule adresse e-mail. Votre nom accompagne vos réponses.",
  fullName: "Nom complet",
  nameMissing: "Veuillez indiquer votre nom",
} as const satisfies Translation<typeof english>;
