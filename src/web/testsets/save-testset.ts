import { client, queryClient, type Versioned } from '../api.ts';
import { appKey } from '../variants/app-queries.ts';
import type { GridTable } from './grid-table.ts';
import { type Testset, testsetQuery } from './testset-queries.ts';

interface TestsetSave {
  readonly appId: string;
  readonly testset: Testset;
  readonly etag: string;
  readonly name?: string;
  readonly table: GridTable;
  readonly message: string | null;
}

/** Replaces the rows of a test set, and reads it again. */
export async function saveTestset(save: TestsetSave): Promise<Versioned<Testset>> {
  const { appId, testset, table } = save;
  await client.updateTestset({
    parameters: { testset_id: testset.id },
    body: {
      name: save.name ?? testset.name,
      csvdata: [...table.rows],
      commit_message: save.message,
    },
    ifMatch: save.etag,
  });
  await queryClient.invalidateQueries({ queryKey: appKey(appId) });
  return queryClient.fetchQuery(testsetQuery({ appId, testsetId: testset.id }));
}
