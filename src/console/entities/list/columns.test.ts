import { describe, expect, test } from 'vitest';
import { channel, deal, supplier, tag } from '#model/index.ts';
import { figureExtent, toggledColumns, withFigures } from './columnChoice.ts';
import { columnsOf, shownColumns } from './columns.ts';

const columns = columnsOf(tag);
const namesOf = (list: readonly { name: string }[]) => list.map((column) => column.name);

describe('columns of a list', () => {
  test('start with status and name, and end with the times', () => {
    expect(namesOf(columns).slice(0, 3)).toEqual(['status', 'name', 'id']);
    expect(namesOf(columns).slice(-2)).toEqual(['updatedAt', 'createdAt']);
  });

  test('show what a row earns right after its name', () => {
    const firstOf = (entity: Parameters<typeof columnsOf>[0]) =>
      namesOf(shownColumns(columnsOf(entity), undefined)).slice(0, 5);
    expect(firstOf(tag)).toEqual(['status', 'name', 'rev', 'fill', 'ecpm']);
    expect(firstOf(channel)).toEqual(['status', 'name', 'rev', 'fill', 'ecpm']);
    expect(firstOf(supplier)).toEqual(['status', 'name', 'rev', 'win_rate', 'ecpm']);
  });

  test('leave out fields that the definition hides from lists', () => {
    expect(namesOf(columns)).not.toContain('vastXml');
  });

  test('show all fields by default that the definition does not call optional', () => {
    const names = namesOf(shownColumns(columnsOf(channel), undefined));
    expect(names).toContain('environment');
    expect(names).not.toContain('timeoutMs');
    expect(names).not.toContain('uid');
  });

  test('can be chosen, but the name cannot be hidden', () => {
    expect(namesOf(shownColumns(columns, 'rate,uid'))).toEqual(['name', 'uid', 'rate']);
  });

  test('can be chosen by the names that addresses of the previous release have', () => {
    expect(namesOf(shownColumns(columnsOf(supplier), 'tellsWins'))).toEqual(['name', 'sendsWinNotices']);
    expect(namesOf(shownColumns(columnsOf(deal), 'seen,dealId'))).toEqual(['name', 'offers', 'dealId']);
  });

  test('unknown names in the address fall back to the default', () => {
    expect(shownColumns(columns, 'colour')).toEqual(shownColumns(columns, undefined));
  });

  test('toggling twice restores the default', () => {
    const once = toggledColumns(columns, undefined, 'uid');
    expect(once?.split(',')).toContain('uid');
    expect(toggledColumns(columns, once, 'uid')).toBeUndefined();
  });

  test('show few figures by default and all on request, without changing the other columns', () => {
    expect(figureExtent(columns, undefined)).toBe('lite');
    const full = withFigures(columns, undefined, 'full');
    expect(figureExtent(columns, full)).toBe('full');
    expect(full?.split(',')).toEqual(expect.arrayContaining(['reqs', 'fill', 'profit', 'margin', 'rate']));
    expect(withFigures(columns, full, 'lite')).toBeUndefined();
    expect(figureExtent(columns, 'name,reqs')).toBeUndefined();
    expect(namesOf(shownColumns(columns, withFigures(columns, 'name,uid', 'lite')))).toEqual([
      'name',
      'rev',
      'fill',
      'ecpm',
      'reqs',
      'imps',
      'uid',
    ]);
  });
});
