/** What was agreed with a person beside extra time. */
export const agreed = {
  breaksEach: "{count, plural, one {# break of {minutes} min} other {# breaks of {minutes} min each}}",
  breaksTogether:
    "{count, plural, one {# break of {minutes} min} other {# breaks of {minutes} min together}}",
  largerType: "Larger type",
  noCamera: "No camera by agreement",
  helper: "Helper in the room: {helper}",
} as const;
