import { texts } from "@/i18n";
import { panelCalendar } from "@/i18n/staff/en/panel-calendar";

export const t = texts("panelCalendar", panelCalendar);
