import { codePoints, trimWhiteSpace } from '../../contract/decode-string.ts';
import { LONGEST_NAME, nameKey } from '../names.ts';

/** The columns of a table that an evaluation uses, by role. */
export interface ColumnRoles {
  readonly inputs: readonly string[];
  readonly expected: string | null;
  /** Each holds the outputs of one variant. */
  readonly outputs: readonly string[];
}

const MOST_OUTPUTS = 10;

/** Why roles cannot be used: the place in them, and what to do. */
export interface RoleFault {
  readonly place: readonly (string | number)[];
  readonly why: string;
}

/** The faults of chosen roles; the browser shows the same texts before it sends anything. */
export function roleFaults(columns: readonly string[], roles: ColumnRoles): readonly RoleFault[] {
  return [...placeFaults(columns, roles), ...outputFaults(roles)];
}

interface Placed {
  readonly column: string;
  readonly place: readonly (string | number)[];
}

/** The columns that an evaluation does not use. */
export function columnsLeftOut(columns: readonly string[], roles: ColumnRoles): readonly string[] {
  const used = new Set(placed(roles).map(({ column }) => column));
  return columns.filter((column) => !used.has(column));
}

function placed({ inputs, expected, outputs }: ColumnRoles): readonly Placed[] {
  return [
    ...inputs.map((column, index) => ({ column, place: ['inputs', index] })),
    ...(expected === null ? [] : [{ column: expected, place: ['expected'] }]),
    ...outputs.map((column, index) => ({ column, place: ['outputs', index] })),
  ];
}

/** Each column must exist in the file and have one role. */
function placeFaults(columns: readonly string[], roles: ColumnRoles): readonly RoleFault[] {
  const known = new Set(columns);
  const seen = new Set<string>();
  return placed(roles).flatMap(({ column, place }) => {
    if (!known.has(column)) return [{ place, why: missingColumn(column, columns) }];
    if (seen.has(column)) {
      return [{ place, why: `"${column}" is named twice: give each column one role` }];
    }
    seen.add(column);
    return [];
  });
}

const NAMES_SHOWN = 10;

function missingColumn(column: string, columns: readonly string[]): string {
  const shown = columns.slice(0, NAMES_SHOWN).map((name) => `"${name}"`);
  const rest = columns.length > NAMES_SHOWN ? ` and ${columns.length - NAMES_SHOWN} more` : '';
  return `the file has no column "${column}": name one of ${shown.join(', ')}${rest}`;
}

/** Output columns name variants, so their names must be valid and differ by more than case. */
function outputFaults({ outputs }: ColumnRoles): readonly RoleFault[] {
  if (outputs.length === 0) {
    return [{ place: ['outputs'], why: 'choose at least one column that holds outputs' }];
  }
  if (outputs.length > MOST_OUTPUTS) {
    const why = `at most ${MOST_OUTPUTS} columns can hold outputs: leave some out`;
    return [{ place: ['outputs'], why }];
  }
  const keys = outputs.map(nameKey);
  return outputs.flatMap((column, index) => {
    const place = ['outputs', index];
    const key = keys[index] ?? '';
    if (!canBeName(column)) {
      return [
        {
          place,
          why: `rename the column "${shortened(column)}": variants are named after their columns, in one line of at most ${LONGEST_NAME} characters`,
        },
      ];
    }
    const earlier = outputs[keys.indexOf(key)];
    if (earlier === undefined || earlier === column) return [];
    return [
      { place, why: `"${earlier}" and "${column}" differ in case or width alone: rename one` },
    ];
  });
}

const SHOWN_CHARACTERS = 40;

function canBeName(column: string): boolean {
  const name = trimWhiteSpace(column);
  return name !== '' && codePoints(name) <= LONGEST_NAME && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name);
}

function shortened(column: string): string {
  const characters = Array.from(column);
  if (characters.length <= SHOWN_CHARACTERS) return column;
  return `${characters.slice(0, SHOWN_CHARACTERS).join('')}…`;
}
