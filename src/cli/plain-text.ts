/** All control characters but line feed and tab, and marks that change the direction of text. */
const UNSAFE = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Makes text from the server safe for a terminal: an output could hold sequences that move the
 * cursor, retitle the window or type as if they were the annotator.
 */
export function plainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSAFE, '\ufffd');
}
