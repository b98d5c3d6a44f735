import type { Translation } from "../../typed";
import type { serverNotes as english } from "../en/server-notes";

export const serverNotes = {
  columnUnused: "Die Spalte {column} wird nicht verwendet.",
  columnsUnused: "Die Spalten {list} werden nicht verwendet.",
  lineAbove: "Zeile {line} über der Kopfzeile wird nicht verwendet.",
  linesAbove: "Die Zeilen {list} über der Kopfzeile werden nicht verwendet.",
  invisibleLine: "Aus Zeile {line} wurden unsichtbare Zeichen entfernt.",
  invisibleLines: "Aus den Zeilen {list} wurden unsichtbare Zeichen entfernt.",
  invisible: "Unsichtbare Zeichen wurden entfernt.",
  windowsCheck: "Als Windows-1252 gelesen: Prüfen Sie die Namen.",
  windows: "Als Windows-1252 gelesen.",
  cells: "Die Zeile hat {count} Zellen, die Kopfzeile {header}.",
  twoAddresses: "Es gibt mehr als eine Adresse: Schreiben Sie jede Person in eine eigene Zeile.",
  separators: "Trennen Sie alle Teile einer Zeile mit demselben Zeichen.",
  afterAddress: "„{text}“ nach der Adresse ist unklar: Benennen Sie die Spalten in einer Kopfzeile.",
  notMinutes: "„{text}“ ist keine Zahl zusätzlicher Minuten.",
  notATime: "„{text}“ ist keine Zeit wie 2027-03-01T10:00:00+01:00.",
  nameUnused: "Der Name neben der Adresse, „{name}“, wird nicht verwendet.",
  nameIsError: "„{name}“ ist ein Fehler der Tabelle und kein Name.",
  nameWithoutLetter: "Der Name „{name}“ hat keinen Buchstaben.",
  nameOrder: "„{written}“ wird als „{name}“ gelesen, der Vorname zuerst.",
  nameOrderLine: "Namen in der Form „Nachname, Vorname“ werden als „Vorname Nachname“ gelesen: Zeile {line}.",
  nameOrderLines:
    "Namen in der Form „Nachname, Vorname“ werden als „Vorname Nachname“ gelesen: Zeilen {list}.",
  beyondAscii:
    "„{character}“ vor dem @: E-Mails kommen nur an, wo alle Mailserver solche Adressen unterstützen (SMTPUTF8).",
  datesLine: "Daten der Arbeitsmappe werden als Text gelesen, etwa „{date}“: Zeile {line}.",
  datesLines: "Daten der Arbeitsmappe werden als Text gelesen, etwa „{date}“: Zeilen {list}.",
  formulasLine:
    "Formeln ohne gespeicherten Wert werden als leer gelesen: Zeile {line}. Öffnen Sie die Arbeitsmappe in Excel und speichern Sie sie.",
  formulasLines:
    "Formeln ohne gespeicherten Wert werden als leer gelesen: Zeilen {list}. Öffnen Sie die Arbeitsmappe in Excel und speichern Sie sie.",
  hiddenRows: "Die Liste enthält Zeilen, die die Arbeitsmappe ausblendet: {count}.",
  headingOver:
    "Die Überschrift „{text}“ steht über {count} Spalten, die als Teile eines Namens gelesen werden.",
  hiddenColumns: "Die Liste hat Spalten, die die Arbeitsmappe ausblendet: {columns}.",
  sheetHidden: "Die Arbeitsmappe blendet das Blatt {sheet} aus, das gelesen wurde.",
  sheetUnused: "Das Blatt {sheet} wurde gelesen; das Blatt {other} wird nicht verwendet.",
  sheetsUnused: "Das Blatt {sheet} wurde gelesen; die Blätter {list} werden nicht verwendet.",
  headerColumns:
    "Die Kopfzeile muss die Spalten name und email nennen; es gibt keine Spalte „{name}“, nur {found}.",
  listMarkup:
    "Dies ist eine Webseite oder XML; öffnen Sie die Datei in Excel oder LibreOffice und speichern Sie sie als .xlsx oder als „CSV UTF-8“.",
  listContacts: "Dies sind Kontakte (vCard); speichern Sie sie als „CSV UTF-8“.",
  workbookUnread: "Diese Arbeitsmappe kann nicht gelesen werden; speichern Sie sie als „CSV UTF-8“.",
  workbookBinary:
    "Dies ist eine binäre Excel-Datei (.xlsb); speichern Sie sie als .xlsx oder als „CSV UTF-8“.",
  workbookOpen: "Dies ist eine OpenDocument-Datei; speichern Sie sie als .xlsx oder als „CSV UTF-8“.",
  workbookZip:
    "Diese Zip-Datei ist keine Arbeitsmappe; speichern Sie die Liste als .xlsx oder als „CSV UTF-8“.",
  workbookLarge: "Diese Arbeitsmappe ist entpackt zu groß; speichern Sie die Liste als „CSV UTF-8“.",
  workbookOrder:
    "Die Zeilen dieses Blatts sind nicht in ihrer Reihenfolge; speichern Sie die Liste als „CSV UTF-8“.",
  workbookNoEmails: "Kein Blatt dieser Arbeitsmappe hat eine Spalte mit E-Mail-Adressen.",
  listLarge: "Die Liste ist größer als 16 MiB.",
  aiScored: "{scored} von {all} Antworten hat die KI bewertet.",
  aiScoredRest: "{scored} von {all} Antworten hat die KI bewertet; {rest} bleiben einer Person überlassen.",
  aiSuggested: "Zu {count} von {all} Antworten gibt es einen Vorschlag der KI.",
  aiSuggestedRest:
    "Zu {count} von {all} Antworten gibt es einen Vorschlag der KI; {rest} bleiben einer Person überlassen.",
  aiBoth: "{scored} von {all} Antworten hat die KI bewertet, zu {count} hat sie einen Vorschlag.",
  aiBothRest:
    "{scored} von {all} Antworten hat die KI bewertet, zu {count} hat sie einen Vorschlag; {rest} bleiben einer Person überlassen.",
  aiNothingWaits: "Hier wartet keine Antwort auf eine Bewertung.",
  aiTooLong: "Die Antworten sind für die KI zu lang und bleiben in der Liste.",
  aiNoScore: "Keine Bewertung in der Antwort der KI war brauchbar. Bitte versuchen Sie es erneut.",
  aiNothingNew: "Es gibt keine Antwort, die eine Person bewertet hat und dieses Modell nicht.",
  aiCompared: "Die KI hat {count} Antworten zum Vergleich bewertet.",
  aiUnreachable: "{service} ist nicht erreichbar: {error}",
  aiDeclined: "{service} hat die Antwort verweigert: {why}",
  internalError: "Interner Fehler.",
  endedReopen:
    "Dieser Test ist beendet. Wenn er allein durch Zeitablauf endete, kann er wieder geöffnet werden.",
  notDelivered: "Die E-Mail konnte nicht zugestellt werden.",
  formerAdministrator: "Ein früherer Administrator",
  anAdministrator: "Ein Administrator",
  anotherAdministrator: "Ein anderer Administrator",
  anotherReviewer: "Ein anderer Prüfer",
  theCandidate: "Der Kandidat",
  theServer: "Der Server",
  theOperator: "Der Betreiber des Servers",
  theOperatorInside: "der Betreiber",
  deletedSubject: "Gelöscht",
  notConfirmed: "Vom Mailserver kam keine Bestätigung.",
} as const satisfies Translation<typeof english>;
