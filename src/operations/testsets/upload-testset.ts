import { decode } from '../../contract/decode.ts';
import { trimWhiteSpace } from '../../contract/decode-string.ts';
import type { Upload } from '../../contract/endpoint.ts';
import type { JsonObject } from '../../contract/fields.ts';
import { Problem } from '../../contract/problems.ts';
import { UploadFields } from '../../contract/testsets.ts';
import { issues, ValidationFailure, type ValidationIssue } from '../../contract/validation.ts';
import { referenceInBody } from '../../domain/ids.ts';
import { type Name, toName } from '../../domain/names.ts';
import { type App, getApp } from '../../storage/apps.ts';
import { listTestsetNameKeys } from '../../storage/testsets.ts';
import type { Context, Operation } from '../context.ts';
import { publishImport } from './publish-import.ts';
import { readCsv } from './read-csv.ts';
import { readJsonLines, readJsonRows } from './read-json-rows.ts';
import { readText } from './read-text.ts';
import type { StagedRows } from './row-stage.ts';
import { stageRows } from './stage-rows.ts';

type Fields = UploadFields;

/** Makes a test set of a file; a name taken from the file gives way to one that is used. */
export const uploadTestset: Operation<'uploadTestset'> = async (context, { upload }) => {
  const fields = readFields(upload);
  const app = await getApp(context.db, context.caller, referenceInBody(fields.app_id, 'app_id'));
  context.gate.permit(app.standing);
  return stageRows(context, app.standing, {
    read: async (stage) => {
      for await (const row of readRows(upload, fields)) await stage.add(row);
    },
    publish: (staged) => publishNamed(context, { app, fields, staged, upload }),
  });
};

function readFields(upload: Upload): Fields {
  const found: ValidationIssue[] = [];
  if (upload.fileName === undefined) found.push(issues.missing(['body', 'file']));
  const source = { source: 'text', found } as const;
  const fields = decode(UploadFields, upload.fields, ['body'], source);
  if (found.length > 0) throw new ValidationFailure(found);
  return fields as Fields; // Decoded by that schema without a fault.
}

function readRows(upload: Upload, fields: Fields): AsyncIterable<JsonObject> {
  const text = readText(upload.chunks());
  switch (fields.upload_type) {
    case 'JSON':
      return readJsonRows(text);
    case 'JSONL':
      return readJsonLines(text);
    default:
      return readCsv(text, fields.delimiter);
  }
}

const LONGEST_NAME = 128;

/** The name that was asked for, or the file's name with the first free number behind it. */
async function publishNamed(
  context: Context,
  wish: { app: App; fields: Fields; staged: StagedRows; upload: Upload },
) {
  const { app, fields, staged, upload } = wish;
  if (fields.testset_name !== undefined) {
    return publishImport(context, { app, staged, name: toName(fields.testset_name) });
  }
  const { workspaceId } = app.standing;
  for (;;) {
    const taken = await listTestsetNameKeys(context.db, workspaceId, app.id);
    const name = firstFreeName(upload.fileName ?? '', taken);
    try {
      return await publishImport(context, { app, staged, name });
    } catch (error) {
      const isTaken = error instanceof Problem && error.code === 'testset_name_taken';
      // Somebody took it meanwhile, so that another one is free.
      if (!isTaken) throw error;
    }
  }
}

function firstFreeName(fileName: string, taken: ReadonlySet<string>): Name {
  const stem = stemOf(fileName);
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = toName(`${shortened(stem, LONGEST_NAME - suffix.length)}${suffix}`);
    if (!taken.has(name.key)) return name;
  }
}

/** The name of a file without its extension, as far as it can be a name. */
function stemOf(fileName: string): string {
  const stem = fileName.replace(/\.[^.]*$/, '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
  return trimWhiteSpace(stem) || 'test set';
}

function shortened(text: string, length: number): string {
  return trimWhiteSpace(Array.from(text).slice(0, length).join(''));
}
