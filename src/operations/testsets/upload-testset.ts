import { trimWhiteSpace } from '../../contract/decode-string.ts';
import type { Upload } from '../../contract/endpoint.ts';
import { Problem } from '../../contract/problems.ts';
import { UploadFields } from '../../contract/testsets/testsets.ts';
import { referenceInBody } from '../../domain/ids.ts';
import { type Name, toName } from '../../domain/names.ts';
import { readFileRows } from '../../files/read-file-rows.ts';
import { listTestsetNameKeys } from '../../storage/testsets/testsets.ts';
import { type App, getApp } from '../../storage/variants/apps.ts';
import type { Context, Operation } from '../context.ts';
import { publishImport } from './parts/publish-import.ts';
import { readFileFields } from './parts/read-file-fields.ts';
import type { StagedRows } from './parts/row-stage.ts';
import { stageRows } from './parts/stage-rows.ts';

/** Makes a test set of a file; a name taken from the file gives way to one that is used. */
export const uploadTestset: Operation<'uploadTestset'> = async (context, { upload }) => {
  const fields = readFileFields<UploadFields>(UploadFields, upload);
  const app = await getApp(context.db, context.caller, referenceInBody(fields.app_id, 'app_id'));
  context.gate.permit(app.standing);
  return stageRows(context, app.standing, {
    read: async (stage) => {
      const format = fields.upload_type ?? 'CSV';
      const rows = readFileRows(upload, { format, delimiter: fields.delimiter });
      for await (const { row } of rows) await stage.add(row);
    },
    publish: (staged) => publishNamed(context, { app, fields, staged, upload }),
  });
};

const LONGEST_NAME = 128;

/** The name that was asked for, or the file's name with the first free number behind it. */
async function publishNamed(
  context: Context,
  wish: { app: App; fields: UploadFields; staged: StagedRows; upload: Upload },
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
      // Another caller took it meanwhile: the next free one is used.
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
