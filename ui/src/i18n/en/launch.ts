/**
 * Pages of a test that a learning platform opens, and why it is not opened. The server writes them: they have no script, no plural
 * forms and no tags.
 */
export const launch = {
  cannotOpen: "This test cannot be opened",
  ownWindow: "The test opens in a window of its own. Leave this page open: your course stays here.",
  openTest: "Open the test",
  forTeachers:
    "Learners who open this activity take this test. Each has one attempt for this activity, and the score becomes the grade as soon as it is final.",
  showResults: "Show the results",
  chooseTest: "Choose the test of this activity",
  minutes: "{minutes} minutes",
  choose: "Choose",
  chooseNamed: "Choose {title}",
  olderNotListed: "Older tests are not listed.",
  expired:
    "This launch has expired, was used already, or began in another browser. Please open the activity again in your course. If that does not help, let the activity open in a new window.",
  onlyTeachersChoose: "Only teachers of a course choose its tests.",
  notForPlatform: "This learning platform may not use this test. Please ask your teacher.",
  keysUnread: "The keys of your learning platform cannot be read at present. Please try again in a moment.",
  noSuchTest: "There is no such test.",
  archived: "This test is archived. Restore it from the archive before you invite anyone to it.",
  notLti13: "The learning platform's message was refused: it is not of LTI 1.3.",
  unknownDeployment: "The learning platform's message was refused: its deployment id is not known here.",
  unknownType: "The learning platform's message was refused: its type is not known here.",
  noVersion: "The learning platform's message was refused: it has no version.",
  noDeployment: "The learning platform's message was refused: it has no deployment_id.",
  noType: "The learning platform's message was refused: it has no message_type.",
  noPerson: "The learning platform's message was refused: it names no person.",
  noActivity: "The learning platform's message was refused: it names no activity.",
  noRole: "The learning platform's message was refused: it names no role in the course that can open a test.",
  notATest: "The learning platform's message was refused: it does not name a test.",
  twoTests: "The learning platform's message was refused: it names two tests.",
  nothingToChoose: "The learning platform's message was refused: no activity can be chosen for it.",
  noReturn: "The learning platform's message was refused: it has no address for the choice.",
  noTestHere:
    "The learning platform's message was refused: there is no test here that this platform may use.",
  unknownPlatform: "The learning platform's message was refused: its platform is not known here.",
  otherServer: "The learning platform's message was refused: its address is not one of this server.",
  notSignedIn: "The learning platform's message was refused: the platform did not sign you in.",
  otherLaunch: "The learning platform's message was refused: it belongs to another launch (nonce).",
  noTime: "The learning platform's message was refused: it does not say when it was made.",
  noTest: "The learning platform's message was refused: it names no test: choose one for this activity.",
  otherTest: "The learning platform's message was refused: it is for another test than it began with.",
  tokenTooLarge: "The learning platform's message was refused: the token is too large.",
  tokenDemands:
    "The learning platform's message was refused: the token demands what is not known here (crit).",
  tokenType: "The learning platform's message was refused: the token is of another type (typ).",
  tokenMalformed: "The learning platform's message was refused: the token is malformed, or is not signed.",
  tokenAlgorithm: "The learning platform's message was refused: the signature's algorithm is not accepted.",
  tokenWrong:
    "The learning platform's message was refused: the token's signature, issuer or audience is wrong.",
  tokenOtherClient: "The learning platform's message was refused: the token was issued to another client.",
  tokenSeveralClients:
    "The learning platform's message was refused: the token is for several clients, and names none that asked for it.",
  tokenTime: "The learning platform's message was refused: a time in the token is malformed.",
  tokenExpired: "The learning platform's message was refused: the token has expired, or has no end.",
  tokenEarly:
    "The learning platform's message was refused: the token is not valid yet: compare the clocks of provider and server.",
  tokenUnknownKey:
    "The learning platform's message was refused: the token is signed with a key that the provider does not list.",
} as const;
