import type { camera as english } from "../en/camera";
import type { Translation } from "../typed";

export const camera = {
  cameraStopped: "Kamera przestała działać",
  cameraProblem: "Problem z kamerą",
  faultSaved: "{fault} Test trwa dalej, a odpowiedzi są zapisywane.",
  turnOnCamera: "Włącz kamerę",
  chooseAnother: "Wybierz inną",
  notNow: "Nie teraz",
  faultContinues: "{fault} Test trwa dalej.",
  waitingForCamera: "Oczekiwanie na kamerę.",
  cameraOff: "Kamera jest wyłączona. Wybrano kontynuowanie bez nadzoru.",
  watchedLive: "Podgląd na żywo, bez nagrywania",
  howItIsUsed:
    "W trakcie testu administratorzy mogą na żywo oglądać obraz i słuchać dźwięku oraz zapisywać przy teście pojedyncze nieruchome obrazy z kamery. Wideo i dźwięk nie są nagrywane. Razem z wynikiem i tak długo jak on przechowywane są: odpowiedzi, chwile ich zapisania, czas wyświetlania każdego pytania oraz chwile opuszczenia tej strony, wklejenia tekstu, utraty lub zmiany kamery.",
  watchedWithClips: "Podgląd na żywo, wideo wokół oznaczonych chwil",
  usedWithClips:
    "W trakcie testu administratorzy mogą na żywo oglądać obraz i słuchać dźwięku oraz zapisywać przy teście pojedyncze nieruchome obrazy z kamery. Wokół każdego takiego obrazu i każdej chwili oznaczonej przez administratora przechowywane jest wideo z kamery, bez dźwięku: od najwyżej 40 sekund przed do 30 sekund po. Żadne inne wideo ani dźwięk nie są nagrywane. Razem z wynikiem i tak długo jak on przechowywane są: odpowiedzi, chwile ich zapisania, czas wyświetlania każdego pytania oraz chwile opuszczenia tej strony, wklejenia tekstu, utraty lub zmiany kamery.",
  camera: "Kamera",
  trialNotWatched: "Próba nie jest nadzorowana.",
  deviceBusy: "Nie można użyć urządzenia „{name}”: być może korzysta z niego inny program.",
  choose: "Wybierz",
  cameraAndMicrophone: "Kamera i mikrofon",
  choiceRemembered: "Test w tym czasie trwa dalej. Wybór zostanie zapamiętany w tej przeglądarce.",
  done: "Gotowe",
  inUse: "W użyciu: {name}",
  yourCamera: "Kamera",
  orChooseAnother: "{fault} Można też wybrać inną.",
  unplugged: "Kamera została odłączona. Proszę podłączyć ją ponownie.",
  stopped: "Kamera przestała działać.",
  denied: "Przeglądarka blokuje kamerę na tej stronie.",
  missing: "Na tym komputerze nie znaleziono kamery.",
  busy: "Kamery używa inny program.",
  insecure: "Przeglądarki udostępniają kamerę tylko na bezpiecznych stronach.",
  failed: "Nie udało się uruchomić kamery.",
  fixMissing: "Proszę podłączyć kamerę i spróbować ponownie.",
  fixBusy:
    "Proszę zamknąć inne programy korzystające z kamery, na przykład rozmowę wideo, i spróbować ponownie.",
  fixInsecure:
    "Proszę zwrócić się do administratora o adres zaczynający się od https:// (serwer potrzebuje TLS; jak to ustawić, wyjaśnia jego polecenie „doctor”).",
  fixFailed:
    "Proszę odłączyć i ponownie podłączyć kamerę lub uruchomić przeglądarkę ponownie, a następnie spróbować jeszcze raz.",
  unblockFirefox: "Proszę kliknąć przekreśloną kamerę obok adresu, usunąć blokadę i spróbować ponownie.",
  unblockSafari:
    "Proszę otworzyć ustawienia witryny z paska adresu, zezwolić na kamerę i mikrofon i spróbować ponownie.",
  unblock:
    "Proszę kliknąć ikonę po lewej stronie adresu, zezwolić na kamerę i mikrofon i spróbować ponownie.",
  muted:
    "Kamera jest wyłączona: osłoną, klawiszem lub przez system. Proszę odsłonić ją lub nacisnąć klawisz.",
  black: "Kamera wysyła czarny obraz. Proszę ją odsłonić i zadbać o światło.",
  frozen: "Obraz z kamery jest zamrożony. Proszę odłączyć i ponownie podłączyć kamerę.",
  faultAndFix: "{fault} {fix}",
  deviceNumber: "{kind} {number}",
  microphone: "Mikrofon",
} as const satisfies Translation<typeof english>;
