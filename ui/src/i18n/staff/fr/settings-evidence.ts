import type { Translation } from "../../typed";
import type { settingsEvidence as english } from "../en/settings-evidence";

export const settingsEvidence = {
  until: "du {from} au {to}",
  retired: "Retirée",
  signsNow: "Signe actuellement",
  copyFingerprint: "Copier l’empreinte",
  rotated: "Une nouvelle clé signe les preuves dès maintenant",
  rotateFailed: "La clé n’a pas pu être renouvelée : {reason}",
  rotate: "Renouveler la clé",
  rotateQuestion: "Créer une nouvelle clé ?",
  rotateText:
    "La clé privée actuelle est supprimée définitivement. Ses fichiers restent valables. Publiez l’empreinte de la nouvelle clé : sans elle, les nouveaux fichiers semblent signés par un inconnu.",
  loadFailed: "Échec du chargement des clés",
  evidenceKeys: "Clés des preuves",
  publish:
    "Les destinataires d’un fichier de preuve doivent recevoir de vous l’empreinte de la clé de signature, et non la lire dans le fichier. Publiez-la, par exemple sur votre site web.",
  verify: "Vérifier une preuve",
  notLoaded: "Les clés n’ont pas pu être chargées",
  loading: "Chargement des clés",
  noKey: "Aucune clé pour l’instant",
  noKeyText:
    "Elle est créée avec le premier fichier de preuve : ouvrez un résultat, puis choisissez la preuve sous « Plus ».",
  keys: "Clés",
  earlier:
    "Les fichiers des clés précédentes restent valables : leurs clés publiques sont conservées. Le premier administrateur crée une nouvelle clé, ici ou avec <code>invigil evidence key rotate</code>.",
} as const satisfies Translation<typeof english>;
