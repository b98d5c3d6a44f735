/** The rules of sections, which load late: until then, questions of a test that has such rules are not shown. */
export type SectionRules = typeof import("./section-rules");
let loaded: SectionRules | undefined;

export const sectionRules = () => loaded;
export function installRules(rules: SectionRules) {
  loaded = rules;
}
