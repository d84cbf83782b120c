import type { Entity } from '#model/index.ts';

/** The path of an entity's route; its type is the template, in which {entity} stands for the entity's path. */
export function entityPath<const Template extends `/api/{entity}${string}`>(
  { path }: Pick<Entity, 'path'>,
  template: Template,
): Template {
  return template.replace('{entity}', path) as Template;
}
