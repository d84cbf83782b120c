import { describe, expect, test } from 'vitest';
import { buildViewer } from '#tests/support/reports/buildViewer.ts';
import { columnsOf, csvName, normalizeReport, reportCsv, type ReportRequest, type ReportRow } from '#reports/index.ts';
import { areasOf, barsOf, linesOf } from './result/reportChart.ts';
import { sortRows } from './result/sortRows.ts';

function buildRequest(dimensions: string[], metrics: string[]): ReportRequest {
  const normalized = normalizeReport(
    { startDate: '2026-11-19', endDate: '2026-11-21', offset: -5, dimensions, metrics },
    buildViewer(),
  );
  if (!normalized.ok) throw new Error(JSON.stringify(normalized.faults));
  return normalized.request;
}

const rows: ReportRow[] = [
  { day: '2026-11-19', channel: 2, channel_name: 'b “quoted", with comma', rev: '10.5', fill: 0.25 },
  { day: '2026-11-21', channel: 2, channel_name: 'b “quoted", with comma', rev: '9.123456789', fill: null },
  { day: '2026-11-19', channel: 10, channel_name: '=HYPERLINK("x")', rev: '-2.00', fill: 0.5 },
  { day: '2026-11-20', channel: 0, channel_name: null, rev: '0.00', fill: null },
];
const totals: ReportRow = { day: null, channel: null, channel_name: null, rev: '17.623456789', fill: 0.3 };
const request = buildRequest(['day', 'channel'], ['rev', 'fill']);
const columns = columnsOf(request, buildViewer());

describe('the export', () => {
  test('has exact values, IDs beside names, totals, and the time zone', () => {
    expect(reportCsv(request, columns, rows, totals).split('\r\n')).toEqual([
      'Day (UTC−5),Channel ID,Channel,Revenue (USD),Fill',
      '2026-11-19,2,"b “quoted"", with comma",10.5,0.25',
      '2026-11-21,2,"b “quoted"", with comma",9.123456789,',
      `2026-11-19,10,"'=HYPERLINK(""x"")",-2.00,0.5`,
      '2026-11-20,0,No channel (DSP),0.00,',
      'Totals,,,17.623456789,0.3',
      'Date range: 2026-11-19 to 2026-11-21; UTC−5',
      '',
    ]);
    expect(csvName(request)).toBe('report-2026-11-19-2026-11-21.csv');
    expect(csvName({ ...request, traffic: 'test' })).toBe('test-report-2026-11-19-2026-11-21.csv');
  });
});

describe('the order of rows', () => {
  const order = (key: string, dir: 'asc' | 'desc') => sortRows(rows, columns, { key, dir }).map((row) => row['rev']);

  test('uses natural order for names and amounts for money, with unknown rates last in both directions', () => {
    expect(order('rev', 'desc')).toEqual(['10.5', '9.123456789', '0.00', '-2.00']);
    expect(order('fill', 'asc')).toEqual(['10.5', '-2.00', '9.123456789', '0.00']);
    expect(order('fill', 'desc')).toEqual(['-2.00', '10.5', '9.123456789', '0.00']);
    expect(order('channel', 'asc').at(-1)).toBe('0.00');
  });
});

describe('the chart', () => {
  const metricOf = (key: string) => {
    const column = columns.find((each) => each.key === key);
    if (column?.type !== 'metric') throw new Error('no metric');
    return column.metric;
  };

  const sourceOf = (key: string, more: object = {}) => ({
    request,
    columns,
    rows,
    metric: metricOf(key),
    now: '2026-11-21 13:20',
    top: 8,
    isCompared: false,
    ...more,
  });

  test('draws a line per channel over every day, with gaps as zero and the current day as partial', () => {
    const chart = linesOf(sourceOf('rev'));
    expect(chart.labels).toEqual(['2026-11-19', '2026-11-20', '2026-11-21']);
    expect(chart.series[0]).toEqual({
      name: 'b “quoted", with comma',
      values: [10.5, 0, 9.123456789],
      partialAt: 2,
    });
    expect(chart.series).toHaveLength(3);
  });

  test('a rate without a divisor is a gap', () => {
    const chart = linesOf(sourceOf('fill'));
    expect(chart.series.find(({ name }) => name.startsWith('b'))?.values).toEqual([0.25, null, null]);
  });

  test('future days are not drawn', () => {
    const chart = linesOf(sourceOf('rev', { rows: rows.slice(0, 1), now: '2026-11-20 01:00' }));
    expect(chart.labels).toEqual(['2026-11-19', '2026-11-20']);
  });

  test('only the largest lines are shown individually; stacked areas add one for all others', () => {
    expect(linesOf(sourceOf('rev', { top: 1 }))).toMatchObject({
      isCut: true,
      series: [{ values: [10.5, 0, 9.123456789] }],
    });
    const areas = areasOf(sourceOf('rev', { top: 1 }));
    expect(areas.isStacked).toBe(true);
    expect(areas.series.map(({ name, values }) => [name, values])).toEqual([
      ['b “quoted", with comma', [10.5, 0, 9.123456789]],
      ['Others (2)', [-2, 0, 0]],
    ]);
  });

  test('a compared line has its previous values beside it', () => {
    const plain = buildRequest(['day'], ['rev']);
    const chart = linesOf({
      ...sourceOf('rev', { isCompared: true }),
      request: plain,
      columns: columnsOf(plain, buildViewer()),
      rows: [{ day: '2026-11-19', rev: '2.00', 'rev.before': '1.00', 'rev.change': 1 }],
    });
    expect(chart.series).toEqual([
      { name: 'Revenue', values: [2, 0, 0], partialAt: 2 },
      { name: 'Revenue, previous', values: [1, 0, 0], isReference: true },
    ]);
  });

  test('without a time dimension the largest rows are bars', () => {
    const plain = buildRequest(['channel'], ['rev']);
    const chart = barsOf(sourceOf('rev', { request: plain, columns: columnsOf(plain, buildViewer()) }));
    expect(chart.kind).toBe('bars');
    expect(chart.series[0]?.values).toEqual([10.5, 9.123456789, -2]);
  });
});
