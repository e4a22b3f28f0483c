import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useId } from 'react';
import { queryClient } from '../api.ts';
import { GuideLink } from '../guide/GuideLink.tsx';
import { OutputsStep } from '../outputs/OutputsStep.tsx';
import { useSourceFaults } from '../outputs/use-source-faults.ts';
import { strings } from '../strings.ts';
import { testsetsQuery } from '../testsets/testset-queries.ts';
import { withTopNotice } from '../top-notice.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { Page } from '../ui/Page.tsx';
import { appKey, appQuery, variantsQuery } from '../variants/app-queries.ts';
import { AnnotatorsFields } from './AnnotatorsFields.tsx';
import { createEvaluation } from './create-evaluation.ts';
import { MissingParts } from './MissingParts.tsx';
import styles from './NewEvaluationPage.module.css';
import { type Change, minVariants, type NewEvaluation, withoutDeleted } from './new-evaluation.ts';
import { STEPS, type Step } from './new-evaluation-search.ts';
import { RulesStep } from './RulesStep.tsx';
import { StepList } from './StepList.tsx';
import { draftKey, useStoredDraft } from './use-stored-draft.ts';
import { useSubject } from './use-subject.ts';
import { VariantsStep } from './VariantsStep.tsx';

const route = getRouteApi('/signed-in/apps/$appId/evaluations/new');

interface NewEvaluationFormProps {
  readonly fresh: NewEvaluation;
  /** The author, whose draft is stored. */
  readonly userId: string;
}

/** Creates an evaluation in four steps: variants, outputs, rules, annotators. */
export function NewEvaluationForm({ fresh, userId }: NewEvaluationFormProps) {
  const { appId } = route.useParams();
  const { from, step = STEPS[0] } = route.useSearch();
  const navigate = useNavigate();
  const { data: app } = useQuery(withTopNotice(appQuery(appId)));
  const { data: variants } = useQuery(withTopNotice(variantsQuery(appId)));
  const { data: testsets } = useQuery(withTopNotice(testsetsQuery(appId)));
  const stored = useStoredDraft(draftKey({ userId, appId, from }), fresh);
  const draft = withoutDeleted(stored.draft, { variants, testsets });
  const subject = useSubject(appId, draft, { variants, testsets });
  const workspaceId = app?.value.workspace_id;
  const faults = useSourceFaults(draft, subject, workspaceId);
  const missing = faults.filter(({ isCertain }) => isCertain);
  const missingId = useId();
  const change: Change = (part) => stored.setDraft((current) => ({ ...current, ...part }));
  const creation = useMutation({
    mutationFn: () => createEvaluation(appId, draft, subject),
    onSuccess: async (id) => {
      stored.forget();
      await queryClient.invalidateQueries({ queryKey: appKey(appId) });
      await navigate({ to: '/evaluations/$evaluationId', params: { evaluationId: id } });
      // Pressing Back before the evaluation opens leaves this form open; it must not create twice.
      stored.setDraft(fresh);
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
  const submitStep = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (next === undefined) creation.mutate();
    else go(next);
  };
  const isReady = draft.variantIds.length >= minVariants(draft.type) && draft.testsetId !== '';
  const canContinue =
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
      <form onSubmit={submitStep} className={`form-fields ${styles['form']}`}>
        {step === 'variants' && (
          <VariantsStep
            draft={draft}
            change={change}
            app={{ appId, variants: variants ?? [], testsets }}
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
          <AnnotatorsFields draft={draft} change={change} workspaceId={workspaceId} />
        )}
        <FailureNotice error={subject.error} onRetry={subject.reload} />
        <FailureNotice error={creation.error} />
        {next === undefined && <MissingParts id={missingId} faults={missing} />}
        <div className={styles['actions']}>
          {stored.draft !== fresh && (
            <Button
              look="quiet"
              onClick={() => {
                stored.setDraft(fresh);
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
            disabled={!canContinue}
            aria-describedby={next === undefined ? missingId : undefined}
            isBusy={creation.isPending}
          >
            {next === undefined ? strings.actions.create : texts.next}
          </Button>
        </div>
      </form>
    </Page>
  );
}
