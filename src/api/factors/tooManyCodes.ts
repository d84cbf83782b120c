import { reject, type Rejection } from '../route.ts';

/** The response to codes beyond the limit of a user. */
export function tooManyCodes(): Rejection<429> {
  const message = 'Too many wrong codes; use a passkey, or try again in an hour';
  return reject(429, [{ code: 'too_many_attempts', message, path: 'code' }], { 'retry-after': '3600' });
}
