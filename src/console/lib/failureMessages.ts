import type { VastHop } from '#api/vastTester/vastTesterContract.ts';

/** Why a call to somebody else's server brought nothing, in a word or two. */
export const failureMessages: Record<NonNullable<VastHop['failure']>, string> = {
  timeout: 'Timeout',
  http_error: 'HTTP error',
  conn_error: 'Not reachable',
  refused_address: 'Private IP address',
  too_large: 'Too large',
  empty: 'Empty',
};
