import type { errors as english } from "../en/errors";
import type { Translation } from "../typed";

export const errors = {
  serverRefused: "El servidor lo ha rechazado ({status}).",
  unreachable: "No se puede conectar con el servidor. Compruebe su conexión e inténtelo de nuevo.",
  somethingWentWrong: "Se ha producido un error.",
  tooLate: "La respuesta del servidor no llegó a tiempo. Compruebe su conexión e inténtelo de nuevo.",
  repliedInstead:
    "Algo en la red respondió en lugar del servidor. Compruebe su conexión e inténtelo de nuevo.",
  repliedInsteadStatus:
    "Algo en la red respondió en lugar del servidor ({status}). Compruebe su conexión e inténtelo de nuevo.",
} as const satisfies Translation<typeof english>;
