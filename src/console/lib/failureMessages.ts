import type { VastHop } from '#api/vastTester/vastTesterContract.ts';

/** Short texts for failed fetches from other servers. */
export const failureMessages: Record<NonNullable<VastHop['failure']>, string> = {
  timeout: 'Timeout',
  http_error: 'HTTP error',
  conn_error: 'Not reachable',
  refused_address: 'Private IP address',
  too_large: 'Too large',
  empty: 'Empty',
  encoding: 'Unknown encoding',
};
