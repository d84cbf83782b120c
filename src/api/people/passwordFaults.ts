import type { Fault, UserRow } from '#model/index.ts';
import { contextWords } from './contextWords.ts';
import { isCommonPassword } from './isCommonPassword.ts';

/** Shorter words are part of many good passwords. */
const minWord = 4;

/** The user who sets a password, and its account; null = the platform. */
type PasswordUser = Pick<UserRow, 'login' | 'name'> & { accountName: string | null };

/**
 * Why a user cannot have a password of the right length: it is common, or consists mainly of words that anyone can guess
 * for this user.
 */
export function passwordFaults(password: string, user: PasswordUser): Fault[] {
  const path = 'password';
  if (isCommonPassword(password)) {
    return [{ code: 'common_password', message: 'This password is among the most common ones', path }];
  }
  const typed = password.toLowerCase();
  let rest = typed;
  for (const word of wordsOf(user)) rest = rest.replaceAll(word, '');
  if (rest.length * 2 < typed.length) {
    const message = 'Must not consist mainly of your login, your name, or words such as “bidhouse” and “publisher”';
    return [{ code: 'guessable_password', message, path }];
  }
  return [];
}

/** The words of a user in lower case, longest first: login, name and account as they are, their parts, and those of all. */
function wordsOf({ login, name, accountName }: PasswordUser): string[] {
  const texts = [login, name, accountName ?? ''].map((text) => text.toLowerCase());
  const parts = texts.flatMap((text) => [text, ...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set([...parts, ...contextWords])]
    .filter(({ length }) => length >= minWord)
    .toSorted((one, other) => other.length - one.length);
}
