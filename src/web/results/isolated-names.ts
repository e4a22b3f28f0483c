/** Right-to-left scripts such as Hebrew and Arabic, and characters that set text direction. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

interface IdNames {
  readonly variant: (id: string | null) => string;
  readonly annotator: (id: string) => string;
}

/** Names for sentences; a right-to-left name does not reorder the text around it. */
export function isolatedNames<Rest>(names: IdNames & Rest): IdNames & Rest {
  return {
    ...names,
    variant: (id: string | null) => isolated(names.variant(id)),
    annotator: (id: string) => isolated(names.annotator(id)),
  };
}

/** For other user texts next to numbers or to each other. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** The original text, for files that programs read. */
export function withoutIsolation(text: string): string {
  return text.replaceAll(/[\u2068\u2069]/g, '');
}
