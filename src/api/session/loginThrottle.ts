import type { LoginStore } from '#storage/entities/loginStore.ts';
import { addressGroup } from './addressGroup.ts';

const windowMs = 15 * 60_000;

/** Failed attempts that one address may make in fifteen minutes: on one login, and on all together. */
const loginLimits = { perLoginAndAddress: 10, perAddress: 100 } as const;

/** Counts an attempt to sign in. Returns the seconds to wait when there were too many, else null. */
export async function throttleLogin(
  logins: LoginStore,
  attempt: { login: string; ip: string; now: Date },
): Promise<number | null> {
  const now = attempt.now.toISOString();
  const resetsAt = new Date(attempt.now.getTime() + windowMs).toISOString();
  const keys = throttleKeys(attempt);
  const perLogin = await logins.countAttempt(keys.loginAndAddress, now, resetsAt);
  const perAddress = await logins.countAttempt(keys.address, now, resetsAt);
  const ends: string[] = [];
  if (perLogin.attempts > loginLimits.perLoginAndAddress) ends.push(perLogin.resetsAt);
  if (perAddress.attempts > loginLimits.perAddress) ends.push(perAddress.resetsAt);
  if (ends.length === 0) return null;
  const longest = Math.max(...ends.map((end) => Date.parse(end))) - attempt.now.getTime();
  return Math.max(1, Math.ceil(longest / 1000));
}

/** Takes the counts back after a right password. */
export async function forgiveLogin(logins: LoginStore, attempt: { login: string; ip: string }): Promise<void> {
  const keys = throttleKeys(attempt);
  await logins.forgetAttempts(keys.loginAndAddress);
  await logins.forgiveAttempt(keys.address);
}

function throttleKeys({ login, ip }: { login: string; ip: string }) {
  const address = addressGroup(ip);
  return {
    loginAndAddress: `login ${login.trim().toLowerCase()} from ${address}`,
    address: `any login from ${address}`,
  };
}
