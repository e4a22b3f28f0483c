import type { JsonObject } from '../contract/fields.ts';

/** A row of a file and the line where it starts, 1-based. */
export interface FileRow {
  readonly row: JsonObject;
  readonly line: number;
}
