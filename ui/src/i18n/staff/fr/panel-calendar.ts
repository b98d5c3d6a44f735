import type { Translation } from "../../typed";
import type { panelCalendar as english } from "../en/panel-calendar";

export const panelCalendar: Translation<typeof english> = {
  title: "Agenda du jury",
  card: "Ne proposer aux candidats que les horaires où le jury est libre.",
  means:
    "Le serveur lit un agenda à son adresse. Aux candidats qui choisissent un horaire, il n’en est proposé aucun où leur test chevaucherait une plage occupée. Ils ne voient jamais l’agenda.",
  notLoaded: "L’agenda n’a pas pu être chargé",
  loading: "Chargement de l’agenda",
  address: "Adresse",
  addressHint:
    "L’adresse d’un fichier ICS avec des événements ou des plages occupées publiées, comme l’adresse privée qu’affiche un logiciel d’agenda. Elle est enregistrée chiffrée et n’est plus affichée.",
  addressNeeded: "Saisissez une adresse.",
  otherAddress: "Autre adresse",
  save: "Enregistrer et vérifier",
  saved: "Enregistré",
  failed: "Échec de l’enregistrement : {reason}",
  someone: "Quelqu’un d’autre",
  thisCalendar: "cet agenda",
  check: "Vérifier maintenant",
  checkFailed: "Échec de la vérification : {reason}",
  remove: "Retirer",
  removed: "Retiré : tous les horaires sont proposés",
  from: "Lu depuis",
  storedBy: "Enregistré par",
  lastRead: "Dernière lecture",
  notRead: "pas encore",
  busyTimes: "Plages occupées des 14 prochains jours",
  inUse: "Les plages occupées ne sont pas proposées.",
  notUsed: "Tous les horaires sont proposés.",
  failure: "La dernière tentative a échoué ({time}) : {why}",
  failureSealed: "l’adresse a été enregistrée avec une autre clé du serveur ; saisissez-la à nouveau.",
  failureStatus: "la réponse était {words} au lieu de 200.",
  failureTooLarge: "l’agenda dépasse 4 Mio ou 200 000 lignes.",
  failureNotACalendar: "la réponse n’est pas un fichier ICS.",
  failureCut: "le fichier se termine avant sa dernière ligne.",
  unreadTimes:
    "{count, plural, one {# événement n’a} other {# événements n’ont}} pas de début, ou une fin avant le début.",
  unreadZone: "{count, plural, one {# événement a} other {# événements ont}} un fuseau horaire inconnu.",
  unreadRecurrence:
    "{count, plural, one {# événement a} other {# événements ont}} une règle de récurrence qui n’est pas comprise.",
  unreadTooMany:
    "{count, plural, one {# événement a été omis} other {# événements ont été omis}} : il y a trop de plages.",
  unread: "Non lus, et donc non exclus des horaires proposés :",
};
