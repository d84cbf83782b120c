import { useParams } from '@tanstack/react-router';
import { isAllowed, maxId } from '#model/index.ts';
import { NotFoundPage } from '../../frame/NotFoundPage.tsx';
import { useUser } from '../../frame/session.ts';
import type { Inventory } from './inventory.ts';
import { MembersPage } from './MembersPage.tsx';
import { ObservedInventoryPage } from './ObservedInventoryPage.tsx';

/** A kind of inventory: what traffic showed of it, or with an id in the address the members of that list. */
export function InventoryPage({ inventory }: { inventory: Inventory }) {
  const { role } = useUser();
  const params: Record<string, string | undefined> = useParams({ strict: false });
  const given = params['id'];
  if (given === undefined) return <ObservedInventoryPage inventory={inventory} />;
  const id = listIdOf(given);
  if (id === null || !isAllowed(role, inventory.list.name, 'read')) return <NotFoundPage />;
  return <MembersPage key={id} inventory={inventory} id={id} />;
}

/** The id of a list in an address; null for what is none. */
function listIdOf(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
  return id !== null && id <= maxId ? id : null;
}
