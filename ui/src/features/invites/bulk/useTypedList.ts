import { useKept } from "@/lib/kept/useKept";
import { BLANK_INVITE, type InviteDraft, isBlank } from "../draft";
import { type ListFile, NO_FILE } from "./PeopleStep";

/** What is typed into the dialog: kept until it is sent or thrown away. `test` is where it begins. */
export function useTypedList(test: string) {
  const [text, setText, keptText] = useKept("bulk invite list", "");
  const [file, setFile, keptFile] = useKept<ListFile>("bulk invite file", NO_FILE);
  const [draft, setDraft, keptDraft] = useKept<InviteDraft>("bulk invite", { ...BLANK_INVITE, test });
  const discardList = () => {
    keptText.discard();
    keptFile.discard();
  };
  return {
    text,
    file,
    draft,
    /** Whether anything was entered. */
    isTyped: text.trim() !== "" || !isBlank(draft.test === test ? { ...draft, test: "" } : draft),
    kept: { ...keptText, discard: discardList },
    setList: (text: string, file: ListFile) => {
      setText(text);
      setFile(file);
    },
    setDraft: (changes: Partial<InviteDraft>) => setDraft((before) => ({ ...before, ...changes })),
    sent: () => {
      for (const one of [keptText, keptFile, keptDraft]) one.sent();
    },
    discard: () => {
      discardList();
      keptDraft.discard();
    },
  };
}
