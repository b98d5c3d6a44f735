import { texts } from "@/i18n";
import { accounts } from "@/i18n/en/accounts";

export const accountText = texts("accounts", accounts);
