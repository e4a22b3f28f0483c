/** Hebrew, Arabic and their neighbours, and marks that turn the direction of text. */
const RUNS_LEFT = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

interface People {
  readonly variant: (id: string | null) => string;
  readonly annotator: (id: string) => string;
}

/** Names for sentences: one that runs from right to left turns nothing around it. */
export function isolatedNames<Rest>(names: People & Rest): People & Rest {
  return {
    ...names,
    variant: (id: string | null) => isolated(names.variant(id)),
    annotator: (id: string) => isolated(names.annotator(id)),
  };
}

/** For other texts by users that stand before figures or beside each other. */
export function isolated(name: string): string {
  return RUNS_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** For programs, which want names as they are. */
export function withoutIsolation(text: string): string {
  return text.replaceAll(/[\u2068\u2069]/g, '');
}
