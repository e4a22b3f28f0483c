/** The numbers behind a picture: a line of names, then lines of values. */
export interface Numbers {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}
