import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { client, queryClient } from '../api.ts';
import { appKey, appQuery, variantsQuery } from '../apps/app-queries.ts';
import { strings } from '../strings.ts';
import { testsetsQuery } from '../testsets/testset-queries.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Page } from '../ui/Page.tsx';
import { HowStep } from './HowStep.tsx';
import styles from './NewEvaluationPage.module.css';
import { bodyOf, type Change, EMPTY, leastVariants } from './new-evaluation.ts';
import { WhatStep } from './WhatStep.tsx';
import { WhoStep } from './WhoStep.tsx';

const route = getRouteApi('/signed-in/apps/$appId/evaluations/new');
const STEPS = ['what', 'how', 'who'] as const;

/** Three steps: what is judged, how, and by whom. */
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
    mutationFn: () => client.createHumanEvaluation({ body: bodyOf(appId, draft) }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: appKey(appId) });
      await navigate({ to: '/evaluations/$evaluationId', params: { evaluationId: id } });
    },
  });
  const isLast = at === STEPS.length - 1;
  const goOn = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isLast) creating.mutate();
    else setAt(at + 1);
  };
  const isReady = draft.variantIds.length >= leastVariants(draft.type) && draft.testsetId !== '';
  const texts = strings.evaluations.steps;
  return (
    <Page title={strings.evaluations.create}>
      <ol className={styles['steps']}>
        {STEPS.map((step, index) => (
          <li key={step}>
            <button
              type="button"
              className={styles['step']}
              aria-current={index === at ? 'step' : undefined}
              disabled={index > at && !isReady}
              onClick={() => setAt(index)}
            >
              {texts[step]}
            </button>
          </li>
        ))}
      </ol>
      <form onSubmit={goOn} className={`form-fields ${styles['form']}`}>
        {at === 0 && (
          <WhatStep draft={draft} change={change} place={{ appId, variants, testsets }} />
        )}
        {at === 1 && <HowStep draft={draft} change={change} />}
        {at === 2 && (
          <WhoStep draft={draft} change={change} workspaceId={app?.value.workspace_id} />
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
