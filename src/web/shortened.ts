/** A text, or its beginning with an ellipsis if it is longer. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  // The cut may lie between the halves of one character, such as an emoji.
  return `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
