import type { SystemStore } from '#api/system/systemContract.ts';
import { formatCount, NOTHING } from '../../lib/format.ts';
import { Card } from '../../ui/Card.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Cell, NameCell, PlainTable } from './PlainTable.tsx';

const headings = ['Store', 'Kind', 'Version', 'Response', 'Migrations'];

const names: Record<SystemStore['store'], string> = { postgres: 'PostgreSQL', clickhouse: 'ClickHouse' };

/** The databases: whether they respond, and have the tables of this version. */
export function StoresCard({ stores }: { stores: readonly SystemStore[] }) {
  return (
    <Card title="Stores" padding="none">
      <PlainTable label="Stores" headings={headings}>
        {stores.map((store) => (
          <tr key={store.store}>
            <NameCell>{names[store.store]}</NameCell>
            <Cell>{store.isEmbedded ? 'Embedded' : 'Server'}</Cell>
            <Cell>{store.version ?? NOTHING}</Cell>
            <Cell>
              {store.responseMs === null ? (
                <Pill tone="bad">Does not respond</Pill>
              ) : (
                `${formatCount(store.responseMs)} ms`
              )}
            </Cell>
            <Cell>
              {store.migrationsApplied === null ? NOTHING : `${store.migrationsApplied} of ${store.migrationsExpected}`}
            </Cell>
          </tr>
        ))}
      </PlainTable>
    </Card>
  );
}
