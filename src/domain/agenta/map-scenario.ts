import type { EvaluationType } from '../../contract/evaluations/evaluation-settings.ts';
import type { ScenarioInput } from '../../contract/evaluations/scenarios.ts';
import type { JsonObject, JsonValue } from '../../contract/fields.ts';
import { DEFAULT_SETTINGS } from '../evaluations/evaluation-settings.ts';
import { parseId } from '../ids.ts';
import { readScore, readVote } from '../judging/sent-verdicts.ts';
import { isJsonObject } from '../outputs/json-shapes.ts';
import { textOf } from '../testsets/row-texts.ts';
import type { RowReader } from './row-reader.ts';

export interface MappedScenario {
  readonly id: string;
  readonly inputs: readonly ScenarioInput[];
  readonly outputs: readonly { readonly variant: number; readonly output: string }[];
  readonly correctAnswer: string;
  readonly isPinned: boolean;
  readonly verdict: ImportedVerdict | undefined;
  readonly note: string;
  readonly judgedAt: number;
}

interface ImportedVerdict {
  readonly outcome: 'slot' | 'tie' | 'both_bad' | null;
  readonly winner: number | null;
  readonly score: number | null;
}

export interface ScenarioPlace {
  readonly type: EvaluationType;
  /** In the order of the evaluation. */
  readonly variantIds: readonly string[];
  readonly createdAt: number;
}

/** A scenario of an imported evaluation. A broken one is imported too, without its broken parts. */
export function mapScenario(reader: RowReader, place: ScenarioPlace): MappedScenario | undefined {
  const { id } = reader;
  if (id === undefined) return reader.leaveOut('broken_value', reader.shown('id'));
  const createdAt = reader.time('created_at', place.createdAt);
  return {
    id,
    inputs: inputsOf(reader),
    outputs: outputsOf(reader, place),
    correctAnswer: reader.text('correct_answer'),
    isPinned: reader.isTrue('is_pinned'),
    verdict: place.type === 'human_a_b_testing' ? voteOf(reader, place) : scoreOf(reader, place),
    note: reader.text('note'),
    judgedAt: reader.time('updated_at', createdAt),
  };
}

function inputsOf(reader: RowReader): readonly ScenarioInput[] {
  const inputs = new Map<string, string>();
  for (const item of listIn(reader, 'inputs')) {
    const name = item['input_name'];
    if (typeof name !== 'string') {
      reader.change('broken_value', 'an input has no name and was left out');
    } else if (inputs.has(name)) {
      reader.change(
        'duplicate',
        `the input ${JSON.stringify(name)} occurs twice: the first counts`,
      );
    } else {
      inputs.set(name, textOf(item['input_value']));
    }
  }
  return [...inputs].map(([input_name, input_value]) => ({ input_name, input_value }));
}

function outputsOf(reader: RowReader, { variantIds }: ScenarioPlace): MappedScenario['outputs'] {
  const outputs = new Map<number, string>();
  for (const item of listIn(reader, 'outputs')) {
    const named = textOf(item['variant_id']);
    const variant = variantIds.indexOf(parseId(named) ?? '');
    if (variant < 0) {
      reader.change(
        'orphan',
        `an output is of ${JSON.stringify(named)}, not a variant of the evaluation`,
      );
    } else if (outputs.has(variant)) {
      reader.change('duplicate', `the variant ${named} has two outputs: the first counts`);
    } else {
      outputs.set(variant, textOf(item['variant_output']));
    }
  }
  return [...outputs].map(([variant, output]) => ({ variant, output }));
}

function listIn(reader: RowReader, column: string): readonly JsonObject[] {
  if (!reader.has(column)) return [];
  const value: JsonValue | undefined = reader.json(column);
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [];
  const objects = items.filter(isJsonObject);
  if (!Array.isArray(value) || objects.length < items.length) {
    reader.change('broken_value', `${reader.shown(column)}, which is not a list of objects`);
  }
  return objects;
}

function voteOf(reader: RowReader, { variantIds }: ScenarioPlace): ImportedVerdict | undefined {
  const read = readVote(DEFAULT_SETTINGS, reader.text('vote').trim(), (text) => {
    const variant = variantIds.indexOf(parseId(text) ?? '');
    return variant < 0 ? undefined : { variant, namedBy: 'variant' };
  });
  if (read === undefined) {
    reader.change('unknown_value', `${reader.shown('vote')}, which is not a vote: not judged`);
    return undefined;
  }
  if (read.outcome === 'withdrawn') return undefined;
  const winner = read.outcome === 'slot' ? read.winner : null;
  return { outcome: read.outcome, winner, score: null };
}

function scoreOf(reader: RowReader, { variantIds }: ScenarioPlace): ImportedVerdict | undefined {
  const text = reader.text('score').trim();
  const read = readScore(DEFAULT_SETTINGS, text, []);
  if ('score' in read && read.score === 'withdrawn') return undefined;
  if ('issue' in read) {
    reader.change('unknown_value', `${reader.shown('score')}, which is not 0 to 100: not judged`);
    return undefined;
  }
  if (variantIds.length > 1 || read.score === 'withdrawn') {
    reader.change('unknown_value', `${reader.shown('score')}: which output it is for is unknown`);
    return undefined;
  }
  return { outcome: null, winner: null, score: read.score };
}
