import type { Company, SubmitReply, TestIntro } from "@/api/types";
import { parseJson, session } from "@/lib/storage";

/** Session storage key of the receipt written by the take-test page. */
export const RECEIPT_KEY = "invigil_receipt";

export interface ReceiptData {
  test_title: string;
  /** Tag of the language of the title. */
  test_language?: TestIntro["language"];
  /** The title in other languages. */
  test_translations?: TestIntro["translations"];
  /** RFC 3339 instant. */
  submitted_at: string;
  submitted_by: SubmitReply["submitted_by"];
  answers_stored: number;
  /** Percent, 0 to 100. */
  score: number;
  /** True while written answers wait for review. */
  provisional: boolean;
  earned_points: number;
  auto_earned_points: number;
  pending_points: number;
  total_points: number;
  /** Token of the test's link. */
  link?: string;
  /** Answers that had not arrived at the end. */
  missing?: number;
  /** Answers of the submit came too late to count. */
  late?: boolean;
  judging?: SubmitReply["judging"];
  /** Proof of the answers, 64 hex digits. */
  head?: string;
  /** Token of the candidate's own page. */
  receipt_token?: string;
  /** Link and key of an attempt that ended by time: it continues with these if it is reopened. */
  go_on?: { token: string; key: string };
  /** Who asked for the test. */
  company?: Pick<Company, "name" | "logo" | "contact">;
}

const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === "string";

const isObjectOrAbsent = (value: unknown) =>
  value === undefined || (typeof value === "object" && value !== null);

function isHolderOrAbsent(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === undefined;
  const { token, key } = value as Record<string, unknown>;
  return typeof token === "string" && typeof key === "string";
}

function isCompanyOrAbsent(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === undefined;
  const { name, contact } = value as Record<string, unknown>;
  return typeof name === "string" && typeof contact === "string";
}

function isReceipt(value: unknown): value is ReceiptData {
  if (typeof value !== "object" || value === null) return false;
  const data = value as Record<string, unknown>;
  return (
    typeof data.test_title === "string" &&
    typeof data.submitted_at === "string" &&
    (data.submitted_by === "candidate" ||
      data.submitted_by === "deadline" ||
      data.submitted_by === "admin") &&
    typeof data.answers_stored === "number" &&
    typeof data.score === "number" &&
    typeof data.provisional === "boolean" &&
    typeof data.earned_points === "number" &&
    typeof data.pending_points === "number" &&
    typeof data.total_points === "number" &&
    isTextOrAbsent(data.test_language) &&
    isObjectOrAbsent(data.test_translations) &&
    isTextOrAbsent(data.head) &&
    isTextOrAbsent(data.link) &&
    (data.missing === undefined || typeof data.missing === "number") &&
    isTextOrAbsent(data.receipt_token) &&
    isHolderOrAbsent(data.go_on) &&
    isCompanyOrAbsent(data.company)
  );
}

export const readReceipt = () => parseJson(session.get(RECEIPT_KEY), isReceipt);

/** The address of the candidate's own page; undefined for attempts from before there was one. */
export const ownPage = ({ receipt_token }: ReceiptData): string | undefined =>
  receipt_token && `${window.location.origin}/receipt/${encodeURIComponent(receipt_token)}`;
