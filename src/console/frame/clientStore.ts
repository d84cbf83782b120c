import type { SessionUser } from '#api/session/sessionContract.ts';
import { addressOf } from '../lib/api.ts';
import { sessionStore } from '../lib/browserStorage.ts';
import { clearStoredLists } from '../lib/lists.ts';
import type { SafeStorage } from '../lib/storage.ts';

const ownerKey = 'lists_of';

/** The user whose data the cached lists hold: for an admin who acts as a user, that user. */
type Owner = Pick<SessionUser, 'id'>;

/**
 * Claims the cached lists for a user: lists of another user, whose session was replaced in another tab or by the
 * server, are removed. Null (signed out) removes all.
 */
export function claimStoredLists(storage: SafeStorage, user: Owner | null): void {
  const owner = user === null ? null : String(user.id);
  if (owner !== null && storage.get(ownerKey) === owner) return;
  clearStoredLists(storage);
  if (owner === null) storage.remove(ownerKey);
  else storage.set(ownerKey, owner);
}

/** Removes a user's cached lists and unsaved forms from the tab. Those of other users stay. */
export function clearClientStore(storage: SafeStorage, user: Owner): void {
  clearStoredLists(storage);
  storage.remove(ownerKey);
  for (const key of storage.keys(`draft:${user.id}:`)) storage.remove(key);
}

/** The URL that ends acting as another user. */
export function endActingUrl(adminId: number): string {
  return addressOf('/api/switch', { query: { type: 'admin', id: adminId } });
}

/**
 * Starts acting as another user: clears the admin's cached lists from the tab and goes to a page. The page is reloaded,
 * so that nothing in memory outlives the change.
 */
export function startActing(url: string): void {
  claimStoredLists(sessionStore, null);
  location.assign(url);
}
