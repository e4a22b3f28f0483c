import type { Choices, Judged, Scores, StudyData, Votes } from './study-data.ts';

/** A judgement by its id: put again it replaces the earlier one, and it can be withdrawn. */
export type LedgerEntry =
  | { readonly kind: 'vote'; readonly row: RowOf<Votes> }
  | { readonly kind: 'choice'; readonly row: RowOf<Choices> }
  | { readonly kind: 'scores'; readonly rows: readonly RowOf<Scores>[] };

type RowOf<Columns extends Judged> = { readonly [Name in keyof Columns]: number };

/** Everything about a study but its judgements. */
export type StudyFrame = Omit<StudyData, 'votes' | 'choices' | 'scores'>;

export interface StudyLedger {
  readonly put: (id: string, entry: LedgerEntry) => void;
  readonly withdraw: (id: string) => void;
  /** How many judgements there are. */
  readonly size: () => number;
  /** The study as it stands, in arrays of its own that may be given away. */
  readonly study: (frame: StudyFrame) => StudyData;
}

/**
 * The judgements of a study, kept up to date one by one: whoever has seen version n of a study applies
 * what came since instead of reading 100,000 rows again. A change costs the same however many there
 * are, and the study equals a recount bit for bit, because results do not depend on the order of rows.
 */
export function openLedger(): StudyLedger {
  const entries = new Map<string, LedgerEntry>();
  return {
    put: (id, entry) => {
      entries.set(id, entry);
    },
    withdraw: (id) => {
      entries.delete(id);
    },
    size: () => entries.size,
    study: (frame) => ({ ...frame, ...columnsOf([...entries.values()]) }),
  };
}

function columnsOf(
  entries: readonly LedgerEntry[],
): Pick<StudyData, 'votes' | 'choices' | 'scores'> {
  const votes = entries.flatMap((entry) => (entry.kind === 'vote' ? [entry.row] : []));
  const choices = entries.flatMap((entry) => (entry.kind === 'choice' ? [entry.row] : []));
  const scores = entries.flatMap((entry) => (entry.kind === 'scores' ? entry.rows : []));
  return {
    votes: {
      ...judgedOf(votes),
      left: Int32Array.from(votes, ({ left }) => left),
      right: Int32Array.from(votes, ({ right }) => right),
      outcome: Uint8Array.from(votes, ({ outcome }) => outcome),
      probability: Float64Array.from(votes, ({ probability }) => probability),
    },
    choices: {
      ...judgedOf(choices),
      chosen: Int32Array.from(choices, ({ chosen }) => chosen),
    },
    scores: {
      ...judgedOf(scores),
      variant: Int32Array.from(scores, ({ variant }) => variant),
      criterion: Int32Array.from(scores, ({ criterion }) => criterion),
      value: Float64Array.from(scores, ({ value }) => value),
    },
  };
}

function judgedOf(rows: readonly RowOf<Judged>[]): Judged {
  return {
    case: Int32Array.from(rows, (row) => row.case),
    annotator: Int32Array.from(rows, ({ annotator }) => annotator),
    completedAtMs: Float64Array.from(rows, ({ completedAtMs }) => completedAtMs),
    takenMs: Float64Array.from(rows, ({ takenMs }) => takenMs),
  };
}
