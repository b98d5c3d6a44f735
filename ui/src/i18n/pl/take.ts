import type { take as english } from "../en/take";
import type { Translation } from "../typed";

export const take = {
  answersSetAside: "Odpowiedzi w sekcji, która się już zakończyła, są przechowywane osobno.",
  failedToSubmit: "Nie udało się oddać testu: {reason}",
  serverUnreachable: "Nie można połączyć się z serwerem.",
  failedToStart: "Nie udało się rozpocząć testu: {reason}",
  loadingPractice: "Wczytywanie ćwiczenia",
  candidate: "Kandydat",
  duration: "Czas trwania",
  questions: "Pytania",
  start: "Rozpoczęcie",
  monitoringRequired:
    "<b>Nadzór wideo jest wymagany.</b> Przy rozpoczęciu przeglądarka poprosi o dostęp do kamery i mikrofonu. W trakcie testu administratorzy mogą na żywo oglądać obraz i słuchać dźwięku oraz zapisywać przy teście pojedyncze nieruchome obrazy z kamery. Wideo i dźwięk nie są nagrywane.",
  monitoringWithClips:
    "<b>Nadzór wideo jest wymagany.</b> Przy rozpoczęciu przeglądarka poprosi o dostęp do kamery i mikrofonu. W trakcie testu administratorzy mogą na żywo oglądać obraz i słuchać dźwięku oraz zapisywać przy teście pojedyncze nieruchome obrazy z kamery. Wokół każdego takiego obrazu i każdej chwili oznaczonej przez administratora przechowywane jest wideo z kamery, bez dźwięku: od najwyżej 40 sekund przed do 30 sekund po. Żadne inne wideo ani dźwięk nie są nagrywane.",
  clipsAlso: "<b>Wideo jest przechowywane także wokół tych chwil:</b> {moments}.",
  momentTabHidden: "opuszczenie tej strony",
  momentFullscreenLeft: "opuszczenie pełnego ekranu",
  momentPaste: "wklejenie tekstu",
  momentSecondScreen: "podłączenie drugiego ekranu",
  momentCameraLost: "zatrzymanie kamery",
  recordedBesides:
    "<b>Co jest zapisywane oprócz odpowiedzi:</b> czas wyświetlania każdego pytania, chwile opuszczenia tej strony lub pełnego ekranu, ilość wklejonego tekstu (nigdy jego treść), podłączenie drugiego ekranu, jeśli zgłosi je przeglądarka, okresy, w których kamera jest wyłączona, oraz nieruchome obrazy z kamery. Administratorzy widzą to przy wyniku i przechowują tak długo jak wynik. Nic z tego nie kończy testu automatycznie.",
  opensFullscreen:
    "Ten test otwiera się na pełnym ekranie, jeśli to możliwe. Opuszczenie pełnego ekranu zostaje odnotowane, ale nie kończy testu.",
  startTest: "Rozpocznij test",
  cameraAsked: "Przeglądarka prosi o dostęp do kamery. Aby kontynuować, proszę odpowiedzieć na tę prośbę.",
  yourAnswer: "Odpowiedź",
  writeAnswerHere: "Tutaj proszę wpisać odpowiedź",
  loadingAnswerField: "Wczytywanie pola odpowiedzi…",
  clearAnswer: "Wyczyść odpowiedź",
  question: "Pytanie {number}",
  markedForLater: "Oznaczone na później",
  markForLater: "Oznacz na później",
  passage: "Tekst do pytania",
  instructions: "Instrukcje tej sekcji",
  previous: "Poprzednie",
  submitTest: "Oddaj test",
  next: "Następne",
  questionOf: "Pytanie {number} z {total}",
  allQuestions: "Wszystkie pytania",
  questionsAnswered: "Pytania z odpowiedzią",
  submitQuestion: "Oddać test? Po oddaniu nie można już niczego zmienić.",
  loadingSection: "Wczytywanie sekcji",
  timeLeft: "Pozostały czas",
  connectionLost: "Połączenie zostało przerwane. Można kontynuować; odpowiedzi są zachowane.",
  keepsNothing:
    "<b>Ta przeglądarka nie pozwala stronie przechowywać odpowiedzi na komputerze.</b> Proszę nie zamykać tej strony, dopóki nagłówek nie poinformuje, że odpowiedzi są zapisane na serwerze.",
  notOnServer:
    "<b>Ostatnich odpowiedzi nie ma jeszcze na serwerze.</b> {detail} Nic nie przepada: strona je przechowuje i ponawia próby.",
  openElsewhere:
    "<b>Ten test jest teraz otwarty w innej przeglądarce lub na innym urządzeniu.</b> Proszę kontynuować tam. To, co zostanie napisane tutaj, jest przechowywane dla oceniającego, ale nie liczy się automatycznie.",
  partFails: "Część tej strony wciąż nie działa poprawnie",
  answersKept: "Odpowiedzi są zachowane. Strona sama ponawia próby.",
  reload: "Odśwież",
  cannotBeLoaded: "Testu nie można teraz wczytać",
  staysOpen: "{problem} Ta strona pozostaje otwarta i ponawia próby; nic nie przepada.",
  loadingTest: "Wczytywanie testu",
  unableToLoad: "Nie udało się wczytać testu: {detail}",
  clockStarts:
    "Czas biegnie od rozpoczęcia testu i nie zatrzymuje się. Odpowiedzi są zapisywane podczas pisania, nawet gdy połączenie zostanie przerwane. Przechowywana jest każda wersja odpowiedzi, także usunięty tekst.",
  clockStartsTyped:
    "Czas biegnie od rozpoczęcia testu i nie zatrzymuje się. Odpowiedzi są zapisywane podczas pisania, nawet gdy połączenie zostanie przerwane. Przechowywana jest każda wersja odpowiedzi, także usunięty tekst i czas jego wpisania.",
  pageTitle: "{title} - Invigil",
  kibUsed: "Wykorzystano {used} z {limit} KiB",
  overLimit:
    "Odpowiedź może mieć najwyżej {limit} KiB tekstu. Ostatnia zmiana została odrzucona: proszę skrócić tekst i spróbować ponownie.",
  minutesLeft:
    "{count, plural, one {pozostała # minuta} few {pozostały # minuty} many {pozostało # minut} other {pozostało # minuty}}",
  minutesLeftInSection:
    "{count, plural, one {pozostała # minuta w tej sekcji} few {pozostały # minuty w tej sekcji} many {pozostało # minut w tej sekcji} other {pozostało # minuty w tej sekcji}}",
  keptUntilBack:
    "{place, select, computer {Zachowano na tym komputerze do powrotu połączenia} other {Zachowano tylko na tej stronie do powrotu połączenia}}",
  keptWhileBusy:
    "{place, select, computer {Zachowano na tym komputerze, dopóki serwer jest zajęty} other {Zachowano tylko na tej stronie, dopóki serwer jest zajęty}}",
  keptNotAccepted:
    "{place, select, computer {Zachowano na tym komputerze, serwer tego nie przyjął} other {Zachowano tylko na tej stronie, serwer tego nie przyjął}}",
  keptBlocked:
    "{place, select, computer {Zachowano na tym komputerze} other {Zachowano tylko na tej stronie}}: na serwerze nie ma jeszcze {count, plural, one {# odpowiedzi} few {# odpowiedzi} many {# odpowiedzi} other {# odpowiedzi}}",
  savedAsTyped: "Odpowiedzi są zapisywane podczas pisania",
  savedAt: "Zapisano na serwerze o {time}",
  saving: "Zapisywanie…",
  keptAside: "Zachowano osobno: ten test jest otwarty w innej przeglądarce",
  goToNumber: "Przejdź do pytania {number}",
  noCameraAgreed:
    "Zgodnie z ustaleniami test odbywa się bez kamery. Strona o nią nie prosi, a jej brak nie działa na niekorzyść.",
} as const satisfies Translation<typeof english>;
