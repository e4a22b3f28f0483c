import type { Command } from 'commander';
import type { Output } from '../../contract/api.ts';
import type { Assignment } from '../../contract/judging/assignments.ts';
import { CommandFailure, EXIT } from '../exit-codes.ts';
import { plainText } from '../plain-text.ts';
import { type Session, withCommonOptions, withKey } from '../session.ts';
import type { Shell } from '../shell.ts';
import { askJudgement } from './ask-judgement.ts';
import { drawTask } from './draw-task.ts';
import { Keyboard } from './keyboard.ts';

/** `jurybox judge`: judges tasks blind, by keyboard. */
export function addJudge(program: Command, shell: Shell): void {
  withCommonOptions(program.command('judge <evaluation>'))
    .description('judge tasks in the terminal, blind')
    .action(withKey(shell, judge));
}

const CLOSED = 'This evaluation is closed. Its editors can unlock it with "jurybox evals reopen".';

async function judge(session: Session, evaluation_id: string): Promise<void> {
  const brief = await session.client.fetchBrief({ parameters: { evaluation_id } });
  if (!brief.open) throw new CommandFailure(EXIT.refused, CLOSED);
  const keyboard = new Keyboard(session.shell);
  try {
    const judging = new Judging(session, brief, keyboard);
    await judging.run();
    const { judged, skipped } = judging;
    session.show({ evaluation_id, judged, skipped }, () => `Judged ${judged}, skipped ${skipped}.`);
  } finally {
    keyboard.close();
  }
}

/** One session of an annotator. */
class Judging {
  judged = 0;
  skipped = 0;
  readonly #session: Session;
  readonly #brief: Output<'fetchBrief'>;
  readonly #keyboard: Keyboard;
  /**
   * Tasks to show before new ones, last first: after an undo, the undone one and the current one.
   */
  readonly #nextTasks: Assignment[] = [];
  /** Judged tasks, newest last. */
  readonly #judgedIds: string[] = [];

  constructor(session: Session, brief: Output<'fetchBrief'>, keyboard: Keyboard) {
    this.#session = session;
    this.#brief = brief;
    this.#keyboard = keyboard;
  }

  async run(): Promise<void> {
    const { shell } = this.#session;
    for (;;) {
      const task = this.#nextTasks.pop() ?? (await this.#take());
      if (task === undefined) {
        shell.say(
          this.judged === 0
            ? 'Nothing to judge at the moment.'
            : 'No tasks are left for you. Thank you.',
        );
        return;
      }
      shell.say(drawTask(shell, task));
      this.#keyboard.forget();
      if ((await this.#decide(task)) === 'quit') return;
    }
  }

  async #take(): Promise<Assignment | undefined> {
    const { client, shell } = this.#session;
    const { assignments, progress } = await client.takeAssignments({
      parameters: { evaluation_id: this.#brief.evaluation_id },
    });
    const [task] = assignments;
    const total = progress.judged + progress.remaining;
    if (task !== undefined) shell.say(shell.paint('dim', `\n${progress.judged + 1} of ${total}`));
    return task;
  }

  async #decide(task: Assignment): Promise<'go on' | 'quit'> {
    const { client, shell } = this.#session;
    const parameters = { assignment_id: task.id };
    const began = performance.now();
    const decision = await askJudgement({
      shell,
      keyboard: this.#keyboard,
      brief: this.#brief,
      task,
    });
    switch (decision.kind) {
      case 'quit':
        return 'quit';
      case 'skip':
        await client.skipAssignment({ parameters });
        this.skipped += 1;
        return 'go on';
      case 'guidelines':
        shell.say(plainText(this.#brief.guidelines || 'There are no guidelines.'));
        this.#nextTasks.push(task);
        return 'go on';
      case 'flag':
        await client.flagAssignment({ parameters, body: { reason: decision.reason } });
        this.#nextTasks.push(task);
        return 'go on';
      case 'undo':
        this.#nextTasks.push(task);
        await this.#undo();
        return 'go on';
      case 'judgement': {
        const time_taken_ms = Math.min(86_400_000, Math.round(performance.now() - began));
        await client.submitJudgement({
          parameters,
          body: { ...decision.submission, time_taken_ms },
        });
        this.judged += 1;
        this.#judgedIds.push(task.id);
        return 'go on';
      }
    }
  }

  async #undo(): Promise<void> {
    const { client, shell } = this.#session;
    const last = this.#judgedIds.pop();
    if (last === undefined) {
      shell.say('Nothing was judged in this session yet.');
      return;
    }
    const parameters = { assignment_id: last };
    await client.withdrawJudgement({ parameters });
    this.judged -= 1;
    this.#nextTasks.push(await client.fetchAssignment({ parameters }));
  }
}
