import { defineConfig } from 'drizzle-kit';

/** `npm run migrations` writes the SQL that takes the database from the last migration to the current definitions. */
export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/storage/tables.ts',
    './src/storage/alerts/alertTables.ts',
    './src/storage/reports/reportTables.ts',
    './src/storage/schedules/scheduleTables.ts',
    './src/storage/shares/shareTables.ts',
  ],
  out: './migrations/postgres',
  breakpoints: true,
});
