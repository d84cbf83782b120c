import { acceptDeletion, type DeletionOutcome } from '#deletion/acceptDeletion.ts';
import { createIssuerVerification } from '#deletion/issuerVerification.ts';
import { ownParticipant } from '#deletion/ownParticipant.ts';
import { createParticipants } from '#deletion/participants.ts';
import { createFileFetcher } from '#outbound/fetchFile.ts';
import { dsrdeletePaths } from '#standards/deletion/dsrdelete.ts';
import { openDeletions, type DeletionStore } from '#storage/deletions/deletionStore.ts';
import type { Database } from '#storage/entities/database.ts';
import type { Config } from '../../config.ts';

/** The data deletion requests of the installation, and the way in which they are accepted. */
export interface DeletionAcceptance {
  store: DeletionStore;
  /** URL at which participants find our dsrdelete.json. */
  fileUrl: string;
  accept: (rqJwt: string) => Promise<DeletionOutcome>;
  close(): Promise<void>;
}

/** Milliseconds after the last token has expired in which the events of all nodes are loaded. */
const loadMs = 3_600_000;

/** Opens the acceptance of data deletion requests: with the keys of their senders, which it reads from their domains. */
export function openDeletionAcceptance(config: Config, db: Database, now: () => Date): DeletionAcceptance {
  const store = openDeletions(db);
  const own = ownParticipant(config);
  const fetcher = createFileFetcher({
    allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES,
    originOverride: config.CRAWL_VIA,
  });
  const isPartner = (domain: string) => config.DELETION_PARTNERS.includes(domain);
  const participants = createParticipants(fetcher, {
    now: () => now().getTime(),
    isKnown: async (domain) => isPartner(domain) || store.hasAccepted(domain),
  });
  const deps = {
    own,
    verifyIssuer: createIssuerVerification(participants),
    store,
    partners: config.DELETION_PARTNERS,
    secret: config.secret,
    countedMs: config.TOKEN_LIFETIME_MINUTES * 60_000 + loadMs,
    now,
  };
  return {
    store,
    fileUrl: `https://${own.domain}${dsrdeletePaths[0]}`,
    accept: (rqJwt) => acceptDeletion(deps, rqJwt),
    close: () => fetcher.close(),
  };
}
