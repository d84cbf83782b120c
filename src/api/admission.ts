import type { FastifyRequest } from 'fastify';
import type { Problem } from './problem.ts';
import type { Route } from './route.ts';
import type { CallerOf } from './session/callerOf.ts';

/** Decides who may call the routes of an app, and identifies callers. */
export interface Admission {
  /** The rejection of a call, decided before its body is read; null when the call is allowed. */
  rejectionOf(route: Route, request: FastifyRequest): Promise<{ status: number; problem: Problem } | null>;
  callerOf: CallerOf;
}
