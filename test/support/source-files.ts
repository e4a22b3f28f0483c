import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { parseSync, Visitor } from 'vite';

export interface Import {
  /** A path from the root of the project, or the name of a package. */
  readonly target: string;
  /** Names that are imported at run time, `*` for all. Empty where only types are. */
  readonly values: readonly string[];
}

export interface SourceFile {
  readonly path: string;
  readonly room: string;
  readonly text: string;
  readonly imports: readonly Import[];
  /** Names that are declared or read, such as `fetch`; not those that only label a member. */
  readonly identifiers: ReadonlySet<string>;
}

const GLOBAL_OBJECTS = /^(globalThis|window|self|navigator)$/;
const root = join(import.meta.dirname, '../..');

/** Every script in `src`, parsed. */
export function readSources(): SourceFile[] {
  return globSync('src/**/*.{ts,tsx,js}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')));
}

export function parseSource(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const imports: Import[] = [];
  const add = (specifier: string, values: readonly string[]) =>
    imports.push({ target: targetOf(path, specifier), values });
  for (const { moduleRequest, entries } of module.staticImports) {
    const values = entries
      .filter(({ isType }) => !isType)
      .map(({ importName }) => importName.name ?? '*');
    add(moduleRequest.value, entries.length === 0 ? ['*'] : values);
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, importName, isType } of entries) {
      if (moduleRequest) add(moduleRequest.value, isType ? [] : [importName.name ?? '*']);
    }
  }
  const identifiers = new Set<string>();
  /** Positions of names that only label a member: `{ fetch: … }`, `strings.fetch`. */
  const labels = new Set<number>();
  new Visitor({
    ImportExpression: ({ source }) =>
      add(source.type === 'Literal' ? String(source.value) : '', ['*']),
    TSImportType: ({ source }) => add(source.value, []),
    // Threads: new URL('./worker.js', import.meta.url).
    NewExpression: ({ callee, arguments: [first] }) => {
      const isAddress = callee.type === 'Identifier' && callee.name === 'URL';
      if (!isAddress || first?.type !== 'Literal') return;
      const specifier = String(first.value);
      if (/^\..*\.(js|ts)$/.test(specifier)) add(specifier, ['*']);
    },
    Property: ({ key, shorthand }) => {
      if (!shorthand) labels.add(key.start);
    },
    MemberExpression: ({ object, property }) => {
      const isGlobal = object.type === 'Identifier' && GLOBAL_OBJECTS.test(object.name);
      if (!isGlobal && property.type === 'Identifier') labels.add(property.start);
    },
    Identifier: ({ name, start }) => {
      if (!labels.has(start)) identifiers.add(name);
    },
  }).visit(program);
  return { path, room: path.split('/')[1] ?? '', text, imports, identifiers };
}

function targetOf(path: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return relative(root, normalize(join(root, dirname(path), specifier))).replaceAll('\\', '/');
}
