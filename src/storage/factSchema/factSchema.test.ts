import { describe, expect, test } from 'vitest';
import { readMigrations } from '../clickhouseMigrations.ts';
import { schemaAt } from '#tests/support/events/formerFactNames.ts';
import { describeFactSchema, type FactSchema } from './factSchema.ts';
import { readFactSchema } from './readFactSchema.ts';
import { writeFactMigration } from './writeFactMigration.ts';

const folder = new URL('../../../migrations/clickhouse', import.meta.url).pathname;
const statementsOf = (text: string) => text.split(';\n').filter((each) => each.trim() !== '');

/** The described schema without a column, with view queries that do not use it. */
function without(name: string, tables: readonly string[]): FactSchema {
  const schema = describeFactSchema();
  return {
    tables: new Map(
      [...schema.tables].map(([table, { columns, sortingKey }]) => {
        if (!tables.includes(table)) return [table, { columns, sortingKey }];
        const others = [...columns].filter(([each]) => each !== name);
        return [table, { columns: new Map(others), sortingKey: sortingKey.filter((each) => each !== name) }];
      }),
    ),
    views: new Map(
      [...schema.views].map(([view, query]) => {
        if (!tables.some((table) => view === `${table}_mv`)) return [view, query];
        return [
          view,
          query
            .replace(new RegExp(`,\\n  (?:sum\\(facts\\.${name}\\) AS )?${name}(?=,|\\n)`), '')
            .replace(`, ${name}`, ''),
        ];
      }),
    ),
  };
}

const allTables = [...describeFactSchema().tables.keys()];
const rollupTables = allTables.filter((table) => table.startsWith('hourly_'));

describe('the schema of facts and roll-ups', () => {
  test('is the result of the migrations; otherwise `npm run migrations` writes the missing one', async () => {
    const landed = await readMigrations(folder);
    const schema = readFactSchema(landed.flatMap(({ statements }) => statements));
    expect(writeFactMigration(schema, describeFactSchema())?.text ?? '').toBe('');
  });

  test('is reached from every earlier one by a readable migration', async () => {
    const landed = await readMigrations(folder);
    for (const { version } of landed.slice(1)) {
      const earlier = landed.filter((each) => each.version < version).flatMap(({ statements }) => statements);
      // No migration that is written renames: the names are those of then.
      const target = schemaAt(version - 1, describeFactSchema());
      const written = writeFactMigration(readFactSchema(earlier), target);
      expect(readFactSchema([...earlier, ...statementsOf(written?.text ?? '')])).toEqual(target);
    }
  });
});

describe('a migration', () => {
  test('adds a measure to facts and roll-ups before the views sum it, and changes nothing else', () => {
    const { name, text } = writeFactMigration(without('losses', allTables), describeFactSchema()) ?? { text: '' };
    expect(name).toBe('losses');
    const statements = statementsOf(text);
    expect(statements.map((each) => /(?:ALTER|CREATE) \w+ (\w+)( MODIFY QUERY)?/.exec(each)?.[0])).toEqual([
      ...allTables.map((table) => `ALTER TABLE ${table}`),
      ...rollupTables.map((table) => `ALTER TABLE ${table}_mv MODIFY QUERY`),
    ]);
    expect(statements[0]).toContain('ALTER TABLE facts\n  ADD COLUMN IF NOT EXISTS losses UInt32 AFTER wins');
    expect(statements[1]).toBe('\nALTER TABLE hourly_supply\n  ADD COLUMN IF NOT EXISTS losses UInt64 AFTER wins');
  });

  test('adds a dimension at the end of a key in the statement that adds its column', () => {
    const written = writeFactMigration(without('supplierId', ['hourly_supply']), describeFactSchema());
    expect(written?.name).toBe('supplier_id');
    expect(statementsOf(written?.text ?? '')).toEqual([
      expect.stringContaining(
        'ALTER TABLE hourly_supply\n  ADD COLUMN IF NOT EXISTS supplierId UInt32 AFTER ivt,\n  MODIFY ORDER BY (demandId, hour, subpublisherId, channelId, environment, reason, ivt, supplierId)',
      ),
      expect.stringContaining('ALTER TABLE hourly_supply_mv MODIFY QUERY\nSELECT'),
    ]);
  });

  test('fills a new roll-up from existing facts before creating its view', () => {
    const { tables, views } = describeFactSchema();
    const from = {
      tables: new Map([...tables].filter(([table]) => table !== 'hourly_buying')),
      views: new Map([...views].filter(([view]) => view !== 'hourly_buying_mv')),
    };
    const written = writeFactMigration(from, { tables, views });
    expect(written?.name).toBe('hourly_buying');
    const [table, view, ...others] = statementsOf(written?.text ?? '');
    expect(table).toContain('CREATE OR REPLACE TABLE hourly_buying\n(\n  demandId UInt32,\n');
    expect(table).toContain(`AS ${views.get('hourly_buying_mv')}`);
    expect(view).toContain('CREATE MATERIALIZED VIEW IF NOT EXISTS hourly_buying_mv TO hourly_buying AS\nSELECT');
    expect(others).toEqual([]);
  });

  test('creates the table of test facts, which no view reads', () => {
    const { tables, views } = describeFactSchema();
    const from = { tables: new Map([...tables].filter(([table]) => table !== 'test_facts')), views };
    const written = writeFactMigration(from, { tables, views });
    expect(written?.name).toBe('test_facts');
    const [table, ...others] = statementsOf(written?.text ?? '');
    expect(table).toContain('CREATE TABLE IF NOT EXISTS test_facts\n(\n  node LowCardinality(String),\n');
    expect(others).toEqual([]);
    expect([...views.values()].join()).not.toContain('test_facts');
  });

  test('is named after its first addition', () => {
    const { tables, views } = describeFactSchema();
    const facts = tables.get('facts') ?? { columns: new Map(), sortingKey: [] };
    const fewer = new Map([...facts.columns].filter(([name]) => name !== 'deviceImps' && name !== 'tookMs'));
    const from = { tables: new Map([...tables, ['facts', { ...facts, columns: fewer }]]), views };
    expect(writeFactMigration(from, { tables, views })?.name).toBe('took_ms_and_1_more');
  });

  test.each([
    ['a column is gone', ['old', 'UInt32'], undefined, 'Facts.old would be dropped'],
    ['a type is another', ['reqs', 'UInt8'], undefined, 'Facts.reqs would become UInt32'],
    ['a key is another', null, ['kind', 'demandId'], 'The sorting key of facts would change before its end'],
  ] as const)('is written by hand where %s', (_, column, key, message) => {
    const { tables, views } = describeFactSchema();
    const { columns = new Map<string, string>(), sortingKey = [] } = tables.get('facts') ?? {};
    const facts = { columns: new Map([...columns, ...(column ? [column] : [])]), sortingKey: key ?? sortingKey };
    const from = { tables: new Map([...tables, ['facts', facts]]), views };
    expect(() => writeFactMigration(from, { tables, views })).toThrow(message);
  });

  test('must be written by hand to remove a roll-up', () => {
    const { tables, views } = describeFactSchema();
    const from = { tables: new Map([...tables, ['hourly_old', { columns: new Map(), sortingKey: [] }]]), views };
    expect(() => writeFactMigration(from, { tables, views })).toThrow('Hourly_old would be dropped');
  });
});

describe('migrations that landed', () => {
  test('create missing objects only, where they say so', async () => {
    const landed = (await readMigrations(folder)).flatMap(({ statements }) => statements);
    const again = [
      'ALTER TABLE facts\n  ADD COLUMN IF NOT EXISTS reqs UInt8',
      'CREATE TABLE IF NOT EXISTS facts\n(\n  reqs UInt8\n)\nENGINE = MergeTree\nORDER BY (reqs)',
      'CREATE MATERIALIZED VIEW IF NOT EXISTS hourly_supply_mv TO hourly_supply AS\nSELECT 1',
    ];
    expect(readFactSchema([...landed, ...again])).toEqual(readFactSchema(landed));
  });

  test('rename columns, where these are there, and drop views', async () => {
    const landed = (await readMigrations(folder)).flatMap(({ statements }) => statements);
    const renamed = readFactSchema([
      ...landed,
      'ALTER TABLE facts\n  RENAME COLUMN IF EXISTS imps TO shown,\n  RENAME COLUMN IF EXISTS nothing TO more',
      'DROP VIEW IF EXISTS hourly_supply_mv',
    ]);
    const columns = renamed.tables.get('facts')?.columns;
    expect([columns?.get('shown'), columns?.has('imps'), columns?.has('more')]).toEqual(['UInt32', false, false]);
    expect([renamed.views.has('hourly_supply_mv'), renamed.views.has('hourly_demand_mv')]).toEqual([false, true]);
  });

  test.each([
    'ALTER TABLE facts\n  RENAME COLUMN IF EXISTS demandId TO account',
    'ALTER TABLE facts\n  RENAME COLUMN reqs TO requests',
    'DROP VIEW hourly_supply_mv',
    'ALTER TABLE facts\n  DROP COLUMN reqs',
    'ALTER TABLE hourly_supply DELETE WHERE 1',
    'DROP TABLE hourly_supply_mv',
    'CREATE TABLE hourly_other AS hourly_supply',
    'RENAME TABLE hourly_supply TO other',
  ])('are refused where they cannot be read: %s', async (sql) => {
    const landed = (await readMigrations(folder)).flatMap(({ statements }) => statements);
    expect(() => readFactSchema([...landed, sql])).toThrow('cannot be read');
  });

  test.each([
    '-- Of facts.\nALTER TABLE traces\n  ADD COLUMN IF NOT EXISTS more UInt32',
    'CREATE MATERIALIZED VIEW IF NOT EXISTS other_mv TO other AS\nSELECT max(at) FROM facts',
  ])('may be about other tables: %s', (sql) => {
    expect(readFactSchema([sql])).toEqual({ tables: new Map(), views: new Map() });
  });
});
