import { useParams } from '@tanstack/react-router';
import { mayRead, maxId } from '#model/index.ts';
import { NotFoundPage } from '../../frame/errors/NotFoundPage.tsx';
import { useUser } from '../../frame/session.ts';
import type { Inventory } from './inventory.ts';
import { MembersPage } from './MembersPage.tsx';
import { ObservedInventoryPage } from './ObservedInventoryPage.tsx';

/** The page of a kind of inventory: what traffic contained, or the members of the list whose ID is in the address. */
export function InventoryPage({ inventory }: { inventory: Inventory }) {
  const user = useUser();
  const params: Record<string, string | undefined> = useParams({ strict: false });
  const given = params['id'];
  if (given === undefined) return <ObservedInventoryPage inventory={inventory} />;
  const id = listIdOf(given);
  if (id === null || !mayRead(user, inventory.list.name)) return <NotFoundPage />;
  return <MembersPage key={id} inventory={inventory} id={id} />;
}

/** Parses a list's ID from the address. Returns null when it is invalid. */
function listIdOf(text: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
  return id !== null && id <= maxId ? id : null;
}
