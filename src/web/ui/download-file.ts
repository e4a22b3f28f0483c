/** Saves text as a file that is named after a title. */
export function downloadFile(title: string, { text, type, ending }: FileContent): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  const words = title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['jurybox'];
  link.download = `${words.join('-')}.${ending}`;
  link.click();
  URL.revokeObjectURL(address);
}

export interface FileContent {
  readonly text: string;
  readonly type: string;
  readonly ending: string;
}
