import type { FastifyRequest } from 'fastify';
import type { FourEyes } from './fourEyes/openFourEyes.ts';
import type { Problem } from './problem.ts';
import type { ResponseHeaders, Route } from './route.ts';
import type { CallAudit } from './security/auditCalls.ts';
import type { CallerOf } from './session/callerOf.ts';

/** The rejection of a call. */
export interface CallRejection {
  status: number;
  problem: Problem;
  headers?: ResponseHeaders;
}

/** Decides who may call the routes of an app, and identifies callers. */
export interface Admission {
  /** The rejection of a call, decided before its body is read; null when the call is allowed. */
  rejectionOf(route: Route, request: FastifyRequest): Promise<CallRejection | null>;
  /** Counts a call against the limits of its caller. Absent = none. The headers are those of every response. */
  countCall?(
    route: Route,
    request: FastifyRequest,
  ): Promise<{ headers: ResponseHeaders; rejection: CallRejection | null }>;
  callerOf: CallerOf;
  /** Makes changes wait for a second person; absent where none does. */
  fourEyes?: FourEyes;
  /** Records calls in the security log; absent for those of the platform's own processes. */
  audit?: CallAudit;
}
