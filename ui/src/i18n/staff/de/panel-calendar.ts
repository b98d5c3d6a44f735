import type { Translation } from "../../typed";
import type { panelCalendar as english } from "../en/panel-calendar";

export const panelCalendar: Translation<typeof english> = {
  title: "Kalender des Interviewteams",
  card: "Kandidaten nur Zeiten anbieten, zu denen das Interviewteam frei ist.",
  means:
    "Der Server liest einen Kalender über seine Adresse. Kandidaten, die eine Zeit wählen, wird keine angeboten, zu der sich ihr Test mit einer belegten Zeit überschneiden würde. Den Kalender sehen sie nie.",
  notLoaded: "Der Kalender konnte nicht geladen werden",
  loading: "Der Kalender wird geladen",
  address: "Adresse",
  addressHint:
    "Die Adresse einer ICS-Datei mit Terminen oder veröffentlichten belegten Zeiten, etwa die private, die ein Kalenderprogramm anzeigt. Sie wird verschlüsselt gespeichert und nicht wieder angezeigt.",
  addressNeeded: "Geben Sie eine Adresse ein.",
  otherAddress: "Andere Adresse",
  save: "Speichern und prüfen",
  saved: "Gespeichert",
  failed: "Speichern fehlgeschlagen: {reason}",
  someone: "Jemand anders",
  thisCalendar: "diesen Kalender",
  check: "Jetzt prüfen",
  checkFailed: "Die Prüfung ist fehlgeschlagen: {reason}",
  remove: "Entfernen",
  removed: "Entfernt: Alle Zeiten werden angeboten",
  from: "Gelesen von",
  storedBy: "Gespeichert von",
  lastRead: "Zuletzt gelesen",
  notRead: "noch nicht",
  busyTimes: "Belegte Zeiten in den nächsten 14 Tagen",
  inUse: "Die belegten Zeiten werden nicht angeboten.",
  notUsed: "Alle Zeiten werden angeboten.",
  failure: "Der letzte Versuch ist fehlgeschlagen ({time}): {why}",
  failureSealed:
    "Die Adresse wurde mit einem anderen Schlüssel des Servers gespeichert; geben Sie sie neu ein.",
  failureStatus: "Die Antwort war {words} statt 200.",
  failureTooLarge: "Der Kalender ist größer als 4 MiB oder 200.000 Zeilen.",
  failureNotACalendar: "Die Antwort ist keine ICS-Datei.",
  failureCut: "Die Datei endet vor ihrer letzten Zeile.",
  unreadTimes:
    "{count, plural, one {# Termin hat} other {# Termine haben}} keinen Beginn oder ein Ende vor dem Beginn.",
  unreadZone: "{count, plural, one {# Termin hat} other {# Termine haben}} eine unbekannte Zeitzone.",
  unreadRecurrence:
    "{count, plural, one {# Termin hat} other {# Termine haben}} eine Wiederholungsregel, die nicht verstanden wird.",
  unreadTooMany:
    "{count, plural, one {# Termin wurde} other {# Termine wurden}} ausgelassen: Es sind zu viele Zeiten.",
  unread: "Nicht gelesen und deshalb nicht freigehalten:",
};
