/** Cells of a run that this process had claimed, and began none of for half a minute. */
export interface Stall {
  readonly evaluationId: string;
  readonly cells: number;
  /** Answers, of all runs, that waited for the database meanwhile. */
  readonly unsettled: number;
}
