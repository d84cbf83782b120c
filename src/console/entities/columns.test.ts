import { describe, expect, test } from 'vitest';
import { channel, tag } from '#model/index.ts';
import { columnsOf, shownColumns, toggledColumns } from './columns.ts';

const columns = columnsOf(tag);
const namesOf = (list: readonly { name: string }[]) => list.map((column) => column.name);

describe('columns of a list', () => {
  test('start with status and name, and end with the times', () => {
    expect(namesOf(columns).slice(0, 3)).toEqual(['status', 'name', 'id']);
    expect(namesOf(columns).slice(-2)).toEqual(['updatedAt', 'createdAt']);
  });

  test('leave out what the definition keeps off lists', () => {
    expect(namesOf(columns)).not.toContain('vastXml');
  });

  test('show at first what the definition does not call optional', () => {
    const names = namesOf(shownColumns(columnsOf(channel), undefined));
    expect(names).toContain('environment');
    expect(names).not.toContain('timeoutMs');
    expect(names).not.toContain('uid');
  });

  test('can be chosen, the name cannot be hidden', () => {
    expect(namesOf(shownColumns(columns, 'rate,uid'))).toEqual(['name', 'uid', 'rate']);
  });

  test('unknown names in the address fall back to those shown at first', () => {
    expect(shownColumns(columns, 'colour')).toEqual(shownColumns(columns, undefined));
  });

  test('toggling twice is no choice at all', () => {
    const once = toggledColumns(columns, undefined, 'uid');
    expect(once?.split(',')).toContain('uid');
    expect(toggledColumns(columns, once, 'uid')).toBeUndefined();
  });
});
