import { decode } from '../../../contract/decode.ts';
import type { Upload } from '../../../contract/endpoint.ts';
import { issues, ValidationFailure, type ValidationIssue } from '../../../contract/validation.ts';

/** The fields of a form beside the file that it must have; `Fields` is the type of the schema. */
export function readFileFields<Fields>(
  schema: Parameters<typeof decode>[0],
  upload: Upload,
): Fields {
  const faults: ValidationIssue[] = [];
  if (upload.fileName === undefined) faults.push(issues.missing(['body', 'file']));
  const decoding = { source: 'text', found: faults } as const;
  const fields = decode(schema, upload.fields, ['body'], decoding);
  if (faults.length > 0) throw new ValidationFailure(faults);
  return fields as Fields; // Decoded by that schema without a fault.
}
