/** The editor of formatted texts. */
export const editor = {
  bold: "Bold",
  italic: "Italic",
  code: "Code",
  codeBlock: "Code block",
  list: "List",
  table: "Table",
  formula: "Formula",
  picture: "Picture",
  link: "Link",
  withKeys: "{command} ({keys})",
  formatting: "Formatting",
  storingPicture: "Storing the picture…",
  undescribed:
    "A picture has no description. Write between [ and ] what it shows, for candidates who cannot see it. Leave it empty only if the picture says nothing.",
  preview: "Preview",
  nothingYet: "Nothing to show yet.",
} as const;
