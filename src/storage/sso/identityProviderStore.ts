import { randomBytes } from 'node:crypto';
import { and, asc, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { FieldChange } from '#model/index.ts';
import { type Author, type NewEntry, recordChanges, systemAuthor } from '../entities/changeLog.ts';
import type { Database, Transaction } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { sameValue } from '../entities/sameValue.ts';
import { sessions } from '../tables.ts';
import { tableOf } from '../tableOf.ts';
import { identityProviders, ssoDomains, ssoIdentities } from './ssoTables.ts';

/** An identity provider as it is stored. */
export type IdentityProviderRow = typeof identityProviders.$inferSelect;

/** An email domain of a provider. Times are ISO 8601. */
export type SsoDomainRow = Omit<typeof ssoDomains.$inferSelect, 'providerId' | 'checkedAt'>;

/** A provider with its domains, by name. */
export interface IdentityProvider extends IdentityProviderRow {
  domains: SsoDomainRow[];
}

/** Values of a provider that can be changed. */
export type ProviderValues = Omit<IdentityProviderRow, 'id' | 'demandId' | 'createdAt'>;

/** Identity providers and their domains. Those of suspended accounts are found, too. */
export interface IdentityProviderStore {
  /** The provider of an account, or of the platform for null. */
  find(demandId: number | null): Promise<IdentityProvider | null>;
  get(id: string): Promise<IdentityProvider | null>;
  /** The enabled provider at which a domain is verified. */
  findByDomain(domain: string): Promise<IdentityProvider | null>;
  /** Creates the provider of an account, disabled and empty; null when there is one. */
  create(
    provider: { id: string; demandId: number | null; name: string; createdAt: string },
    author: Author,
  ): Promise<IdentityProvider | null>;
  /** Changes a provider. With another issuer, no user is bound to it any more. */
  update(provider: IdentityProvider, values: ProviderValues, author: Author): Promise<void>;
  /** Removes a provider with its domains, and ends the sessions that were opened with it. */
  remove(provider: IdentityProvider, author: Author): Promise<void>;
  /** Adds an unverified domain, unless the provider has it. */
  addDomain(provider: IdentityProvider, domain: string, author: Author): Promise<void>;
  removeDomain(provider: IdentityProvider, domain: string, author: Author): Promise<void>;
  /**
   * Marks a domain as verified; false when it is verified at another provider. By its record, it is taken from the
   * provider of a suspended account.
   */
  verifyDomain(
    provider: IdentityProvider,
    domain: string,
    verified: { by: 'record' | 'admin'; at: string },
    author: Author,
  ): Promise<boolean>;
  /**
   * Claims a domain that was verified by its record, and not checked since `before`: the record is to be looked up. Null
   * if there is none. One caller at a time gets it.
   */
  claimCheck(times: { now: string; before: string }): Promise<ClaimedDomain | null>;
  /** Stores that the record of a domain is there (null), or missing since a time. */
  noteMissing(domain: Pick<ClaimedDomain, 'providerId' | 'domain'>, since: string | null): Promise<void>;
  /** Marks a domain as no longer verified. */
  revokeDomain(domain: Pick<ClaimedDomain, 'providerId' | 'domain'>): Promise<void>;
}

/** A verified domain whose record is looked up again. */
export type ClaimedDomain = Pick<typeof ssoDomains.$inferSelect, 'providerId' | 'domain' | 'record' | 'missingSince'>;

export function openIdentityProviders(db: Database): IdentityProviderStore {
  const demands = tableOf('demand');

  async function findBy(condition: SQL | undefined): Promise<IdentityProvider | null> {
    const [row] = await db.select().from(identityProviders).where(condition);
    if (!row) return null;
    const { domain, record, verifiedAt, verifiedBy, missingSince } = ssoDomains;
    const domains = await db
      .select({ domain, record, verifiedAt, verifiedBy, missingSince })
      .from(ssoDomains)
      .where(eq(ssoDomains.providerId, row.id))
      .orderBy(asc(domain));
    return { ...row, domains };
  }

  return {
    find: (demandId) =>
      findBy(demandId === null ? isNull(identityProviders.demandId) : eq(identityProviders.demandId, demandId)),
    get: (id) => findBy(eq(identityProviders.id, id)),
    async findByDomain(domain) {
      const [found] = await db
        .select({ id: ssoDomains.providerId })
        .from(ssoDomains)
        .innerJoin(identityProviders, eq(identityProviders.id, ssoDomains.providerId))
        .leftJoin(demands.table, eq(columnNamed(demands, 'id'), identityProviders.demandId))
        .where(
          and(
            eq(ssoDomains.domain, domain),
            isNotNull(ssoDomains.verifiedAt),
            eq(identityProviders.isEnabled, true),
            or(isNull(identityProviders.demandId), eq(columnNamed(demands, 'status'), 1)),
          ),
        );
      return found ? findBy(eq(identityProviders.id, found.id)) : null;
    },
    create: (provider, author) =>
      db.transaction(async (transaction) => {
        const [row] = await transaction.insert(identityProviders).values(provider).onConflictDoNothing().returning();
        if (!row) return null;
        await recordChanges(transaction, author, [entryOf(row, 'created')]);
        return { ...row, domains: [] };
      }),
    update: ({ domains: _domains, ...before }, values, author) =>
      db.transaction(async (transaction) => {
        const isOther = values.issuer !== before.issuer;
        if (isOther) await transaction.delete(ssoIdentities).where(eq(ssoIdentities.providerId, before.id));
        const isDisabled = before.isEnabled && !values.isEnabled;
        const isCut = isOther || isDisabled || values.clientId !== before.clientId;
        if (isCut) await endSessions(transaction, before.id);
        await transaction.update(identityProviders).set(values).where(eq(identityProviders.id, before.id));
        const fields = changedFields(before, values);
        if (fields.length > 0)
          await recordChanges(transaction, author, [entryOf({ ...before, ...values }, 'updated', fields)]);
      }),
    remove: (provider, author) =>
      db.transaction(async (transaction) => {
        await endSessions(transaction, provider.id);
        await transaction.delete(identityProviders).where(eq(identityProviders.id, provider.id));
        await recordChanges(transaction, author, [entryOf(provider, 'deleted')]);
      }),
    addDomain: (provider, domain, author) =>
      db.transaction(async (transaction) => {
        const record = `bidhouse-domain-verification=${randomBytes(16).toString('base64url')}`;
        const added = await transaction
          .insert(ssoDomains)
          .values({ providerId: provider.id, domain, record })
          .onConflictDoNothing()
          .returning({ domain: ssoDomains.domain });
        if (added.length > 0)
          await recordChanges(transaction, author, [entryOf(provider, 'updated', [domainChange(null, domain)])]);
      }),
    removeDomain: (provider, domain, author) =>
      db.transaction(async (transaction) => {
        const removed = await transaction
          .delete(ssoDomains)
          .where(and(eq(ssoDomains.providerId, provider.id), eq(ssoDomains.domain, domain)))
          .returning({ domain: ssoDomains.domain });
        if (removed.length > 0)
          await recordChanges(transaction, author, [entryOf(provider, 'updated', [domainChange(domain, null)])]);
      }),
    verifyDomain: (provider, domain, { by, at }, author) =>
      db.transaction(async (transaction) => {
        // Waits for others who verify the same domain.
        await transaction.execute(sql`select pg_advisory_xact_lock(hashtext(${`sso domain ${domain}`}))`);
        const [holder] = await transaction
          .select({ providerId: ssoDomains.providerId, status: sql<number | null>`${columnNamed(demands, 'status')}` })
          .from(ssoDomains)
          .innerJoin(identityProviders, eq(identityProviders.id, ssoDomains.providerId))
          .leftJoin(demands.table, eq(columnNamed(demands, 'id'), identityProviders.demandId))
          .where(and(eq(ssoDomains.domain, domain), isNotNull(ssoDomains.verifiedAt)));
        if (holder?.providerId === provider.id) return true;
        // The provider of the platform has no account, and so no status.
        const isFree = !holder || (by === 'record' && holder.status !== null && holder.status !== 1);
        if (!isFree) return false;
        if (holder) await revoke(transaction, { providerId: holder.providerId, domain });
        await transaction
          .update(ssoDomains)
          .set({ verifiedAt: at, verifiedBy: by, checkedAt: at, missingSince: null })
          .where(and(eq(ssoDomains.providerId, provider.id), eq(ssoDomains.domain, domain)));
        const verified = { field: 'verifiedDomain', from: null, to: domain };
        await recordChanges(transaction, author, [entryOf(provider, 'updated', [verified])]);
        return true;
      }),
    async claimCheck({ now, before }) {
      const due = db
        .select({ providerId: ssoDomains.providerId, domain: ssoDomains.domain })
        .from(ssoDomains)
        .where(
          and(
            isNotNull(ssoDomains.verifiedAt),
            eq(ssoDomains.verifiedBy, 'record'),
            lte(sql`coalesce(${ssoDomains.checkedAt}, ${ssoDomains.verifiedAt})`, before),
          ),
        )
        .limit(1)
        .for('update', { skipLocked: true });
      const { providerId, domain, record, missingSince } = ssoDomains;
      const [claimed] = await db
        .update(ssoDomains)
        .set({ checkedAt: now })
        .where(sql`(${providerId}, ${domain}) in ${due}`)
        .returning({ providerId, domain, record, missingSince });
      return claimed ?? null;
    },
    async noteMissing(domain, since) {
      await db.update(ssoDomains).set({ missingSince: since }).where(isDomain(domain));
    },
    revokeDomain: (domain) => db.transaction((transaction) => revoke(transaction, domain)),
  };
}

const isDomain = ({ providerId, domain }: Pick<ClaimedDomain, 'providerId' | 'domain'>) =>
  and(eq(ssoDomains.providerId, providerId), eq(ssoDomains.domain, domain));

/** Marks a domain as no longer verified, by the product itself. */
async function revoke(transaction: Transaction, domain: Pick<ClaimedDomain, 'providerId' | 'domain'>): Promise<void> {
  const [provider] = await transaction
    .select()
    .from(identityProviders)
    .where(eq(identityProviders.id, domain.providerId));
  if (!provider) return;
  await transaction
    .update(ssoDomains)
    .set({ verifiedAt: null, verifiedBy: null, missingSince: null })
    .where(isDomain(domain));
  const revoked = { field: 'verifiedDomain', from: domain.domain, to: null };
  await recordChanges(transaction, systemAuthor, [entryOf(provider, 'updated', [revoked])]);
}

async function endSessions(transaction: Transaction, providerId: string): Promise<void> {
  await transaction.delete(sessions).where(eq(sessions.providerId, providerId));
}

function domainChange(from: string | null, to: string | null): FieldChange {
  return { field: 'domain', from, to };
}

function entryOf(
  { name, demandId }: Pick<IdentityProviderRow, 'name' | 'demandId'>,
  action: NewEntry['action'],
  fields: FieldChange[] = [],
): NewEntry {
  return { action, entity: 'identityProvider', rowId: null, name, demandId, fields };
}

/** The changed values; of the client secret only that it changed. */
function changedFields(before: IdentityProviderRow, after: ProviderValues): FieldChange[] {
  return Object.entries(after).flatMap(([field, to]): FieldChange[] => {
    const from = before[field as keyof ProviderValues];
    if (sameValue(from, to)) return [];
    return field === 'sealedClientSecret'
      ? [{ field: 'clientSecret', from: null, to: null, isSecret: true }]
      : [{ field, from, to }];
  });
}
