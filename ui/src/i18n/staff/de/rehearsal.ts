import type { Translation } from "../../typed";
import type { rehearsal as english } from "../en/rehearsal";

export const rehearsal = {
  go: "Bereit",
  noGo: "Nicht bereit",
  noVerdict: "Kein Urteil",
  ok: "OK",
  close: "Knapp",
  fault: "Fehler",
  notMeasured: "Nicht gemessen",
  certificate: "Zertifikat",
  certificateExpiry: "Ablauf des Zertifikats",
  clock: "Abweichung der Uhr",
  page: "Seite öffnen",
  start: "Beginnen",
  save: "Speichern",
  reconnect: "Neu verbinden",
  submit: "Abgeben",
  errors: "Fehler",
  lost: "Verlorene Antworten",
  sync: "Geschwindigkeit des Datenträgers",
  files: "Offene Dateien",
  memory: "Freier Arbeitsspeicher",
  processor: "Prozessoren",
  disk: "Freier Speicherplatz",
  backup: "Alter der Sicherung",
  camera: "Kameras",
  udp: "Video über UDP",
  firstPicture: "Erstes Bild",
  loss: "Paketverlust",
  ownProcessor: "Prozessoren des simulierenden Rechners",
  ownLag: "Verzögerung des simulierenden Rechners",
  limit: "(Grenze {limit})",
  limitBeyond: "(Grenze {limit}, {count} % darüber)",
  limitLeft: "(Grenze {limit}, {count} % Reserve)",
  played:
    "{count, plural, one {# Kandidat} other {# Kandidaten}} simuliert{elsewhere, select, yes { auf {machine}} other {}}, {when}{named, select, yes {, von {by}} other {}}.",
  wouldFit: "Soweit gemessen, wäre Platz für {count}.",
  inOrder: "{count, plural, one {# Messwert} other {# Messwerte}} in Ordnung",
  rehearsal: "Generalprobe",
  rehearsalText:
    "Ein anderer Computer des Raums simuliert am Vortag Kandidaten gegen diesen Server: Trägt er die Sitzung?",
  running:
    "Eine Generalprobe mit {count, plural, one {# Kandidat} other {# Kandidaten}} läuft seit {time}, gestartet von {by}.",
  notRehearsed: "Für diese Sitzung gab es noch keine Generalprobe.",
  howTo: "So läuft eine Generalprobe ab",
  makeToken:
    "Legen Sie unter Einstellungen ein API-Token mit der Rolle einer Aufsicht an, und speichern Sie es in der Datei <file>token</file> auf einem Computer des Raums, der dasselbe Programm hat.",
  runThere: "Führen Sie dort aus, mit so vielen Kandidaten, wie kommen werden:",
  copy: "Kopieren",
  afterwards:
    "Nach zwei Minuten erscheint hier das Ergebnis. Die simulierten Kandidaten werden entfernt; sie erhalten keine E-Mail und zählen nirgends.",
} as const satisfies Translation<typeof english>;
