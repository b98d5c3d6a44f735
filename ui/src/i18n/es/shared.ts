import type { shared as english } from "../en/shared";
import type { Translation } from "../typed";

export const shared = {
  companyLogo: "Logotipo de la empresa",
  questions: "¿Dudas? {contact}",
  typeToConfirm: "Escriba «{typed}» para confirmar",
  cannotCopy: "Este navegador no permite que la página copie. Seleccione el texto y cópielo a mano.",
  copied: "Copiado",
  close: "Cerrar",
  tryAgain: "Reintentar",
  nothing: "Nada",
  dayFromTo: "Introduzca un día entre el {from} y el {to}.",
  dayNotBefore: "Introduzca un día con el formato {form}, no anterior al {from}.",
  dayNotAfter: "Introduzca un día con el formato {form}, no posterior al {to}.",
  dayAs: "Introduzca un día con el formato {form}.",
  previousMonth: "Mes anterior",
  nextMonth: "Mes siguiente",
  month: "Mes",
  chooseDay: "Elegir:",
  dayNotAvailable: "No disponible:",
  cancel: "Cancelar",
  language: "Idioma",
} as const satisfies Translation<typeof english>;
