import type { FastifyRequest } from 'fastify';
import type { SessionUser } from '../contract.ts';
import type { ApiDeps } from '../deps.ts';
import { useSession } from './openSession.ts';
import { sessionCookie } from './sessionCookie.ts';
import { sessionUser } from './sessionUser.ts';

/** Who makes a call, and how it reached us. */
export interface Caller {
  user: SessionUser | null;
  token: string | null;
  isSecure: boolean;
  host: string;
}

/** Finds out who makes a request. */
export type CallerOf = (request: FastifyRequest) => Promise<Caller>;

/** Reads callers from their session cookies, once per request. */
export function openCallers({ config, sessions, now }: ApiDeps): CallerOf {
  const known = new WeakMap<FastifyRequest, Promise<Caller>>();
  const read = async (request: FastifyRequest): Promise<Caller> => {
    const token = request.cookies[sessionCookie] ?? null;
    const host = config.CONSOLE_URL ? new URL(config.CONSOLE_URL).host : request.host;
    const isSecure = request.protocol === 'https' || (config.CONSOLE_URL?.startsWith('https:') ?? false);
    const user = token === null ? null : await useSession(sessions, token, now());
    return { user: user && sessionUser(user, host), token, isSecure, host };
  };
  return (request) => {
    let caller = known.get(request);
    if (!caller) {
      caller = read(request);
      known.set(request, caller);
    }
    return caller;
  };
}
