import { addressGroup } from '#runtime/addressGroup.ts';
import type { LoginStore } from '#storage/logins/loginStore.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, ok, reject, type Route } from '../route.ts';
import { textOfUpload } from '../upload.ts';
import { cspReportContract } from './cspReportContract.ts';
import { readViolation } from './readViolation.ts';

const windowMs = 60_000;

/** Reports per minute: of an address, and of all. A page with many faults sends a few. */
export const reportsPerMinute = { address: 20, all: 300 };

/** The route of violations of the content security policy. They are counted, and never logged. */
export function cspReportRoutes({ cspReports, logins, now }: Pick<ApiDeps, 'cspReports' | 'logins' | 'now'>): Route[] {
  return [
    implement(cspReportContract.record, async ({ upload, ip }) => {
      const at = now();
      const isOfAddress = await isTooMany(logins, `csp reports from ${addressGroup(ip)}`, reportsPerMinute.address, at);
      if (isOfAddress || (await isTooMany(logins, 'csp reports', reportsPerMinute.all, at))) return tooMany;
      const violation = readViolation(await textOfUpload(upload));
      if (violation === null) return notAReport;
      if (violation !== 'unknown') await cspReports.record(violation, at.toISOString());
      return ok({});
    }),
  ];
}

async function isTooMany(
  logins: Pick<LoginStore, 'countAttempt'>,
  key: string,
  limit: number,
  now: Date,
): Promise<boolean> {
  return (await logins.countAttempt(key, { now, windowMs })).attempts > limit;
}

const tooMany = reject(429, [{ code: 'too_many_calls', message: 'Too many reports. Try again in a minute', path: '' }]);
const notAReport = reject(400, [{ code: 'bad_report', message: 'The body is not a report of a violation', path: '' }]);
