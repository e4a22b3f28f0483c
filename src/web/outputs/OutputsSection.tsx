import { Pause, Play, RotateCcw, Sparkles, X } from 'lucide-react';
import { useEffect } from 'react';
import type { Generation } from '../../contract/outputs/generation.ts';
import { queryClient } from '../api.ts';
import { type Evaluation, evaluationKey } from '../evaluations/evaluation-queries.ts';
import styles from '../evaluations/ProgressSection.module.css';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Meter } from '../ui/Meter.tsx';
import { Section } from '../ui/Page.tsx';
import { FailedCells } from './FailedCells.tsx';
import { FailureCauses } from './FailureCauses.tsx';
import { GenerationTable } from './GenerationTable.tsx';
import { useRunActions } from './use-run-actions.ts';

interface OutputsSectionProps {
  readonly evaluation: Evaluation;
  readonly generation: Generation;
  readonly isOpen: boolean;
  /** Undefined where another button on the page generates outputs. */
  readonly onGenerate: (() => void) | undefined;
}

/** The progress of generation, with its actions. */
export function OutputsSection(props: OutputsSectionProps) {
  const { evaluation, generation, isOpen, onGenerate } = props;
  const { status, total, done, failed, stalled_seconds } = generation;
  const run = useRunActions(evaluation.id);
  const texts = strings.outputs;
  useEffect(() => {
    if (status === 'none') return;
    // The tables below show finished and failed outputs.
    for (const part of ['scenarios', 'failed cells']) {
      void queryClient.invalidateQueries({ queryKey: [...evaluationKey(evaluation.id), part] });
    }
  }, [evaluation.id, status, failed, done]);
  const isActive = status === 'running' || status === 'preparing';
  const isOver = status === 'none' || status === 'finished' || status === 'canceled';
  return (
    <Section
      title={texts.title}
      actions={
        isOpen && (
          <span className={styles['line']}>
            {failed > 0 && status !== 'paused' && status !== 'preparing' && (
              <Button icon={<RotateCcw aria-hidden />} onClick={run.retry}>
                {texts.retry}
              </Button>
            )}
            {status === 'running' && (
              <Button icon={<Pause aria-hidden />} onClick={run.pause}>
                {texts.pause}
              </Button>
            )}
            {status === 'paused' && (
              <Button look="primary" icon={<Play aria-hidden />} onClick={run.resume}>
                {texts.resume}
              </Button>
            )}
            {(isActive || status === 'paused') && (
              <Button icon={<X aria-hidden />} onClick={run.cancel}>
                {texts.cancel}
              </Button>
            )}
            {isOver && onGenerate !== undefined && (
              <Button icon={<Sparkles aria-hidden />} onClick={onGenerate}>
                {texts.generate}
              </Button>
            )}
          </span>
        )
      }
    >
      <p role="status" className={styles['soft']}>
        {status === 'finished' ? texts.finished(done, failed) : texts.statuses[status]}
      </p>
      {stalled_seconds !== null && <p>{texts.stalled(stalled_seconds)}</p>}
      {total > 0 && (
        <>
          <RunProgress generation={generation} />
          <GenerationTable variants={generation.variants} />
        </>
      )}
      {generation.failures.length > 0 && (
        <FailureCauses evaluation={evaluation} failures={generation.failures} />
      )}
      {failed > 0 && <FailedCells evaluation={evaluation} />}
    </Section>
  );
}

function RunProgress({ generation }: Pick<OutputsSectionProps, 'generation'>) {
  const { total, done, failed, cells_per_second, seconds_left, cost } = generation;
  const texts = strings.outputs;
  const facts = [
    ...(failed === 0 ? [] : [texts.failedCount(failed)]),
    ...(cells_per_second === null ? [] : [texts.rate(cells_per_second)]),
    ...(seconds_left === null || seconds_left === 0 ? [] : [texts.timeLeft(seconds_left)]),
    ...(cost === 0 ? [] : [texts.cost(cost)]),
  ];
  return (
    <div className={styles['line']}>
      <Meter label={texts.title} done={done + failed} of={total} />
      <strong>{texts.done(done, total)}</strong>
      <span className={styles['soft']}>{facts.join(' · ')}</span>
    </div>
  );
}
