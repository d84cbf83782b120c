import { Globe } from 'lucide-react';
import type { RowTab } from '../../entities/RowTab.ts';
import { UsesTab } from '../../entities/uses/UsesTab.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** The objects that use a pixel. An account-wide pixel has none. */
export const PixelUses: RowTab['Panel'] = ({ entity, row }) =>
  row['scope'] === 'all' ? (
    <EmptyState
      className="rounded-lg border border-dashed"
      icon={<Globe />}
      title="On all ads of the account"
      text="It fires on every ad, within its sample rate, environments and dates."
    />
  ) : (
    <UsesTab entity={entity} row={row} />
  );
