import { useEffect, useState } from "react";

type EditorModule = typeof import("./CodeEditor");

let loaded: EditorModule | undefined;
let loading: Promise<EditorModule | undefined> | undefined;

/** Fetches the editor once; undefined when it cannot be had now, and the next call tries again. */
export function loadCodeEditor(): Promise<EditorModule | undefined> {
  loading ??= import("./CodeEditor").then(
    (module) => {
      loaded = module;
      return module;
    },
    () => {
      loading = undefined;
      return undefined;
    },
  );
  return loading;
}

/** The editor when it is there; never in the middle of typing into the plain field. */
export function useCodeEditor(typing: () => boolean): EditorModule | undefined {
  const [editor, setEditor] = useState(loaded);
  useEffect(() => {
    if (editor) return;
    let current = true;
    const take = async () => {
      const module = await loadCodeEditor();
      if (current && module && !typing()) setEditor(module);
    };
    void take();
    window.addEventListener("online", take);
    return () => {
      current = false;
      window.removeEventListener("online", take);
    };
  }, [editor, typing]);
  return editor;
}
