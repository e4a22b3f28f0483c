/** Whether a file is a spreadsheet workbook and not text; newer workbooks are ZIP archives. */
export function isWorkbook(fileName: string, start: string): boolean {
  return WORKBOOK_NAME.test(fileName) || start.startsWith(ZIP_MARK);
}

export const WORKBOOK_SENTENCE =
  'This is a workbook of a spreadsheet program. Save the sheet as CSV there, and choose that file.';

const WORKBOOK_NAME = /\.(xlsx?|xlsm|ods|numbers)$/i;
const ZIP_MARK = 'PK\u0003\u0004';
