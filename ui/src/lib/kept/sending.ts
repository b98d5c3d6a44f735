type Mark = () => void;

const forms = new Set<Mark>();

/** Calls `mark` whenever something begins to be sent; returns the function that ends that. */
export function onSending(mark: Mark): () => void {
  forms.add(mark);
  return () => void forms.delete(mark);
}

/** Something begins to be sent: what is typed into a form from now on is not in it. */
export function noteSending(): void {
  for (const mark of forms) mark();
}
