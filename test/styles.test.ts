import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '..');

interface Declaration {
  readonly path: string;
  readonly property: string;
  readonly value: string;
}

const declarations: Declaration[] = [];
for await (const path of glob('src/web/**/*.css', { cwd: root })) {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  for (const [, property = '', value = ''] of text.matchAll(/[{;]\s*([\w-]+):([^;{}]+)(?=[;}])/g)) {
    declarations.push({ path, property, value: value.trim() });
  }
}

const SPACING = /^(padding|margin|gap|row-gap|column-gap)(-|$)/;
/** Lines and hairline gaps, which are not part of the scale. */
const FINEST_PX = 2;

describe('style sheets', () => {
  test('take text sizes from the tokens', () => {
    const literal = declarations.filter(
      ({ property, value }) => /^font(-size)?$/.test(property) && lengthsOf(value).length > 0,
    );
    assert.deepEqual(literal, []);
  });

  test('take paddings, margins and gaps above 2px from the tokens', () => {
    const literal = declarations.filter(
      ({ property, value }) =>
        SPACING.test(property) &&
        lengthsOf(value).some(({ size, unit }) => unit !== 'px' || size > FINEST_PX),
    );
    assert.deepEqual(literal, []);
  });

  test('have at most 6 text sizes and 8 spacings to choose from', () => {
    const tokens = new Set(declarations.map(({ property }) => property));
    const named = (start: string) => [...tokens].filter((name) => name.startsWith(start)).length;
    assert.ok(named('--font-size-') > 0 && named('--font-size-') <= 6);
    assert.ok(named('--space-') > 0 && named('--space-') <= 8);
  });
});

function lengthsOf(value: string): { readonly size: number; readonly unit: string }[] {
  return [...value.matchAll(/(?<![\w.-])-?(\d*\.?\d+)(px|em|rem|ex|ch|pt|vh|vw|%)/g)].map(
    ([, size = '', unit = '']) => ({ size: Number(size), unit }),
  );
}
