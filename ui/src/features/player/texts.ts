import { texts } from "@/i18n";
import { player } from "@/i18n/en/player";

export const t = texts("player", player);
