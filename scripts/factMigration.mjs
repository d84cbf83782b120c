// Writes the next ClickHouse migration if facts and roll-ups of the model differ from the result of the existing
// migrations; part of `npm run migrations`. Landed files are never edited: a later change is another file.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrations } from '../src/storage/clickhouseMigrations.ts';
import { describeFactSchema } from '../src/storage/factSchema/factSchema.ts';
import { readFactSchema } from '../src/storage/factSchema/readFactSchema.ts';
import { writeFactMigration } from '../src/storage/factSchema/writeFactMigration.ts';

const folder = fileURLToPath(new URL('../migrations/clickhouse', import.meta.url));
const landed = await readMigrations(folder);
const schema = readFactSchema(landed.flatMap(({ statements }) => statements));
const migration = writeFactMigration(schema, describeFactSchema());
if (!migration) {
  console.log('ClickHouse: the migrations lead to what the model describes.');
} else {
  const number = String((landed.at(-1)?.version ?? 0) + 1).padStart(4, '0');
  const file = `${number}_${migration.name}.sql`;
  writeFileSync(join(folder, file), migration.text, { flag: 'wx' });
  console.log(`ClickHouse: migrations/clickhouse/${file}`);
}
