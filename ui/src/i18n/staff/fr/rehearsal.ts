import type { Translation } from "../../typed";
import type { rehearsal as english } from "../en/rehearsal";

export const rehearsal = {
  go: "Prêt",
  noGo: "Pas prêt",
  noVerdict: "Sans verdict",
  ok: "OK",
  close: "Juste",
  fault: "Défaut",
  notMeasured: "Non mesuré",
  certificate: "Certificat",
  certificateExpiry: "Expiration du certificat",
  clock: "Écart d’horloge",
  page: "Ouvrir la page",
  start: "Commencer",
  save: "Enregistrer",
  reconnect: "Se reconnecter",
  submit: "Remettre",
  errors: "Erreurs",
  lost: "Réponses perdues",
  sync: "Vitesse du disque",
  files: "Fichiers ouverts",
  memory: "Mémoire libre",
  processor: "Processeurs",
  disk: "Espace disque libre",
  backup: "Âge de la sauvegarde",
  camera: "Caméras",
  udp: "Vidéo par UDP",
  firstPicture: "Première image",
  loss: "Perte de paquets",
  ownProcessor: "Processeurs de la machine qui simule",
  ownLag: "Retard de la machine qui simule",
  limit: "(limite : {limit})",
  limitBeyond: "(limite : {limit}, dépassée de {count} %)",
  limitLeft: "(limite : {limit}, {count} % de marge)",
  played:
    "{count, plural, one {# candidat simulé} other {# candidats simulés}}{elsewhere, select, yes { sur {machine}} other {}}, {when}{named, select, yes {, par {by}} other {}}.",
  wouldFit: "D’après les mesures, il y aurait de la place pour {count}.",
  inOrder: "{count, plural, one {# mesure correcte} other {# mesures correctes}}",
  rehearsal: "Répétition",
  rehearsalText:
    "La veille, un autre ordinateur de la salle simule des candidats face à ce serveur : supporte-t-il la session ?",
  running:
    "Une répétition avec {count, plural, one {# candidat} other {# candidats}} est en cours depuis {time}, lancée par {by}.",
  notRehearsed: "Cette session n’a pas été répétée.",
  howTo: "Comment faire une répétition",
  makeToken:
    "Dans les paramètres, créez un jeton d’API avec le rôle de surveillant, et mettez-le dans le fichier <file>token</file> sur un ordinateur de la salle qui a le même programme.",
  runThere: "Exécutez-y, avec autant de candidats qu’il en viendra :",
  copy: "Copier",
  afterwards:
    "Après deux minutes, le résultat s’affiche ici. Les candidats simulés sont supprimés ; ils ne reçoivent aucun e-mail et ne comptent nulle part.",
} as const satisfies Translation<typeof english>;
