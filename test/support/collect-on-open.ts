import { Buffer } from 'node:buffer';

/** For NODE_OPTIONS: collects garbage whenever a file is opened, as may happen at any time. */
export const COLLECT_ON_OPEN = `--import=data:text/javascript;base64,${Buffer.from(`
  import fs from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  import { setImmediate } from 'node:timers/promises';
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const { open } = fs;
  fs.open = async (...args) => {
    for (let round = 0; round < 3; round += 1) {
      collect();
      await setImmediate();
    }
    return open(...args);
  };
  syncBuiltinESMExports();
`).toString('base64')}`;
