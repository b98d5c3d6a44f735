/** Formatted texts. */
export const richText = {
  formula: "Formula",
  codeIn: "Code, {language}",
  code: "Code",
  table: "Table",
  pictureLoading: "Picture",
  loadPictureAgain: "Load the picture again",
  loading: "(loading)",
  gap: "Gap",
  picture: "picture",
} as const;
