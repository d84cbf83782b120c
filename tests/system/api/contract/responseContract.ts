import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';

/** A response as received: its body as text, uncompressed. */
export interface ObservedResponse {
  method: string;
  /** With or without its query. */
  url: string;
  status: number;
  headers: Readonly<Record<string, unknown>>;
  text: string;
}

interface DocumentedAnswer {
  content?: Record<string, { schema: object }>;
}

interface OpenApiDocument {
  paths: Record<string, Record<string, { responses: Record<string, DocumentedAnswer | { $ref: string }> }>>;
  components: { responses: Record<string, DocumentedAnswer> };
}

/** Returns everything in a response that the document does not declare; empty for a path that is not in it. */
export type ResponseContract = (answer: ObservedResponse) => string[];

// The package is CommonJS: Node and TypeScript both find its function as the default of the default.
const addFormats = addFormatsModule.default;

/**
 * Compares responses with an OpenAPI document: the status must be declared for the operation, the content type for the
 * status, and a JSON body must match its schema without unknown fields.
 */
export function openResponseContract(parsed: unknown): ResponseContract {
  const document = parsed as OpenApiDocument;
  const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(document, 'api');
  const validators = new Map<string, ValidateFunction>();
  const templates = Object.keys(document.paths)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`) }))
    // As in routers: a literal path takes precedence over one with parameters.
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);

  const validatorAt = (pointer: string): ValidateFunction => {
    const known = validators.get(pointer);
    if (known) return known;
    const made = ajv.compile({ $ref: `api#${pointer}` });
    validators.set(pointer, made);
    return made;
  };

  return ({ method, url, status, headers, text }) => {
    const pathname = url.split('?')[0] ?? '';
    const path = templates.find(({ pattern }) => pattern.test(pathname))?.path;
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = path === undefined ? undefined : document.paths[path]?.[verb];
    if (path === undefined || !operation) {
      const isRefused = !pathname.startsWith('/api/') || pathname === '/api/openapi.json' || status >= 400;
      return isRefused ? [] : [`${method} ${pathname} → ${status}: the call is not in the document`];
    }
    const name = `${method} ${path} → ${status}`;
    const found = operation.responses[status];
    if (!found) return [`${name}: the status is not declared`];
    const pointers = [verb, 'responses', String(status)];
    const isShared = '$ref' in found;
    const shared = isShared ? (found.$ref.split('/').at(-1) ?? '') : '';
    const { content = {} } = isShared ? (document.components.responses[shared] ?? {}) : found;
    const base = isShared ? `/components/responses/${shared}` : `/paths/${escaped(path)}/${pointers.join('/')}`;
    const given = headers['content-type'];
    const type = typeof given === 'string' ? (given.split(';')[0] ?? '') : '';
    const types = Object.keys(content);
    if (types.length === 0) return text === '' ? [] : [`${name}: no body is declared, ${type || 'one'} came`];
    if (!types.includes(type)) return [`${name}: ${types.join(' or ')} is declared, ${type || 'nothing'} came`];
    if (type !== 'application/json' || method === 'HEAD') return [];
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return [`${name}: the body is not JSON`];
    }
    const validate = validatorAt(`${base}/content/${escaped(type)}/schema`);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${name}: ${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** A word inside a JSON pointer in an address. */
function escaped(word: string): string {
  return encodeURIComponent(word.replaceAll('~', '~0').replaceAll('/', '~1'));
}
