import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { queryClient } from '../api.ts';
import { OutputsStep } from '../outputs/OutputsStep.tsx';
import { ReadingFields } from '../outputs/ReadingFields.tsx';
import { strings } from '../strings.ts';
import { testsetsQuery } from '../testsets/testset-queries.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Page } from '../ui/Page.tsx';
import { appKey, appQuery, variantsQuery } from '../variants/app-queries.ts';
import { AnalysisFields } from './AnalysisFields.tsx';
import { createEvaluation } from './create-evaluation.ts';
import styles from './NewEvaluationPage.module.css';
import { type Change, EMPTY, leastVariants } from './new-evaluation.ts';
import { PlanPanel } from './PlanPanel.tsx';
import { RulesFields } from './RulesFields.tsx';
import { WhatStep } from './WhatStep.tsx';
import { WhoFields } from './WhoFields.tsx';

const route = getRouteApi('/signed-in/apps/$appId/evaluations/new');
const STEPS = ['what', 'outputs', 'how', 'who'] as const;

/** Step by step: what is judged, where its outputs come from, how it is judged, and by whom. */
export function NewEvaluationPage() {
  const { appId } = route.useParams();
  const navigate = useNavigate();
  const { data: app } = useQuery(appQuery(appId));
  const { data: variants = [] } = useQuery(variantsQuery(appId));
  const { data: testsets = [] } = useQuery(testsetsQuery(appId));
  const [draft, setDraft] = useState(EMPTY);
  const [at, setAt] = useState(0);
  const change: Change = (part) => setDraft((current) => ({ ...current, ...part }));
  const creating = useMutation({
    mutationFn: () => createEvaluation(appId, draft),
    onSuccess: async (id) => {
      await queryClient.invalidateQueries({ queryKey: appKey(appId) });
      await navigate({ to: '/evaluations/$evaluationId', params: { evaluationId: id } });
    },
  });
  const step = STEPS[at];
  const isLast = at === STEPS.length - 1;
  const goOn = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLast) creating.mutate();
    else setAt(at + 1);
  };
  const isReady = draft.variantIds.length >= leastVariants(draft.type) && draft.testsetId !== '';
  const scenarios = testsets.find(({ id }) => id === draft.testsetId)?.row_count ?? 0;
  const texts = strings.evaluations.steps;
  return (
    <Page title={strings.evaluations.create}>
      <ol className={styles['steps']}>
        {STEPS.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              className={styles['step']}
              aria-current={index === at ? 'step' : undefined}
              disabled={index > at && !isReady}
              onClick={() => setAt(index)}
            >
              {texts[name]}
            </button>
          </li>
        ))}
      </ol>
      <form onSubmit={goOn} className={`form-fields ${styles['form']}`}>
        {step === 'what' && (
          <WhatStep draft={draft} change={change} place={{ appId, variants, testsets }} />
        )}
        {step === 'outputs' && (
          <OutputsStep
            draft={draft}
            change={change}
            variants={variants}
            workspaceId={app?.value.workspace_id}
          />
        )}
        {step === 'how' && (
          <div className={styles['beside']}>
            <div className="form-fields">
              <RulesFields draft={draft} change={change} variantCount={draft.variantIds.length} />
              <ReadingFields draft={draft} change={change} />
              <AnalysisFields draft={draft} change={change} isJudged={false} />
            </div>
            {draft.variantIds.length > 1 && scenarios > 0 && (
              <PlanPanel
                settings={draft}
                change={change}
                size={{ variants: draft.variantIds.length, scenarios }}
              />
            )}
          </div>
        )}
        {step === 'who' && (
          <WhoFields draft={draft} change={change} workspaceId={app?.value.workspace_id} />
        )}
        <FailureNotice error={creating.error} />
        <div className={styles['actions']}>
          {at > 0 && <Button onClick={() => setAt(at - 1)}>{texts.back}</Button>}
          <Button look="primary" type="submit" disabled={!isReady} isBusy={creating.isPending}>
            {isLast ? strings.actions.create : texts.next}
          </Button>
        </div>
      </form>
    </Page>
  );
}
