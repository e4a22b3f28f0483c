import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { HumanEvaluationScenario } from '../../contract/evaluations/scenarios.ts';
import { judgementsQuery, scenariosQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import type { Names } from './names.ts';
import { arrangementOf, orderOf, type ReportView, type ScenarioOrder } from './report-view.ts';
import { ScenarioDetails } from './ScenarioDetails.tsx';
import { ScenarioTable } from './ScenarioTable.tsx';
import { isNarrow } from './slice.ts';

export interface LoadedScenariosProps {
  readonly evaluationId: string;
  readonly names: Names;
  readonly view: ReportView;
  readonly onOrder: (order: ScenarioOrder) => void;
}

/** The scenarios, loaded page by page; one at a time is open. */
export function LoadedScenarios({ evaluationId, names, view, onOrder }: LoadedScenariosProps) {
  const pages = useInfiniteQuery({
    ...scenariosQuery(evaluationId, arrangementOf(view)),
    placeholderData: keepPreviousData,
  });
  const [openId, setOpenId] = useState<string>();
  const texts = strings.results;
  const scenarios = withoutRepeats(pages.data?.items ?? []);
  const total = pages.data?.total;
  const order = orderOf(view);
  const slice = isNarrow(view) ? `${view.value ?? texts.slices.others}: ` : '';
  const shown =
    total === undefined || pages.isPlaceholderData
      ? ''
      : slice + texts.scenariosShown(scenarios.length, total, texts.orders[order]);
  return (
    <>
      <p role="status">{shown}</p>
      {pages.isPending && <Waiting />}
      <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
      <ScenarioTable
        scenarios={scenarios}
        sorting={{ order, onOrder, isBusy: pages.isPlaceholderData }}
        marker={({ id, position }) => {
          const isOpen = id === openId;
          return (
            <IconButton
              label={isOpen ? texts.hide(position + 1) : texts.show(position + 1)}
              aria-expanded={isOpen}
              onClick={() => setOpenId(isOpen ? undefined : id)}
            >
              {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
            </IconButton>
          );
        }}
        details={(scenario) =>
          scenario.id === openId ? <OpenScenario scenario={scenario} names={names} /> : null
        }
      />
      <ShowMore pages={pages} label={strings.evaluations.scenarios.more} />
    </>
  );
}

/** While annotators judge, a scenario may move to a later page and be read twice. */
function withoutRepeats(
  scenarios: readonly HumanEvaluationScenario[],
): readonly HumanEvaluationScenario[] {
  return [...new Map(scenarios.map((scenario) => [scenario.id, scenario])).values()];
}

interface OpenScenarioProps {
  readonly scenario: HumanEvaluationScenario;
  readonly names: Names;
}

function OpenScenario({ scenario, names }: OpenScenarioProps) {
  const judgements = useQuery(judgementsQuery(scenario.evaluation_id, scenario.id));
  return (
    <>
      <ScenarioDetails scenario={scenario} judgements={judgements.data} names={names} />
      <FailureNotice error={judgements.error} onRetry={() => void judgements.refetch()} />
    </>
  );
}
