import type { receipt as english } from "../en/receipt";
import type { Translation } from "../typed";

export const receipt = {
  pageTitle: "Dane kandydata | Invigil",
  noVersions: "Same odpowiedzi: bez wcześniejszych wersji",
  name: "Imię i nazwisko",
  email: "E-mail",
  test: "Test",
  started: "Rozpoczęto",
  ended: "Zakończono",
  answers: "Odpowiedzi",
  versions: "Wersje",
  pictures: "Obrazy",
  alsoKept: "Przechowywane są także",
  alsoKeptList:
    "Sposób oceny odpowiedzi, wiadomości od osób nadzorujących oraz to, co zgłosiła strona, na przykład jej opuszczenie",
  howLong: "Jak długo",
  untilDeleted: "Do usunięcia przez administratora",
  seenBy: "Kto je widzi",
  erasureOffered:
    "Można poprosić o usunięcie wszystkich przechowywanych tutaj danych, dotyczących wszystkich testów. Decyduje administrator.",
  failedToAsk: "Nie udało się poprosić o usunięcie danych: {reason}",
  erasure: "Usunięcie danych",
  askAgain: "Poproś ponownie",
  askForErasure: "Poproś o usunięcie danych",
  askForErasureQuestion: "Poprosić o usunięcie danych?",
  erasureMeans:
    "Jeśli administrator się zgodzi, wszystkie przechowywane tutaj dane zostaną usunięte, dla wszystkich testów: odpowiedzi, ich wersje, wyniki, obrazy i konto. Kandydatura może wtedy nie być już brana pod uwagę. Aby zachować odpowiedzi, proszę je wcześniej pobrać.",
  failedToDownload: "Nie udało się pobrać odpowiedzi: {reason}",
  whatIsKept: "Co jest przechowywane z testu",
  whoCanOpen: "Tę stronę mogą otworzyć tylko osoby, które mają link z potwierdzenia.",
  proofNow: "Dowód odpowiedzi w ich obecnym stanie",
  copyProof: "Skopiuj dowód",
  downloadMyAnswers: "Pobierz moje odpowiedzi",
  testContinues: "Test trwa dalej",
  moreTimeGiven:
    "Administrator przyznał więcej czasu. Proszę otworzyć test linkiem z zaproszenia; ta strona będzie znów kompletna po jego zakończeniu.",
  erasedOn: "Usunięto {date}",
  allDeleted:
    "Wszystko, co było przechowywane z tego testu, zostało usunięte. Nie można już porównać z tym potwierdzenia.",
  unknownLink: "Nieznany link",
  linkNeverIssued: "Ten link jest niepełny lub nigdy nie został wydany.",
  cannotBeLoaded: "Tej strony nie można teraz wczytać",
  loadingData: "Wczytywanie danych",
  pointsSoFar: "Dotychczasowe punkty",
  scoreSoFar: "Dotychczasowy wynik",
  notFinal: "{percent}, nieostateczny",
  score: "Wynik",
  answersChecked: "Niektóre odpowiedzi są jeszcze sprawdzane.",
  answersToReview: "Niektóre odpowiedzi muszą jeszcze ocenić ludzie.",
  reviewerDecides: "O tym, czy spóźnione odpowiedzi się liczą, decyduje oceniający.",
  keepWindowOpen: "Proszę nie zamykać tego okna, dopóki odpowiedzi nie dotrą.",
  canClose: "Można zamknąć to okno.",
  notArrived: "Nie dotarły",
  arrivedLate: "Dotarły z opóźnieniem",
  neverArrived: "Nigdy nie dotarły",
  storedOnServer: "Zapisano na serwerze",
  timeUtc: "Czas (UTC)",
  dismiss: "Zamknij",
  copyLink: "Kopiuj link",
  seeOrDelete: "Zobacz lub usuń przechowywane dane",
  questions: "Pytania? {contact}",
  downloadReceipt: "Pobierz potwierdzenie",
  answersNotArrived: "Odpowiedzi, które nie dotarły",
  saveAnswers: "Zapisz odpowiedzi do pliku",
  deleteFromComputer: "Usuń z tego komputera",
  deleteForGood: "Usuń trwale",
  byYou: "{date}, przez kandydata",
  byDeadline: "{date}, z powodu upływu czasu",
  byAdmin: "{date}, przez administratora",
  versionsSaves:
    "{saves, plural, one {# zapis} few {# zapisy} many {# zapisów} other {# zapisu}}{kept, select, all {} other {, z czego przechowywane są pierwsze: {kept}}}: tekst każdego zapisu, także tekst usunięty",
  versionsKeystrokes:
    "{saves, plural, one {# zapis} few {# zapisy} many {# zapisów} other {# zapisu}}{kept, select, all {} other {, z czego przechowywane są pierwsze: {kept}}}: każda zmiana z jej czasem, także tekst usunięty",
  answersWithLate: "{answers} oraz spóźnione lub zastąpione: {late}",
  video: "Wideo",
  clips:
    "{count, plural, one {# klip z kamery} few {# klipy z kamery} many {# klipów z kamery} other {# klipu z kamery}}",
  screenshots:
    "{count, plural, one {# zrzut obrazu z kamery} few {# zrzuty obrazu z kamery} many {# zrzutów obrazu z kamery} other {# zrzutu obrazu z kamery}}",
  receivedTitle: "Test został przyjęty",
  timeUpTitle: "Czas upłynął: test został przyjęty",
  endedTitle: "Administrator zakończył test",
  submitted: "Oddano",
  proof: "Dowód odpowiedzi",
  page: "Strona kandydata",
  deletedCount: "Usunięto z tego komputera: {answers}",
  receiptLine: "{name}: {value}",
  erasureAsked:
    "Poproszono o usunięcie danych {date}. Decyduje administrator; ta strona pokaże, kiedy to nastąpi.",
  erasureDeclined: "Poproszono o usunięcie danych {date}. Administrator odmówił {declined}:{reason}",
  scoreNotFinal:
    "Wynik nie jest ostateczny: {count, plural, one {nie dotarła # odpowiedź} few {nie dotarły # odpowiedzi} many {nie dotarło # odpowiedzi} other {nie dotarło # odpowiedzi}}.",
  missingArrived:
    "{count, plural, one {Brakująca odpowiedź dotarła.} few {# brakujące odpowiedzi dotarły.} many {# brakujących odpowiedzi dotarło.} other {# brakującej odpowiedzi dotarło.}} O tym, czy spóźnione odpowiedzi się liczą, decyduje oceniający.",
  notArrivedTitle:
    "{count, plural, one {Nie dotarła # odpowiedź} few {Nie dotarły # odpowiedzi} many {Nie dotarło # odpowiedzi} other {Nie dotarło # odpowiedzi}}",
  refusedByServer:
    "{title}: {count, plural, one {pytanie {numbers}} few {pytania {numbers}} many {pytania {numbers}} other {pytania {numbers}}}. Serwer odmawia: {reasons} Można też zapisać plik i przekazać go administratorowi.",
  stoppedByNetwork:
    "{title}: {count, plural, one {pytanie {numbers}} few {pytania {numbers}} many {pytania {numbers}} other {pytania {numbers}}}. Coś w sieci blokuje wysyłanie. Strona wysyła dalej, dopóki jest otwarta; to, co dotrze, jest spóźnioną odpowiedzią, o której decyduje oceniający. Można też zapisać plik i przekazać go administratorowi.",
  deleteTitle:
    "{count, plural, one {Usunąć odpowiedź?} few {Usunąć odpowiedzi?} many {Usunąć odpowiedzi?} other {Usunąć odpowiedzi?}}",
  deleteMeans:
    "{count, plural, one {Odpowiedź na pytanie {numbers} testu {title} nie dotarła, a jedyną kopię ma ten komputer. Po usunięciu nigdy nie będzie mogła się liczyć.} few {Odpowiedzi na pytania {numbers} testu {title} nie dotarły, a jedyną kopię ma ten komputer. Po usunięciu nigdy nie będą mogły się liczyć.} many {Odpowiedzi na pytania {numbers} testu {title} nie dotarły, a jedyną kopię ma ten komputer. Po usunięciu nigdy nie będą mogły się liczyć.} other {Odpowiedzi na pytania {numbers} testu {title} nie dotarły, a jedyną kopię ma ten komputer. Po usunięciu nigdy nie będą mogły się liczyć.}}",
  youAccepted: "Zaakceptowany tekst",
  showAccepted: "Pokaż tekst",
  acceptedHash: "SHA-256 tekstu: {hash}",
} as const satisfies Translation<typeof english>;
