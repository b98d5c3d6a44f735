import { texts } from "@/i18n";
import { inviteForms } from "@/i18n/staff/en/invite-forms";

export const t = texts("inviteForms", inviteForms);
