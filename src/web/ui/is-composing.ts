/**
 * Whether a key belongs to an input method, as for Chinese, Japanese and Korean, where Enter
 * accepts a suggestion. Safari sends that Enter after the end of the composition, with the old key
 * code 229 (w3c.github.io/uievents, section 7.3.1).
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229;
}
