import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { entityList } from '#model/index.ts';
import { pgTables } from '#storage/allTables.ts';
import { sealedColumns } from '#storage/sealing/sealedColumns.ts';

/** Columns whose names suggest a secret, with what protects it or why it is none. */
const columns: Record<string, string> = {
  'users.password_hash': 'Argon2id',
  'sessions.token_hash': 'SHA-256 of a random token',
  'api_tokens.token_hash': 'SHA-256 of a random token',
  'sign_in_links.token_hash': 'SHA-256 of a random token',
  'recovery_codes.code_hash': 'SHA-256 of random codes',
  'remembered_devices.token_hash': 'SHA-256 of a random token',
  'sign_in_challenges.token_hash': 'SHA-256 of a random token',
  'sign_in_factors.credential_id': 'no secret: the ID of a passkey',
  'sign_in_factors.public_key': 'no secret: the public key of a passkey',
  'api_key_tokens.token_hash': 'SHA-256 of a random token',
  'api_key_tokens.parent_hash': 'SHA-256 of a random token',
  'api_key_tokens.key_id': 'no secret: the row of a key',
  'changes.key_id': 'no secret: the row of a key',
  'security_events.key_id': 'no secret: the name of a key',
  'security_events.hash': 'no secret: the chain of the log',
  'security_events.previous_hash': 'no secret: the chain of the log',
  'security_chain.hash': 'no secret: the chain of the log',
  'security_chain.checked_hash': 'no secret: the chain of the log',
  'security_chain.pruned_hash': 'no secret: the chain of the log',
  'users.has_password': 'no secret',
  'identity_providers.allows_passwords': 'no secret: a setting',
  'report_shares.token_hash': 'SHA-256 of a random token',
  'login_attempts.key': 'SHA-256 of what was counted',
  'installations.secrets_sealed_at': 'no secret',
  'installations.secret_mark': 'identifies SECRET without revealing it',
  'suppliers.key_digest': 'SHA-256 of a random key',
  'suppliers.encryption_key': 'fingerprint; the key while release 0.2.0 can use the database (decision 90)',
  'suppliers.integrity_key': 'fingerprint; the key while release 0.2.0 can use the database (decision 90)',
  'app_lists.members_hash': 'no secret: digest of members',
  'cre_lists.members_hash': 'no secret: digest of members',
  'pub_lists.members_hash': 'no secret: digest of members',
  'targetings.key_values': 'no secret: parameters of requests',
  'targetings.excluded_key_values': 'no secret: parameters of requests',
  'data_deletions.identifier_hash': 'keyed hash',
  'data_deletions.origin_token': 'a signed statement, not a credential; null once the request is finished',
};

const stored = new Map<string, PgColumn>(
  pgTables.flatMap((table) =>
    Object.values(getTableColumns(table)).map((column) => [`${getTableName(table)}.${column.name}`, column] as const),
  ),
);
const sealed = new Set<string>(sealedColumns.map(({ table, column }) => `${table}.${column}`));

test('every column for a password, token, key or secret is sealed, or listed with its protection', () => {
  const suspicious = [...stored.keys()].filter((name) =>
    /\.(?:.*_)?(?:passw|secret|token|key|credential|hash|auth)/.test(name),
  );
  expect(suspicious.filter((name) => !sealed.has(name)).toSorted()).toEqual(Object.keys(columns).toSorted());
});

test('every column named sealed_… is declared as such, so that a change of SECRET seals its secrets again', () => {
  const named = [...stored.keys()].filter((name) => /\.sealed_/.test(name));
  expect(named.toSorted()).toEqual([...sealed].toSorted());
  expect(named.filter((name) => stored.get(name)?.notNull || stored.get(name)?.getSQLType() !== 'text')).toEqual([]);
  const rows = sealedColumns.map(({ table, row }) => `${table}.${row}`);
  expect(rows.filter((name) => !stored.get(name)?.notNull)).toEqual([]);
});

test('no field of an entity has a secret: rows have none of the columns with hashes', () => {
  const hashes = entityList.flatMap(({ name, hashes: columnsOf = [] }) => columnsOf.map((each) => `${name}.${each}`));
  expect(hashes.toSorted()).toEqual(['login.password', 'manager.password', 'user.password']);
  const fields = entityList.flatMap(({ name, fields: fieldsOf }) =>
    Object.keys(fieldsOf).map((each) => `${name}.${each}`),
  );
  expect(fields.filter((each) => hashes.includes(each))).toEqual([]);
});
