import { describe, expect, test } from 'vitest';
import { guardCell, unguardCell } from './csvCell.ts';
import { csvText, readCsvText } from './csvValue.ts';
import { entityList } from '../entity/entities.ts';
import type { Field } from './fields.ts';

const noNames = () => 'There is no such name';

/** A seeded generator: the same numbers in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const awkward = [
  '=1+1',
  "'=1",
  '-5',
  '+x',
  '@home',
  '\uFF1D1+1',
  '\u200B=1',
  '"=1"',
  'a,b;c|d',
  'two\r\nlines',
  '"quoted"',
  '[x]',
  'Ünïcode',
  'null',
  ' ',
];

function randomValue(field: Field, pick: (below: number) => number): unknown {
  const some = <V>(make: () => V) => [...new Set(Array.from({ length: pick(4) }, make))];
  if (field.isNullable && pick(4) === 0) return null;
  const text = () => awkward[pick(awkward.length)]!.trim() || 'plain';
  switch (field.kind) {
    case 'integer':
      return pick(1_000_000);
    case 'percent':
      return pick(10_001) / 100;
    case 'money':
      return `${pick(1000)}.${String(pick(100)).padStart(2, '0')}`;
    case 'choice':
    case 'status':
      return field.choices?.[pick(field.choices.length)]?.value;
    case 'flag':
      return pick(2) === 1;
    case 'date':
      return `2026-0${1 + pick(9)}-1${pick(10)}`;
    case 'reference':
      return 1 + pick(1000);
    case 'references':
      return some(() => 1 + pick(1000));
    case 'tree':
      return some(() => `IAB${pick(26)}-${pick(9)}`);
    case 'texts':
      return some(text);
    case 'structure':
      return field.structure === 'hours' ? some(() => pick(168)) : [{ type: 'general', firstName: text() }];
    case 'text':
    case 'url':
    case 'xml':
    case 'uid':
    case 'instant':
      break;
  }
  return pick(5) === 0 && field.default === '' ? '' : text();
}

describe('a value and its cell', () => {
  test('every field of every entity is read back as it was written, whatever its value', () => {
    const pick = seeded(7);
    let count = 0;
    for (const { name, fields } of entityList) {
      for (const [path, field] of Object.entries(fields)) {
        if (field.isGenerated) continue;
        for (let round = 0; round < 40; round++) {
          const value = randomValue(field, pick);
          const cell = guardCell(csvText(field, value));
          expect(readCsvText(field, unguardCell(cell), noNames), `${name}.${path}: ${cell}`).toEqual({ value });
          count += 1;
        }
      }
    }
    expect(count).toBeGreaterThan(4000);
  });

  test('cells are parsed as people write them', () => {
    const field = (part: Partial<Field>) => part as Field;
    const read = (part: Partial<Field>, text: string) =>
      readCsvText(field(part), text, (target, name) => (name === 'Known' ? 7 : `No ${target} ${name}`));
    expect(read({ kind: 'money' }, '$2.5')).toEqual({ value: '2.50' });
    expect(read({ kind: 'percent' }, '12.5 %')).toEqual({ value: 12.5 });
    expect(read({ kind: 'flag' }, 'Yes')).toEqual({ value: true });
    expect(read({ kind: 'status', choices: [{ value: 0, label: 'Paused' }] }, 'paused')).toEqual({ value: 0 });
    expect(read({ kind: 'references', target: 'targeting' }, '3; 4')).toEqual({ value: [3, 4] });
    expect(read({ kind: 'references', target: 'targeting' }, 'Known | 4')).toEqual({ value: [7, 4] });
    expect(read({ kind: 'reference', target: 'tag' }, 'Other')).toEqual({ fault: 'No tag Other' });
    expect(read({ kind: 'structure' }, '{')).toEqual({ fault: 'Must be valid JSON' });
  });

  test('a value of the wrong kind stays text, for the schema to reject', () => {
    for (const kind of ['integer', 'percent', 'money', 'flag', 'choice', 'date'] as const) {
      expect(readCsvText({ kind, choices: [] } as unknown as Field, 'many', noNames)).toEqual({ value: 'many' });
    }
  });
});
