import { ne } from 'drizzle-orm';
import type { AdsTxtAppRow, AdsTxtFileRow, CrawledRows } from '#model/supply/adsTxt.ts';
import type { Connection } from '../entities/database.ts';
import { adsTxtApps, adsTxtFiles } from '../tables.ts';

/** Names of files and apps in the snapshot feed. */
export const fileFeed = { name: 'adsTxtFile', isServed: true } as const satisfies Feed;
export const appFeed = { name: 'adsTxtApp', isServed: true } as const satisfies Feed;

interface Feed {
  name: keyof CrawledRows;
  isServed: true;
}

/** A file's row in the snapshot feed. */
export function servedFile(row: typeof adsTxtFiles.$inferSelect): AdsTxtFileRow {
  const { id, kind, host, state, sellers, partners } = row;
  return { id, kind, host, state, sellers, partners } as AdsTxtFileRow;
}

/** An app's row in the snapshot feed. */
export function servedApp({ id, bundle, hosts }: typeof adsTxtApps.$inferSelect): AdsTxtAppRow {
  return { id, bundle, hosts: hosts as string[] };
}

type CrawledMessage = {
  [C in keyof CrawledRows]: { type: 'row'; entity: C; id: number; row: CrawledRows[C] };
}[keyof CrawledRows];

/** All rows of the snapshot feed, for a checkpoint. Files and apps without data are left out. */
export async function readServedAdsTxt(connection: Connection): Promise<CrawledMessage[]> {
  const files = await connection
    .select()
    .from(adsTxtFiles)
    .where(ne(adsTxtFiles.state, 'unread'))
    .orderBy(adsTxtFiles.id);
  const apps = await connection.select().from(adsTxtApps).where(ne(adsTxtApps.hosts, [])).orderBy(adsTxtApps.id);
  return [
    ...files.map((row): CrawledMessage => ({ type: 'row', entity: 'adsTxtFile', id: row.id, row: servedFile(row) })),
    ...apps.map((row): CrawledMessage => ({ type: 'row', entity: 'adsTxtApp', id: row.id, row: servedApp(row) })),
  ];
}
