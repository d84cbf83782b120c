import type { FastifyRequest } from 'fastify';
import type { Problem } from './problem.ts';
import type { Route } from './route.ts';
import type { CallerOf } from './session/callerOf.ts';

/** Who may call the routes of an app, and who a caller is. */
export interface Admission {
  /** Why a call is refused whatever it says; null where it may be made. Nothing of its body has been read yet. */
  refusalOf(route: Route, request: FastifyRequest): Promise<{ status: number; problem: Problem } | null>;
  callerOf: CallerOf;
}
