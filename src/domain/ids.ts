/** An id in a request; `field` is its place in the body. */
export interface Reference {
  /** Undefined when the text is not an id, so no row can have it. */
  readonly id: string | undefined;
  readonly field: string | undefined;
}

export function referenceInPath(text: string): Reference {
  return { id: parseId(text), field: undefined };
}

export function referenceInBody(text: string, field: string): Reference {
  return { id: parseId(text), field };
}

/**
 * The printed form of an id (lower case, with dashes), or undefined when the text is not an id.
 * Upper case and missing dashes are accepted, as clients of the original API send both.
 */
export function parseId(text: string): string | undefined {
  if (PRINTED.test(text)) return text;
  const hex = text.replaceAll('-', '').toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(hex)) return undefined;
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return text.length === hex.length || text.toLowerCase() === id ? id : undefined;
}

/** The form that we print, and that nearly every request sends back. */
const PRINTED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
