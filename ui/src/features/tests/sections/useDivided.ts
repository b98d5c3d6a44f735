import { useState } from "react";
import { type Content, isDivided, type Section } from "@/features/questions/content/sections";
import { undivided, withNewSection } from "./edits";

/** Whether the sections of a test are shown, and not only their questions. */
export function useDivided(content: Content, edit: (change: (sections: Section[]) => Section[]) => void) {
  // A section that is new has nothing yet that shows that the test is divided.
  const [wanted, setWanted] = useState(false);
  const divided = wanted || isDivided(content);
  return {
    divided,
    /** A further section, or the first one. */
    divide: () => {
      setWanted(true);
      if (divided) edit(withNewSection);
    },
    unite: () => {
      setWanted(false);
      edit(undivided);
    },
  };
}
