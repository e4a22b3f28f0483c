import { strings } from '../strings.ts';
import type { Appendix } from './load-appendix.ts';
import type { Names } from './names.ts';
import { ScenarioDetails } from './ScenarioDetails.tsx';
import { ScenarioTable } from './ScenarioTable.tsx';

interface SavedScenariosProps {
  readonly appendix: Appendix;
  readonly names: Names;
}

/** The scenarios of a saved report, each collapsed. */
export function SavedScenarios({ appendix, names }: SavedScenariosProps) {
  const { scenarios, judgements, isCut } = appendix;
  const judgementsOf = Map.groupBy(judgements, ({ scenario_id }) => scenario_id);
  const texts = strings.results;
  return (
    <>
      {isCut.scenarios && <p>{texts.scenariosCut(scenarios.length)}</p>}
      {isCut.judgements && <p>{texts.judgementsCut(judgements.length)}</p>}
      <ScenarioTable
        scenarios={scenarios}
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
