import type { Translation } from "../../typed";
import type { serverNotes as english } from "../en/server-notes";

export const serverNotes = {
  columnUnused: "La colonne {column} n’est pas utilisée.",
  columnsUnused: "Les colonnes {list} ne sont pas utilisées.",
  lineAbove: "La ligne {line} au-dessus de l’en-tête n’est pas utilisée.",
  linesAbove: "Les lignes {list} au-dessus de l’en-tête ne sont pas utilisées.",
  invisibleLine: "Des caractères invisibles ont été retirés de la ligne {line}.",
  invisibleLines: "Des caractères invisibles ont été retirés des lignes {list}.",
  invisible: "Des caractères invisibles ont été retirés.",
  windowsCheck: "Lu comme Windows-1252 : vérifiez les noms.",
  windows: "Lu comme Windows-1252.",
  cells: "La ligne a {count} cellules, l’en-tête {header}.",
  twoAddresses: "Il y a plus d’une adresse : mettez chaque personne sur une ligne distincte.",
  separators: "Séparez toutes les parties d’une ligne par le même caractère.",
  afterAddress:
    "« {text} » après l’adresse n’est pas compris : nommez les colonnes dans une ligne d’en-tête.",
  notMinutes: "« {text} » n’est pas un nombre de minutes supplémentaires.",
  notATime: "« {text} » n’est pas une heure comme 2027-03-01T10:00:00+01:00.",
  nameUnused: "Le nom à côté de l’adresse, « {name} », n’est pas utilisé.",
  nameIsError: "« {name} » est une erreur du tableur, pas un nom.",
  nameWithoutLetter: "Le nom « {name} » n’a aucune lettre.",
  nameOrder: "« {written} » est lu comme « {name} », le prénom d’abord.",
  nameOrderLine: "Les noms écrits « Nom, Prénom » sont lus comme « Prénom Nom » : ligne {line}.",
  nameOrderLines: "Les noms écrits « Nom, Prénom » sont lus comme « Prénom Nom » : lignes {list}.",
  beyondAscii:
    "« {character} » avant le @ : l’e-mail n’arrive que si tous les serveurs de messagerie prennent en charge de telles adresses (SMTPUTF8).",
  datesLine: "Les dates du classeur sont lues comme du texte, par exemple « {date} » : ligne {line}.",
  datesLines: "Les dates du classeur sont lues comme du texte, par exemple « {date} » : lignes {list}.",
  formulasLine:
    "Les formules sans valeur enregistrée sont lues comme vides : ligne {line}. Ouvrez le classeur dans Excel et enregistrez-le.",
  formulasLines:
    "Les formules sans valeur enregistrée sont lues comme vides : lignes {list}. Ouvrez le classeur dans Excel et enregistrez-le.",
  hiddenRows: "La liste contient des lignes que le classeur masque : {count}.",
  headingOver: "L’en-tête « {text} » couvre {count} colonnes, lues comme les parties d’un nom.",
  hiddenColumns: "La liste a des colonnes que le classeur masque : {columns}.",
  sheetHidden: "Le classeur masque la feuille {sheet}, qui a été lue.",
  sheetUnused: "La feuille {sheet} a été lue ; la feuille {other} n’est pas utilisée.",
  sheetsUnused: "La feuille {sheet} a été lue ; les feuilles {list} ne sont pas utilisées.",
  headerColumns:
    "La ligne d’en-tête doit nommer les colonnes name et email ; il n’y a pas de colonne « {name} », seulement {found}.",
  listMarkup:
    "C’est une page web ou du XML ; ouvrez-le dans Excel ou LibreOffice et enregistrez-le au format .xlsx ou « CSV UTF-8 ».",
  listContacts: "Ce sont des contacts (vCard) ; enregistrez-les au format « CSV UTF-8 ».",
  workbookUnread: "Ce classeur ne peut pas être lu ; enregistrez-le au format « CSV UTF-8 ».",
  workbookBinary: "C’est un fichier Excel binaire (.xlsb) ; enregistrez-le au format .xlsx ou « CSV UTF-8 ».",
  workbookOpen: "C’est un fichier OpenDocument ; enregistrez-le au format .xlsx ou « CSV UTF-8 ».",
  workbookZip:
    "Ce fichier zip n’est pas un classeur ; enregistrez la liste au format .xlsx ou « CSV UTF-8 ».",
  workbookLarge:
    "Ce classeur est trop volumineux une fois décompressé ; enregistrez la liste au format « CSV UTF-8 ».",
  workbookOrder:
    "Les lignes de cette feuille ne sont pas dans l’ordre ; enregistrez la liste au format « CSV UTF-8 ».",
  workbookNoEmails: "Aucune feuille de ce classeur n’a de colonne d’adresses e-mail.",
  listLarge: "La liste dépasse 16 Mio.",
  aiScored: "{scored} réponses sur {all} ont été notées par l’IA.",
  aiScoredRest:
    "{scored} réponses sur {all} ont été notées par l’IA ; {rest} restent à noter par une personne.",
  aiSuggested: "{count} réponses sur {all} ont une proposition de l’IA.",
  aiSuggestedRest:
    "{count} réponses sur {all} ont une proposition de l’IA ; {rest} restent à noter par une personne.",
  aiBoth: "{scored} réponses sur {all} ont été notées par l’IA, {count} ont une proposition.",
  aiBothRest:
    "{scored} réponses sur {all} ont été notées par l’IA, {count} ont une proposition ; {rest} restent à noter par une personne.",
  aiNothingWaits: "Aucune réponse ici n’attend de correction.",
  aiTooLong: "Les réponses sont trop longues pour l’IA et restent dans la file.",
  aiNoScore: "Aucune note de la réponse de l’IA n’était utilisable. Veuillez réessayer.",
  aiNothingNew: "Il n’y a pas de réponse qu’une personne a notée et que ce modèle n’a pas notée.",
  aiCompared: "L’IA a noté {count} réponses pour comparaison.",
  aiUnreachable: "{service} est injoignable : {error}",
  aiDeclined: "{service} a refusé de répondre : {why}",
  internalError: "Erreur interne.",
  endedReopen: "Ce test est terminé. S’il s’est terminé par le temps seul, il peut être rouvert.",
  notDelivered: "L’e-mail n’a pas pu être livré.",
  formerAdministrator: "Un ancien administrateur",
  anAdministrator: "Un administrateur",
  anotherAdministrator: "Un autre administrateur",
  anotherReviewer: "Un autre correcteur",
  theCandidate: "Le candidat",
  theServer: "Le serveur",
  theOperator: "L’exploitant du serveur",
  theOperatorInside: "l’exploitant",
  deletedSubject: "Supprimé",
  notConfirmed: "Aucune confirmation du serveur de messagerie n’a été reçue.",
} as const satisfies Translation<typeof english>;
