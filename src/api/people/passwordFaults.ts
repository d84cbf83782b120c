import type { Fault, UserRow } from '#model/index.ts';
import { isCommonPassword } from './isCommonPassword.ts';

/** Shorter logins and names are part of many good passwords. */
const minPart = 4;

/** Why a user cannot have a password of the right length: it is common, or contains the login or name. */
export function passwordFaults(password: string, user: Pick<UserRow, 'login' | 'name'>): Fault[] {
  const path = 'password';
  if (isCommonPassword(password) || new Set(password).size < 4) {
    return [{ code: 'common_password', message: 'This password is among the most common ones', path }];
  }
  const typed = password.toLowerCase();
  const parts = [user.login, user.login.split('@')[0] ?? '', user.name].map((part) => part.toLowerCase());
  if (parts.some((part) => part.length >= minPart && typed.includes(part) && part.length * 2 > typed.length)) {
    return [{ code: 'contains_login', message: 'Must not consist mainly of your login or name', path }];
  }
  return [];
}
