import type { SessionUser } from '#api/session/sessionContract.ts';
import { addressOf } from '../lib/api.ts';
import { sessionStore } from '../lib/browserStorage.ts';
import { clearStoredLists } from '../lib/lists.ts';
import type { SafeStorage } from '../lib/storage.ts';

const ownerKey = 'lists_of';

/** Who sees what the lists hold: an admin who acts as a user sees what that user sees. */
type Owner = Pick<SessionUser, 'id'>;

/**
 * Makes the stored lists those of a user: lists that somebody else left in the tab, whose session was replaced in
 * another tab or by the server, are removed. Nobody owns no lists.
 */
export function claimStoredLists(storage: SafeStorage, user: Owner | null): void {
  const owner = user === null ? null : String(user.id);
  if (owner !== null && storage.get(ownerKey) === owner) return;
  clearStoredLists(storage);
  if (owner === null) storage.remove(ownerKey);
  else storage.set(ownerKey, owner);
}

/** Removes what the tab keeps of a user: the lists and its unsaved forms. Those of other users stay theirs. */
export function clearClientStore(storage: SafeStorage, user: Owner): void {
  clearStoredLists(storage);
  storage.remove(ownerKey);
  for (const key of storage.keys(`draft:${user.id}:`)) storage.remove(key);
}

/** Address by which acting as somebody ends. */
export function endActingUrl(adminId: number): string {
  return addressOf('/api/switch', { query: { type: 'admin', id: adminId } });
}

/**
 * Begins to act as another user: goes to a page with nothing left in the tab of what the admin saw.
 * The page is loaded anew, so that nothing in memory outlives the change.
 */
export function startActing(url: string): void {
  claimStoredLists(sessionStore, null);
  location.assign(url);
}
