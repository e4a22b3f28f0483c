/** What a run of a test amounted to, which `npm run faults` and `npm run security` print at their end. */
export function figure(guarantee: `G${number}`, text: string): void {
  console.log(`figure ${guarantee}: ${text}`);
}
