import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldChangeSchema } from '../responseValues.ts';
import { moneyValue } from './moneyValue.ts';
import { withoutMoney } from './withoutMoney.ts';

const priced = z.object({ name: z.string(), rate: moneyValue(z.string()).describe('CPM') });

test('values of money are removed from objects, lists, records, unions and optional parts', () => {
  const schema = z.object({
    rows: z.array(priced),
    byId: z.record(z.string(), priced),
    either: z.union([z.object({ text: z.string() }), priced]),
    perhaps: priced.nullable().optional(),
  });
  const row = { name: 'a', rate: '1.00' };
  const body = { rows: [row], byId: { 1: row }, either: row, perhaps: row };
  const seen = { name: 'a' };
  expect(withoutMoney(schema, body)).toEqual({ rows: [seen], byId: { 1: seen }, either: seen, perhaps: seen });
  expect(withoutMoney(schema, { ...body, perhaps: null })).toMatchObject({ perhaps: null });
  expect(body.rows).toEqual([{ name: 'a', rate: '1.00' }]);
});

test('changes of fields of money are removed from lists of changes', () => {
  const schema = z.object({ fields: z.array(fieldChangeSchema) });
  const fields = ['rate', 'name', 'costShare'].map((field) => ({ field, from: 1, to: 2 }));
  expect(withoutMoney(schema, { fields })).toEqual({ fields: [{ field: 'name', from: 1, to: 2 }] });
});

test('a body without money is returned as it is', () => {
  const body = { name: 'a' };
  expect(withoutMoney(z.object({ name: z.string() }), body)).toBe(body);
});
