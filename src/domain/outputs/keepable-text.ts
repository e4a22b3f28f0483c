/** Text that both databases can store: PostgreSQL refuses NUL, UTF-8 has no lone surrogates. */
export function keepableText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\ufffd');
}
