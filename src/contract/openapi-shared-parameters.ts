type Operation = Readonly<Record<string, unknown>> & { readonly parameters?: readonly Parameter[] };

/** A path or query parameter, or a reference to a header. */
interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly example?: unknown;
}

export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Describes each parameter that several operations share once, with the first one's example. */
export function shareParameters(paths: Paths): {
  readonly paths: Paths;
  readonly shared: Readonly<Record<string, Parameter>>;
} {
  const all = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ parameters = [] }) => parameters);
  const groups = Map.groupBy(
    all.filter(({ name }) => name !== undefined),
    withoutExample,
  );
  const titles = new Map<string, string>();
  const shared: Record<string, Parameter> = {};
  for (const [key, [first, ...others]] of groups) {
    if (first?.name === undefined || others.length === 0) continue;
    const title = freeTitle(first.name, shared);
    titles.set(key, title);
    shared[title] = first;
  }
  const refer = (parameter: Parameter): Parameter => {
    const title = titles.get(withoutExample(parameter));
    return title === undefined ? parameter : { $ref: `#/components/parameters/${title}` };
  };
  return { paths: mapOperations(paths, refer), shared };
}

function mapOperations(paths: Paths, refer: (parameter: Parameter) => Parameter): Paths {
  const shown = ({ parameters, ...operation }: Operation): Operation =>
    parameters === undefined
      ? operation
      : { ...operation, parameters: parameters.map((parameter) => refer(parameter)) };
  return Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => [method, shown(operation)]),
      ),
    ]),
  );
}

function withoutExample(parameter: Parameter): string {
  return JSON.stringify({ ...parameter, example: undefined });
}

/** Parameters of the same name may differ, for instance in their limits. */
function freeTitle(name: string, taken: Readonly<Record<string, unknown>>): string {
  let title = name;
  for (let number = 2; title in taken; number += 1) title = `${name}_${number}`;
  return title;
}
