import { useCallback, useRef, useState } from "react";
import { MAX_BYTES } from "./file/archive";
import { Unsupported, type Verified, verify } from "./file/verify";

/** A file on its way through the check. */
export type Chosen =
  | { name: string; state: "checking" }
  | { name: string; state: "unsupported" }
  | { name: string; state: "unreadable" }
  | { name: string; state: "checked"; verified: Verified };

async function checked(file: File): Promise<Chosen> {
  const { name } = file;
  try {
    // A larger one is no evidence: its bytes need not be read.
    const bytes = file.size > MAX_BYTES ? new Uint8Array() : new Uint8Array(await file.arrayBuffer());
    return { name, state: "checked", verified: await verify(bytes) };
  } catch (error) {
    return { name, state: error instanceof Unsupported ? "unsupported" : "unreadable" };
  }
}

/** The chosen file, checked in this browser. */
export function useChosen() {
  const [chosen, setChosen] = useState<Chosen>();
  const last = useRef<File>(undefined);
  const choose = useCallback(async (file: File) => {
    last.current = file;
    setChosen({ name: file.name, state: "checking" });
    const outcome = await checked(file);
    // Another file may have been chosen meanwhile.
    if (last.current === file) setChosen(outcome);
  }, []);
  return { chosen, choose };
}
