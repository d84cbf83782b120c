import { afterAll, beforeAll, describe } from 'vitest';
import { openPostgres, type Postgres } from '#storage/postgres.ts';
import { openTestPostgres, type PostgresKind } from './openTestPostgres.ts';

/** Runs one test suite against every PostgreSQL that the product runs on. */
export function describePostgres(
  title: string,
  suite: (open: () => { postgres: Postgres; url: string }) => void,
): void {
  const kinds: PostgresKind[] = ['pglite', 'postgres'];
  describe.each(kinds)(`${title} on %s`, (kind) => {
    let opened: { postgres: Postgres; url: string; close(): Promise<void> } | null = null;
    beforeAll(async () => {
      const store = await openTestPostgres(kind);
      opened = { ...store, postgres: openPostgres(store.url) };
    });
    afterAll(async () => {
      await opened?.postgres.close();
      await opened?.close();
    });
    suite(() => {
      if (!opened) throw new Error('The database is opened before the first test');
      return opened;
    });
  });
}
