import { expect, test } from 'vitest';
import { figuresSql } from './factFigures.ts';

test('a table is added up by day: rows, their digest, and measures, combined by key where the table does so', () => {
  const columns = [
    { name: 'hour', type: "DateTime('UTC')", isKey: true },
    { name: 'demandId', type: 'UInt32', isKey: true },
    { name: 'imps', type: 'UInt64', isKey: false },
    { name: 'rev', type: 'SimpleAggregateFunction(sum, Int64)', isKey: false },
    { name: 'seen', type: 'SimpleAggregateFunction(max, UInt64)', isKey: false },
    { name: 'devices', type: 'AggregateFunction(uniq, UInt64)', isKey: false },
  ];
  expect(figuresSql({ name: 'hourly', isPlain: false, columns }, 'hourly').replaceAll(/\s+/g, ' ')).toBe(
    "SELECT toString(toDate(hour, 'UTC')) AS backup_day, toString(count()) AS backup_rows, " +
      'toString(sum(sipHash64(hour, demandId, imps, rev, seen, toString(finalizeAggregation(devices))))) AS backup_digest, ' +
      'toString(sum(toInt128(imps))) AS sum_imps, toString(sum(toInt128(rev))) AS sum_rev ' +
      'FROM hourly FINAL GROUP BY backup_day ORDER BY backup_day',
  );
});

test('a table without times is added up as a whole', () => {
  const columns = [{ name: 'value', type: 'String', isKey: false }];
  expect(figuresSql({ name: 'plain', isPlain: true, columns }, '_backup_plain').replaceAll(/\s+/g, ' ')).toBe(
    "SELECT '' AS backup_day, toString(count()) AS backup_rows, toString(sum(sipHash64(value))) AS backup_digest " +
      'FROM _backup_plain GROUP BY backup_day ORDER BY backup_day',
  );
});
