import { isUnready } from '../reports/runReport.ts';
import { type Refusal, refuse, type Reply } from '../route.ts';

/** Traces have a table of their own, which the worker makes at its first start: until then answers 503. */
export async function whenReady<Answer extends Reply>(work: () => Promise<Answer>): Promise<Answer | Refusal<503>> {
  try {
    return await work();
  } catch (error) {
    if (isUnready(error)) return unready;
    throw error;
  }
}

const unready = refuse(
  503,
  [{ code: 'traces_not_ready', message: 'Traces are being set up. Try again in a moment', path: '' }],
  { 'retry-after': '5' },
);
