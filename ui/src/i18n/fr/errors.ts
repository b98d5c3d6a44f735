import type { errors as english } from "../en/errors";
import type { Translation } from "../typed";

export const errors = {
  serverRefused: "Le serveur a refusé ({status}).",
  unreachable: "Le serveur est injoignable. Vérifiez votre connexion et réessayez.",
  somethingWentWrong: "Une erreur s’est produite.",
  tooLate: "La réponse du serveur n’est pas arrivée à temps. Vérifiez votre connexion et réessayez.",
  repliedInstead:
    "Un élément du réseau a répondu à la place du serveur. Vérifiez votre connexion et réessayez.",
  repliedInsteadStatus:
    "Un élément du réseau a répondu à la place du serveur ({status}). Vérifiez votre connexion et réessayez.",
} as const satisfies Translation<typeof english>;
