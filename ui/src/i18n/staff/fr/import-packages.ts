import type { Translation } from "../../typed";
import type { importPackages as english } from "../en/import-packages";

export const importPackages = {
  instructionsLong: "Les consignes de plus de 20 000 caractères ne sont pas importées.",
  manifestUnreadable:
    "Le manifeste est illisible : {sentence} Les fichiers du paquet viennent dans l’ordre de leurs noms.",
  testLong:
    "Un test a au plus 500 questions et 100 motifs dans leurs clés : celui-ci devient {count} tests, chacun avec la description et la durée de l’ensemble.",
  sectionsMost: "Plus de 50 sections : les questions forment une seule liste.",
  sectionTexts: "Les consignes et les textes de ses sections ne sont pas importés.",
  notAPath: "Ce chemin ne désigne aucun fichier du paquet.",
  mixedShuffle:
    "{count} questions sur {all} mélangent leurs options : une section le fait pour toutes ou pour aucune.",
  sectionLeftOut: "Une section est omise : {sentence}",
  sectionsDeep: "les sections sont imbriquées trop profondément.",
  notInPackage: "elle n’est pas dans le paquet.",
  textForOthers: "Un texte destiné à d’autres que les candidats est omis.",
  instructionsJoined: "Les consignes de plusieurs sections figurent dans la description du test.",
  testRefers: "Ce test renvoie à des items d’autres fichiers : importez le paquet (zip).",
  isManifest: "C’est le manifeste d’un paquet : importez le paquet (zip).",
  olderBeside: "QTI 1.2 à côté d’items plus récents n’est pas lu. Importez ce fichier seul.",
  isPassage: "C’est un texte : importez le paquet (zip) avec ses questions.",
  isSection: "C’est une section d’un test : importez le paquet (zip).",
  notQti: "'<'{name}> n’est ni un item ni un test de QTI 2.1 ou 3.0.",
  notQti12: "'<'{name}> n’est pas '<'{root}> de QTI 1.2.",
  passageMissing: "Son texte n’est pas affiché : il n’est pas dans le paquet.",
  passageEmpty: "Son texte n’est pas affiché : il est vide.",
  passagesMost: "Son texte n’est pas affiché : une section a 50 textes au plus.",
  passageSize: "Son texte n’est pas affiché : il est vide, ou a plus de 20 000 caractères.",
  passageWhy: "Son texte n’est pas affiché : {sentence}",
  selection: "Une sélection d’items n’est pas importée : tous sont repris.",
  branching: "Les branchements ne sont pas pris en charge.",
  conditions: "Les conditions ne sont pas prises en charge.",
  feedbackTest: "Les feedbacks d’un test ne sont pas pris en charge.",
  timePart: "La limite de temps d’une partie à plusieurs sections n’est pas importée.",
  timeLong: "Une limite de temps de plus de 480 minutes n’est pas importée : ici, elle est de 480 minutes.",
  timeRounded: "Une limite de {seconds} s est de {minutes} min ici.",
  fixedPlace:
    "Une question qui garde sa place dans une section en ordre aléatoire : ici, elle est mélangée avec les autres.",
  linear:
    "Linéaire : là-bas, les candidats ne peuvent pas revenir à une question ; ici, ils le peuvent au sein d’une section.",
  timeQuestion: "La limite de temps d’une seule question n’est pas importée.",
  nested:
    "Les sections à l’intérieur d’une section ne sont pas importées : leurs questions sont dans celle qui les contient.",
  ownResult: "Le test a sa propre règle pour son résultat : ici, c’est la somme des points.",
  sessionRules:
    "Les règles d’une session (passage de questions, vérification des réponses, feedbacks) ne sont pas importées.",
  xmlNotUtf8: "Ce XML n’est pas en UTF-8.",
  xmlInvalid: "Ce n’est pas du XML valable : {error}.",
  xmlDeep: "Ce XML est imbriqué trop profondément ou trop long.",
  xmlEntity: "L’entité &{name}; n’est pas définie.",
  xmlEntities: "Un XML qui déclare des entités n’est pas pris en charge.",
  xmlEnds: "Ce XML se termine trop tôt.",
  xmlRoots: "Ce XML a plus d’un élément racine.",
  questionElsewhere:
    "Cette question est dans un autre fichier, qui est importé comme un test distinct ou pas du tout.",
  oneAtATime: "Là-bas, les candidats voient une question à la fois.",
  noWayBack: "Là-bas, les candidats ne peuvent pas revenir à une question.",
  groupsCompare:
    "Les groupes y comparent les sorties de façons différentes ; ici, tous le font de la même façon.",
  testHalf: "Le cas de test est omis : l’un de ses deux fichiers, .in et .ans, manque.",
  testLeftOut: "Le cas de test est omis : {sentence}",
  testLarge: "l’un de ses fichiers dépasse 64 Kio.",
  testNotText: "l’un de ses fichiers n’est pas du texte en UTF-8.",
  testsMost: "{count} des cas de test sont omis : {max} au plus sont possibles, et 384 Kio ensemble.",
  testsMostPlain: "{count} des cas de test sont omis : {max} au plus sont possibles.",
  lineEnds:
    "Les fins de ligne de Windows et les marques d’ordre des octets ont été retirées : {count} des cas de test en ont.",
  lineEndsPlain:
    "Les fins de ligne de Windows et les marques d’ordre des octets des cas de test ont été retirées.",
  keyLost: "« {name} » n’est pas importé.",
  rejectScore: "Un cas de test échoué y rapporte des points (reject_score), et rien ici.",
  graderWeights:
    "Un programme du paquet qui additionne les scores n’est pas exécuté ici : les poids des cas de test comptent.",
  grader: "Un programme du paquet qui additionne les scores n’est pas exécuté ici.",
  testGenerated:
    "Ce cas de test n’est pas dans le paquet : exportez le paquet complet, où les cas de test générés sont des fichiers.",
  scoresRounded: "Les scores sont ici des nombres entiers : ceux du paquet ont été arrondis.",
  pointsRounded: "Les points des cas de test sont ici des nombres entiers : ceux du paquet ont été arrondis.",
  groupLeast:
    "Un groupe y prend la plus petite de plusieurs sommes ; ici, tous ses cas de test comptent ensemble.",
  groupBest: "Un groupe y prend le meilleur de plusieurs scores ; ici, ils sont additionnés.",
  groupFails:
    "Selon les règles de Kattis, un groupe échoué en partie ne rapporte rien, ou ce qui précède l’échec ; ici, ses parties comptent une à une.",
  otherStatement:
    "L’énoncé dans d’autres langues, et les fichiers qu’il n’affiche pas, ne sont pas importés.",
  filesCompiled: "Les fichiers compilés avec chaque programme ne sont pas importés.",
  filesCandidates: "Les fichiers pour les candidats ne sont pas importés.",
  outputPictures: "Les images des sorties ne sont pas produites ici.",
  programs: "Les programmes du paquet ne sont pas importés.",
  notAContest:
    "Ce zip n’a ni problem.yaml, ni domjudge-problem.ini, ni problem.xml : ce n’est pas un paquet de concours.",
  noTests: "Ce paquet n’a pas de cas de test qui puissent être importés.",
  noStatement: "Le paquet n’a pas d’énoncé lisible : écrivez le texte de la question.",
  noTimeLimit: "Le paquet ne fixe pas de limite de temps : elle est ici de {usual} {unit}.",
  noMemoryLimit: "Le paquet ne fixe pas de limite de mémoire : elle est ici de {usual} {unit}.",
  timeLimit: "La limite de temps y est de {theirs} {unit}, et ici de {ours} {same}.",
  memoryLimit: "La limite de mémoire y est de {theirs} {unit}, et ici de {ours} {same}.",
  lineEndsCount: "Les lignes doivent y finir comme dans la sortie attendue, et non ici.",
  numbersOrder: "Les nombres peuvent y venir dans n’importe quel ordre, et non ici.",
  caseDiffers: "Majuscules et minuscules y sont équivalentes, et diffèrent ici.",
  caseExpected:
    "Majuscules et minuscules y sont équivalentes ; ici, une sortie doit avoir la casse de la sortie attendue.",
  notPolygon: "Ce n’est pas le problème d’un paquet Polygon.",
  interactive:
    "Ce problème est interactif : les programmes qui répondent à un juge pendant leur exécution ne peuvent pas être testés ici.",
  judged:
    "Ce problème est de type {kind} : les programmes qui répondent à un juge pendant leur exécution ne peuvent pas être testés ici.",
  outputsOnly:
    "Ce problème est de type {kind} : on y remet des sorties sans programme ; ici, ce sont des programmes qui sont testés.",
  severalPasses:
    "Ce problème est de type {kind} : les programmes qui s’exécutent plusieurs fois pour un cas de test ne peuvent pas être testés ici.",
  noTestSet: "Ce paquet n’a pas de jeu de cas de test.",
  oneTestSet: "Un jeu de cas de test est importé : les autres, comme les prétests, ne le sont pas.",
  readFile: "Les programmes y lisent leur entrée dans le fichier « {name} », ce qui n’est pas le cas ici.",
  writeFile: "Les programmes y écrivent leur sortie dans le fichier « {name} », ce qui n’est pas le cas ici.",
  ownChecker:
    "Ce paquet compare les sorties avec son propre programme (checker), qui n’est pas exécuté ici. Les problèmes à une seule sortie juste peuvent être importés sans lui.",
  ownValidator:
    "Ce paquet compare les sorties avec son propre programme (output validator), qui n’est pas exécuté ici. Les problèmes à une seule sortie juste peuvent être importés sans lui.",
  groupsDepend:
    "Les groupes qui ne comptent qu’après d’autres ne sont pas pris en charge : chacun compte seul.",
  limitLost: "La limite « {name} » n’est pas importée.",
  onlyLanguages:
    "Ne sont acceptés que des programmes en {languages}, qui ne sont pas exécutés ici : tous les langages sont possibles.",
  languagesLost: "Les programmes en {languages} ne sont pas exécutés ici.",
  ownProgram: "Ce problème est exécuté ou comparé par son propre programme, qui n’est pas exécuté ici.",
  flagUnread: "L’option « {name} » du output validator n’est pas lue.",
  spacesCount: "Les espaces et les fins de ligne doivent y être ceux de la sortie attendue, et pas ici.",
  spacesEndOfLine: "Les espaces en fin de ligne comptent là-bas, et pas ici.",
  spacesEnd: "Les espaces en fin de ligne et les lignes vides à la fin y comptent, et pas ici.",
  toleranceBoth: "La tolérance {tolerance} est ici absolue et relative ; le paquet les fixe séparément.",
  programsLost:
    "{count} des programmes ne sont pas importés : ils ont plusieurs fichiers, un autre langage, ou sont trop nombreux.",
  statementLong: "L’énoncé est trop long : 64 Kio sont possibles.",
  latexUnknown: "La commande LaTeX \\{name} de l’énoncé est inconnue : son texte reste.",
  statementPlain: "L’énoncé ne peut pas être affiché en Markdown et reste du texte simple : {sentence}",
  statementPicture: "L’image {name} n’est pas importée.",
  yamlNotUtf8: "Ce n’est pas du texte en UTF-8.",
  yamlNotList: "Ce n’est pas du YAML avec une liste de paramètres.",
} as const satisfies Translation<typeof english>;
