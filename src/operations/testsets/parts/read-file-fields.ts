import { decode } from '../../../contract/decode.ts';
import type { Upload } from '../../../contract/endpoint.ts';
import { issues, ValidationFailure, type ValidationIssue } from '../../../contract/validation.ts';

/** What a form says beside the file that it must have; `Fields` is what the schema describes. */
export function readFileFields<Fields>(
  schema: Parameters<typeof decode>[0],
  upload: Upload,
): Fields {
  const found: ValidationIssue[] = [];
  if (upload.fileName === undefined) found.push(issues.missing(['body', 'file']));
  const source = { source: 'text', found } as const;
  const fields = decode(schema, upload.fields, ['body'], source);
  if (found.length > 0) throw new ValidationFailure(found);
  return fields as Fields; // Decoded by that schema without a fault.
}
