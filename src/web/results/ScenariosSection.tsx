import { strings } from '../strings.ts';
import { Section } from '../ui/Page.tsx';
import { LoadedScenarios, type LoadedScenariosProps } from './LoadedScenarios.tsx';
import { useReportMedium } from './report-medium.ts';
import { SavedScenarios } from './SavedScenarios.tsx';

/** The scenarios, each with its outputs and judgements. */
export function ScenariosSection(props: LoadedScenariosProps) {
  const medium = useReportMedium();
  return (
    <Section title={strings.results.scenarios}>
      <p>{strings.results.scenariosText}</p>
      {medium.kind === 'page' ? (
        <LoadedScenarios {...props} />
      ) : (
        <SavedScenarios appendix={medium.appendix} names={props.names} />
      )}
    </Section>
  );
}
