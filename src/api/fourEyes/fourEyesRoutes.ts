import { declaredRoutes } from '../apiRoutes.ts';
import type { RouteDeclaration } from '../routeDeclaration.ts';

let known: ReadonlyMap<string, RouteDeclaration> | undefined;

/** The declared routes whose changes can wait, by method and path: `PATCH /api/users/{id}`. */
export function fourEyesRoutes(): ReadonlyMap<string, RouteDeclaration> {
  known ??= new Map(
    declaredRoutes()
      .filter(({ fourEyes }) => fourEyes !== undefined)
      .map((route) => [routeKey(route), route]),
  );
  return known;
}

/** Names a route. */
export function routeKey({ method, path }: Pick<RouteDeclaration, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
