import { expect, test } from 'vitest';
import { entityList } from '../index.ts';
import { choiceSchema } from './choiceSchema.ts';
import { readCsvText } from './csvValue.ts';
import { choice } from './fields.ts';
import { formerValuesByField, withCurrentValues } from './formerValues.ts';

const choices = [
  { value: 'any', label: 'Any' },
  { value: 'now', label: 'As now', formerValues: ['before'] },
] as const;

test('a former value is read as the current one, by schemas and in files', () => {
  const schema = choiceSchema(choices);
  expect(['any', 'now', 'before'].map((value) => schema.parse(value))).toEqual(['any', 'now', 'now']);
  expect(readCsvText(choice({ label: 'Kind', choices }), 'before', () => 'None')).toEqual({ value: 'now' });
});

test('any other value is refused with the current ones', () => {
  const message = (value: unknown) => choiceSchema(choices).safeParse(value).error?.issues[0]?.message;
  expect(['after', 1, undefined].map(message)).toEqual(Array(3).fill('One of: any, now'));
});

test('values of rows are as they are called now, and rows without a former one are not copied', () => {
  const formerValues = formerValuesByField({ kind: choice({ label: 'Kind', choices }) });
  expect(withCurrentValues({ kind: 'before', other: 'before' }, formerValues)).toEqual({
    kind: 'now',
    other: 'before',
  });
  const row = { kind: 'any' };
  expect(withCurrentValues(row, formerValues)).toBe(row);
});

test('no former value is the value of another choice', () => {
  for (const { fields } of entityList) {
    for (const { choices: each = [] } of Object.values(fields)) {
      const values = each.flatMap(({ value, formerValues = [] }) => [String(value), ...formerValues]);
      expect(new Set(values).size).toBe(values.length);
    }
  }
});
