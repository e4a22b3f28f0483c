import type { Command } from 'commander';
import { confirm } from '../ask.ts';
import { findApp } from '../references.ts';
import { type Session, withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { details, table } from '../table.ts';
import { APP_OPTION, type OfApp } from '../variants/app-option.ts';
import { wholeNumber } from '../whole-number.ts';
import { addCreateEval } from './create-eval.ts';
import { STATUS_WORDS } from './status-words.ts';
import { addWatchEval } from './watch-eval.ts';

/** `jurybox evals …` */
export function addEvals(program: Command, shell: Shell): void {
  const evals = program
    .command('evals')
    .description('list, create, follow, close and delete human evaluations');
  withCommonOptions(evals.command('list'))
    .description('list the evaluations of an app')
    .option(...APP_OPTION)
    .action(withKey(shell, listEvals));
  withCommonOptions(evals.command('get <evaluation>'))
    .description('show an evaluation and its progress')
    .action(withKey(shell, showEval));
  addCreateEval(evals, shell);
  withCommonOptions(evals.command('generate <evaluation>'))
    .description('generate the missing outputs')
    .action(withKey(shell, generateOutputs));
  withCommonOptions(evals.command('invite <evaluation>'))
    .description('create a link for guests: annotators without an account')
    .option('--guests <number>', 'number of guests who can use it; 1 by default', wholeNumber)
    .option('--days <number>', 'days until it expires; 14 by default', wholeNumber)
    .action(withKey(shell, invite));
  addWatchEval(evals, shell);
  withCommonOptions(evals.command('close <evaluation>'))
    .description('finish and lock an evaluation')
    .action(withKey(shell, closeEval));
  withCommonOptions(evals.command('reopen <evaluation>'))
    .description('unlock a closed evaluation')
    .action(withKey(shell, reopenEval));
  withCommonOptions(evals.command('delete <evaluation>'))
    .description('delete an evaluation with its judgements')
    .option('--yes', 'do not ask')
    .action(withKey(shell, deleteEval));
}

async function listEvals(session: Session, { app }: OfApp): Promise<void> {
  const { app_id } = await findApp(session, app);
  const evaluations = await session.client.listHumanEvaluations({ query: { app_id } });
  session.show(evaluations, () =>
    table(
      session.shell,
      ['variants', 'test set', 'status', 'created', 'id'],
      evaluations.map((evaluation) => [
        evaluation.variant_names.join(', '),
        evaluation.testset_name,
        STATUS_WORDS[evaluation.status],
        evaluation.created_at,
        evaluation.id,
      ]),
    ),
  );
}

async function showEval({ client, shell, show }: Session, evaluation_id: string): Promise<void> {
  const parameters = { evaluation_id };
  const [evaluation, settings, { progress }] = await Promise.all([
    client.fetchHumanEvaluation({ parameters }),
    client.fetchEvaluationSettings({ parameters }),
    client.fetchResults({ parameters, query: { statistics: false } }),
  ]);
  show({ ...evaluation, settings, progress }, () =>
    details(shell, [
      ['evaluation', evaluation.id],
      ['variants', evaluation.variant_names.join(', ')],
      ['test set', `${evaluation.testset_name}, ${settings.scenario_count} scenarios`],
      ['status', settings.locked ? 'closed' : STATUS_WORDS[evaluation.status]],
      [
        'judgements',
        progress === null ? null : `${progress.judgements_have} of ${progress.judgements_wanted}`,
      ],
    ]),
  );
}

async function generateOutputs({ client, show }: Session, evaluation_id: string): Promise<void> {
  const run = await client.startGeneration({ parameters: { evaluation_id } });
  show(run, () => `Started. Follow it with "jurybox evals watch ${evaluation_id}".`);
}

async function invite(
  { client, show }: Session,
  evaluation_id: string,
  { guests, days }: { guests?: number; days?: number },
): Promise<void> {
  const invitation = await client.createAnnotatorInvitation({
    parameters: { evaluation_id },
    body: {
      ...(guests === undefined ? {} : { max_uses: guests }),
      ...(days === undefined ? {} : { expires_in_days: days }),
    },
  });
  show(
    invitation,
    () => `${invitation.url}\nThis link is shown only now and expires at ${invitation.expires_at}.`,
  );
}

async function closeEval({ client, show }: Session, evaluation_id: string): Promise<void> {
  const closed = await client.closeHumanEvaluation({ parameters: { evaluation_id } });
  show(closed, () => `Closed. See "jurybox results ${evaluation_id}".`);
}

async function reopenEval({ client, show }: Session, evaluation_id: string): Promise<void> {
  const opened = await client.reopenHumanEvaluation({ parameters: { evaluation_id } });
  show(opened, () => 'Reopened.');
}

async function deleteEval(
  { client, shell, show }: Session,
  evaluation_id: string,
  options: { yes?: true },
): Promise<void> {
  await client.fetchHumanEvaluation({ parameters: { evaluation_id } });
  await confirm(shell, options, 'Deleting the evaluation with all its judgements');
  await client.deleteHumanEvaluations({ body: { evaluations_ids: [evaluation_id] } });
  show({ evaluation_id }, () => 'Deleted.');
}
