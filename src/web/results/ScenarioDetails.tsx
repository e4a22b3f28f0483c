import { useQuery } from '@tanstack/react-query';
import type { FullCriterion } from '../../contract/evaluations/evaluation-settings.ts';
import type { HumanEvaluationScenario } from '../../contract/evaluations/scenarios.ts';
import type { Judgement } from '../../contract/judging/judgements.ts';
import { settingsQuery } from '../evaluations/evaluation-queries.ts';
import { answerText } from '../judging/answer-text.ts';
import { exactNumber } from '../localized.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import type { Names } from './names.ts';
import styles from './ScenarioDetails.module.css';

interface ScenarioDetailsProps {
  readonly scenario: HumanEvaluationScenario;
  /** Undefined until loaded. */
  readonly judgements: readonly Judgement[] | undefined;
  readonly names: Names;
}

/** One scenario in full: its inputs, outputs and judgements. */
export function ScenarioDetails({ scenario, judgements, names }: ScenarioDetailsProps) {
  const { data: settings } = useQuery(withTopNotice(settingsQuery(scenario.evaluation_id)));
  const criteria = settings?.value.criteria ?? [];
  const current = judgements?.filter(({ withdrawn }) => !withdrawn);
  return (
    <div className={styles['details']}>
      <dl className={styles['inputs']}>
        {scenario.inputs.map(({ input_name, input_value }) => (
          <div key={input_name}>
            <dt dir="auto">{input_name}</dt>
            <dd dir="auto">{input_value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles['outputs']}>
        {scenario.outputs.map(({ variant_id, variant_output }) => (
          <section key={variant_id}>
            <h3>{strings.results.output(names.variant(variant_id))}</h3>
            <div dir="auto" className={styles['text']}>
              {variant_output}
            </div>
          </section>
        ))}
      </div>
      {current?.length === 0 && <p>{strings.results.noJudgements}</p>}
      <ul className={styles['judgements']}>
        {current?.map((judgement) => (
          <li key={judgement.id}>
            <strong>{judgement.annotator.name}</strong>: {verdictOf(judgement, names, criteria)}
            {judgement.note !== '' && (
              <q dir="auto" className={styles['note']}>
                {judgement.note}
              </q>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function verdictOf(
  { outcome, winner_variant_id, score, answers }: Judgement,
  names: Names,
  criteria: readonly FullCriterion[],
): string {
  const verdict =
    outcome === 'slot'
      ? strings.results.better(names.variant(winner_variant_id))
      : outcome === null
        ? scoreText(score)
        : strings.judging.votes[outcome];
  const answerTexts = answers.map((answer) => {
    const { criterion, variant_id } = answer;
    const about = variant_id === null ? '' : ` (${names.variant(variant_id)})`;
    return `${criterion}${about}: ${answerText(answer, criteria)}`;
  });
  return [verdict, ...answerTexts].filter((part) => part !== '').join('; ');
}

function scoreText(score: Judgement['score']): string {
  return score === null ? '' : exactNumber(score);
}
