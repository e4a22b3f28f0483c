/** The numbers behind a plot: column names, then rows of values; one unit per column. */
export interface Numbers {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}
