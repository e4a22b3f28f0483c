import type { ValidationIssue } from '../contract/validation.ts';

/** The part of a JSON Schema that orders its fields. */
interface FieldsView {
  readonly properties?: Readonly<Record<string, FieldsView>>;
  readonly items?: FieldsView;
}

/** Sorts the faults of a body by its fields, and list elements by index. */
export function inFieldOrder(
  schema: object,
  faults: readonly ValidationIssue[],
): readonly ValidationIssue[] {
  return faults.toSorted((left, right) => compare(schema, left.loc.slice(1), right.loc.slice(1)));
}

type Loc = ValidationIssue['loc'];

/** Faults of a value come before faults of its parts. */
function compare(schema: FieldsView, left: Loc, right: Loc): number {
  const [first] = left;
  const [other] = right;
  if (first === undefined || other === undefined) return left.length - right.length;
  if (first !== other) return rankOf(schema, first) - rankOf(schema, other);
  const part = typeof first === 'number' ? schema.items : schema.properties?.[first];
  return compare(part ?? {}, left.slice(1), right.slice(1));
}

/** Unknown fields come last. */
function rankOf({ properties = {} }: FieldsView, step: string | number): number {
  if (typeof step === 'number') return step;
  const names = Object.keys(properties);
  return names.includes(step) ? names.indexOf(step) : names.length;
}
