import { local } from "./storage";

/** Where the choice is kept, on this device: beside that of candidates' pages, which may be shown to others. */
const CHOICE = "invigil_staff_language";

/** The language of staff's rooms that was chosen on this device; null without a choice. */
export const staffChoice = (): string | null => local.get(CHOICE);

export const keepStaffChoice = (tag: string) => local.set(CHOICE, tag);
