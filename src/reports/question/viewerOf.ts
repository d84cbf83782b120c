import type { Role } from '#model/index.ts';
import type { ReportViewer } from './request.ts';

/** What reports need to know of a signed-in user. */
export interface ReportUser {
  role: Role;
  demandId: number | null;
  subpublisherId: number | null;
  advertiserId: number | null;
  timezone: number;
  showSystemCost: boolean;
  /** The account's own parameters; null where it has none. */
  tagParams: readonly string[] | null;
  /** The partners to whom a manager of an account is limited; null = all. */
  scope: { advertiserIds: readonly number[] | null; subpublisherIds: readonly number[] | null };
}

/** A signed-in user as the rules of reports see it: a partner is limited to itself, a manager to its scope. */
export function viewerOf(user: ReportUser): ReportViewer {
  const { role, demandId, subpublisherId, advertiserId, timezone, showSystemCost, tagParams, scope } = user;
  return {
    role,
    demandId,
    subpublisherIds: subpublisherId === null ? scope.subpublisherIds : [subpublisherId],
    advertiserIds: advertiserId === null ? scope.advertiserIds : [advertiserId],
    showSystemCost,
    timezone,
    tagParams,
  };
}
