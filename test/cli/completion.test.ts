import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { installPackage } from '../support/install-package.ts';
import { runCommand } from '../support/run-command.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** How to ask each shell for completions of the words, with our script loaded. */
const ASK = {
  bash: (words: readonly string[]) =>
    `source ./script; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _jurybox; echo "\${COMPREPLY[*]}"`,
  // zsh adds completions only to a line that is being edited: this prints them instead.
  zsh: (words: readonly string[]) =>
    `compadd() { shift; print -r -- \${(M)@:#$words[CURRENT]*} }; _files() { }; source ./script; words=(${words.join(' ')}); CURRENT=${words.length}; _jurybox`,
  fish: (words: readonly string[]) => `source ./script; complete -C '${words.join(' ')}'`,
} as const;

const STARTS = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] } as const;

describe('jurybox completion', () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    test(`offers commands, options and choices in ${shell}`, async () => {
      if (spawnSync(shell, ['--version']).error !== undefined) installPackage(shell);
      const directory = temporaryDirectory();
      const { stdout } = await runCommand(['completion', shell]);
      writeFileSync(join(directory, 'script'), stdout);
      const ask = (...words: string[]) => {
        const result = spawnSync(shell, [...STARTS[shell], '-c', ASK[shell](words)], {
          cwd: directory,
          env: { PATH: process.env['PATH'], HOME: directory },
          encoding: 'utf8',
        });
        assert.equal(
          result.error,
          undefined,
          `Install ${shell} (Debian: apt-get install ${shell}).`,
        );
        assert.equal(result.stderr, '');
        return result.stdout.trim();
      };
      assert.equal(ask('jurybox', 'var'), 'variants');
      assert.equal(ask('jurybox', 'variants', 'di'), 'diff');
      assert.equal(ask('jurybox', 'variants', 'diff', 'concise', '--fr'), '--from');
      assert.equal(ask('jurybox', 'export', 'judge'), 'judgements');
    });
  }
});
