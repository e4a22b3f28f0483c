import type { Command } from 'commander';
import { diffParameters, type ParameterChange } from '../../domain/variants/diff-parameters.ts';
import { plainText } from '../plain-text.ts';
import { findVariant } from '../references.ts';
import { type Session, withKey, withoutQuiet } from '../session.ts';
import type { Shell } from '../shell.ts';
import { wholeNumber } from '../whole-number.ts';
import { APP_OPTION, type OfApp } from './app-option.ts';

interface Revisions extends OfApp {
  readonly from?: number;
  readonly to?: number;
}

/** `jurybox variants diff`: two variants, or two revisions of one. */
export function addDiffVariants(variants: Command, shell: Shell): void {
  withoutQuiet(variants.command('diff <variant> [other]'))
    .description('compare two variants, or two revisions of one (the last change by default)')
    .option(...APP_OPTION)
    .option('--from <revision>', 'revision of the first', wholeNumber)
    .option('--to <revision>', 'revision of the second', wholeNumber)
    .action(withKey(shell, diffVariants));
}

async function diffVariants(
  session: Session,
  text: string,
  other: string | undefined,
  { app, from, to }: Revisions,
): Promise<void> {
  const first = await findVariant(session, text, app);
  const second = other === undefined ? first : await findVariant(session, other, app);
  const newer = to ?? second.revision;
  const older = from ?? (other === undefined ? Math.max(1, newer - 1) : first.revision);
  const [left, right] = await Promise.all([
    revisionOf(session, first.variant_id, older),
    revisionOf(session, second.variant_id, newer),
  ]);
  const changes = diffParameters(left, right);
  session.show(changes, () =>
    [
      session.shell.paint('red', `--- ${first.variant_name} revision ${older}`),
      session.shell.paint('green', `+++ ${second.variant_name} revision ${newer}`),
      ...(changes.length === 0 ? ['No differences.'] : changes.flatMap(linesOf(session.shell))),
    ].join('\n'),
  );
}

async function revisionOf({ client }: Session, variant_id: string, revision_number: number) {
  const parameters = { variant_id, revision_number };
  return (await client.fetchVariantRevision({ parameters })).config.parameters;
}

/** Texts line by line, since prompts have many lines; other values as JSON. */
function linesOf({ paint }: Shell): (change: ParameterChange) => string[] {
  const lines = (sign: '-' | '+', value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    const style = sign === '-' ? 'red' : 'green';
    return plainText(text)
      .split('\n')
      .map((line) => paint(style, `${sign} ${line}`));
  };
  return (change) => [
    paint('bold', plainText(change.path)),
    ...('old' in change ? lines('-', change.old) : []),
    ...('value' in change ? lines('+', change.value) : []),
  ];
}
