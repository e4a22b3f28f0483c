import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Manifest {
  readonly private?: boolean;
  readonly engines: { readonly node: string };
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, { engines?: { node?: string }; optional?: boolean }>>;
}

const manifest: Manifest = JSON.parse(read('package.json'));
const lock: Lock = JSON.parse(read('package-lock.json'));

describe('package.json', () => {
  test('can be published', () => {
    assert.equal(manifest.private, undefined);
  });

  test('has entry points that exist, with types', () => {
    for (const [name, entry] of Object.entries(manifest.exports)) {
      if (typeof entry === 'string') continue;
      const { source = '', types = '', default: compiled = '' } = entry;
      assert.ok(existsSync(join(root, source)), name);
      const expected = source.replace('/src/', '/build/');
      assert.equal(compiled, expected.replace(/\.ts$/, '.js'));
      assert.equal(types, expected.replace(/\.ts$/, '.d.ts'));
    }
  });

  test('has a command that is executable in git: npm would change its mode otherwise', () => {
    const path = manifest.bin['jurybox']?.replace('./', '') ?? '';
    const [mode] = execFileSync('git', ['ls-files', '-s', path], {
      cwd: root,
      encoding: 'utf8',
    }).split(' ');
    assert.equal(mode, '100755');
  });

  test('requires a Node that suits every package, so that npm does not warn', () => {
    const least = [...manifest.engines.node.matchAll(/\d+/g)].map(Number);
    const [major = 0, minor = 0] = least;
    assert.ok(read('README.md').includes(`Node ${major}.${minor} or newer`));
    for (const version of [
      [major, minor],
      [24, 7],
      [26, 0],
    ]) {
      for (const [path, { engines }] of Object.entries(lock.packages)) {
        const range = engines?.node ?? '*';
        assert.ok(suits(version, range), `${path} wants ${range}, not ${version.join('.')}`);
      }
    }
  });
});

/** Understands as much of the range syntax as our packages use. */
function suits(version: readonly number[], range: string): boolean {
  return range.split('||').some((part) =>
    part
      .trim()
      .replaceAll(/([<>=^~]+)\s+/g, '$1')
      .split(/\s+/)
      .every((rule) => isWithin(version, rule)),
  );
}

function isWithin(version: readonly number[], rule: string): boolean {
  const [, sign = '', text = ''] = /^([<>=^~]*)v?([\d.x*]*)/.exec(rule) ?? [];
  const bound = text.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : 0));
  const order = compare(version, bound);
  const isSameMajor = version[0] === bound[0];
  if (text === '' || text === '*') return true;
  if (sign === '<') return order < 0;
  if (sign === '^' || sign === '') return isSameMajor && order >= 0;
  return order >= 0;
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const place of [0, 1, 2]) {
    const difference = (one[place] ?? 0) - (other[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

test('npm run sbom lists every package that is installed with this one', () => {
  const { scripts, dependencies }: Manifest = JSON.parse(read('package.json'));
  const [, ...args] = (scripts['sbom'] ?? '').split(' ');
  const text = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  const { bomFormat, components }: { bomFormat: string; components: readonly Component[] } =
    JSON.parse(text);
  assert.equal(bomFormat, 'CycloneDX');
  const listed = new Set(components.map(({ name, version }) => `${name} ${version}`));
  for (const [name, version] of Object.entries(dependencies)) {
    assert.ok(listed.has(`${name} ${version}`), name);
  }
  assert.ok(![...listed].some((name) => name.startsWith('vite ')), 'tools are not part of it');
});

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

interface Component {
  readonly name: string;
  readonly version: string;
}
