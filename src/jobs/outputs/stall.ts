/** Cells of a run that this process had claimed but not begun for half a minute. */
export interface Stall {
  readonly evaluationId: string;
  readonly cells: number;
  /** Answers of all runs that were waiting for the database. */
  readonly unsettled: number;
}
