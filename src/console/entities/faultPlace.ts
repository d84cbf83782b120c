import type { Entity } from '#model/index.ts';

/** Where the drawer of a row shows what a fault names: its field, or the tab of files; nothing for the row as a whole. */
export function faultPlace(entity: Entity, path: string): { field?: string; tab?: string } {
  const [name = ''] = path.split('.');
  if (name === 'files') return { tab: 'media' };
  const field = entity.fields[name];
  return field && !field.isGenerated ? { field: name } : {};
}
