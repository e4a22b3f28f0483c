import { closeSync, fsyncSync, openSync } from 'node:fs';

/** A new file survives a power cut only once the folder that names it has reached the disk. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
