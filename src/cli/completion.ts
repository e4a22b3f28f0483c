import { Argument, type Command } from 'commander';
import type { Shell } from './shell.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** `jurybox completion SHELL`: prints a script for the shell's startup file. */
export function addCompletion(program: Command, shell: Shell): void {
  program
    .command('completion')
    .description('print a completion script')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText('after', '\nFor bash: source <(jurybox completion bash)')
    .action((name: (typeof SHELLS)[number]) => shell.print(SCRIPTS[name](wordsOf(program))));
}

interface Words {
  readonly path: string;
  readonly words: readonly string[];
}

/** What may follow each command: its subcommands, the choices of its arguments and its options. */
function wordsOf(command: Command, path = ''): Words[] {
  const children = command.commands.map((child) => child.name());
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const options = command.options.flatMap(({ long }) => (long ? [long] : []));
  return [
    { path, words: [...children, ...choices, ...options, '--help'] },
    ...command.commands.flatMap((child) => wordsOf(child, `${path} ${child.name()}`.trim())),
  ];
}

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], (all: readonly Words[]) => string>> = {
  bash: (all) => `_jurybox() {
  local path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] && break
    path="\${path:+$path }$word"
  done
  while :; do
    case "$path" in
${casesOf(all, (words) => `COMPREPLY=($(compgen -W "${words.join(' ')}" -- "\${COMP_WORDS[COMP_CWORD]}")); return`)}
    esac
    [[ $path == *" "* ]] && path="\${path% *}" || path=""
  done
}
complete -o default -F _jurybox jurybox`,
  zsh: (all) => `#compdef jurybox
_jurybox() {
  local at="" word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ $word == -* ]] && break
    at="\${at:+$at }$word"
  done
  while :; do
    case "$at" in
${casesOf(all, (words) => `compadd -- ${words.join(' ')}; _files; return`)}
    esac
    [[ $at == *" "* ]] && at="\${at% *}" || at=""
  done
}
(( $+functions[compdef] )) && compdef _jurybox jurybox`,
  fish: (all) =>
    all
      .map(({ path, words }) => {
        const condition =
          path === ''
            ? '__fish_use_subcommand'
            : path
                .split(' ')
                .map((word) => `__fish_seen_subcommand_from ${word}`)
                .join('; and ');
        return `complete -c jurybox -n '${condition}' -a '${words.join(' ')}'`;
      })
      .join('\n'),
};

function casesOf(all: readonly Words[], act: (words: readonly string[]) => string): string {
  return all.map(({ path, words }) => `      "${path}") ${act(words)} ;;`).join('\n');
}
