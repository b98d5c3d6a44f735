import type { verify as english } from "../en/verify";
import type { Translation } from "../typed";

export const verify = {
  pageTitle: "{title} | Invigil",
  goToTests: "Ir a sus pruebas",
  goHome: "Ir al inicio",
  addressConfirmed: "Dirección confirmada",
  invitationsAppear: "Sus invitaciones ya aparecen en su cuenta.",
  notConfirmed: "No se pudo confirmar la dirección",
  tryAgain: "Reintentar",
  signInToConfirm: "Inicie sesión para confirmar su dirección",
  linkCounts: "El enlace tiene efecto cuando inicia sesión con la dirección a la que se envió.",
  goToLogin: "Ir al inicio de sesión",
  notAnApplicant: "Ha iniciado sesión como administrador. El enlace es para la cuenta de un candidato.",
  forApplicants: "Este enlace es para candidatos",
  confirmingAddress: "Confirmando su dirección",
} as const satisfies Translation<typeof english>;
