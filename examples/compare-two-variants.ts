import { createClient } from 'jurybox/client';

/**
 * From nothing to counted votes: two variants, a test set, their outputs, and an annotator who
 * judges blind. Start the service, then run in this folder (without the flag if the package is
 * installed):
 *
 * JURYBOX_URL=http://127.0.0.1:4600 JURYBOX_KEY=… node --conditions=source
 * examples/compare-two-variants.ts
 */
const jurybox = createClient({
  baseUrl: process.env['JURYBOX_URL'] ?? 'http://127.0.0.1:4600',
  apiKey: process.env['JURYBOX_KEY'] ?? '',
});

const { app_id } = await jurybox.createApp({ body: { app_name: `quiz ${Date.now()}` } });
const { base_id, variant: long } = await jurybox.createBase({
  body: { app_id, base_name: 'quiz', config_name: 'long' },
});
const short = await jurybox.addVariantFromBase({
  body: { base_id, new_variant_name: 'quiz.short', new_config_name: 'short', parameters: {} },
});
const testset = await jurybox.createTestset({
  parameters: { app_id },
  body: {
    name: 'capitals',
    csvdata: [
      { country: 'Peru', correct_answer: 'Lima' },
      { country: 'Kenya', correct_answer: 'Nairobi' },
    ],
  },
});

const evaluation_type = 'human_a_b_testing' as const;
const { id: evaluation_id } = await jurybox.createHumanEvaluation({
  body: {
    app_id,
    variant_ids: [long.variant_id, short.variant_id],
    evaluation_type,
    inputs: ['country'],
    testset_id: testset.id,
    status: 'EVALUATION_INITIALIZED',
    settings: { guidelines: 'Prefer the answer that helps more.' },
  },
});
const scenarios = await jurybox.listEvaluationScenarios({ parameters: { evaluation_id } });
for (const { id: scenario_id, correct_answer } of scenarios) {
  await jurybox.updateEvaluationScenario({
    parameters: { evaluation_id, scenario_id, evaluation_type },
    body: {
      outputs: [
        {
          variant_id: long.variant_id,
          variant_output: `That would be ${correct_answer}, I think.`,
        },
        { variant_id: short.variant_id, variant_output: correct_answer },
      ],
    },
  });
}

for (;;) {
  const { assignments } = await jurybox.takeAssignments({ parameters: { evaluation_id } });
  const [task] = assignments;
  if (task === undefined) break;
  const [shortest] = task.slots.toSorted((a, b) => a.output.length - b.output.length);
  await jurybox.submitJudgement({
    parameters: { assignment_id: task.id },
    body: { outcome: shortest?.slot_id ?? 'tie' },
  });
}

const { votes_data } = await jurybox.fetchResults({ parameters: { evaluation_id } });
const votes = votes_data?.variants_votes_data?.[short.variant_id];
console.log(`${short.variant_name}: ${votes?.number_of_votes} of ${scenarios.length} votes`);
