import { randomUUID } from 'node:crypto';

/** Ids that do not exist: one is well-formed, the others are malformed. */
export function unknownIds(): readonly string[] {
  const id = randomUUID();
  return [id, 'nonsense', `${id}0`, id.slice(1), `{${id}}`];
}

export const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
