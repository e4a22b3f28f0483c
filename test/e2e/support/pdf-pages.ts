import { inflateSync } from 'node:zlib';

/** A page of a PDF as Chromium writes it: its size in points, and how much text it shows. */
export interface PdfPage {
  readonly width: number;
  readonly height: number;
  /** The number of operators that show text. */
  readonly texts: number;
}

/** Reads only what the tests need: objects are plain, their streams are deflated. */
export function pdfPages(file: Buffer): readonly PdfPage[] {
  const text = file.toString('latin1');
  const objects = new Map(
    [...text.matchAll(/(\d+) 0 obj\b([\s\S]*?)endobj/g)].map(([, id = '', body = '']) => [
      id,
      body,
    ]),
  );
  return [...objects.values()]
    .filter((body) => /\/Type\s*\/Page\b(?!s)/.test(body))
    .map((body) => {
      const [, , , width = '', height = ''] =
        body.match(/\/MediaBox\s*\[\s*(\S+)\s+(\S+)\s+(\S+)\s+(\S+?)\s*\]/) ?? [];
      const contents = body.match(/\/Contents\s+(\d+) 0 R/)?.[1] ?? '';
      const content = streamOf(objects.get(contents) ?? '');
      return {
        width: Number(width),
        height: Number(height),
        texts: content.match(/\bT[jJ]\b/g)?.length ?? 0,
      };
    });
}

function streamOf(body: string): string {
  // The last byte before the end of the line may be a carriage return of the stream itself.
  const stream = body.match(/stream\r?\n([\s\S]*?)\nendstream/)?.[1];
  if (stream === undefined) return '';
  return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
}
