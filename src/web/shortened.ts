/** A text, or its beginning with an ellipsis if it is longer. */
export function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
