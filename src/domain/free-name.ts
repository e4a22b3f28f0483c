import { trimWhiteSpace } from '../contract/decode-string.ts';
import { cutToName, LONGEST_NAME, type Name, toName } from './names.ts';

/** A name made from a file's name, with a number behind it where it is taken. */
export function firstFreeName(
  fileName: string,
  { taken, fallback }: { readonly taken: ReadonlySet<string>; readonly fallback: string },
): Name {
  const stem = stemOf(fileName) || fallback;
  return firstFreeOf(stem, ({ key }) => taken.has(key));
}

/** The name itself if free, else with the first number behind it that makes it so. */
export function firstFreeOf(text: string, isTaken: (name: Name) => boolean): Name {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = toName(`${cutToName(text, LONGEST_NAME - suffix.length)}${suffix}`);
    if (!isTaken(name)) return name;
  }
}

/** The file name without its extension and without characters that names cannot have. */
function stemOf(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
  return trimWhiteSpace(stem);
}
