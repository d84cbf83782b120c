import type { PersonalTable } from './personalTable.ts';

const self = 'The user';

/** Personal data in the tables of signing in. */
export const signInTables = {
  sessions: {
    person: 'user',
    userColumns: ['user_id', 'admin_id'],
    columns: ['created_at', 'expires_at', 'ends_at', 'used_at', 'ip', 'user_agent'],
    data: 'Sessions with their times, IP address and browser; a hash of the token',
    purpose: 'Staying signed in, and recognizing sessions of others',
    retention: 'Until they end',
    seenBy: 'The user, those who may change the user',
  },
  sign_in_links: {
    person: 'user',
    userColumns: ['user_id'],
    columns: ['created_at', 'expires_at'],
    data: 'A one-time link with its times; a hash of the token',
    purpose: 'Setting a password',
    retention: 'Until it is used, at most 72 hours',
    seenBy: 'The user, those who may change the user',
  },
  sign_in_factors: {
    person: 'user',
    userColumns: ['user_id'],
    columns: ['kind', 'name', 'created_at', 'last_used_at'],
    data: 'Second factors with name and last use; the encrypted secret of an authenticator app, the public key of a passkey',
    purpose: 'Signing in safely',
    retention: 'Until removed',
    seenBy: self,
  },
  recovery_codes: {
    person: 'user',
    userColumns: ['user_id'],
    columns: ['created_at'],
    data: 'Hashes of recovery codes',
    purpose: 'Signing in without the second factor',
    retention: 'Until used or replaced',
    seenBy: 'The user, as a number',
  },
  remembered_devices: {
    person: 'user',
    userColumns: ['user_id'],
    columns: ['created_at', 'expires_at', 'used_at', 'ip', 'user_agent'],
    data: 'Browsers that need no second factor, with IP address and time of the last sign-in; a hash of the token',
    purpose: 'Signing in without the second factor',
    retention: 'SECOND_FACTOR_REMEMBER_DAYS',
    seenBy: self,
  },
  sign_in_challenges: {
    person: 'user',
    userColumns: ['user_id'],
    columns: ['kind', 'expires_at'],
    data: 'Sign-ins that wait for the second factor; hashes of their tickets',
    purpose: 'Signing in with the second factor',
    retention: 'Five minutes',
    seenBy: 'No one',
  },
} as const satisfies Readonly<Record<string, PersonalTable>>;
