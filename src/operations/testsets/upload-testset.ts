import type { Upload } from '../../contract/endpoint.ts';
import { Problem } from '../../contract/problems.ts';
import { UploadFields } from '../../contract/testsets/testsets.ts';
import { firstFreeName } from '../../domain/free-name.ts';
import { referenceInBody } from '../../domain/ids.ts';
import { toName } from '../../domain/names.ts';
import { readFileRows } from '../../files/read-file-rows.ts';
import { listTestsetNameKeys } from '../../storage/testsets/testsets.ts';
import { type App, getApp } from '../../storage/variants/apps.ts';
import type { Context, Operation } from '../context.ts';
import { publishImport } from './parts/publish-import.ts';
import { readFileFields } from './parts/read-file-fields.ts';
import type { StagedRows } from './parts/row-stage.ts';
import { stageRows } from './parts/stage-rows.ts';

/** Creates a test set from a file; a name that comes from the file is numbered if it is taken. */
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

/** Uses the requested name, or the file's name with the first free number after it. */
async function publishNamed(
  context: Context,
  {
    app,
    fields,
    staged,
    upload,
  }: { app: App; fields: UploadFields; staged: StagedRows; upload: Upload },
) {
  if (fields.testset_name !== undefined) {
    return publishImport(context, { app, staged, name: toName(fields.testset_name) });
  }
  const { workspaceId } = app.standing;
  for (;;) {
    const taken = await listTestsetNameKeys(context.db, workspaceId, app.id);
    const name = firstFreeName(upload.fileName ?? '', { taken, fallback: 'test set' });
    try {
      return await publishImport(context, { app, staged, name });
    } catch (error) {
      const isTaken = error instanceof Problem && error.code === 'testset_name_taken';
      // Another caller took it meanwhile: the next free one is used.
      if (!isTaken) throw error;
    }
  }
}
