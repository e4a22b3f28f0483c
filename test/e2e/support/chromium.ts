import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { installPackage } from '../../support/install-package.ts';

const PLACES = [
  // Lacks the parts that only a window needs: a quarter less processor time for all browser tests.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The machine's own Chromium. Without one the tests fail: they are never skipped. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: [
      // Pages of one context share a process, which has compiled the web UI once.
      '--process-per-site',
      // Chromium's sandbox does not run as root, which containers often use.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}

function findChromium(): string {
  const configured = process.env['CHROMIUM'];
  const path = configured ?? PLACES.find((place) => existsSync(place)) ?? installChromium();
  if (path !== undefined) return path;
  throw new Error(
    'The browser tests need Chromium or Chrome. Install it (on Debian: apt-get install chromium-headless-shell), or name it in CHROMIUM.',
  );
}

function installChromium(): string | undefined {
  installPackage('chromium-headless-shell');
  return PLACES.find((path) => existsSync(path));
}
