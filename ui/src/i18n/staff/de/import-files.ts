import type { Translation } from "../../typed";
import type { importFiles as english } from "../en/import-files";

export const importFiles = {
  rowSettings: "Die erste Zeile von „{title}“ hat andere Einstellungen des Tests, die gelten.",
  atLine: "{place}, Zeile {line}",
  onLine: "Zeile {line}",
  ofLine: "Zeile {line}: {sentence}",
  nothing: "Aus dieser Datei kann nichts importiert werden. {sentence}",
  moreFindings: "{count} weitere Befunde zu dieser Datei sind nicht aufgeführt.",
  testsMost: "Eine Datei hat höchstens {count} Tests.",
  questionsMost: "Eine Datei hat höchstens {count} Fragen.",
  noTests: "Diese Datei enthält keine Tests.",
  noTest: "Ein Test hat „title“ und dazu „questions“ oder „sections“; hier stehen {names}.",
  noQuestions: "Diese Datei enthält keine Fragen.",
  fileLarge: "Diese Datei ist größer als 10 MiB.",
  formatUnknown: "Das Format ist weder am Namen noch am Inhalt zu erkennen. Bitte wählen Sie es.",
  contestZip: "Ein Paket eines Programmierwettbewerbs ist eine Zip-Datei.",
  notUtf8: "Dies ist kein UTF-8-Text. Speichern Sie die Datei als UTF-8.",
  readAsWindows:
    "Als Windows-1252 gelesen, was geraten ist: Prüfen Sie die Buchstaben außerhalb von ASCII, zuerst in „{text}“.",
  notText: "Dies ist kein Text; speichern Sie die Datei als „CSV UTF-8“.",
  listOldExcel:
    "Dies ist eine alte oder geschützte Excel-Datei; speichern Sie sie als .xlsx ohne Passwort oder als „CSV UTF-8“.",
  listPdf: "Dies ist ein PDF und keine Liste; speichern Sie die Liste als .xlsx oder als „CSV UTF-8“.",
  nameCut: "Der Name „{name}…“ wird gekürzt: Er ist länger als {count} Zeichen.",
  descriptionLong: "Eine Beschreibung mit mehr als 20.000 Zeichen wird nicht importiert.",
  onlyBankLabels: "Titel, Schwierigkeit und Zustand von Fragen: Nur Fragen des Fragenkatalogs haben sie.",
  storedAsDraft:
    "Sie wird als Entwurf gespeichert: Bevor sie bereit ist, müssen ihre Testfälle ausgeführt werden.",
  passagesWithin:
    "Die Lesetexte von {count} Fragen stehen in deren Text: Der Fragenkatalog hat keine Lesetexte.",
  passagesLost:
    "Die Lesetexte von {count} Fragen werden nicht importiert: Der Fragenkatalog hat keine Lesetexte.",
  instructionsLost:
    "Anweisungen von Abschnitten werden nicht importiert: Der Fragenkatalog hat keine Abschnitte.",
  poolsLost: "Pools, und Fragen, die bereits im Fragenkatalog sind.",
  testSkipped: "Dieser Test wurde übersprungen: {sentence}",
  fieldLeftOut: "{sentence} Es wird weggelassen.",
  otherType: "„{field}“ hat einen Wert anderer Art, der als „{value}“ gelesen wird.",
  skipped: "Diese Frage wurde übersprungen: {sentence}.",
  skippedText: "Diese Frage wurde übersprungen: {sentence} („{excerpt}“).",
  skippedBecause: "Diese Frage wurde übersprungen: {sentence} ({because}).",
  formattingLost: "Die Formatierung lässt sich nicht erhalten: {sentence}",
  noMarkdown: "Markdown kann sie nicht ausdrücken.",
  gapInCode: "Eine Lücke steht innerhalb von Code.",
  gapMisplaced: "eine Lücke steht an einer Stelle, an der keine sein kann",
  optionsForeign: "Nur Multiple-Choice-Fragen haben Optionen.",
  correctForeign: "Nur Multiple-Choice-Fragen haben eine richtige Antwort.",
  languageForeign: "Nur Programmieraufgaben haben eine erwartete Sprache.",
  fieldForeign: "Fragen dieses Typs haben kein Feld „{field}“.",
  unknownField: "Unbekanntes Feld „{name}“.",
  patternUnseen:
    "Das Muster „{pattern}“ verlangt ein unsichtbares Zeichen. Aus Antworten werden solche Zeichen entfernt, daher passt keine dazu.",
  strayGap: "[[{id}]] bleibt Text: Keine Lücke hat diese Id.",
  strayGapKind: "[[{id}]] bleibt Text: Nur Fragen des Typs „gaps“ haben Lücken.",
  jsonDeep: "Dies ist kein gültiges JSON: Es ist zu tief verschachtelt (Spalte {column})",
  jsonTrailing: "Dies ist kein gültiges JSON: Nach dem Ende folgt noch etwas (Spalte {column})",
  jsonEnds: "Dies ist kein gültiges JSON: Es endet zu früh (Spalte {column})",
  jsonBroken: "Dies ist kein gültiges JSON: Es ist fehlerhaft (Spalte {column})",
  jsonValues: "Diese Datei hat zu viele Werte: Teilen Sie sie.",
  yamlDeep: "Dies ist zu tief verschachtelt.",
  yamlLarge:
    "Dieses YAML ist zu groß oder hat zu viele Aliasse: Teilen Sie die Datei, oder speichern Sie sie als JSON.",
  yamlBroken: "Dies ist kein gültiges YAML: {error}",
  noTable: "Diese Datei enthält keine Tabelle.",
  tableHead: "Die erste Zeile muss die Spalten benennen; eine davon muss „question“ sein.",
  rowUnread: "Diese Zeile kann nicht gelesen werden.",
  columnNameless: "Eine Spalte ohne Namen in der Kopfzeile wird nicht gelesen.",
  columnUnknown: "Unbekannte Spalte „{name}“.",
  columnAgain:
    "Die Spalte „{name}“ hat dieselbe Bedeutung wie eine frühere, deren Zellen gelten, wenn sie gefüllt sind.",
  rowLong: "Diese Zeile hat mehr Zellen als die Kopfzeile. Texte mit Kommas brauchen Anführungszeichen.",
  rowOpen:
    "Ein Anführungszeichen in dieser Zeile ist nicht geschlossen: Was danach kommt, kann nicht gelesen werden.",
  durationDiffers: "Die erste Zeile von „{title}“ hat eine andere Dauer.",
  rowChanged:
    "Die Zeile wurde neben ihrer Zelle „more“ geändert, die zählt: Leeren Sie diese, um die anderen zu importieren.",
  gapsNeedMore:
    "type: Der Lösungsschlüssel von „gaps“ braucht die Spalte „more“ oder eine Datei in JSON oder YAML.",
  typeUnknown: "type: „{given}“ ist hier unbekannt: Erwartet wird eines von {known}.",
  formatNeither: "format: „{given}“ ist weder „plain“ noch „markdown“.",
  scoringNeither: "scoring: „{given}“ ist weder „partial“ noch „all_or_nothing“.",
  difficultyNeither: "difficulty: „{given}“ ist weder „easy“ noch „medium“ noch „hard“.",
  stateNeither: "state: „{given}“ ist weder „draft“ noch „ready“.",
  caseNeither: "case_sensitive: „{given}“ ist weder „true“ noch „false“.",
  correctNone: "correct_answer: „{given}“ ist keine der Optionen.",
  descriptionDiffers: "Die erste Zeile von „{title}“ hat eine andere Beschreibung, die gilt.",
  questionsBeside:
    "Fragen neben den Abschnitten werden nicht importiert ({count}): Es gelten die der Abschnitte.",
  cellWhole: "{field}: „{cell}“ ist keine ganze Zahl.",
  cellLess: "{field}: „{cell}“ ist kleiner als 1: Hier ist es {minutes}.",
  aikenAnswer: "die Zeile mit der Antwort, etwa „ANSWER: A“, fehlt",
  aikenNoQuestion: "zu dieser Antwort gehört keine Frage",
  answersMost: "sie hat mehr als 200 Antworten",
  aikenLetter: "ihre Antwort ist nicht genau ein Buchstabe",
  aikenOption: "ihre Antwort ist keine ihrer Optionen",
  aikenTwice: "zwei ihrer Optionen haben den Buchstaben ihrer Antwort",
  noteUnread: "Diese Anmerkung kann nicht gelesen werden: {error}.",
  giftName: "der Name, der mit :: beginnt, hat kein Ende",
  giftNoAnswers: "sie hat keine Antworten in geschweiften Klammern",
  giftOpen: "die Klammer '{', mit der die Antworten beginnen, wird nicht geschlossen",
  giftSecond: "darin beginnt eine zweite Klammer '{' (fehlt eine Leerzeile oder ein Backslash?)",
  giftBackslash: "'{' oder '}' in den Antworten oder danach braucht einen Backslash",
  giftMarkdown: "Markdown einzelner Antworten bleibt, wie es ist: Die Frage ist nicht in Markdown.",
  giftNothing: "Antworten, die keine Punkte bringen, entfallen.",
  giftSeveral: "mehr als eine Antwort ist richtig (ein = in einem Text braucht einen Backslash)",
  giftHash: "die Zahl nach # kann nicht gelesen werden",
  giftTwofold:
    "die Zahl nach # kann auf zwei Arten gelesen werden (schreiben Sie einen Dezimalpunkt oder kein Zeichen)",
  numberTwofold: "die richtige Zahl kann nicht gelesen werden: „{text}“ hat zwei Bedeutungen",
  toleranceTwofold: "die Toleranz kann nicht gelesen werden: „{text}“ hat zwei Bedeutungen",
  giftNoNumber: "Die falsche Antwort „{text}“ ist keine Zahl: Sie entfällt.",
  giftBegin: "die Antworten in den Klammern müssen mit = oder ~ beginnen",
  giftPairs: "einige ihrer Antworten sind Paare mit ->, andere nicht",
  giftWeight: "ein Gewicht zwischen %-Zeichen kann nicht gelesen werden (schreiben Sie einen Dezimalpunkt)",
  giftPicture: "Das Bild {name} ist in einer GIFT-Datei nicht enthalten: Fügen Sie es der Frage hinzu.",
  fileH5p:
    "Dies ist eine H5P-Datei. Ihre Fragen können nicht importiert werden: Exportieren Sie sie aus dem Programm, das sie erstellt hat, als Moodle XML oder QTI.",
  fileMoodle:
    "Dies ist die Sicherung eines Moodle-Kurses. Exportieren Sie stattdessen die Fragen: Öffnen Sie in Moodle die Fragensammlung, wählen Sie „Export“ und „Moodle-XML-Format“.",
  fileWord:
    "Dies ist ein Word-Dokument. Speichern Sie die Fragen als Text im Format Aiken oder GIFT, oder als CSV-Tabelle.",
  fileExcel:
    "Dies ist eine Excel-Arbeitsmappe. Speichern Sie das Blatt als „CSV UTF-8“, und importieren Sie dieses.",
  fileCalc:
    "Dies ist eine LibreOffice-Tabelle. Speichern Sie das Blatt als CSV in UTF-8, und importieren Sie dieses.",
  fileWriter:
    "Dies ist ein LibreOffice-Dokument. Speichern Sie die Fragen als Text im Format Aiken oder GIFT, oder als CSV-Tabelle.",
  filePresentation:
    "Dies ist eine Präsentation. Ihre Fragen können nicht importiert werden: Schreiben Sie sie in eine CSV-Tabelle oder als Aiken.",
  filePdf:
    "Dies ist ein PDF. Seine Fragen können nicht importiert werden: Verwenden Sie die Datei, aus der es entstand, oder schreiben Sie sie in eine CSV-Tabelle oder als Aiken.",
  fileOldOffice:
    "Dies ist eine Datei einer alten Version von Word oder Excel. Speichern Sie sie als CSV in UTF-8, oder als Text im Format Aiken oder GIFT.",
  fileRtf:
    "Dies ist ein RTF-Dokument. Speichern Sie die Fragen als Text im Format Aiken oder GIFT oder als CSV-Tabelle.",
  filePage:
    "Dies ist eine Webseite. Ihre Fragen lassen sich nicht importieren: Exportieren Sie sie aus dem Programm, das sie erstellt hat, als Moodle-XML oder QTI, oder schreiben Sie sie in eine CSV-Tabelle.",
  fileArchive:
    "Dies ist ein Archiv, das hier nicht geöffnet werden kann. Entpacken Sie es und importieren Sie die Datei darin, oder packen Sie es als ZIP.",
  filePicture: "Dies ist ein Bild. Laden Sie es im Editor einer Frage hoch.",
  zipUnread: "Dies ist keine lesbare Zip-Datei.",
  zipFiles: "Dieses Paket hat mehr als {count} Dateien.",
  zipMissing: "Diese Datei ist nicht im Paket.",
  zipBroken: "Diese Datei des Pakets kann nicht entpackt werden.",
  zipLarge: "Dieses Paket ist zu groß (Grenzen im entpackten Zustand: 10 MiB je Datei, 64 MiB insgesamt).",
  zipProgramTests:
    "Diese Zip-Datei enthält Testfälle eines Programms: Fügen Sie sie im Editor einer Programmieraufgabe hinzu. Ein Paket eines Wettbewerbs hat außerdem problem.yaml oder problem.xml.",
  zipNothing:
    "Diese Zip-Datei enthält weder imsmanifest.xml oder Items (QTI) noch eine JSON-, YAML- oder CSV-Datei noch problem.yaml oder problem.xml (Wettbewerbe). Andere Dateien werden einzeln und entpackt importiert.",
  zipSeveral:
    "Diese Zip-Datei enthält mehrere JSON-, YAML- oder CSV-Dateien. Importieren Sie eine nach der anderen.",
  pictureUnused: "Dieses Bild zeigt keine Frage.",
  fileUnread: "Diese Datei wird nicht gelesen.",
  filesUnread: "{count} weitere Dateien werden nicht gelesen.",
  pictureUnusable: "Das Bild {name} kann nicht verwendet werden: {sentence}",
  picturesMost: "Eine Datei hat höchstens 200 Bilder.",
  picturesPixels: "Die Bilder einer Datei haben zusammen höchstens 256 Millionen Pixel.",
  choiceEmpty: "eine ihrer Optionen hat keinen Text",
  placed: "{place}: {sentence}",
  unknownAt: "{place}: Unbekanntes Feld „{name}“.",
  ofSection: "Abschnitt {number}",
  ofGap: "Lücke {number}",
  ofQuestion: "Frage {number}",
  bankTranslations: "Der Fragenkatalog führt keine Übersetzungen von Fragen: Sie bleiben weg.",
  noLanguage: "Es gibt keine Sprache „{language}“: Ihre Übersetzungen bleiben weg.",
  ownLanguage: "Der Test selbst ist in „{language}“: Seine Übersetzungen in diese Sprache bleiben weg.",
  sameLanguage: "Eine andere Übersetzung ist in der Sprache von „{language}“: Diese bleibt weg.",
  manyLanguages: "Ein Test hat höchstens {limit} Übersetzungen: Die übrigen bleiben weg.",
  translationLeftOut: "Die Übersetzung nach „{language}“ bleibt weg: {why}.",
  translatedPart: "Die Übersetzung eines Textes ({part}) nach „{language}“ bleibt weg. {why}",
  noSuchText: "Einen solchen Text gibt es nicht.",
} as const satisfies Translation<typeof english>;
