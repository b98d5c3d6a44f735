import type { camera as english } from "../en/camera";
import type { Translation } from "../typed";

export const camera = {
  cameraStopped: "Câmera interrompida",
  cameraProblem: "Problema com a câmera",
  faultSaved: "{fault} O teste continua e as suas respostas são salvas.",
  turnOnCamera: "Ligar a câmera",
  chooseAnother: "Escolher outra",
  notNow: "Agora não",
  faultContinues: "{fault} O teste continua.",
  waitingForCamera: "Aguardando a câmera.",
  cameraOff: "A câmera está desligada. Você optou por continuar sem monitoramento.",
  watchedLive: "Vista ao vivo, sem gravação",
  howItIsUsed:
    "Durante o teste, os administradores podem ver e ouvir você ao vivo, e guardar imagens estáticas da sua câmera com o seu teste. Vídeo e som não são gravados. São guardados com o seu resultado, e pelo mesmo tempo: as suas respostas, quando foram salvas, por quanto tempo cada questão ficou visível, e quando você sai desta página, cola texto, ou perde ou troca a câmera.",
  watchedWithClips: "Vista ao vivo, vídeo guardado em torno de marcações",
  usedWithClips:
    "Durante o teste, os administradores podem ver e ouvir você ao vivo, e guardar imagens estáticas da sua câmera com o seu teste. Em torno de cada imagem estática e de cada momento marcado por um administrador, o vídeo da sua câmera é guardado, sem som: de no máximo 40 segundos antes até 30 segundos depois. Nenhum outro vídeo e nenhum som é gravado. São guardados com o seu resultado, e pelo mesmo tempo: as suas respostas, quando foram salvas, por quanto tempo cada questão ficou visível, e quando você sai desta página, cola texto, ou perde ou troca a câmera.",
  camera: "Câmera",
  trialNotWatched: "Um ensaio não é monitorado.",
  deviceBusy: "“{name}” não pode ser usado: outro programa pode estar usando o dispositivo.",
  choose: "Escolher",
  cameraAndMicrophone: "Câmera e microfone",
  choiceRemembered: "Enquanto isso, o teste continua. A sua escolha fica salva neste navegador.",
  done: "Concluído",
  inUse: "Em uso: {name}",
  yourCamera: "A sua câmera",
  orChooseAnother: "{fault} Você também pode escolher outra.",
  unplugged: "A sua câmera foi desconectada. Conecte-a novamente.",
  stopped: "A sua câmera parou.",
  denied: "O navegador bloqueia a câmera nesta página.",
  missing: "Nenhuma câmera foi encontrada neste computador.",
  busy: "Outro programa está usando a câmera.",
  insecure: "Os navegadores só oferecem a câmera em páginas seguras.",
  failed: "Não foi possível iniciar a câmera.",
  fixMissing: "Conecte uma câmera e tente novamente.",
  fixBusy: "Feche outros programas que usam a câmera, como uma chamada de vídeo, e tente novamente.",
  fixInsecure:
    "Peça ao administrador um endereço que comece com https:// (o servidor precisa de TLS; o comando “doctor” dele explica como).",
  fixFailed: "Desconecte e reconecte a câmera, ou reinicie o navegador, e tente novamente.",
  unblockFirefox: "Clique na câmera riscada ao lado do endereço, remova o bloqueio e tente novamente.",
  unblockSafari:
    "Abra as configurações do site na barra de endereço, permita a câmera e o microfone e tente novamente.",
  unblock: "Clique no ícone à esquerda do endereço, permita a câmera e o microfone e tente novamente.",
  muted:
    "A sua câmera está desativada: pela tampa, por uma tecla ou pelo sistema. Abra a tampa ou pressione a tecla.",
  black: "A sua câmera envia uma imagem preta. Abra a tampa e verifique se há luz.",
  frozen: "A imagem da sua câmera está congelada. Desconecte e reconecte a câmera.",
  faultAndFix: "{fault} {fix}",
  deviceNumber: "{kind} {number}",
  microphone: "Microfone",
} as const satisfies Translation<typeof english>;
