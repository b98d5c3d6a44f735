import { texts } from "@/i18n";
import { sessions } from "@/i18n/staff/en/sessions";

export const t = texts("sessions", sessions);
