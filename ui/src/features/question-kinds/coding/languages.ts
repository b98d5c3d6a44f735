/** Languages of coding questions (docs/behaviour/tests.md#tests-and-questions). */
export const LANGUAGES = [
  "Python",
  "JavaScript",
  "Java",
  "C++",
  "C#",
  "Ruby",
  "Go",
  "Rust",
  "PHP",
  "Swift",
  "Kotlin",
  "TypeScript",
] as const;
