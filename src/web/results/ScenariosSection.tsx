import type { AgreementPanel } from '../../contract/results.ts';
import type { HumanEvaluationScenario } from '../../contract/scenarios.ts';
import { strings } from '../strings.ts';
import { Section } from '../ui/Page.tsx';
import { LoadedScenarios } from './LoadedScenarios.tsx';
import { useReportMedium } from './report-medium.ts';
import { SavedScenarios } from './SavedScenarios.tsx';
import type { ScenariosProps } from './scenarios-props.ts';
import type { SliceChoice } from './slice.ts';

interface ScenariosSectionProps extends Omit<ScenariosProps, 'disagreementOf'> {
  readonly disputed: AgreementPanel['disputed_cases'];
  readonly slice: SliceChoice;
}

/** The cases, each with its outputs and what was said about it. */
export function ScenariosSection({ disputed, slice, ...rest }: ScenariosSectionProps) {
  const medium = useReportMedium();
  const disputes = new Map(disputed.map((one) => [one.case, one.disagreement]));
  const disagreementOf = ({ position }: HumanEvaluationScenario) => disputes.get(position);
  return (
    <Section title={strings.results.scenarios}>
      <p>{strings.results.scenariosText}</p>
      {medium.kind === 'page' ? (
        <LoadedScenarios {...rest} disagreementOf={disagreementOf} slice={slice} />
      ) : (
        <SavedScenarios {...rest} disagreementOf={disagreementOf} appendix={medium.appendix} />
      )}
    </Section>
  );
}
