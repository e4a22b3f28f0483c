import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useId } from 'react';
import { queryClient } from '../api.ts';
import { GuideLink } from '../guide/GuideLink.tsx';
import { OutputsStep } from '../outputs/OutputsStep.tsx';
import { useSourceFaults } from '../outputs/use-source-faults.ts';
import { strings } from '../strings.ts';
import { testsetsQuery } from '../testsets/testset-queries.ts';
import { toldByPage } from '../told-by-page.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Page } from '../ui/Page.tsx';
import { appKey, appQuery, variantsQuery } from '../variants/app-queries.ts';
import { createEvaluation } from './create-evaluation.ts';
import { MissingParts } from './MissingParts.tsx';
import styles from './NewEvaluationPage.module.css';
import {
  type Change,
  leastVariants,
  type NewEvaluation,
  withoutDeleted,
} from './new-evaluation.ts';
import { STEPS, type Step } from './new-evaluation-search.ts';
import { RulesStep } from './RulesStep.tsx';
import { StepList } from './StepList.tsx';
import { draftKey, useKeptDraft } from './use-kept-draft.ts';
import { useSubject } from './use-subject.ts';
import { WhatStep } from './WhatStep.tsx';
import { WhoFields } from './WhoFields.tsx';

const route = getRouteApi('/signed-in/apps/$appId/evaluations/new');

interface NewEvaluationFormProps {
  readonly fresh: NewEvaluation;
  /** The author, whose draft is kept. */
  readonly userId: string;
}

/** Step by step: what is judged, where its outputs come from, how it is judged, and by whom. */
export function NewEvaluationForm({ fresh, userId }: NewEvaluationFormProps) {
  const { appId } = route.useParams();
  const { from, step = STEPS[0] } = route.useSearch();
  const navigate = useNavigate();
  const { data: app } = useQuery(toldByPage(appQuery(appId)));
  const { data: variants } = useQuery(toldByPage(variantsQuery(appId)));
  const { data: testsets } = useQuery(toldByPage(testsetsQuery(appId)));
  const kept = useKeptDraft(draftKey({ userId, appId, from }), fresh);
  const draft = withoutDeleted(kept.draft, { variants, testsets });
  const subject = useSubject(appId, draft, { variants, testsets });
  const workspaceId = app?.value.workspace_id;
  const faults = useSourceFaults(draft, subject, workspaceId);
  const missing = faults.filter(({ isCertain }) => isCertain);
  const missingId = useId();
  const change: Change = (part) => kept.setDraft((current) => ({ ...current, ...part }));
  const creating = useMutation({
    mutationFn: () => createEvaluation(appId, draft, subject),
    onSuccess: async (id) => {
      kept.forget();
      await queryClient.invalidateQueries({ queryKey: appKey(appId) });
      await navigate({ to: '/evaluations/$evaluationId', params: { evaluationId: id } });
      // Back, pressed before the evaluation is shown, leaves this form open: it must not create twice.
      kept.setDraft(fresh);
    },
  });
  const go = (next: Step | undefined) =>
    void navigate({
      to: '/apps/$appId/evaluations/new',
      params: { appId },
      search: { ...(from && { from }), ...(next && { step: next }) },
    });
  const at = STEPS.indexOf(step);
  const next = STEPS[at + 1];
  const goOn = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (next === undefined) creating.mutate();
    else go(next);
  };
  const isReady = draft.variantIds.length >= leastVariants(draft.type) && draft.testsetId !== '';
  const canGoOn =
    isReady && (next !== undefined || (subject.inputs !== undefined && missing.length === 0));
  const scenarios = testsets?.find(({ id }) => id === draft.testsetId)?.row_count ?? 0;
  const texts = strings.evaluations.steps;
  if (at > 0 && !isReady) {
    return (
      <Navigate
        to="/apps/$appId/evaluations/new"
        params={{ appId }}
        search={from === undefined ? {} : { from }}
        replace
      />
    );
  }
  return (
    <Page
      title={strings.evaluations.create}
      actions={<GuideLink page="designing">{strings.guide.links.designing}</GuideLink>}
    >
      <StepList step={step} isReady={isReady} onGo={go} />
      <form onSubmit={goOn} className={`form-fields ${styles['form']}`}>
        {step === 'variants' && (
          <WhatStep
            draft={draft}
            change={change}
            place={{ appId, variants: variants ?? [], testsets }}
            subject={subject}
          />
        )}
        {step === 'outputs' && (
          <OutputsStep
            draft={draft}
            change={change}
            appId={appId}
            subject={subject}
            workspaceId={workspaceId}
            faults={faults}
          />
        )}
        {step === 'rules' && <RulesStep draft={draft} change={change} scenarios={scenarios} />}
        {step === 'annotators' && (
          <WhoFields draft={draft} change={change} workspaceId={workspaceId} />
        )}
        <FailureNotice error={subject.error} onRetry={subject.reload} />
        <FailureNotice error={creating.error} />
        {next === undefined && <MissingParts id={missingId} faults={missing} />}
        <div className={styles['actions']}>
          {kept.draft !== fresh && (
            <Button
              look="quiet"
              onClick={() => {
                kept.setDraft(fresh);
                go(undefined);
              }}
            >
              {texts.startOver}
            </Button>
          )}
          {at > 0 && <Button onClick={() => go(STEPS[at - 1])}>{texts.back}</Button>}
          <Button
            look="primary"
            type="submit"
            disabled={!canGoOn}
            aria-describedby={next === undefined ? missingId : undefined}
            isBusy={creating.isPending}
          >
            {next === undefined ? strings.actions.create : texts.next}
          </Button>
        </div>
      </form>
    </Page>
  );
}
