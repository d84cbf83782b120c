import type { Entity } from '#model/index.ts';

/** The tab of the drawer that holds a field; what is no field is a tab itself. */
export function tabOf(entity: Entity, fix: string): string {
  return entity.fields[fix]?.tab?.toLowerCase() ?? fix;
}
