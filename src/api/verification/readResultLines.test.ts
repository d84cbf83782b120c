import { describe, expect, test } from 'vitest';
import { verificationCategories } from '#model/index.ts';
import { idsOfCells } from '../csv/idsOfCells.ts';
import { readResultLines, type ResultBounds } from './readResultLines.ts';

const none = idsOfCells([]);
const named = idsOfCells([
  { id: 7, name: 'News' },
  { id: 8, name: 'Twin' },
  { id: 9, name: 'twin' },
]);
const bounds: ResultBounds = {
  from: '2026-01-01',
  to: '2026-11-21',
  idOf: { channel: named, tag: none, subpublisher: none, advertiser: none },
};
const columns = {
  day: 'Day',
  category: 'Category',
  imps: 'Imps',
  channel: 'Channel',
  site: 'Site',
  country: 'Country',
};

function read(...lines: string[]) {
  return readResultLines(['Day;Channel;Site;Country;Category;Imps', ...lines].join('\r\n'), columns, bounds);
}

describe('lines of a vendor’s report', () => {
  test('categories are recognized by id and by name, in any spelling', () => {
    for (const [id, { label }] of Object.entries(verificationCategories)) {
      for (const cell of [id, label, label.toUpperCase(), label.replaceAll(' ', '_')]) {
        expect(read(`2026-11-02;;;;${cell};1`).lines).toMatchObject([{ category: id }]);
      }
    }
  });

  test('lines about the same are added up; names, URLs and countries are normalized as in facts', () => {
    const { lines, faults, count } = read(
      '20261102;News;https://www.Site.example:8443/a;Germany;valid;"1,000"',
      '2026-11-02;7;site.example;de;Valid;5',
    );
    expect(faults).toEqual([]);
    expect(count).toBe(2);
    expect(lines).toEqual([
      {
        day: '2026-11-02',
        hour: null,
        category: 'valid',
        channel: 7,
        tag: 0,
        subpublisher: 0,
        advertiser: 0,
        environment: '',
        country: 'DE',
        device: '',
        os: '',
        site: 'site.example',
        app: '',
        publisher: '',
        found: 1005,
        viewable: 0,
        viewabilityReported: 0,
      },
    ]);
  });

  test('midnight stands for the day, unless the file has other hours', () => {
    const hours = (...cells: string[]) =>
      read(...cells.map((cell) => `${cell};;;;valid;1`)).lines.map(({ hour }) => hour);
    expect(hours('2026-11-02 00:00:00', '2026-11-03')).toEqual([null, null]);
    expect(hours('2026-11-02T00:00:00Z', '2026-11-02 17:00 UTC', '2026-11-03')).toEqual([0, 17, null]);
  });

  test('a time within an hour, in another zone, or that does not exist is invalid', () => {
    for (const cell of ['2026-11-02 17:30', '2026-11-02 17:00+02:00', '2026-02-30', '2026-11-02 24:00', '2/11/2026']) {
      expect(read(`${cell};;;;valid;1`).faults).toMatchObject([{ code: 'bad_day', path: 'lines.2.day' }]);
    }
  });

  test('an ambiguous name has to be an id', () => {
    expect(read('2026-11-02;TWIN;;;valid;1').faults).toMatchObject([{ code: 'ambiguous', path: 'lines.2.channel' }]);
    expect(read('2026-11-02;9;;;valid;1').lines).toMatchObject([{ channel: 9 }]);
  });
});
