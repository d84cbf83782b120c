import type { Entity } from '#model/index.ts';

/** Returns the drawer tab of a field; a name that is not a field's is a tab itself. */
export function tabOf(entity: Entity, fix: string): string {
  return entity.fields[fix]?.tab?.toLowerCase() ?? fix;
}
