import type { accounts } from "./en/accounts";
import type { answer } from "./en/answer";
import type { app } from "./en/app";
import type { applicant } from "./en/applicant";
import type { camera } from "./en/camera";
import type { entries } from "./en/entries";
import type { errors } from "./en/errors";
import type { examSession } from "./en/exam-session";
import type { format } from "./en/format";
import type { invite } from "./en/invite";
import type { inviteName } from "./en/invite-name";
import type { kinds } from "./en/kinds";
import type { launch } from "./en/launch";
import type { passwordReset } from "./en/password-reset";
import type { player } from "./en/player";
import type { practice } from "./en/practice";
import type { receipt } from "./en/receipt";
import type { refusals } from "./en/refusals";
import type { replies } from "./en/replies";
import type { richText } from "./en/rich-text";
import type { score } from "./en/score";
import type { security } from "./en/security";
import type { shared } from "./en/shared";
import type { sharedLinks } from "./en/shared-links";
import type { signin } from "./en/signin";
import type { take } from "./en/take";
import type { takeEnd } from "./en/take-end";
import type { takePanel } from "./en/take-panel";
import type { takeStart } from "./en/take-start";
import type { verify } from "./en/verify";
import type { Translation } from "./typed";

/** All texts of one language, by part: a language that lacks one does not compile. */
export interface Catalog {
  accounts: Translation<typeof accounts>;
  answer: Translation<typeof answer>;
  app: Translation<typeof app>;
  applicant: Translation<typeof applicant>;
  camera: Translation<typeof camera>;
  entries: Translation<typeof entries>;
  errors: Translation<typeof errors>;
  examSession: Translation<typeof examSession>;
  format: Translation<typeof format>;
  invite: Translation<typeof invite>;
  inviteName: Translation<typeof inviteName>;
  kinds: Translation<typeof kinds>;
  launch: Translation<typeof launch>;
  passwordReset: Translation<typeof passwordReset>;
  player: Translation<typeof player>;
  practice: Translation<typeof practice>;
  receipt: Translation<typeof receipt>;
  refusals: Translation<typeof refusals>;
  replies: Translation<typeof replies>;
  richText: Translation<typeof richText>;
  score: Translation<typeof score>;
  security: Translation<typeof security>;
  shared: Translation<typeof shared>;
  sharedLinks: Translation<typeof sharedLinks>;
  signin: Translation<typeof signin>;
  take: Translation<typeof take>;
  takeEnd: Translation<typeof takeEnd>;
  takePanel: Translation<typeof takePanel>;
  takeStart: Translation<typeof takeStart>;
  verify: Translation<typeof verify>;
}

/** What every candidate's page needs for its first paint: `languages/<tag>.ts`. */
type FirstPart = "app" | "errors" | "format" | "kinds" | "richText" | "shared";

/** Pages whose first paint is counted in bytes, each with a part of its own: `<tag>-<page>.ts`. */
export type FirstPage = "take" | "invite";

/** Shown by pages of the server alone, which has it in itself (`src/service/settings/page_words.rs`): no browser loads it. */
type ServerPart = "launch";

/** A module of `languages/`. The rest loads after the first paint: `<tag>-rest.ts`. */
export type FirstTexts = Pick<Catalog, FirstPart> & {
  [Page in FirstPage]: () => Promise<Pick<Catalog, Page>>;
} & {
  rest(): Promise<Omit<Catalog, FirstPart | FirstPage | ServerPart>>;
};
