import type { Problem } from '../problem.ts';
import { type Rejection, reject } from '../route.ts';
import type { ReportFailure } from './runReport.ts';

const smaller = 'Choose fewer days, fewer dimensions or add a filter';

const problems: Record<ReportFailure, Problem> = {
  tooLong: { code: 'report_too_long', message: `The report took too long. ${smaller}`, path: '' },
  tooLarge: { code: 'report_too_large', message: `The report is too large. ${smaller}`, path: '' },
  busy: { code: 'busy', message: 'Too many reports are running. Try again in a moment', path: '' },
  unready: {
    code: 'reports_not_ready',
    message: 'Reports are being set up. Try again in a moment',
    path: '',
  },
  left: { code: 'caller_left', message: 'The client closed the connection', path: '' },
};

/** The problem of a failed report. */
export function problemOf(outcome: ReportFailure): Problem {
  return problems[outcome];
}

/** The rejection of a failed report. */
export function rejectionOf(outcome: ReportFailure): Rejection<422 | 503> {
  if (outcome === 'busy') return reject(503, [problems.busy]);
  if (outcome === 'unready') return reject(503, [problems.unready], { 'retry-after': '5' });
  return reject(422, [problems[outcome]]);
}
