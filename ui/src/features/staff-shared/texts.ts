import { texts } from "@/i18n";
import { staffShared } from "@/i18n/staff/en/staff-shared";

export const t = texts("staffShared", staffShared);
