/** A value, with the labels that distinguish it from others of the same name. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Series {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly Sample[];
}

/** Prometheus text (exposition format 0.0.4); a name without samples still gets its header. */
export function* metricLines({ name, type, help, samples }: Series): Generator<string> {
  yield `# HELP ${name} ${help}`;
  yield `# TYPE ${name} ${type}`;
  for (const { labels, value } of samples) yield `${name}${labelText(labels)} ${value}`;
}

function labelText(labels: Sample['labels']): string {
  if (labels === undefined) return '';
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** One value without labels, or no sample while it is unknown. */
export function single(value: number | undefined): readonly Sample[] {
  return value === undefined ? [] : [{ value }];
}

/** A sample for each value of one label. */
export function byLabel(label: string, values: Iterable<readonly [string, number]>): Sample[] {
  return [...values].map(([word, value]) => ({ labels: { [label]: word }, value }));
}
