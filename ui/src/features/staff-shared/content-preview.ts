import { useQuery } from "@tanstack/react-query";
import { api } from "@/api/client";
import type { Content } from "@/ui/rich-text/content";

/** The tree of a Markdown source. Rejects with the server's sentence. */
export async function preview(text: string): Promise<Content> {
  const { content } = await api.post("/tests/content", { body: { format: "markdown", text } });
  // The description of the API leaves the tree's form to the page.
  return content as unknown as Content;
}

/** Signs without which Markdown is its own source: most short texts have none, and cost no call. */
export const MARKED = /[`*_~$[\]<>\\|#]/;

/** The tree of a source that is not stored yet; undefined of a plain text, and until it has come. */
export function useTree(source: string, isMarkdown: boolean): Content | undefined {
  const { data } = useQuery({
    queryKey: ["question preview", source],
    queryFn: () => preview(source),
    enabled: isMarkdown && source.trim() !== "",
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isMarkdown ? data : undefined;
}
