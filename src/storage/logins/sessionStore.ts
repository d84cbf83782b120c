import { and, asc, desc, eq, gt, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { CustomRoleRow, DemandAccountRow, UserRow } from '#model/index.ts';
import { apiTokens, identityProviders, sessions, signInFactors, signInPolicies } from '../tables.ts';
import { tableOf } from '../tableOf.ts';
import type { Database } from '../entities/database.ts';
import { columnNamed } from '../entities/entityTable.ts';
import { digest } from '../entities/secrets.ts';
import { rowOf, visibleColumns } from '../entities/selection.ts';
import { type SessionHolders, sessionsOf } from './endAccess.ts';

/** A new session. Only the hash of its token is stored. Times are ISO 8601. */
export interface NewSession {
  token: string;
  /** The user as it was when its credentials were checked. */
  user: Pick<UserRow, 'id' | 'version'>;
  createdAt: string;
  expiresAt: string;
  endsAt: string;
  use: SessionUse;
  /** When the person proved who they are with all their factors; null = not at this sign-in. */
  confirmedAt: string | null;
  /** The identity provider with which it is opened; absent for a password. */
  provider?: SessionProvider | undefined;
}

/** The identity provider with which a session was opened. */
export interface SessionProvider {
  id: string;
  /** ID of the session, to which the sealed URL is bound. */
  sessionId: string;
  /** The URL that also ends the session at the provider; null = none. */
  sealedSignOutUrl: string | null;
}

/** The last use of a session. */
export interface SessionUse {
  /** ISO 8601. */
  at: string;
  ip: string;
  /** The User-Agent header, at most 300 characters. */
  userAgent: string;
}

/** A session as its user and admins see it. Times are ISO 8601. */
export interface SessionRow {
  /** Names it in calls; not its token. */
  id: string;
  userId: number;
  createdAt: string;
  /** Its end, unless it is used before. */
  expiresAt: string;
  /** Its last use; at, ip and userAgent are null or empty for sessions that an earlier version opened. */
  usedAt: string | null;
  ip: string;
  userAgent: string;
  /** Name of the identity provider with which it was opened; null = a password. */
  provider: string | null;
  /** The user as whom an admin acts in it; null = no one. */
  actsAs: string | null;
  /** Whether its token is the given one. */
  isOwn: boolean;
}

/** The rights of a call: a user, its account and custom role, and the admin who acts as it. */
export interface Principal {
  user: UserRow;
  /** Null for admins. */
  account: DemandAccountRow | null;
  /** Its custom role, whatever its status; null without one. */
  customRole: CustomRoleRow | null;
  /** The admin who acts as the user; null for the user itself. */
  admin: { id: number; name: string } | null;
  /**
   * The role as which the owner of an account sees the console in this session: `readonly`, or the ID of a custom role,
   * which is then `customRole`; null = none.
   */
  viewedRole: string | null;
}

export interface ValidSession extends Principal {
  createdAt: string;
  expiresAt: string;
  endsAt: string;
  usedAt: string | null;
  ip: string;
  /** When the person who signed in last proved who they are; null = not in this session. */
  confirmedAt: string | null;
  /** Whether the person who signed in has a second factor. */
  hasFactor: boolean;
  /** Whether the user's account requires one. */
  isFactorRequired: boolean;
  /** Whether it was opened with an identity provider. */
  isOfProvider: boolean;
}

export interface SessionStore {
  /**
   * Creates a session; false if the user was changed since its credentials were checked: a new password, role or status
   * ends sessions, also one that is just being opened.
   */
  create(session: NewSession): Promise<boolean>;
  /** The session of a token, when it has not ended and its user and account are active; null otherwise. */
  read(token: string, now: string): Promise<ValidSession | null>;
  /** Records a use of a session, which extends it. */
  recordUse(token: string, use: SessionUse, expiresAt: string): Promise<void>;
  /** The sessions of a user that have not ended, the last used first, with those in which it acts as another user. */
  list(userId: number, now: string, ownToken: string | null): Promise<SessionRow[]>;
  /** Ends one of a user's sessions; false when there is no such session. */
  endOne(userId: number, id: string): Promise<boolean>;
  /** Records that the person who signed in proved who they are. */
  confirm(token: string, now: string): Promise<void>;
  /** Transfers the session to another user: to one that an admin acts as, or back to the admin (adminId null). */
  switchTo(token: string, userId: number, adminId: number | null): Promise<void>;
  /** Sets the role as which the owner of an account sees the console in a session; null = its own. */
  viewAs(token: string, role: string | null): Promise<void>;
  /** The rights of a program with an account's API token: those of its first active owner; null without one. */
  readApiToken(token: string): Promise<Principal | null>;
  /** The current rights of a user; null when the user or its account is no longer active. */
  readUser(userId: number): Promise<Principal | null>;
  /** The active users of an account, or the active admins for null, with their current rights; by name. */
  readPeople(demandId: number | null): Promise<Principal[]>;
  /** The active users who want a daily mail, with their current rights. */
  readDailyMailUsers(): Promise<Principal[]>;
  end(token: string): Promise<void>;
  /** The identity provider with which a session was opened; null = a password. */
  providerOf(token: string): Promise<SessionProvider | null>;
  /**
   * Ends all sessions of these users, or of all users of these accounts or with these custom roles, and of admins who
   * act as them; except the session `except`. Changes of users, accounts and roles do so themselves (`endAccess`).
   */
  endAllOf(whose: SessionHolders, except?: string): Promise<void>;
  /** Prunes ended sessions. */
  prune(now: string): Promise<number>;
}

export function openSessionStore(db: Database): SessionStore {
  const users = tableOf('user');
  const demands = tableOf('demand');
  const userColumn = (name: string) => columnNamed(users, name);
  const isAllowedIn = and(
    eq(userColumn('status'), 1),
    or(sql`${userColumn('demandId')} is null`, eq(columnNamed(demands, 'status'), 1)),
  );
  const roles = tableOf('role');
  /** The columns of a principal; its account and role are joined. */
  const principalColumns = {
    user: visibleColumns(users),
    account: visibleColumns(demands),
    customRole: visibleColumns(roles),
  };
  const ofAccount = eq(columnNamed(demands, 'id'), userColumn('demandId'));
  const ofUser = eq(columnNamed(roles, 'id'), userColumn('roleId'));
  /** That of the user, or the one of its account as which an owner sees the console. */
  const ofSession = and(
    sql`${columnNamed(roles, 'id')} = case when ${userColumn('managerId')} is null and ${sessions.viewedRole} ~ '^[0-9]{1,9}$' then ${sessions.viewedRole}::integer else ${userColumn('roleId')} end`,
    eq(columnNamed(roles, 'demandId'), userColumn('demandId')),
  );
  /** The sessions that a user opened: as itself, or as an admin who acts as another user. */
  const isOf = (userId: number) =>
    or(and(eq(sessions.userId, userId), isNull(sessions.adminId)), eq(sessions.adminId, userId));
  return {
    create: ({ token, user, use: { at, ip, userAgent }, provider, ...times }) =>
      db.transaction(async (transaction) => {
        // Waits for a change of the user that ends its sessions, which otherwise waits for this session and ends it.
        const [unchanged] = await transaction
          .select({ id: userColumn('id') })
          .from(users.table)
          .leftJoin(demands.table, eq(columnNamed(demands, 'id'), userColumn('demandId')))
          .where(and(eq(userColumn('id'), user.id), eq(userColumn('version'), user.version), isAllowedIn))
          .for('share', { of: users.table });
        if (!unchanged) return false;
        const from = provider && {
          id: provider.sessionId,
          providerId: provider.id,
          sealedSignOutUrl: provider.sealedSignOutUrl,
        };
        await transaction
          .insert(sessions)
          .values({ ...times, ...from, userId: user.id, usedAt: at, ip, userAgent, tokenHash: digest(token) });
        return true;
      }),
    async providerOf(token) {
      const { id, providerId, sealedSignOutUrl } = sessions;
      const [found] = await db
        .select({ id: providerId, sessionId: id, sealedSignOutUrl })
        .from(sessions)
        .where(eq(sessions.tokenHash, digest(token)));
      return found && found.id !== null ? { ...found, id: found.id } : null;
    },
    async read(token, now) {
      const [found] = await db
        .select({
          ...principalColumns,
          viewedRole: sessions.viewedRole,
          adminId: sessions.adminId,
          adminName: sql<
            string | null
          >`(select admins.name from ${users.table} admins where admins.id = ${sessions.adminId} and admins.status = 1)`,
          expiresAt: sql<string>`${sessions.expiresAt}`.mapWith(sessions.expiresAt),
          endsAt: sql<string>`${sessions.endsAt}`.mapWith(sessions.endsAt),
          createdAt: sessions.createdAt,
          usedAt: sessions.usedAt,
          ip: sessions.ip,
          confirmedAt: sessions.confirmedAt,
          hasFactor: sql<boolean>`exists (select 1 from ${signInFactors} where ${signInFactors.userId} = coalesce(${sessions.adminId}, ${sessions.userId}))`,
          isFactorRequired: sql<boolean>`coalesce(${signInPolicies.requiresFactor}, false)`,
          isOfProvider: sql<boolean>`${sessions.providerId} is not null`,
        })
        .from(sessions)
        .innerJoin(users.table, eq(userColumn('id'), sessions.userId))
        .leftJoin(demands.table, ofAccount)
        .leftJoin(roles.table, ofSession)
        .leftJoin(signInPolicies, eq(signInPolicies.demandId, userColumn('demandId')))
        .where(
          and(
            eq(sessions.tokenHash, digest(token)),
            gt(sessions.expiresAt, now),
            gt(sessions.endsAt, now),
            isAllowedIn,
          ),
        );
      if (!found) return null;
      const { user: _user, account: _account, customRole: _customRole, adminId, adminName, ...session } = found;
      // A suspended admin no longer acts as anyone.
      if (adminId !== null && adminName === null) return null;
      const admin = adminId === null || adminName === null ? null : { id: adminId, name: adminName };
      return { ...principalOf(found), admin, ...session };
    },
    async confirm(token, now) {
      await db
        .update(sessions)
        .set({ confirmedAt: now })
        .where(eq(sessions.tokenHash, digest(token)));
    },
    async switchTo(token, userId, adminId) {
      await db
        .update(sessions)
        .set({ userId, adminId, viewedRole: null })
        .where(eq(sessions.tokenHash, digest(token)));
    },
    async viewAs(token, role) {
      await db
        .update(sessions)
        .set({ viewedRole: role })
        .where(eq(sessions.tokenHash, digest(token)));
    },
    async readApiToken(token) {
      const [found] = await db
        .select(principalColumns)
        .from(apiTokens)
        .innerJoin(demands.table, eq(columnNamed(demands, 'id'), apiTokens.demandId))
        .innerJoin(users.table, eq(userColumn('demandId'), apiTokens.demandId))
        .leftJoin(roles.table, ofUser)
        .where(
          and(
            eq(apiTokens.tokenHash, digest(token)),
            eq(userColumn('type'), 'demand'),
            isNull(userColumn('managerId')),
            isAllowedIn,
          ),
        )
        .orderBy(asc(userColumn('id')))
        .limit(1);
      return found ? principalOf(found) : null;
    },
    async readUser(userId) {
      const [found] = await db
        .select(principalColumns)
        .from(users.table)
        .leftJoin(demands.table, ofAccount)
        .leftJoin(roles.table, ofUser)
        .where(and(eq(userColumn('id'), userId), isAllowedIn));
      return found ? principalOf(found) : null;
    },
    async readPeople(demandId) {
      const found = await db
        .select(principalColumns)
        .from(users.table)
        .leftJoin(demands.table, ofAccount)
        .leftJoin(roles.table, ofUser)
        .where(
          and(demandId === null ? isNull(userColumn('demandId')) : eq(userColumn('demandId'), demandId), isAllowedIn),
        )
        .orderBy(asc(userColumn('name')), asc(userColumn('id')));
      return found.map(principalOf);
    },
    async readDailyMailUsers() {
      const found = await db
        .select(principalColumns)
        .from(users.table)
        .leftJoin(demands.table, ofAccount)
        .leftJoin(roles.table, ofUser)
        .where(and(eq(userColumn('dailyMail'), true), isAllowedIn));
      return found.map(principalOf);
    },
    async recordUse(token, { at, ip, userAgent }, expiresAt) {
      await db
        .update(sessions)
        .set({ expiresAt, usedAt: at, ip, userAgent })
        .where(eq(sessions.tokenHash, digest(token)));
    },
    async list(userId, now, ownToken) {
      const found = await db
        .select({
          id: sessions.id,
          createdAt: sessions.createdAt,
          expiresAt: sessions.expiresAt,
          usedAt: sessions.usedAt,
          ip: sessions.ip,
          userAgent: sessions.userAgent,
          actsAs: sql<string | null>`case when ${sessions.adminId} = ${userId} then ${userColumn('name')} end`,
          provider: identityProviders.name,
          tokenHash: sessions.tokenHash,
        })
        .from(sessions)
        .innerJoin(users.table, eq(userColumn('id'), sessions.userId))
        .leftJoin(identityProviders, eq(identityProviders.id, sessions.providerId))
        .where(and(isOf(userId), gt(sessions.expiresAt, now), gt(sessions.endsAt, now)))
        .orderBy(desc(sql`coalesce(${sessions.usedAt}, ${sessions.createdAt})`), asc(sessions.id));
      const own = ownToken === null ? null : digest(ownToken);
      return found.map(({ tokenHash, ...session }) => ({ ...session, userId, isOwn: tokenHash === own }));
    },
    async endOne(userId, id) {
      const ended = await db
        .delete(sessions)
        .where(and(eq(sessions.id, id), isOf(userId)))
        .returning({ id: sessions.id });
      return ended.length > 0;
    },
    async end(token) {
      await db.delete(sessions).where(eq(sessions.tokenHash, digest(token)));
    },
    async endAllOf(whose, except) {
      const condition = sessionsOf(db, whose);
      if (!condition) return;
      await db
        .delete(sessions)
        .where(and(condition, except === undefined ? undefined : ne(sessions.tokenHash, digest(except))));
    },
    async prune(now) {
      const isOver = or(lte(sessions.expiresAt, now), lte(sessions.endsAt, now));
      return (await db.delete(sessions).where(isOver)).rowCount ?? 0;
    },
  };
}

interface FoundPrincipal {
  user: Record<string, unknown>;
  account: Record<string, unknown> | null;
  customRole: Record<string, unknown> | null;
}

function principalOf({ user, account, customRole }: FoundPrincipal): Principal {
  const isJoined = (row: Record<string, unknown> | null): row is Record<string, unknown> =>
    row !== null && typeof row['id'] === 'number';
  return {
    user: rowOf('user', user),
    account: isJoined(account) ? rowOf('demand', account) : null,
    customRole: isJoined(customRole) ? rowOf('role', customRole) : null,
    admin: null,
    viewedRole: null,
  };
}
