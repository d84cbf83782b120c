/**
 * The groups in a claim, as a list or one text; null when the claim is not there. The name may be a path, as Keycloak
 * has it: realm_access.roles.
 */
export function groupsIn(claims: Readonly<Record<string, unknown>>, name: string): string[] | null {
  const value = Object.hasOwn(claims, name) ? claims[name] : valueAt(claims, name.split('.'));
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : null;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, first)) return undefined;
  return valueAt(Reflect.get(value, first), rest);
}
