import type { inviteName as english } from "../en/invite-name";
import type { Translation } from "../typed";

export const inviteName = {
  nameTitle: "Wie heißen Sie?",
  nameText: "Sie wurden nur mit Ihrer E-Mail-Adresse eingeladen. Ihr Name steht bei Ihren Antworten.",
  fullName: "Vor- und Nachname",
  nameMissing: "Bitte geben Sie Ihren Namen ein",
} as const satisfies Translation<typeof english>;
