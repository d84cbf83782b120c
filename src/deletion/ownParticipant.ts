import { createDeletionKey } from '#runtime/jwt/createDeletionKey.ts';
import type { SigningKey } from '#runtime/jwt/createSigningKey.ts';
import { rootDomainOf } from '#standards/supplychain/rootDomain.ts';
import type { Config } from '../config.ts';

/** Ourselves as a participant: our root domain, and the key that dsrdelete.json publishes. */
export interface OwnParticipant {
  domain: string;
  key: SigningKey;
}

/** The participant that an installation is: at the root domain (eTLD+1) of the platform as a seller. */
export function ownParticipant({ SELLER_DOMAIN, secret }: Pick<Config, 'SELLER_DOMAIN' | 'secret'>): OwnParticipant {
  return { domain: rootDomainOf(SELLER_DOMAIN) ?? SELLER_DOMAIN, key: createDeletionKey(secret) };
}
