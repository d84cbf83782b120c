import { reject, type Rejection } from '../route.ts';

/** The response to attempts to sign in beyond a limit, the same for every limit and whether or not the login exists. */
export function refuseTemporarily(waitSeconds: number): Rejection<429> {
  const minutes = Math.ceil(waitSeconds / 60);
  const message = `Too many failed sign-ins; try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`;
  return reject(429, [{ code: 'too_many_attempts', message, path: '' }], { 'retry-after': String(waitSeconds) });
}
