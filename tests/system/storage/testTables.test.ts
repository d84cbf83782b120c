import { expect, test } from 'vitest';
import { retainFacts } from '#events/nightly/retainFacts.ts';
import { openTestTables } from '../../stores/openTestTables.ts';

test('tables of a worker are empty for each file, and keep old rows even if a product ran on them before', async () => {
  const old = `${JSON.stringify({ at: '2020-03-10T12:00:00', kind: 'event', verdict: 'counted', imps: 1 })}\n`;
  for (const file of ['first', 'second']) {
    const tables = await openTestTables();
    await tables.clickhouse.insertRows('facts', old, { token: 'facts' });
    for (const table of ['facts', 'hourly_inventory']) {
      await tables.clickhouse.command(`OPTIMIZE TABLE ${table} FINAL`);
      const [counted] = await tables.clickhouse.query(`SELECT sum(imps) AS imps FROM ${table}`);
      expect({ file, table, counted }).toEqual({ file, table, counted: { imps: '1' } });
    }
    await retainFacts(tables.clickhouse, { factsDays: 30, rollupDays: 90, sourceDays: 3 });
    await tables.close();
  }
});
