import type { examSession as english } from "../en/exam-session";
import type { Translation } from "../typed";

export const examSession = {
  title: "Sesja egzaminacyjna",
  timeNow: "Godzina: {time}",
  code: "Proszę pokazać ten kod przy wejściu:",
  picture: "Ten sam kod dla kamery",
  roomCode: "Kod pokazany w sali",
  checkIn: "Zgłoś obecność",
  checkedIn: "Obecność zgłoszono o {time}.",
  together: "Wszyscy zaczynają razem. Proszę nie zamykać tej strony: test rozpocznie się sam.",
  unset: "Czas rozpoczęcia nie jest jeszcze ustalony.",
  beginsIn: "Test rozpocznie się za {time}.",
  beginsNow: "Test rozpoczyna się teraz.",
  offline: "Utracono połączenie. Ta strona sama ponawia próby. Pełny czas testu pozostaje do dyspozycji.",
  ready: "W tym czasie proszę sprawdzić kamerę, aby uniknąć opóźnienia.",
  waiting: "To jest poczekalnia. Osoba nadzorująca wpuszcza na test; proszę nie zamykać tej strony.",
  waitingMeanwhile: "W tym czasie proszę sprawdzić kamerę i przeczytać, co tu napisano.",
  letIn: "Osoba nadzorująca zezwoliła na wejście.{together, select, yes {} other { Można rozpocząć test.}}",
  identity: "Zdjęcia potwierdzające tożsamość",
  identityFace: "Przed wpuszczeniem osoba nadzorująca sprawdza zdjęcie twarzy. Proszę je tutaj zrobić.",
  identityBoth:
    "Przed wpuszczeniem osoba nadzorująca porównuje zdjęcie twarzy ze zdjęciem dokumentu tożsamości. Proszę zrobić tutaj oba.",
  identityKept:
    "Te zdjęcia widzą tylko osoby, które mogą wpuszczać na test. Są usuwane 24 godziny po wpuszczeniu, a najpóźniej 24 godziny po zakończeniu sesji. Nie są częścią wyniku.",
  identityAgain: "Osoba nadzorująca prosi o nowe zdjęcia.",
  identitySent: "Wszystko wysłano. Osoba nadzorująca sprawdza zdjęcia; proszę nie zamykać tej strony.",
  facePicture: "Zdjęcie twarzy",
  documentPicture: "Zdjęcie dokumentu tożsamości",
  faceHint: "Proszę patrzeć w kamerę; cała twarz powinna być dobrze oświetlona.",
  documentHint:
    "Proszę zbliżyć do kamery stronę ze zdjęciem, tak aby zdjęcie oraz imię i nazwisko były wyraźnie widoczne.",
  cameraOn: "Włącz kamerę",
  cameraAgain: "Spróbuj ponownie z kamerą",
  takePicture: "Zrób zdjęcie",
  takenFace: "Zrobione zdjęcie twarzy",
  takenDocument: "Zrobione zdjęcie dokumentu",
  usePicture: "Użyj tego zdjęcia",
  takeAgain: "Zrób ponownie",
  sendAgain: "Wyślij ponownie",
  choosePicture: "Wybierz plik ze zdjęciem",
  pictureSending: "Trwa wysyłanie zdjęcia.",
  pictureSent: "Wysłano o {time}.",
  replacePicture: "Zastąp",
  replaceFace: "Zastąp zdjęcie twarzy",
  replaceDocument: "Zastąp zdjęcie dokumentu",
  keepSent: "Zachowaj wysłane",
  withoutCamera:
    "Bez kamery można wybrać plik ze zdjęciem albo osoba nadzorująca może sprawdzić tożsamość osobiście.",
  noPictureYet: "Kamera nie pokazuje jeszcze obrazu. Proszę za chwilę spróbować ponownie.",
  fileNotRead: "Tego pliku nie udało się odczytać jako zdjęcia. Proszę wybrać inny.",
  canvasHidden:
    "Ustawienia prywatności tej przeglądarki nie pozwalają stronom odczytywać obrazów. Proszę zezwolić na to dla tej strony albo poprosić osobę nadzorującą o osobiste sprawdzenie tożsamości.",
  pictureNotSent: "Zdjęcia nie wysłano. {reason} Pozostaje ono tutaj: można je wysłać ponownie.",
  pictureOffline:
    "Brak połączenia z siecią. Zdjęcie pozostaje tutaj: proszę wysłać je ponownie, gdy połączenie wróci.",
} as const satisfies Translation<typeof english>;
