import { receipt } from "@/i18n/en/receipt";
import { t } from "./texts";

/** Roles that the server names (`src/service/attempt/own_page/view.rs`); a test compares the words with its code. */
const ROLES = [
  "seenByAdministrators",
  "seenByReviewers",
  "seenByLink",
  "seenByAi",
  "seenByOperator",
] as const;

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Who may see an attempt, in the language of the page; a role that the page does not know is in the server's words. */
export function roleWords(said: string, company: string | null | undefined): string {
  const role = ROLES.find((key) => receipt[key] === said);
  if (role) return sentence(t(role));
  const isOfCompany = company && said === receipt.seenByAdministratorsOf.replace("{company}", company);
  return sentence(isOfCompany ? t("seenByAdministratorsOf", { company }) : said);
}
