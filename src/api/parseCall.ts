import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { currentlyNamed, type FormerNames } from '#model/field/formerNames.ts';
import { faultsOf } from '#model/index.ts';
import type { Problem } from './problem.ts';
import type { RouteDeclaration } from './routeDeclaration.ts';
import { unstorableTexts } from './unstorableTexts.ts';

/** The values of a call as they were sent, under the current names. */
export interface SentCall {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** The parsed values of a call, and their faults. */
export interface ParsedCall extends SentCall {
  faults: Problem[];
  /** Whether only the body has faults. */
  isBodyAlone: boolean;
}

const noFormerNames: FormerNames = new Map();

/** The values of a request. */
export function sentBy(
  { formerNames = noFormerNames }: Pick<RouteDeclaration, 'formerNames'>,
  { params, query, body }: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
): SentCall {
  return {
    params,
    query: currentlyNamed(query, formerNames),
    body: body instanceof Readable ? body : currentlyNamed(body, formerNames),
  };
}

/** Parses the values of a call by the schemas of its route. */
export function parseCall(route: Pick<RouteDeclaration, 'params' | 'query' | 'body'>, sent: SentCall): ParsedCall {
  const params = parse(route.params, sent.params);
  const query = parseStorable(route.query, sent.query);
  const body = parseStorable(route.body, sent.body);
  const faults = [params, query, body].flatMap((part) => part.faults);
  return {
    ...{ params: params.value, query: query.value, body: body.value },
    faults,
    isBodyAlone: body.faults.length === faults.length,
  };
}

interface ParsedPart {
  value: unknown;
  faults: Problem[];
}

function parse(schema: z.ZodType | undefined, value: unknown): ParsedPart {
  if (!schema) return { value: undefined, faults: [] };
  const parsed = schema.safeParse(value ?? {});
  return parsed.success ? { value: parsed.data, faults: [] } : { value: undefined, faults: faultsOf(parsed.error) };
}

/**
 * Also refuses texts that no store accepts. In a path they identify nothing, which handlers may not distinguish from
 * expired objects.
 */
function parseStorable(schema: z.ZodType | undefined, value: unknown): ParsedPart {
  const parsed = parse(schema, value);
  if (!schema) return parsed;
  const named = new Set(parsed.faults.map(({ path }) => path));
  const unstorable = unstorableTexts(value).filter(({ path }) => !named.has(path));
  return { ...parsed, faults: [...parsed.faults, ...unstorable] };
}
