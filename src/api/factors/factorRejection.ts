import type { FastifyRequest } from 'fastify';
import type { CallRejection } from '../admission.ts';
import type { RouteDeclaration } from '../routeDeclaration.ts';
import type { FactorOfSession } from '../session/callerOf.ts';

/** Minutes for which a confirmation is valid. */
export const confirmedMinutes = 10;

/** The rejection of a call whose person has to add a second factor, or to confirm who they are; null when it is allowed. */
export function factorRejection(
  { isForEnrolment, confirmation }: Pick<RouteDeclaration, 'isForEnrolment' | 'confirmation'>,
  { query }: Pick<FastifyRequest, 'query'>,
  { isMissing, hasFactor, confirmedAt, mayAddFirst }: FactorOfSession,
  now: Date,
): CallRejection | null {
  if (isMissing && !isForEnrolment) {
    return rejection('second_factor_required', 'Add a second factor to your sign-in first');
  }
  if (isForEnrolment && mayAddFirst) return null;
  if (!confirmation || (confirmation.of === 'factorHolders' && !hasFactor)) return null;
  const values = Object.entries(confirmation.exceptQuery ?? {});
  const sent = typeof query === 'object' && query !== null ? query : {};
  if (values.some(([name, value]) => Reflect.get(sent, name) === value)) return null;
  const ageMs = confirmedAt === null ? Infinity : now.getTime() - Date.parse(confirmedAt);
  if (ageMs <= confirmedMinutes * 60_000) return null;
  return rejection('confirmation_required', 'Confirm who you are first');
}

function rejection(code: string, message: string): CallRejection {
  return { status: 403, problem: { code, message, path: '' } };
}
