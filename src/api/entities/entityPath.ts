import type { Entity } from '#model/index.ts';

/** The path of a route that entities have; its type is the template, in which {entity} stands for the entity's own path. */
export function entityPath<const Template extends `/api/{entity}${string}`>(
  { path }: Pick<Entity, 'path'>,
  template: Template,
): Template {
  return template.replace('{entity}', path) as Template;
}
