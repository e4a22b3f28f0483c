import type { ResultEstimate } from '../../contract/result-estimates.ts';
import type { BiasStrip } from '../../contract/results.ts';
import { strings } from '../strings.ts';
import { Figure } from './Figure.tsx';

/** What should not matter, and whether it does. */
export function BiasSection({ bias }: { readonly bias: BiasStrip }) {
  const texts = strings.results;
  const rows = [
    ...(bias.position === null
      ? []
      : [row(texts.biases.position, bias.position.first_wins, bias.position.alarm)]),
    ...(bias.length === null
      ? []
      : [row(texts.biases.length, bias.length.longer_wins, bias.length.alarm)]),
    row(texts.biases.pace, bias.pace.median_seconds),
  ];
  return (
    <Figure
      title={texts.bias}
      text={texts.biasText}
      numbers={{
        columns: [texts.measure, texts.estimate, texts.low, texts.high, texts.alarm],
        rows,
      }}
    />
  );
}

function row(label: string, value: ResultEstimate, alarm?: boolean): readonly (string | number)[] {
  const texts = strings.results;
  return [
    label,
    value.estimate ?? '',
    value.interval?.low ?? '',
    value.interval?.high ?? '',
    alarm === undefined ? '' : alarm ? texts.alarmYes : texts.alarmNo,
  ];
}
