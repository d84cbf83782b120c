import type { Role } from '#model/index.ts';
import type { ReportViewer } from './request.ts';

/** The fields of a signed-in user that reports need. */
export interface ReportUser {
  role: Role;
  demandId: number | null;
  subpublisherId: number | null;
  advertiserId: number | null;
  timezone: number;
  showSystemCost: boolean;
  hidesMoney?: true | undefined;
  /** The account's own parameters; null when it has none. */
  tagParams: readonly string[] | null;
  /** The partners that a manager of an account is limited to; null = all. */
  scope: { advertiserIds: readonly number[] | null; subpublisherIds: readonly number[] | null };
}

/** The viewer of a signed-in user: partners are limited to themselves, managers to their scope. */
export function viewerOf(user: ReportUser): ReportViewer {
  const { role, demandId, subpublisherId, advertiserId, timezone, showSystemCost, hidesMoney, tagParams, scope } = user;
  return {
    role,
    demandId,
    subpublisherIds: subpublisherId === null ? scope.subpublisherIds : [subpublisherId],
    advertiserIds: advertiserId === null ? scope.advertiserIds : [advertiserId],
    showSystemCost,
    ...(hidesMoney ? { hidesMoney } : {}),
    timezone,
    tagParams,
  };
}
