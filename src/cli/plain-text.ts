/** Every control character but line feed and tab, and the marks that turn the direction of text. */
const UNSAFE = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text from the server as it may be written to a terminal: an output could hold sequences that move
 * the cursor, retitle the window or answer in the annotator's name.
 */
export function plainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSAFE, '\ufffd');
}
