import { expect, test } from 'vitest';
import { resultColumns as readable } from '#api/verification/resultColumns.ts';
import { guessResultColumns, resultColumns } from './resultColumns.ts';

test('every column that the server reads can be selected, once', () => {
  expect(resultColumns.map(({ key }) => key).toSorted()).toEqual([...readable].toSorted());
});

test('headings of common reports are recognized, each once', () => {
  const headings = ['Date', 'IVT category', 'Viewable impressions', 'Impressions', 'pub_id', 'Publisher', 'App bundle'];
  expect(guessResultColumns(headings)).toMatchObject({
    day: 'Date',
    category: 'IVT category',
    viewable: 'Viewable impressions',
    imps: 'Impressions',
    publisher: 'pub_id',
    subpublisher: 'Publisher',
    app: 'App bundle',
    channel: '',
  });
  expect(guessResultColumns(['x', 'y'])).toMatchObject({ day: '', category: '', imps: '' });
});
