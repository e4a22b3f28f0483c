import type { AgreementPanel } from '../../contract/results.ts';
import { strings } from '../strings.ts';
import { Figure } from './Figure.tsx';

/** Scenarios in the order of how much people disagree about them. */
export function DisputedSection({ panel }: { readonly panel: AgreementPanel }) {
  const texts = strings.results;
  const cases = panel.disputed_cases
    .filter(({ disagreement }) => disagreement > 0)
    .toSorted((one, other) => other.disagreement - one.disagreement);
  if (cases.length === 0) return null;
  return (
    <Figure
      title={texts.disputed}
      text={texts.disputedText}
      numbers={{
        columns: [texts.caseNumber, texts.disagreement, texts.count],
        rows: cases.map((one) => [one.case + 1, one.disagreement, one.judgements]),
      }}
    />
  );
}
