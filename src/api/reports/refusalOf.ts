import type { Problem } from '../problem.ts';
import { type Refusal, refuse } from '../route.ts';
import type { Unanswered } from './runReport.ts';

const smaller = 'choose fewer days, fewer dimensions or a filter';

const problems: Record<Unanswered, Problem> = {
  tooLong: { code: 'report_too_long', message: `The report took too long; ${smaller}`, path: '' },
  tooLarge: { code: 'report_too_large', message: `The report is too large; ${smaller}`, path: '' },
  busy: { code: 'busy', message: 'Too many reports are running; try again in a moment', path: '' },
  unready: {
    code: 'reports_not_ready',
    message: 'The reports are being set up; try again in a moment',
    path: '',
  },
  left: { code: 'caller_left', message: 'The caller went away', path: '' },
};

/** What is said of a report that has no answer. */
export function problemOf(outcome: Unanswered): Problem {
  return problems[outcome];
}

/** What a caller is told whose report has no answer. */
export function refusalOf(outcome: Unanswered): Refusal<422 | 503> {
  if (outcome === 'busy') return refuse(503, [problems.busy]);
  if (outcome === 'unready') return refuse(503, [problems.unready], { 'retry-after': '5' });
  return refuse(422, [problems[outcome]]);
}
