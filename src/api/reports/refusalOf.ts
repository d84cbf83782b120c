import type { Problem } from '../problem.ts';
import { type Rejection, reject } from '../route.ts';
import type { Unanswered } from './runReport.ts';

const smaller = 'Choose fewer days, fewer dimensions or add a filter';

const problems: Record<Unanswered, Problem> = {
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

/** The problem of a report without an answer. */
export function problemOf(outcome: Unanswered): Problem {
  return problems[outcome];
}

/** The refusal of a report without an answer. */
export function refusalOf(outcome: Unanswered): Rejection<422 | 503> {
  if (outcome === 'busy') return reject(503, [problems.busy]);
  if (outcome === 'unready') return reject(503, [problems.unready], { 'retry-after': '5' });
  return reject(422, [problems[outcome]]);
}
