import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { AgreementPanel } from '../../contract/results.ts';
import { type Evaluation, scenariosQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Section } from '../ui/Page.tsx';
import table from '../ui/Table.module.css';
import type { Names } from './names.ts';
import { useReportMedium } from './report-medium.ts';
import { ScenarioDetails } from './ScenarioDetails.tsx';

interface ScenariosSectionProps {
  readonly evaluation: Evaluation;
  readonly disputed: AgreementPanel['disputed_cases'];
  readonly names: Names;
}

/** The cases, the most disputed first, each with its outputs and what was said about it. */
export function ScenariosSection({ evaluation, disputed, names }: ScenariosSectionProps) {
  const pages = useInfiniteQuery(scenariosQuery(evaluation.id));
  const [openId, setOpenId] = useState<string>();
  const texts = strings.results;
  const isOnPage = useReportMedium() === 'page';
  const disputes = new Map(disputed.map((one) => [one.case, one.disagreement]));
  const scenarios = (pages.data?.pages.flatMap(({ items }) => items) ?? []).toSorted(
    (one, other) => (disputes.get(other.position) ?? 0) - (disputes.get(one.position) ?? 0),
  );
  return (
    <Section title={texts.scenarios}>
      <p>{texts.scenariosText}</p>
      <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
      <div className={table['frame']}>
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">{texts.caseNumber}</th>
              <th scope="col">{strings.judging.inputs}</th>
              <th scope="col">{texts.disagreement}</th>
            </tr>
          </thead>
          <tbody>
            {scenarios.map((scenario) => {
              const isOpen = scenario.id === openId;
              const number = scenario.position + 1;
              const dispute = disputes.get(scenario.position);
              return (
                <Fragment key={scenario.id}>
                  <tr>
                    <td>
                      {isOnPage && (
                        <IconButton
                          label={isOpen ? texts.hide(number) : texts.show(number)}
                          aria-expanded={isOpen}
                          onClick={() => setOpenId(isOpen ? undefined : scenario.id)}
                        >
                          {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
                        </IconButton>
                      )}
                      {number}
                    </td>
                    <td dir="auto">{summaryOf(scenario.inputs)}</td>
                    <td>{dispute === undefined ? '' : texts.percent(dispute)}</td>
                  </tr>
                  {isOpen && (
                    <tr>
                      <td colSpan={3}>
                        <ScenarioDetails
                          evaluationId={evaluation.id}
                          scenario={scenario}
                          names={names}
                        />
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </div>
      {isOnPage && pages.hasNextPage && (
        <div>
          <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {strings.evaluations.scenarios.more}
          </Button>
        </div>
      )}
    </Section>
  );
}

const SHOWN_LENGTH = 160;

function summaryOf(inputs: readonly { readonly input_value: string }[]): string {
  const text = inputs.map(({ input_value }) => input_value).join(' · ');
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}
