import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Database } from '../entities/database.ts';
import { dataDeletionDeliveries, dataDeletions } from './deletionTables.ts';

/** A verified request. Times are ISO 8601. */
export type AcceptedRequest = Omit<typeof dataDeletions.$inferInsert, 'id' | 'deletedAt'> & {
  identifier: string;
  originToken: string;
};

/**
 * `stored`: durably; `repeated`: the same token was stored before; `reused`: another token had its ID; `full`: the
 * requester has too many requests that wait for deletion, and nothing was stored.
 */
export type AcceptOutcome = 'stored' | 'repeated' | 'reused' | 'full';

/** Maximum requests of one requester whose data is not deleted yet. */
const maxInProgress = 10_000;

/**
 * Stores a request once, with the partners to which it is passed on. A request of the 1st party for this identifier that
 * arrived through another requester before is not passed on again.
 */
export function acceptRequest(
  db: Database,
  request: AcceptedRequest,
  partners: readonly string[],
): Promise<AcceptOutcome> {
  const { requester, requestJti, requestDigest, origin, originJti, identifierHash, receivedAt } = request;
  return db.transaction(async (transaction) => {
    const inProgress = await transaction.$count(
      dataDeletions,
      // Implied by the other, the second condition is that of the index.
      and(eq(dataDeletions.requester, requester), isNull(dataDeletions.deletedAt), isNotNull(dataDeletions.identifier)),
    );
    const isFull = inProgress >= maxInProgress;
    const { requester: byRequester, requestJti: byJti } = dataDeletions;
    const [stored] = isFull
      ? []
      : await transaction
          .insert(dataDeletions)
          .values(request)
          .onConflictDoNothing({ target: [byRequester, byJti] })
          .returning({ id: dataDeletions.id });
    if (!stored) {
      const [earlier] = await transaction
        .select({ digest: dataDeletions.requestDigest })
        .from(dataDeletions)
        .where(and(eq(byRequester, requester), eq(byJti, requestJti)));
      if (!earlier) return 'full';
      return earlier.digest === requestDigest ? 'repeated' : 'reused';
    }
    const deletionId = stored.id;
    const isSameDeletion = and(
      eq(dataDeletions.origin, origin),
      eq(dataDeletions.originJti, originJti),
      eq(dataDeletions.identifierHash, identifierHash),
    );
    const sent = await transaction.$count(dataDeletions, and(isSameDeletion, ne(dataDeletions.id, deletionId)));
    if (sent === 0 && partners.length > 0) {
      const deliveries = partners.map((partner) => ({ deletionId, partner, nextAt: receivedAt }));
      await transaction.insert(dataDeletionDeliveries).values(deliveries);
    }
    return 'stored';
  });
}
