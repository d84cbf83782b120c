import type { Fault } from '../entity/fault.ts';

/** The fault of a bidder without a bid endpoint. */
export function endpointFaults({ endpoint }: { endpoint: string }): Fault[] {
  return endpoint === '' ? [{ code: 'required', message: 'A bid endpoint is required', path: 'endpoint' }] : [];
}
