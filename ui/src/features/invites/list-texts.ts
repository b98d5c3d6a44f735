import { texts } from "@/i18n";
import { inviteList } from "@/i18n/staff/en/invite-list";

export const t = texts("inviteList", inviteList);
