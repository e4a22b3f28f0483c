import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, Gavel, Link2, Sparkles, Upload } from 'lucide-react';
import type { EvaluationOverview } from '../../contract/evaluations/evaluation-overviews.ts';
import type { Generation } from '../../contract/outputs/generation.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { Button } from '../ui/Button.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { variantsQuery } from '../variants/app-queries.ts';

/** What a member is asked to do next. */
export type Step = EvaluationOverview['next_step'] | 'import_outputs';

interface StepSource {
  readonly overview: EvaluationOverview;
  readonly generation: Generation | undefined;
  readonly mayEdit: boolean;
  readonly mayJudge: boolean;
}

/** Undefined if the next step is not this member's, or is under way. */
export function useNextStep(source: StepSource): Step | undefined {
  const { overview, generation, mayEdit, mayJudge } = source;
  const { data: variants = [] } = useQuery(withTopNotice(variantsQuery(overview.app_id)));
  const { next_step } = overview;
  if (next_step === 'read_results') return next_step;
  if (next_step === 'judge') return mayJudge ? next_step : undefined;
  if (!mayEdit) return undefined;
  if (next_step === 'invite') return next_step;
  const { status } = generation ?? {};
  if (status === 'running' || status === 'preparing' || status === 'paused') return undefined;
  const isCallable = (generation?.variants ?? []).some(
    ({ variant_id, kind }) =>
      kind === 'provider' ||
      (kind === 'base' && variants.find((one) => one.variant_id === variant_id)?.uri != null),
  );
  return isCallable ? 'add_outputs' : 'import_outputs';
}

interface NextStepProps {
  readonly step: Step;
  readonly evaluationId: string;
  readonly onOpen: (dialog: 'generate' | 'import' | 'invite') => void;
}

/** The one primary button of an evaluation. */
export function NextStep({ step, evaluationId, onOpen }: NextStepProps) {
  const params = { evaluationId };
  const text = strings.overviews.steps[step];
  switch (step) {
    case 'judge':
      return (
        <LinkButton
          to="/judge/$evaluationId"
          params={params}
          look="primary"
          icon={<Gavel aria-hidden />}
        >
          {text}
        </LinkButton>
      );
    case 'read_results':
      return (
        <LinkButton
          to="/evaluations/$evaluationId/results"
          params={params}
          look="primary"
          icon={<ChartNoAxesColumn aria-hidden />}
        >
          {text}
        </LinkButton>
      );
    case 'invite':
      return (
        <Button look="primary" icon={<Link2 aria-hidden />} onClick={() => onOpen('invite')}>
          {text}
        </Button>
      );
    case 'add_outputs':
      return (
        <Button look="primary" icon={<Sparkles aria-hidden />} onClick={() => onOpen('generate')}>
          {text}
        </Button>
      );
    case 'import_outputs':
      return (
        <Button look="primary" icon={<Upload aria-hidden />} onClick={() => onOpen('import')}>
          {text}
        </Button>
      );
  }
}
