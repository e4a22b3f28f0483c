import { codePoints } from '../../../contract/decode-string.ts';
import { issues, ValidationFailure } from '../../../contract/validation.ts';
import { LONGEST_NAME } from '../../../domain/names.ts';
import { variantNameOf } from '../../../domain/variants/derive-variant.ts';

/** `<base name>.<config name>`, refused at `field` if it is too long for a name. */
export function fullVariantName(baseName: string, configName: string, field: string): string {
  const name = variantNameOf(baseName, configName);
  if (codePoints(name) <= LONGEST_NAME) return name;
  throw new ValidationFailure([issues.stringTooLong(['body', field], LONGEST_NAME)]);
}
