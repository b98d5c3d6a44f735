import { texts } from "@/i18n";
import { player } from "@/i18n/staff/en/player";

export const t = texts("player", player);
