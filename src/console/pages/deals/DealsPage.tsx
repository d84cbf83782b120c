import { Handshake } from 'lucide-react';
import { deal } from '#model/index.ts';
import { EntityPage } from '../../entities/EntityPage.tsx';
import type { RowTab } from '../../entities/RowTab.ts';
import { usesTab } from '../../entities/uses/usesTab.ts';

const intro = {
  icon: <Handshake />,
  text: 'A deal is a price agreed with a supplier or with buyers, known by the id that bid requests carry.',
};

const rowTabs: readonly RowTab[] = [usesTab];

/** The deals of the account. */
export function DealsPage() {
  return <EntityPage entity={deal} intro={intro} rowTabs={rowTabs} />;
}
