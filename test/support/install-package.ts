import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Test files that run at the same time wait for each other here: apt-get itself would give up. */
const LOCK = '/var/lock/jurybox-tests.lock';

/** Installs a package that tests need, as root on Debian; elsewhere does nothing. */
export function installPackage(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${name} for the tests.`);
  const aptGet = (...args: string[]) =>
    spawnSync('flock', [LOCK, 'apt-get', '-q', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      stdio: 'inherit',
      // Keeps packages from starting their services.
      env: { ...process.env, RUNLEVEL: '1' },
    });
  const install = () => aptGet('install', '-y', '--no-install-recommends', name);
  // A fresh machine has no package lists, and outdated ones name files that are gone.
  if (install().status === 0) return;
  aptGet('update');
  install();
}
