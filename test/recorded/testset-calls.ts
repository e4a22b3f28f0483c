import type { Client } from '../../src/client/client.ts';

export const ROWS = [
  { question: 'How do I block my card?', correct_answer: 'In the app, under Cards.' },
  { question: 'What does a transfer cost?', correct_answer: 'Nothing within the country.' },
  { question: 'Can I have two accounts?', correct_answer: 'Yes, up to five.' },
  { question: 'When are you open?', correct_answer: 'On weekdays from nine to five.' },
];

/** A test set in two revisions, and the other ways to create one. */
export async function callTestsets(
  owner: Client,
  { appId: app_id, rowsUrl }: { appId: string; rowsUrl: string },
): Promise<string> {
  const { id } = await owner.createTestset({
    parameters: { app_id },
    body: { name: 'Questions', csvdata: ROWS.slice(0, 2), commit_message: 'From the help desk.' },
  });
  const parameters = { testset_id: id };
  await owner.uploadTestset({
    body: {
      file: new File(['question,correct_answer\nWhy?,Because.\n'], 'questions.csv'),
      upload_type: 'CSV',
      testset_name: 'Uploaded questions',
      app_id,
    },
  });
  const { id: imported } = await owner.importTestset({
    body: { endpoint: rowsUrl, testset_name: 'Imported questions', app_id },
  });
  await owner.listTestsets({ query: { app_id } });
  await owner.fetchTestset({ parameters });
  await owner.updateTestset({
    parameters,
    body: { name: 'Questions', csvdata: ROWS, commit_message: 'Two more.' },
  });
  await owner.listTestsetRevisions({ parameters });
  await owner.fetchTestsetRevision({ parameters: { ...parameters, revision_number: 1 } });
  await owner.exportTestset({ parameters, query: { format: 'csv' } });
  await owner.deleteTestsets({ body: { testset_ids: [imported] } });
  return id;
}
