import type { Command } from 'commander';
import { type Client, type ClientOptions, createClient } from '../client/client.ts';
import { checkKey } from './check-key.ts';
import { CommandFailure, EXIT } from './exit-codes.ts';
import { readSettings, type Settings } from './settings-file.ts';
import type { Shell } from './shell.ts';

const DEFAULT_SERVER = 'http://127.0.0.1:4600';

/** Longer than the server takes for any result. */
const TIMEOUT_MS = 120_000;

/** What a command needs: its server, and how to show the answer. */
export interface Session {
  readonly shell: Shell;
  readonly client: Client;
  /** For streams, which have no time limit. */
  readonly connection: ClientOptions;
  /** Prints the answer: as JSON with --json, as ids with -q, otherwise for people. */
  readonly show: (value: unknown, human: () => string) => void;
}

interface GlobalOptions {
  readonly server?: string;
  readonly json?: true;
  readonly quiet?: true;
}

/** The options of every command whose answer has ids. */
export function withCommonOptions(command: Command): Command {
  return withoutQuiet(command).option('-q, --quiet', 'print ids only, one per line');
}

export function withoutQuiet(command: Command): Command {
  return command
    .option('--server <url>', 'server to talk to (JURYBOX_URL, or that of the last login)')
    .option('--json', 'print JSON instead of text');
}

/** Wraps a command that calls the server with the user's key as an action of the parser. */
export function withKey<Arguments extends readonly unknown[]>(
  shell: Shell,
  act: (session: Session, ...args: Arguments) => Promise<void>,
): (...args: unknown[]) => Promise<void> {
  return async (...args) => {
    // The parser passes the declared arguments, then the command itself.
    const command = args.at(-1) as Command;
    const options: GlobalOptions = command.opts();
    await act(openSession(shell, options), ...(args as unknown as Arguments));
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

/** Members that may hold an answer's own id, before those of the objects it belongs to. */
const OWN_ID = ['id', 'evaluation_id', 'variant_id', 'base_id', 'testset_id', 'app_id'] as const;

function idsIn(value: unknown): string[] {
  const members: Readonly<Record<string, unknown>> = { ...Object(value) };
  const id = OWN_ID.map((name) => members[name]).find((found) => typeof found === 'string');
  return id === undefined ? [] : [`${id}`];
}

/** The server of the flag, the variable or the last login, in this order. */
export function serverOf(shell: Shell, { server }: GlobalOptions, settings: Settings): string {
  return normalize(
    server ?? (shell.environment['JURYBOX_URL'] || settings.server || DEFAULT_SERVER),
  );
}

/** One spelling per server, since keys are stored by it; links to its pages are accepted too. */
function normalize(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CommandFailure(
      EXIT.usage,
      `"${text}" is not the address of a server. Write it as https://jurybox.example.`,
    );
  }
  return url.origin;
}
