import { readXlsx } from 'hucre/xlsx';
import readXlsxFile from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { columnsOf, normalizeReport, planReport, type ReportRow } from '#reports/index.ts';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { xlsxFile } from './xlsxFile.ts';

const viewer = buildViewer();

async function write(rows: ReportRow[], rowsPerSheet: number): Promise<Buffer> {
  const question = { startDate: '2026-11-01', endDate: '2026-11-30', dimensions: ['day', 'site'], metrics: ['rev'] };
  const normalized = normalizeReport(question, viewer);
  const planned = normalized.ok ? planReport(normalized.request, viewer) : normalized;
  if (!planned.ok) throw new Error(JSON.stringify(planned.faults));
  const { plan } = planned;
  async function* batches() {
    yield rows;
  }
  const columns = columnsOf(plan.request, viewer);
  const ending = () => ({ totals: { day: null, site: null, rev: '10.50' }, isCut: false });
  const parts: Uint8Array[] = [];
  const stream = { plan, columns, batches: batches(), ending };
  for await (const part of xlsxFile(
    stream,
    () => ['Report: Sites'],
    () => undefined,
    rowsPerSheet,
  ))
    parts.push(part);
  return Buffer.concat(parts);
}

const row = (day: number): ReportRow => ({ day: `2026-11-0${day}`, site: '=SUM(A1)', rev: '1.000000001' });

test('rows that exceed one sheet continue on the next, under the same headings', async () => {
  const sheets = await readXlsxFile(await write([row(1), row(2), row(3), row(4)], 3));
  const head = ['Day (UTC)', 'Site', 'Revenue (USD)'];
  const cells = (day: number) => [new Date(`2026-11-0${day}T00:00:00Z`), '=SUM(A1)', 1.000000001];
  expect(sheets.map(({ data }) => data)).toEqual([
    [head, cells(1), cells(2)],
    [head, cells(3), cells(4)],
    [head, ['Totals', null, 10.5], ['Report: Sites', null, null]],
  ]);
});

test('the headings stay in view', async () => {
  const { sheets } = await readXlsx(await write([row(1)], 100));
  expect(sheets[0]?.freezePane).toMatchObject({ rows: 1 });
});
