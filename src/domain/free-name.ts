import { trimWhiteSpace } from '../contract/decode-string.ts';
import { type Name, toName } from './names.ts';

const LONGEST_NAME = 128;

/** A name for what is made of a file: the file's own, with the first free number behind it. */
export function firstFreeName(
  fileName: string,
  { taken, fallback }: { readonly taken: ReadonlySet<string>; readonly fallback: string },
): Name {
  const stem = stemOf(fileName) || fallback;
  return firstFreeOf(stem, ({ key }) => taken.has(key));
}

/** The name itself, or with the first number behind it that makes it free. */
export function firstFreeOf(text: string, isTaken: (name: Name) => boolean): Name {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = toName(`${shortened(text, LONGEST_NAME - suffix.length)}${suffix}`);
    if (!isTaken(name)) return name;
  }
}

/** The name of a file without its extension, as far as it can be a name. */
function stemOf(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
  return trimWhiteSpace(stem);
}

function shortened(text: string, length: number): string {
  return trimWhiteSpace(Array.from(text).slice(0, length).join(''));
}
