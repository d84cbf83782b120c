import { z } from 'zod';
import { booleanOf, changesOfPatch } from './patchScim.ts';
import { invalidValue, ScimFault } from './scimFault.ts';

/** The values of a user that are stored; others are accepted and ignored. */
export interface ScimUserValues {
  userName: string;
  /** Empty = not sent. */
  displayName: string;
  externalId: string | null;
  isActive: boolean;
}

const text = z.string().max(300).nullish();
const userSchema = z.looseObject({
  userName: z.string().min(1).max(100),
  displayName: text,
  externalId: text,
  active: z.unknown().optional(),
  name: z.looseObject({ formatted: text, givenName: text, familyName: text }).nullish(),
});

/** Reads a user that is created or replaced. `isActive`: its state if none is sent. Throws a ScimFault. */
export function scimUserOf(body: unknown, isActive: boolean): ScimUserValues {
  const parsed = userSchema.safeParse(body);
  if (!parsed.success) throw invalidValue(`${parsed.error.issues[0]?.path.join('.')} is missing or not valid`);
  const { userName, displayName, externalId, active, name } = parsed.data;
  const joined = [name?.givenName, name?.familyName].filter(Boolean).join(' ');
  return {
    userName: userName.trim(),
    displayName: (displayName || name?.formatted || joined).trim(),
    externalId: externalId || null,
    isActive: active === undefined || active === null ? isActive : booleanOf(active, 'active'),
  };
}

/** Applies a PATCH to a user. Throws a ScimFault. */
export function patchedScimUser(before: ScimUserValues, body: unknown): ScimUserValues {
  const after = { ...before };
  const names: Record<string, string> = {};
  for (const { op, path, value } of changesOfPatch(body)) {
    const isRemoved = op === 'remove' || value === null || value === '';
    if (path === 'externalid') after.externalId = isRemoved ? null : textOf(value, path);
    else if (path === 'active') after.isActive = isRemoved ? before.isActive : booleanOf(value, 'active');
    else if (path === 'username') {
      if (isRemoved) throw new ScimFault(400, 'userName cannot be removed', 'mutability');
      after.userName = textOf(value, path).trim();
    } else if (/^(?:displayname|name\.(?:formatted|givenname|familyname))$/.test(path) && !isRemoved) {
      names[path] = textOf(value, path).trim();
    }
  }
  const joined = [names['name.givenname'], names['name.familyname']].filter(Boolean).join(' ');
  const isWhole = names['name.givenname'] !== undefined && names['name.familyname'] !== undefined;
  after.displayName = names['displayname'] ?? names['name.formatted'] ?? (isWhole ? joined : before.displayName);
  return after;
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length > 300) throw invalidValue(`${name} must be a text`);
  return value;
}
