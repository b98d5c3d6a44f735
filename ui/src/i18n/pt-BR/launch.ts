import type { launch as english } from "../en/launch";
import type { Translation } from "../typed";

export const launch = {
  cannotOpen: "Não é possível abrir este teste",
  ownWindow: "O teste abre em uma janela própria. Deixe esta página aberta: seu curso permanece aqui.",
  openTest: "Abrir o teste",
  forTeachers:
    "Os estudantes que abrem esta atividade fazem este teste. Cada um tem uma tentativa para esta atividade, e o resultado passa a ser a nota assim que for definitivo.",
  showResults: "Mostrar os resultados",
  chooseTest: "Escolher o teste desta atividade",
  minutes: "{minutes} min",
  choose: "Escolher",
  chooseNamed: "Escolher {title}",
  olderNotListed: "Os testes mais antigos não estão na lista.",
  expired:
    "Este acesso expirou, já foi usado ou começou em outro navegador. Abra a atividade novamente no seu curso. Se isso não ajudar, faça a atividade abrir em uma nova janela.",
  onlyTeachersChoose: "Somente os docentes de um curso escolhem os testes dele.",
  notForPlatform: "Esta plataforma de aprendizagem não pode usar este teste. Consulte seu docente.",
  keysUnread:
    "No momento não é possível ler as chaves da sua plataforma de aprendizagem. Tente novamente em instantes.",
  noSuchTest: "Este teste não existe.",
  archived: "Este teste está arquivado. É preciso desarquivá-lo antes de convidar alguém.",
  notLti13: "A mensagem da plataforma de aprendizagem foi recusada: ela não é de LTI 1.3.",
  unknownDeployment:
    "A mensagem da plataforma de aprendizagem foi recusada: o identificador de implantação não é conhecido aqui.",
  unknownType: "A mensagem da plataforma de aprendizagem foi recusada: o tipo não é conhecido aqui.",
  noVersion: "A mensagem da plataforma de aprendizagem foi recusada: ela não contém version.",
  noDeployment: "A mensagem da plataforma de aprendizagem foi recusada: ela não contém deployment_id.",
  noType: "A mensagem da plataforma de aprendizagem foi recusada: ela não contém message_type.",
  noPerson: "A mensagem da plataforma de aprendizagem foi recusada: ela não indica nenhuma pessoa.",
  noActivity: "A mensagem da plataforma de aprendizagem foi recusada: ela não indica nenhuma atividade.",
  noRole:
    "A mensagem da plataforma de aprendizagem foi recusada: ela não indica nenhum papel no curso que possa abrir um teste.",
  notATest: "A mensagem da plataforma de aprendizagem foi recusada: o que ela indica não é um teste.",
  twoTests: "A mensagem da plataforma de aprendizagem foi recusada: ela indica dois testes.",
  nothingToChoose:
    "A mensagem da plataforma de aprendizagem foi recusada: não é possível escolher uma atividade para ela.",
  noReturn: "A mensagem da plataforma de aprendizagem foi recusada: ela não tem um endereço para a escolha.",
  noTestHere:
    "A mensagem da plataforma de aprendizagem foi recusada: não há aqui nenhum teste que esta plataforma possa usar.",
  unknownPlatform:
    "A mensagem da plataforma de aprendizagem foi recusada: a plataforma não é conhecida aqui.",
  otherServer: "A mensagem da plataforma de aprendizagem foi recusada: o endereço não é deste servidor.",
  notSignedIn: "A mensagem da plataforma de aprendizagem foi recusada: a plataforma não fez seu login.",
  otherLaunch: "A mensagem da plataforma de aprendizagem foi recusada: ela pertence a outro acesso (nonce).",
  noTime: "A mensagem da plataforma de aprendizagem foi recusada: ela não informa quando foi criada.",
  noTest:
    "A mensagem da plataforma de aprendizagem foi recusada: ela não indica nenhum teste. É preciso escolher um para esta atividade.",
  otherTest:
    "A mensagem da plataforma de aprendizagem foi recusada: ela é para um teste diferente daquele com que começou.",
  tokenTooLarge: "A mensagem da plataforma de aprendizagem foi recusada: o token é grande demais.",
  tokenDemands:
    "A mensagem da plataforma de aprendizagem foi recusada: o token exige algo que não é conhecido aqui (crit).",
  tokenType: "A mensagem da plataforma de aprendizagem foi recusada: o token é de outro tipo (typ).",
  tokenMalformed:
    "A mensagem da plataforma de aprendizagem foi recusada: o token está malformado ou não está assinado.",
  tokenAlgorithm:
    "A mensagem da plataforma de aprendizagem foi recusada: o algoritmo da assinatura não é aceito.",
  tokenWrong:
    "A mensagem da plataforma de aprendizagem foi recusada: a assinatura, o emissor ou o destinatário do token está incorreto.",
  tokenOtherClient:
    "A mensagem da plataforma de aprendizagem foi recusada: o token foi emitido para outro cliente.",
  tokenSeveralClients:
    "A mensagem da plataforma de aprendizagem foi recusada: o token é para vários clientes e não indica qual o solicitou.",
  tokenTime: "A mensagem da plataforma de aprendizagem foi recusada: um horário do token está malformado.",
  tokenExpired: "A mensagem da plataforma de aprendizagem foi recusada: o token expirou ou não tem fim.",
  tokenEarly:
    "A mensagem da plataforma de aprendizagem foi recusada: o token ainda não é válido. É preciso comparar os relógios da plataforma e do servidor.",
  tokenUnknownKey:
    "A mensagem da plataforma de aprendizagem foi recusada: o token está assinado com uma chave que a plataforma não publica.",
} as const satisfies Translation<typeof english>;
