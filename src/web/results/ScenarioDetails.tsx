import { useQuery } from '@tanstack/react-query';
import type { Judgement } from '../../contract/judgements.ts';
import type { HumanEvaluationScenario } from '../../contract/scenarios.ts';
import { judgementsQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import type { Names } from './names.ts';
import styles from './ScenarioDetails.module.css';

interface ScenarioDetailsProps {
  readonly evaluationId: string;
  readonly scenario: HumanEvaluationScenario;
  readonly names: Names;
}

/** One case in full: what the variants made of it, and what people said. */
export function ScenarioDetails({ evaluationId, scenario, names }: ScenarioDetailsProps) {
  const judgements = useQuery(judgementsQuery(evaluationId, scenario.id));
  const standing = judgements.data?.filter(({ withdrawn }) => !withdrawn);
  return (
    <div className={styles['details']}>
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
      <FailureNotice error={judgements.error} />
      {standing?.length === 0 && <p>{strings.results.noJudgements}</p>}
      <ul className={styles['judgements']}>
        {standing?.map((judgement) => (
          <li key={judgement.id}>
            <strong>{judgement.annotator.name}</strong>: {verdictOf(judgement, names)}
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

function verdictOf({ outcome, winner_variant_id, score, answers }: Judgement, names: Names) {
  const verdict =
    outcome === 'slot'
      ? strings.results.better(names.variant(winner_variant_id))
      : outcome === null
        ? (score ?? '')
        : strings.judging.votes[outcome];
  const said = answers.map(({ criterion, variant_id, value }) => {
    const about = variant_id === null ? '' : ` (${names.variant(variant_id)})`;
    return `${criterion}${about}: ${String(value)}`;
  });
  return [String(verdict), ...said].filter((part) => part !== '').join('; ');
}
