import { fileURLToPath } from 'node:url';

/** The folder of the migrations of each store, at the same place from the sources and from the built program. */
export const migrationFolders = {
  postgres: fileURLToPath(new URL('../../migrations/postgres', import.meta.url)),
  clickhouse: fileURLToPath(new URL('../../migrations/clickhouse', import.meta.url)),
};
