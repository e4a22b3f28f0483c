import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { HumanEvaluationScenario } from '../../contract/scenarios.ts';
import { judgementsQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import type { Names } from './names.ts';
import { ScenarioDetails } from './ScenarioDetails.tsx';
import { ScenarioTable } from './ScenarioTable.tsx';
import type { ScenariosProps } from './scenarios-props.ts';
import { isNarrow, type SliceChoice } from './slice.ts';
import { useScenariosOfSlice } from './use-scenarios-of-slice.ts';

interface LoadedScenariosProps extends ScenariosProps {
  readonly slice: SliceChoice;
}

/** The cases on the page, read as they are wanted; one at a time is open. */
export function LoadedScenarios(props: LoadedScenariosProps) {
  const { evaluationId, names, disagreementOf, slice } = props;
  const { pages, scenarios, readCount } = useScenariosOfSlice(evaluationId, slice);
  const [openId, setOpenId] = useState<string>();
  const texts = strings.results;
  return (
    <>
      {isNarrow(slice) && (
        <p role="status">
          {texts.slices.shown(scenarios.length, readCount, slice.value ?? texts.slices.others)}
        </p>
      )}
      {pages.hasNextPage && !isNarrow(slice) && (
        <p role="status">{texts.firstScenarios(readCount)}</p>
      )}
      <FailureNotice error={pages.error} onRetry={() => void pages.refetch()} />
      <ScenarioTable
        scenarios={scenarios}
        disagreementOf={disagreementOf}
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
      {pages.hasNextPage && (
        <div>
          <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {strings.evaluations.scenarios.more}
          </Button>
        </div>
      )}
    </>
  );
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
