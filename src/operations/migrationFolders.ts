import { fileURLToPath } from 'node:url';

/** The folder of the migrations of each store. */
export const migrationFolders = {
  postgres: fileURLToPath(new URL('../../migrations/postgres', import.meta.url)),
  clickhouse: fileURLToPath(new URL('../../migrations/clickhouse', import.meta.url)),
};
