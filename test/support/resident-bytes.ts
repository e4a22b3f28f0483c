import { existsSync, readFileSync } from 'node:fs';

/** The memory of a process, now (VmRSS) or at its peak (VmHWM); known on Linux only. */
export function residentBytes(
  { pid }: { readonly pid: number },
  field: 'VmRSS' | 'VmHWM',
): number | undefined {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return undefined;
  const [, kibibytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(path, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}
