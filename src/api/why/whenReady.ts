import { isUnready } from '../reports/runReport.ts';
import { type Rejection, reject, type RouteResponse } from '../route.ts';

/** Responds with 503 until the table of traces exists: the worker creates it at its first start. */
export async function whenReady<Done extends RouteResponse>(work: () => Promise<Done>): Promise<Done | Rejection<503>> {
  try {
    return await work();
  } catch (error) {
    if (isUnready(error)) return unready;
    throw error;
  }
}

const unready = reject(
  503,
  [{ code: 'traces_not_ready', message: 'Traces are being set up. Try again in a moment', path: '' }],
  { 'retry-after': '5' },
);
