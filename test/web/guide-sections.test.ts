import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import {
  anchorOf,
  excerptOf,
  findSections,
  sectionsOf,
} from '../../src/web/guide/guide-sections.ts';

const folder = join(import.meta.dirname, '../../docs/guide');
const pages = globSync('*.md', { cwd: folder }).map((file) => ({
  name: basename(file, '.md'),
  text: readFileSync(join(folder, file), 'utf8'),
}));
const sections = pages.flatMap(({ name, text }) => sectionsOf(name, text));

describe('the sections of the guide', () => {
  test('begin at headings, not at comments in commands', () => {
    const text =
      '# Page\nfirst\n```sh\n# a comment\n```\n## `code` and [a link](x.md)\nsecond | third';
    assert.deepEqual(
      sectionsOf('page', text).map(({ heading, anchor, text: body }) => [heading, anchor, body]),
      [
        ['Page', undefined, 'first # a comment'],
        ['code and a link', 'code-and-a-link', 'second third'],
      ],
    );
  });

  test('have anchors that are unique on their page', () => {
    for (const { name } of pages) {
      const anchors = sections.filter(({ page }) => page === name).map(({ anchor }) => anchor);
      assert.equal(new Set(anchors).size, anchors.length, name);
    }
  });

  test('exist for every link between pages', () => {
    for (const { name, text } of pages) {
      for (const [, page = '', anchor = ''] of text.matchAll(/\]\(([a-z-]+)\.md#([^)]*)\)/g)) {
        const exists = sections.some((one) => one.page === page && one.anchor === anchor);
        assert.ok(exists, `${name}.md links to ${page}.md#${anchor}`);
      }
    }
  });

  test('are all in the table of contents, page by page', () => {
    const contents = pages.find(({ name }) => name === 'README')?.text ?? '';
    for (const { name } of pages) {
      if (name !== 'README') assert.ok(contents.includes(`](${name}.md)`), name);
    }
  });
});

describe('a search in the guide', () => {
  test('finds all words in any order, headings first', () => {
    const [first] = findSections(sections, 'BLIND means');
    assert.equal(first?.heading, 'What blind means');
    assert.deepEqual(findSections(sections, 'blind zyzzyva'), []);
    assert.deepEqual(findSections(sections, ' ,. '), []);
  });

  test('shows the text around the word', () => {
    const [section] = sectionsOf(
      'page',
      `# Page\n${'before '.repeat(40)}needle ${'after '.repeat(40)}`,
    );
    const excerpt = section === undefined ? '' : excerptOf(section, 'needle');
    assert.match(excerpt, /^… (before )+needle (after )+/);
    assert.ok(excerpt.length < 180);
  });

  test('spells anchors as GitHub does', () => {
    assert.equal(
      anchorOf('An app of your own: the `/generate` protocol'),
      'an-app-of-your-own-the-generate-protocol',
    );
  });
});
