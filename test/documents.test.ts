import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '..');
const dependencies = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
const manifest: Record<string, unknown> = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

describe('documents', () => {
  test('link only to files that exist', async () => {
    for await (const path of glob(['*.md', '{docs,benchmarks,test}/**/*.md'], { cwd: root })) {
      const text = readFileSync(join(root, path), 'utf8');
      for (const [, target = ''] of text.matchAll(/\]\(((?!\w+:|#)[^)#\s]+)/g)) {
        assert.ok(existsSync(join(root, dirname(path), target)), `${path} links to ${target}`);
      }
    }
  });

  test('name only source files that exist', async () => {
    // Decisions and the changelog may name files that have been removed since.
    const current = ['{README,ARCHITECTURE}.md', 'docs/{guide,statistics}/**/*.md'];
    for await (const path of glob(current, { cwd: root })) {
      const text = readFileSync(join(root, path), 'utf8');
      for (const [, file = ''] of text.matchAll(/`((?:src|test|scripts)\/[\w./-]+\.\w+)`/g)) {
        assert.ok(existsSync(join(root, file)), `${path} names ${file}`);
      }
    }
  });

  test('list every method page of the statistics once', async () => {
    const list = readFileSync(join(root, 'docs/statistics/README.md'), 'utf8');
    for await (const page of glob('*.md', { cwd: join(root, 'docs/statistics') })) {
      if (page === 'README.md') continue;
      assert.equal(list.split(`](${page})`).length, 2, page);
    }
  });

  test('name only tests that exist in the table of habits', () => {
    const rows = readFileSync(join(root, 'docs/guide/habits.md'), 'utf8').match(/^\| \d+ .*$/gm);
    assert.equal(rows?.length, 40);
    for (const row of rows) {
      for (const [, file = '', titles = ''] of row.matchAll(/`([^`]+)`: ([^`|]+?)(?=; `| \|)/g)) {
        const path = file.includes('/') ? file : `test/e2e/${file}`;
        const source = readFileSync(join(root, `${path}.test.ts`), 'utf8');
        for (const title of titles.split('; ')) {
          assert.ok(source.includes(`test('${title}'`), `${path} has no test “${title}”`);
        }
      }
    }
  });

  test('list exactly the packages of package.json in docs/dependencies.md, once each', () => {
    const [runtime = '', ...others] = dependencies.split(/^(?=Built into the web UI|For dev)/m);
    const sections = [
      { text: runtime, packages: packagesOf('dependencies', 'optionalDependencies') },
      { text: others.join(''), packages: packagesOf('devDependencies') },
    ];
    for (const { text, packages } of sections) {
      assert.deepEqual(namedIn(text).toSorted(), [...new Set(packages)].toSorted());
    }
  });
});

/** The first column of the tables, where several packages may share a line. */
function namedIn(text: string): string[] {
  return [...text.matchAll(/^\| (?!package)([^|]+) \|/gm)].flatMap(([, names = '']) =>
    names.split(', '),
  );
}

function packagesOf(...sections: readonly string[]): string[] {
  return sections.flatMap((section) => Object.keys(manifest[section] ?? {})).map(family);
}

/** The name under which related packages share a line. */
function family(name: string): string {
  return name.replace(/^(@codemirror|@types)\/.*$/, '$1/*');
}
