import { clsx } from "clsx";
import { lazyModule } from "@/lib/lazy-module";
import type { Content } from "./content";

interface Place {
  id?: string | undefined;
  className?: string | undefined;
  /** Inside a label or a line: a text of one paragraph is drawn without it. */
  inline?: boolean | undefined;
  /** Tag of its language, where it is known. */
  lang?: string | undefined;
}

export interface RichTextProps extends Place {
  content: Content;
  /** Shown while the module that draws rich text is not there, such as without a network. */
  source: string;
}

/** Plain text needs nothing but this file, so that it costs the first paint next to nothing. */
const tree = lazyModule(() => import("./RichTree"));

/** Fetches the module that draws rich text, so that it is available offline. */
export const loadRichText = tree.load;

/** Draws a text in its format. Its parent must not be a paragraph, unless it is inline. */
export function RichText(props: RichTextProps) {
  return "plain" in props.content ? <Plain {...props} text={props.content.plain} /> : <Rich {...props} />;
}

function Plain({ text, id, className, inline, lang }: Place & { text: string }) {
  const Tag = inline ? "span" : "p";
  return (
    <Tag dir="auto" lang={lang} id={id} className={clsx("whitespace-pre-wrap", className)}>
      {text}
    </Tag>
  );
}

function Rich(props: RichTextProps) {
  const module = tree.use();
  return module ? <module.Tree {...props} /> : <Plain {...props} text={props.source} />;
}
