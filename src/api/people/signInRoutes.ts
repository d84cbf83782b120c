import { type Entity, entityList, type EntityName, type UserRow } from '#model/index.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { ownUrl } from '../session/ownUrl.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { listedSessions } from './listedSessions.ts';
import { signInContract } from './peopleContract.ts';
import { sessionsEnded } from './sessionsEnded.ts';
import { openSignInLinks, signInLinkUrl } from './signInLinks.ts';

/** Routes by which users manage how others sign in: those whom they may change. */
export function signInRoutes(deps: ApiDeps): Route[] {
  return entityList.filter(({ hashes }) => hashes !== undefined).flatMap((entity) => routesOf(deps, entity));
}

function routesOf(deps: ApiDeps, entity: Entity): Route[] {
  const { config, devices, entities, factors, locate, log, mailer, now, passwords, security, sessions } = deps;
  const contract = signInContract(entity);
  const links = openSignInLinks(deps);

  /** The user with an id among those that the caller may change; null = none. */
  async function find(id: number, caller: SessionUser): Promise<UserRow | null> {
    const row = await entities.get(entity.name as EntityName, id, scopeOf(caller));
    return row && entities.get('user', id, 'all');
  }

  return [
    implement(contract.read, async ({ params, user, sessionToken }) => {
      const found = await find(params.id, user);
      if (!found) return notFound();
      const at = now().toISOString();
      return ok({
        hasPassword: found.hasPassword,
        linkEndsAt: await passwords.linkEndOf(found.id, at),
        address: await links.addressOf(found.id),
        isMailSetUp: mailer !== null,
        sessions: listedSessions(await sessions.list(found.id, at, sessionToken), locate),
        factors: (await factors.list(found.id)).length,
      });
    }),
    implement(contract.createLink, async (call) => {
      const { params, body, user, author } = call;
      const found = await find(params.id, user);
      if (!found) return notFound();
      if (found.id === (user.adminId ?? user.id)) return reject(409, [ownLink]);
      if (!(await sessions.readUser(found.id))) return reject(409, [inactive]);
      const { token, expiresAt } = await links.make(found.id, 'given');
      const { id, name, login, demandId } = found;
      await log.record(author, { action: 'signInLink', entity: entity.name, rowId: id, name, demandId });
      const { mail, mailError } = body.isMailed
        ? await links.send(found, { about: 'invited', name, login, token, expiresAt })
        : ({ mail: 'none', mailError: null } as const);
      return ok(
        { url: signInLinkUrl(ownUrl(config, call), token), expiresAt: expiresAt.toISOString(), mail, mailError },
        201,
      );
    }),
    implement(contract.resetFactors, async ({ params, user, author }) => {
      const found = await find(params.id, user);
      if (!found) return notFound();
      if (found.id === (user.adminId ?? user.id)) return reject(409, [ownFactors]);
      if (await factors.removeAll(found, author, entity.name)) {
        await sessions.endAllOf({ userIds: [found.id] });
        void links.send(found, { about: 'factorsReset', name: found.name, login: found.login });
      }
      return ok({});
    }),
    implement(contract.endSessions, async ({ params, user, author, sessionToken }) => {
      const found = await find(params.id, user);
      if (!found) return notFound();
      await sessions.endAllOf({ userIds: [found.id] }, sessionToken ?? undefined);
      await devices.endAllOf([found.id]);
      await security.record(author, sessionsEnded(entity.name, found));
      return ok({});
    }),
    implement(contract.endSession, async ({ params, user, author }) => {
      const found = await find(params.id, user);
      if (!found || !(await sessions.endOne(found.id, params.sessionId))) return notFound();
      await security.record(author, sessionsEnded(entity.name, found));
      return ok({});
    }),
  ];
}

const ownLink = { code: 'own_link', message: 'Change your own password under “Password and sessions”', path: '' };
const ownFactors = { code: 'own_factors', message: 'Remove your own second factors on your sign-in page', path: '' };
const inactive = { code: 'suspended', message: 'The user or its account is suspended', path: '' };
