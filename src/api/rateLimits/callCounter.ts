import type { Admission } from '../admission.ts';
import type { Caller, CallerOf } from '../session/callerOf.ts';
import type { CallLimiter, CountedLimit, LimitName } from './openCallLimiter.ts';

/**
 * Counts the calls of programs by key and account, and those of people by user and account: separately, so that no
 * program can use up the calls of the console. Programs see their limits in the headers of every response
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
export function callCounter(limiter: CallLimiter, callerOf: CallerOf): NonNullable<Admission['countCall']> {
  return async (route, request) => {
    if (route.access === 'public') return { headers: {}, rejection: null };
    const caller = await callerOf(request);
    const counted: CountedLimit[] = [];
    for (const [name, key] of bucketsOf(caller)) {
      const limit = await limiter.count(name, key);
      counted.push(limit);
      if (limit.isExceeded) break;
    }
    const headers = caller.isProgram && counted.length > 0 ? limitHeaders(counted) : {};
    const exceeded = counted.find(({ isExceeded }) => isExceeded);
    return { headers, rejection: exceeded ? rejectionFor(exceeded, caller.isProgram) : null };
  };
}

/** The counts of a caller. */
function bucketsOf({ user, isProgram, key }: Caller): [LimitName, string][] {
  if (!user) return [];
  const account = user.demandId === null ? 'the platform' : `account ${user.demandId}`;
  if (!isProgram) {
    // One person cannot use up the calls of all.
    return [
      ['user', `user ${user.adminId ?? user.id}`],
      ['account', `users of ${account}`],
    ];
  }
  return [
    ['key', key ? `key ${key.id}` : `token of ${account}`],
    ['account', `programs of ${account}`],
  ];
}

/** The fields RateLimit-Policy and RateLimit: lists of limits with their parameters. */
function limitHeaders(counted: readonly CountedLimit[]): Record<string, string> {
  const list = (params: (limit: CountedLimit) => string) =>
    counted.map((limit) => `"${limit.name}";${params(limit)}`).join(', ');
  return {
    'ratelimit-policy': list(({ calls, windowSeconds }) => `q=${calls};w=${windowSeconds}`),
    ratelimit: list(({ remaining, resetSeconds }) => `r=${remaining};t=${resetSeconds}`),
  };
}

function rejectionFor({ name, calls, resetSeconds }: CountedLimit, isProgram: boolean) {
  const all = isProgram ? 'The programs of an account' : 'The users of an account';
  const subject = name === 'key' ? 'An API key' : name === 'user' ? 'A user' : all;
  const message = `${subject} can make ${calls} calls per minute. Try again in ${resetSeconds} s`;
  return {
    status: 429,
    problem: { code: 'too_many_calls', message, path: '' },
    headers: { 'retry-after': String(resetSeconds) },
  };
}
