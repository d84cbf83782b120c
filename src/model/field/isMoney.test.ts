import { expect, test } from 'vitest';
import { type Entity, entityList, type Field } from '../index.ts';

const allFields = entityList.flatMap(({ name, fields }: Pick<Entity, 'name' | 'fields'>) =>
  Object.entries(fields).map(([path, field]): [string, string, Field] => [name, path, field]),
);

/** Words of prices and amounts, in the labels and units of fields. */
const moneyWords = /\b(usd|cpm|cpc|price|rate|bid|floor|budget|margin|revenue|cost|payment|uplift|spend|fee)s?\b/i;

/** Fields with such a word that are not money, each with the reason. */
const others: Readonly<Record<string, string>> = {
  'demand.showSystemCost': 'a switch of the operator',
  'tag.endpoint': 'a URL',
  'tag.isGzipped': 'a format',
  'supplier.priceMacro': 'a format',
  'campaign.budgetBy': 'whether budgets count money or impressions',
  'campaign.bidStrategy': 'a method',
  'adexchange.endpoint': 'a URL',
  'adexchange.isGzipped': 'a format',
};

test('every field of kind money is hidden with money, and every other field named like a price is too, or is excepted', () => {
  const unclassified = allFields.filter(([entity, path, { kind, label, unit = '', isMoney }]) => {
    if (kind === 'money') return !isMoney;
    const isNamedLikeMoney = moneyWords.test(`${label} ${unit}`);
    return isNamedLikeMoney && !isMoney && !(`${entity}.${path}` in others);
  });
  expect(unclassified.map(([entity, path, { label }]) => `${entity}.${path}: ${label}`)).toEqual([]);
});

test('percentages and structures are classified', () => {
  const open = allFields.filter(
    ([, , { kind, isMoney }]) => ['percent', 'structure'].includes(kind) && isMoney === undefined,
  );
  expect(open.map(([entity, path]) => `${entity}.${path}`)).toEqual([]);
});

test('no field that is not money has the name of one that is, since changes in the log are known by field names', () => {
  const names = new Set(allFields.flatMap(([, path, { isMoney }]) => (isMoney ? [path] : [])));
  const same = allFields.filter(([, path, { isMoney }]) => names.has(path) && !isMoney);
  expect(same.map(([entity, path]) => `${entity}.${path}`)).toEqual([]);
});
