import { addressGroup, networkOf } from '#runtime/addressGroup.ts';

const hourMs = 3_600_000;
/** Failed sign-ins within an hour from which they are a burst: with one login, and from one network. */
const burst = { login: 20, network: 50 } as const;

/** A failed or refused sign-in. */
export interface FailedSignIn {
  at: string;
  ip: string;
  /** The user whose login was used; null = an unknown login. */
  userId: number | null;
  userName: string;
}

/** Many failed sign-ins within an hour. `count`: the most within any hour. */
export type FailureBurst = { count: number; lastAt: string } & (
  | { by: 'login'; userId: number; userName: string }
  | { by: 'network'; network: string; ip: string }
);

/** Finds the logins and networks with many failed sign-ins within an hour, most first. `failures`: in any order. */
export function findFailureBursts(failures: readonly FailedSignIn[]): FailureBurst[] {
  const byLogin = new Map<number, FailedSignIn[]>();
  const byNetwork = new Map<string, FailedSignIn[]>();
  for (const failure of failures.toSorted((a, b) => a.at.localeCompare(b.at))) {
    if (failure.userId !== null) add(byLogin, failure.userId, failure);
    add(byNetwork, networkOf(addressGroup(failure.ip)), failure);
  }
  const ofLogins = [...byLogin].flatMap(([userId, of]): FailureBurst[] => {
    const count = mostWithinAnHour(of);
    const last = of.at(-1);
    return count < burst.login || !last
      ? []
      : [{ by: 'login', userId, userName: last.userName, count, lastAt: last.at }];
  });
  const ofNetworks = [...byNetwork].flatMap(([network, of]): FailureBurst[] => {
    const count = mostWithinAnHour(of);
    const last = of.at(-1);
    return count < burst.network || !last ? [] : [{ by: 'network', network, ip: last.ip, count, lastAt: last.at }];
  });
  return [...ofLogins, ...ofNetworks].toSorted((a, b) => b.count - a.count);
}

function add<Key>(groups: Map<Key, FailedSignIn[]>, key: Key, failure: FailedSignIn): void {
  const group = groups.get(key);
  if (group) group.push(failure);
  else groups.set(key, [failure]);
}

/** The most of these within any hour; they are in the order of their times. */
function mostWithinAnHour(failures: readonly FailedSignIn[]): number {
  const times = failures.map(({ at }) => Date.parse(at));
  let most = 0;
  let first = 0;
  for (const [last, time] of times.entries()) {
    while ((times[first] ?? time) < time - hourMs) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}
