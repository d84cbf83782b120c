/** A JSON Schema, as far as it is used here. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  pattern?: string;
  format?: string;
  default?: unknown;
}

/** A route of the management API as its OpenAPI document declares it. */
export interface ApiRoute {
  method: string;
  /** Parameters are in braces. */
  path: string;
  query: { name: string; schema: JsonSchema; required?: boolean }[];
  /** Schema of the JSON body; null if there is none. */
  body: JsonSchema | null;
  /** Content types of other bodies. */
  contentTypes: string[];
}

interface Operation {
  parameters?: { name: string; in: string; schema: JsonSchema; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

/** Reads the route table of a running product. */
export async function readApiRoutes(consoleUrl: string): Promise<ApiRoute[]> {
  const answer = await fetch(`${consoleUrl}/api/openapi.json`);
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((each) => each.in === 'query'),
      body: requestBody?.content['application/json']?.schema ?? null,
      contentTypes: Object.keys(requestBody?.content ?? {}).filter((type) => type !== 'application/json'),
    })),
  );
}
