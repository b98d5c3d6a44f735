import type { Translation } from "../../typed";
import type { importPackages as english } from "../en/import-packages";

export const importPackages = {
  instructionsLong: "Anweisungen von mehr als 20.000 Zeichen werden nicht importiert.",
  manifestUnreadable:
    "Das Manifest ist nicht lesbar: {sentence} Die Dateien des Pakets kommen in der Reihenfolge ihrer Namen.",
  testLong:
    "Ein Test hat höchstens 500 Fragen und 100 Muster in deren Schlüsseln: Aus diesem werden {count} Tests, jeder mit der Beschreibung und der Zeit des Ganzen.",
  sectionsMost: "Mehr als 50 Abschnitte: Die Fragen bilden eine einzige Liste.",
  sectionTexts: "Die Anweisungen und Lesetexte der Abschnitte werden nicht importiert.",
  notAPath: "Dieser Pfad nennt keine Datei des Pakets.",
  mixedShuffle: "{count} von {all} Fragen mischen ihre Optionen: Ein Abschnitt mischt alle oder keine.",
  sectionLeftOut: "Ein Abschnitt entfällt: {sentence}",
  sectionsDeep: "Abschnitte sind zu tief verschachtelt.",
  notInPackage: "Er ist nicht im Paket.",
  textForOthers: "Ein Text, der nicht für Kandidaten bestimmt ist, entfällt.",
  instructionsJoined: "Die Anweisungen mehrerer Abschnitte stehen in der Beschreibung des Tests.",
  testRefers: "Dieser Test verweist auf Items in anderen Dateien: Importieren Sie das Paket (Zip).",
  isManifest: "Dies ist das Manifest eines Pakets: Importieren Sie das Paket (Zip).",
  olderBeside: "QTI 1.2 neben neueren Items wird nicht gelesen. Importieren Sie diese Datei einzeln.",
  isPassage: "Dies ist ein Lesetext: Importieren Sie das Paket (Zip) mit seinen Fragen.",
  isSection: "Dies ist ein Abschnitt eines Tests: Importieren Sie das Paket (Zip).",
  notQti: "'<'{name}> ist weder ein Item noch ein Test von QTI 2.1 oder 3.0.",
  notQti12: "'<'{name}> ist nicht '<'{root}> von QTI 1.2.",
  passageMissing: "Der Lesetext wird nicht gezeigt: Er ist nicht im Paket.",
  passageEmpty: "Der Lesetext wird nicht gezeigt: Er ist leer.",
  passagesMost: "Der Lesetext wird nicht gezeigt: Ein Abschnitt hat höchstens 50 Lesetexte.",
  passageSize: "Der Lesetext wird nicht gezeigt: Er ist leer oder hat mehr als 20.000 Zeichen.",
  passageWhy: "Der Lesetext wird nicht gezeigt: {sentence}",
  selection: "Eine Auswahl von Items wird nicht importiert: Es werden alle übernommen.",
  branching: "Verzweigungen werden nicht unterstützt.",
  conditions: "Bedingungen werden nicht unterstützt.",
  feedbackTest: "Rückmeldungen eines Tests werden nicht unterstützt.",
  timePart: "Die Zeitgrenze eines Teils mit mehreren Abschnitten wird nicht importiert.",
  timeLong: "Eine Zeitgrenze von mehr als 480 Minuten wird nicht importiert: Hier sind es 480 Minuten.",
  timeRounded: "Eine Zeitgrenze von {seconds} s ist hier {minutes} min.",
  fixedPlace:
    "Eine Frage, die in einem Abschnitt mit zufälliger Reihenfolge ihren Platz behält: Hier wird sie mit den anderen gemischt.",
  linear:
    "Linear: Dort können Kandidaten nicht zu einer Frage zurückkehren; hier können sie es innerhalb eines Abschnitts.",
  timeQuestion: "Die Zeitgrenze einer einzelnen Frage wird nicht importiert.",
  nested: "Abschnitte innerhalb eines Abschnitts werden nicht importiert: Ihre Fragen stehen im äußeren.",
  ownResult: "Der Test hat eine eigene Regel für sein Ergebnis: Hier ist es die Summe der Punkte.",
  sessionRules:
    "Regeln einer Sitzung (Überspringen, Prüfung der Antworten, Rückmeldungen) werden nicht importiert.",
  xmlNotUtf8: "Dieses XML ist nicht in UTF-8.",
  xmlInvalid: "Dies ist kein gültiges XML: {error}.",
  xmlDeep: "Dieses XML ist zu tief verschachtelt oder zu lang.",
  xmlEntity: "Die Entität &{name}; ist nicht definiert.",
  xmlEntities: "XML, das Entitäten deklariert, wird nicht unterstützt.",
  xmlEnds: "Dieses XML endet zu früh.",
  xmlRoots: "Dieses XML hat mehr als ein Wurzelelement.",
  questionElsewhere:
    "Diese Frage steht in einer anderen Datei, die als eigener Test oder gar nicht importiert wird.",
  oneAtATime: "Dort sehen Kandidaten eine Frage nach der anderen.",
  noWayBack: "Dort können Kandidaten nicht zu einer Frage zurückkehren.",
  groupsCompare: "Dort vergleichen Gruppen Ausgaben auf verschiedene Weise; hier tun es alle gleich.",
  testHalf: "Der Testfall entfällt: Eine seiner beiden Dateien, .in und .ans, fehlt.",
  testLeftOut: "Der Testfall entfällt: {sentence}",
  testLarge: "Eine seiner Dateien ist größer als 64 KiB.",
  testNotText: "Eine seiner Dateien ist kein Text in UTF-8.",
  testsMost: "{count} der Testfälle entfallen: Möglich sind höchstens {max}, und zusammen 384 KiB.",
  testsMostPlain: "{count} der Testfälle entfallen: Möglich sind höchstens {max}.",
  lineEnds: "Windows-Zeilenenden und Byte-Order-Marks wurden entfernt: {count} der Testfälle haben sie.",
  lineEndsPlain: "Windows-Zeilenenden und Byte-Order-Marks von Testfällen wurden entfernt.",
  keyLost: "„{name}“ wird nicht importiert.",
  rejectScore: "Ein nicht bestandener Testfall bringt dort Punkte (reject_score), hier nichts.",
  graderWeights:
    "Ein Programm des Pakets, das Punkte zusammenzählt, wird hier nicht ausgeführt: Es zählen die Gewichte der Testfälle.",
  grader: "Ein Programm des Pakets, das Punkte zusammenzählt, wird hier nicht ausgeführt.",
  testGenerated:
    "Dieser Testfall ist nicht im Paket: Exportieren Sie das vollständige Paket, in dem erzeugte Testfälle Dateien sind.",
  scoresRounded: "Punkte sind hier ganze Zahlen: Die des Pakets wurden gerundet.",
  pointsRounded: "Punkte von Testfällen sind hier ganze Zahlen: Die des Pakets wurden gerundet.",
  groupLeast:
    "Eine Gruppe nimmt dort die kleinste mehrerer Summen; hier zählen alle ihre Testfälle zusammen.",
  groupBest: "Eine Gruppe nimmt dort das beste mehrerer Ergebnisse; hier werden sie zusammengezählt.",
  groupFails:
    "Nach den Regeln von Kattis bringt eine teilweise nicht bestandene Gruppe nichts, oder was vor dem Fehlschlag kam; hier zählen ihre Teile einzeln.",
  otherStatement:
    "Die Aufgabenstellung in anderen Sprachen und Dateien, die sie nicht zeigt, werden nicht importiert.",
  filesCompiled: "Dateien, die mit jedem Programm übersetzt werden, werden nicht importiert.",
  filesCandidates: "Dateien für Kandidaten werden nicht importiert.",
  outputPictures: "Bilder von Ausgaben werden hier nicht erzeugt.",
  programs: "Die Programme des Pakets werden nicht importiert.",
  notAContest:
    "Diese Zip-Datei enthält weder problem.yaml noch domjudge-problem.ini noch problem.xml: Sie ist kein Paket eines Wettbewerbs.",
  noTests: "Dieses Paket hat keine Testfälle, die importiert werden können.",
  noStatement: "Das Paket hat keine lesbare Aufgabenstellung: Schreiben Sie den Text der Frage.",
  noTimeLimit: "Das Paket setzt keine Zeitgrenze: Hier sind es {usual} {unit}.",
  noMemoryLimit: "Das Paket setzt keine Speichergrenze: Hier sind es {usual} {unit}.",
  timeLimit: "Die Zeitgrenze beträgt dort {theirs} {unit} und hier {ours} {same}.",
  memoryLimit: "Die Speichergrenze beträgt dort {theirs} {unit} und hier {ours} {same}.",
  lineEndsCount: "Dort müssen Zeilen enden wie in der erwarteten Ausgabe, hier nicht.",
  numbersOrder: "Dort dürfen Zahlen in beliebiger Reihenfolge stehen, hier nicht.",
  caseDiffers: "Groß- und Kleinschreibung sind dort gleich, hier verschieden.",
  caseExpected:
    "Groß- und Kleinschreibung sind dort gleich; hier muss eine Ausgabe wie die erwartete geschrieben sein.",
  notPolygon: "Dies ist nicht die Aufgabe eines Polygon-Pakets.",
  interactive:
    "Diese Aufgabe ist interaktiv: Programme, die während des Laufs mit einem Prüfprogramm kommunizieren, können hier nicht getestet werden.",
  judged:
    "Diese Aufgabe ist vom Typ {kind}: Programme, die während des Laufs mit einem Prüfprogramm kommunizieren, können hier nicht getestet werden.",
  outputsOnly:
    "Diese Aufgabe ist vom Typ {kind}: Für sie werden Ausgaben ohne Programm abgegeben; hier werden Programme getestet.",
  severalPasses:
    "Diese Aufgabe ist vom Typ {kind}: Programme, die für einen Testfall mehrmals laufen, können hier nicht getestet werden.",
  noTestSet: "Dieses Paket hat keinen Satz von Testfällen.",
  oneTestSet: "Ein Satz von Testfällen wird importiert: weitere, etwa Vortests (pretests), nicht.",
  readFile: "Programme lesen ihre Eingabe dort aus der Datei „{name}“, hier nicht.",
  writeFile: "Programme schreiben ihre Ausgabe dort in die Datei „{name}“, hier nicht.",
  ownChecker:
    "Dieses Paket vergleicht Ausgaben mit einem eigenen Programm (checker), das hier nicht ausgeführt wird. Aufgaben mit genau einer richtigen Ausgabe können ohne es importiert werden.",
  ownValidator:
    "Dieses Paket vergleicht Ausgaben mit einem eigenen Programm (output validator), das hier nicht ausgeführt wird. Aufgaben mit genau einer richtigen Ausgabe können ohne es importiert werden.",
  groupsDepend: "Gruppen, die nur nach anderen zählen, werden nicht unterstützt: Jede zählt für sich.",
  limitLost: "Die Grenze „{name}“ wird nicht importiert.",
  onlyLanguages:
    "Angenommen werden nur Programme in {languages}, die hier nicht ausgeführt werden: Alle Sprachen sind möglich.",
  languagesLost: "Programme in {languages} werden hier nicht ausgeführt.",
  ownProgram:
    "Diese Aufgabe wird von einem eigenen Programm ausgeführt oder verglichen, das hier nicht läuft.",
  flagUnread: "Die Option „{name}“ des output validator wird nicht gelesen.",
  spacesCount: "Leerzeichen und Zeilenenden müssen dort die der erwarteten Ausgabe sein, hier nicht.",
  spacesEndOfLine: "Leerzeichen am Ende einer Zeile zählen dort, hier nicht.",
  spacesEnd: "Leerzeichen am Ende einer Zeile und Leerzeilen am Ende zählen dort, hier nicht.",
  toleranceBoth: "Die Toleranz {tolerance} gilt hier absolut und relativ; das Paket setzt beide getrennt.",
  programsLost:
    "{count} der Programme werden nicht importiert: Sie haben mehrere Dateien oder eine andere Sprache, oder es sind zu viele.",
  statementLong: "Die Aufgabenstellung ist zu lang: Möglich sind 64 KiB.",
  latexUnknown: "Der LaTeX-Befehl \\{name} der Aufgabenstellung ist unbekannt: Sein Text bleibt.",
  latexLost: "Der LaTeX-Befehl \\{name} der Aufgabenstellung ist unbekannt: Er wird ausgelassen.",
  statementPlain:
    "Die Aufgabenstellung kann nicht als Markdown gezeigt werden und ist einfacher Text: {sentence}",
  statementPicture: "Das Bild {name} wird nicht importiert.",
  yamlNotUtf8: "Dies ist kein UTF-8-Text.",
  yamlNotList: "Dies ist kein YAML mit einer Liste von Einstellungen.",
} as const satisfies Translation<typeof english>;
