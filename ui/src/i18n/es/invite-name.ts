import type { inviteName as english } from "../en/invite-name";
import type { Translation } from "../typed";

export const inviteName = {
  nameTitle: "¿Cómo se llama?",
  nameText: "La invitación se envió solo a su dirección de correo. Su nombre acompañará a sus respuestas.",
  fullName: "Nombre completo",
  nameMissing: "Indique su nombre",
} as const satisfies Translation<typeof english>;
