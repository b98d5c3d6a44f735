/** Each language by its own name, in the order of the choice. */
export const NAMES: Readonly<Record<string, string>> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  "pt-BR": "Português (Brasil)",
  pl: "Polski",
  ar: "العربية",
  ja: "日本語",
};
