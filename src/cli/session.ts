import type { Command } from 'commander';
import { type Client, type ClientOptions, createClient } from '../client/client.ts';
import { withoutApi } from '../client/send.ts';
import { checkKey } from './check-key.ts';
import { CommandFailure, EXIT } from './exit-codes.ts';
import { readSettings, type Settings } from './settings-file.ts';
import type { Shell } from './shell.ts';

const DEFAULT_SERVER = 'http://127.0.0.1:4600';

/** A server that computes results for longer than this is not going to answer. */
const TIMEOUT_MS = 120_000;

/** One command at work: the server it talks to, and how its answer is shown. */
export interface Session {
  readonly shell: Shell;
  readonly client: Client;
  /** For streams, which have no time limit. */
  readonly connection: ClientOptions;
  /** Prints the answer: as JSON when asked to, otherwise for people. */
  readonly show: (value: unknown, human: () => string) => void;
}

interface GlobalOptions {
  readonly server?: string;
  readonly json?: true;
  readonly quiet?: true;
}

/** The options of every command whose answer has ids. */
export function withCommonOptions(command: Command): Command {
  return withoutQuiet(command).option('-q, --quiet', 'print ids only, one a line');
}

export function withoutQuiet(command: Command): Command {
  return command
    .option('--server <url>', 'server to talk to (JURYBOX_URL, or that of the last login)')
    .option('--json', 'print JSON instead of text');
}

/** Makes an action of the parser from one that talks to a server with the caller's key. */
export function withKey<Arguments extends readonly unknown[]>(
  shell: Shell,
  act: (session: Session, ...given: Arguments) => Promise<void>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    // The parser gives what the command declares, then the command itself.
    const command = given.at(-1) as Command;
    const options: GlobalOptions = command.opts();
    await act(openSession(shell, options), ...(given as unknown as Arguments));
  };
}

function openSession(shell: Shell, options: GlobalOptions): Session {
  const settings = readSettings(shell);
  const server = serverOf(shell, options, settings);
  const apiKey = shell.environment['JURYBOX_API_KEY'] || settings.keys[server];
  if (apiKey === undefined) {
    throw new CommandFailure(
      EXIT.noKey,
      `There is no key for ${server}. Run "jurybox login --server ${server}", or set JURYBOX_API_KEY.`,
    );
  }
  const connection = { baseUrl: server, apiKey: checkKey(apiKey), timeoutMs: TIMEOUT_MS };
  return {
    shell,
    client: createClient(connection),
    connection,
    show: (value, human) => {
      if (options.json === true) shell.print(JSON.stringify(value, null, 2));
      else if (options.quiet !== true) shell.print(human());
      else for (const id of [value].flat().flatMap(idsIn)) shell.print(id);
    },
  };
}

/** Where an answer names what it is about: its own id before those of what it belongs to. */
const OWN_ID = ['id', 'evaluation_id', 'variant_id', 'base_id', 'testset_id', 'app_id'] as const;

function idsIn(value: unknown): string[] {
  const members: Readonly<Record<string, unknown>> = { ...Object(value) };
  const id = OWN_ID.map((name) => members[name]).find((found) => typeof found === 'string');
  return id === undefined ? [] : [`${id}`];
}

/** Flag, variable, last login, in this order. */
export function serverOf(shell: Shell, { server }: GlobalOptions, settings: Settings): string {
  return normalize(
    server ?? (shell.environment['JURYBOX_URL'] || settings.server || DEFAULT_SERVER),
  );
}

/** One spelling for each server, since keys are kept by it. */
function normalize(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CommandFailure(
      EXIT.usage,
      `"${text}" is no address of a server. Write it as https://jurybox.example.`,
    );
  }
  return withoutApi(`${url.origin}${url.pathname}`);
}
