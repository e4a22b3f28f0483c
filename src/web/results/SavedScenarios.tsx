import { strings } from '../strings.ts';
import type { Appendix } from './load-appendix.ts';
import { ScenarioDetails } from './ScenarioDetails.tsx';
import { ScenarioTable } from './ScenarioTable.tsx';
import type { ScenariosProps } from './scenarios-props.ts';

interface SavedScenariosProps extends ScenariosProps {
  readonly appendix: Appendix;
}

/** The cases in a file: all of each, folded up. */
export function SavedScenarios({ appendix, names, disagreementOf }: SavedScenariosProps) {
  const { scenarios, judgements, isCut } = appendix;
  const judgementsOf = Map.groupBy(judgements, ({ scenario_id }) => scenario_id);
  const texts = strings.results;
  return (
    <>
      {isCut.scenarios && <p>{texts.scenariosCut(scenarios.length)}</p>}
      {isCut.judgements && <p>{texts.judgementsCut(judgements.length)}</p>}
      <ScenarioTable
        scenarios={scenarios}
        disagreementOf={disagreementOf}
        details={(scenario) => (
          <details>
            <summary>{texts.inFull}</summary>
            <ScenarioDetails
              scenario={scenario}
              judgements={judgementsOf.get(scenario.id) ?? []}
              names={names}
            />
          </details>
        )}
      />
    </>
  );
}
