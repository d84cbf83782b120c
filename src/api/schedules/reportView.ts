import { mayUse } from '#model/index.ts';
import { normalizeReport, viewerOf, type ReportViewer } from '#reports/index.ts';
import type { SessionUser } from '../session/sessionContract.ts';

/** The facts that a report counts: of all accounts or of one, and of all its partners or of some. */
export type ReportView = Pick<ReportViewer, 'demandId' | 'subpublisherIds' | 'advertiserIds'>;

/** The facts that a user's reports count. */
export function viewOf(user: SessionUser): ReportView {
  const { demandId, subpublisherIds, advertiserIds } = viewerOf(user);
  return { demandId, subpublisherIds, advertiserIds };
}

/** Whether a view includes everything that another view counts. */
export function covers(own: ReportView, other: ReportView): boolean {
  if (own.demandId !== null && own.demandId !== other.demandId) return false;
  return includesAll(own.subpublisherIds, other.subpublisherIds) && includesAll(own.advertiserIds, other.advertiserIds);
}

/** Null = all partners. */
function includesAll(own: readonly number[] | null, other: readonly number[] | null): boolean {
  return own === null || (other !== null && other.every((id) => own.includes(id)));
}

/** Whether a user may run a saved request: its metrics and dimensions are those that the user sees. */
export function mayRun(user: SessionUser, { range: _range, ...question }: Record<string, unknown>): boolean {
  return normalizeReport(question, viewerOf(user)).ok;
}

/**
 * Whether a user may have files delivered to another: to colleagues whose logins the user knows, and who see at least
 * as much. An account knows its managers, a manager the account's own logins, an admin the other admins.
 */
export function maySendTo(user: SessionUser, colleague: SessionUser): boolean {
  if (colleague.id === user.id || colleague.demandId !== user.demandId) return false;
  if (!mayUse(colleague, 'reports') || !covers(viewOf(colleague), viewOf(user))) return false;
  const isKnown = {
    admin: colleague.type === 'admin',
    demand: colleague.type === 'demand' && (user.role === 'demand' || colleague.role === 'demand'),
    sub: false,
    adv: false,
    sdk: false,
  };
  return isKnown[user.type];
}
