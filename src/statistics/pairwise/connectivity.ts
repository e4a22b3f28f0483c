import type { PairRows } from './aggregate.ts';

export interface Connectivity {
  /** Groups of variants that were compared with each other, directly or through others. */
  readonly groups: readonly (readonly number[])[];
  /** Groups inside which every variant has beaten (or tied) every other through a chain. */
  readonly strongGroups: readonly (readonly number[])[];
  /** The maximum likelihood estimate is finite exactly when there is one strong group. */
  readonly mleExists: boolean;
}

/**
 * Question: are the abilities identified by these comparisons? Strongly connected components of
 * "i has beaten j" (a tie counts both ways), by Tarjan's algorithm; and plain connectivity of "was
 * compared". Reference: Ford 1957; Tarjan 1972. Cost: variants + pairs.
 */
export function connectivity(rows: PairRows): Connectivity {
  const beaten: number[][] = Array.from({ length: rows.variants }, () => []);
  const compared: number[][] = Array.from({ length: rows.variants }, () => []);
  for (let r = 0; r < rows.first.length; r += 1) {
    const i = rows.first[r] ?? 0;
    const j = rows.second[r] ?? 0;
    const tied = (rows.ties[r] ?? 0) > 0;
    if (tied || (rows.firstWins[r] ?? 0) > 0) beaten[i]?.push(j);
    if (tied || (rows.secondWins[r] ?? 0) > 0) beaten[j]?.push(i);
    compared[i]?.push(j);
    compared[j]?.push(i);
  }
  const strongGroups = strongComponents(beaten);
  return { groups: strongComponents(compared), strongGroups, mleExists: strongGroups.length <= 1 };
}

/** Whether the comparisons alone determine the difference of two variants. */
export function areComparable(
  { strongGroups }: Pick<Connectivity, 'strongGroups'>,
  one: number,
  other: number,
): boolean {
  return strongGroups.some((group) => group.includes(one) && group.includes(other));
}

/** Components of a directed graph, each sorted, ordered by their smallest member. */
function strongComponents(edges: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const order = new Int32Array(edges.length).fill(-1);
  const lowest = new Int32Array(edges.length);
  const onStack = new Uint8Array(edges.length);
  const stack: number[] = [];
  const components: number[][] = [];
  let next = 0;
  for (let root = 0; root < edges.length; root += 1) {
    if ((order[root] ?? 0) >= 0) continue;
    const work: { node: number; edge: number }[] = [{ node: root, edge: 0 }];
    while (work.length > 0) {
      const frame = work[work.length - 1];
      if (frame === undefined) break;
      const { node } = frame;
      if (frame.edge === 0) {
        order[node] = next;
        lowest[node] = next;
        next += 1;
        stack.push(node);
        onStack[node] = 1;
      }
      const target = edges[node]?.[frame.edge];
      if (target !== undefined) {
        frame.edge += 1;
        if ((order[target] ?? 0) < 0) work.push({ node: target, edge: 0 });
        else if (onStack[target] === 1) lower(lowest, node, order[target] ?? 0);
        continue;
      }
      work.pop();
      const parent = work[work.length - 1];
      if (parent !== undefined) lower(lowest, parent.node, lowest[node] ?? 0);
      if (lowest[node] === order[node]) components.push(popComponent(stack, onStack, node));
    }
  }
  return components.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

function lower(lowest: Int32Array, node: number, value: number): void {
  lowest[node] = Math.min(lowest[node] ?? 0, value);
}

function popComponent(stack: number[], onStack: Uint8Array, root: number): number[] {
  const component: number[] = [];
  for (;;) {
    const node = stack.pop();
    if (node === undefined) break;
    onStack[node] = 0;
    component.push(node);
    if (node === root) break;
  }
  return component.sort((a, b) => a - b);
}
