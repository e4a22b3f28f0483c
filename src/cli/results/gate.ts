import type { Command } from 'commander';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { pick } from '../references.ts';
import { type Session, withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { wholeNumber } from '../whole-number.ts';
import { type Finding, judgeRules } from './gate-rules.ts';
import { cautionLines, loadResults } from './load-results.ts';

interface GateOptions {
  readonly settled?: true;
  readonly winner?: string;
  readonly notWorse?: string;
  readonly minJudgements?: number;
  readonly minAnnotators?: number;
}

/** `jurybox gate`: fails a pipeline unless the results meet the rules. */
export function addGate(program: Command, shell: Shell): void {
  withCommonOptions(program.command('gate <evaluation>'))
    .description('exit with 0 only if the results meet every rule')
    .option('--settled', 'the verdict is settled')
    .option('--winner <variant>', 'it is better than every other variant')
    .option(
      '--not-worse <variant>',
      'no other variant is better than it by a difference that matters',
    )
    .option('--min-judgements <number>', 'at least this many judgements count', wholeNumber)
    .option(
      '--min-annotators <number>',
      'judgements come from at least this many annotators',
      wholeNumber,
    )
    .action(withKey(shell, gate));
}

async function gate(session: Session, evaluation_id: string, options: GateOptions): Promise<void> {
  const { evaluation, statistics, names, sentences } = await loadResults(session, evaluation_id);
  const variants = evaluation.variant_ids.map((id, place) => ({
    id,
    names: namesOf(evaluation.variant_names[place] ?? id),
  }));
  const variantOf = (text: string | undefined) =>
    text === undefined ? {} : { id: pick('variant', text, variants).id };
  const findings = judgeRules(statistics, {
    requiresSettled: options.settled === true,
    winner: variantOf(options.winner).id,
    notWorse: variantOf(options.notWorse).id,
    minJudgements: options.minJudgements,
    minAnnotators: options.minAnnotators,
    variants: evaluation.variant_ids,
    names,
  });
  if (findings.length === 0) {
    throw new CommandFailure(
      EXIT.usage,
      'Name a rule: --settled, --winner, --not-worse, --min-judgements or --min-annotators.',
    );
  }
  const isMet = findings.every(({ state }) => state === 'met');
  const { headline, cautions } = sentences;
  const { shell } = session;
  session.show({ met: isMet, headline, cautions, rules: findings }, () =>
    [headline, ...cautionLines(shell, cautions), ...findings.map(lineOf(shell))].join('\n'),
  );
  if (!isMet) throw failureOf(findings);
}

/** `chat.concise` can also be named by its config name, `concise`. */
function namesOf(name: string): string[] {
  return [name, name.slice(name.indexOf('.') + 1)];
}

const SIGNS = { met: '✓', not_met: '✗', open: '?' } as const;
const COLOURS = { met: 'green', not_met: 'red', open: 'yellow' } as const;

function lineOf({ paint }: Shell): (finding: Finding) => string {
  return ({ rule, state, reason }) => paint(COLOURS[state], `${SIGNS[state]} ${rule}: ${reason}`);
}

function failureOf(findings: readonly Finding[]): CommandFailure {
  return findings.some(({ state }) => state === 'not_met')
    ? new CommandFailure(EXIT.ruleNotMet, 'The results do not meet the rules.')
    : new CommandFailure(EXIT.notSettled, 'Not settled yet: get more judgements.');
}
