/** What both databases can keep: PostgreSQL refuses NUL, and half a character is none in UTF-8. */
export function keepableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}
