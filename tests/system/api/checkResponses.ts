import type { ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ApiDeps } from '#api/deps.ts';
import { buildOpenApi } from '#api/openapi/buildOpenApi.ts';
import { type Route, withFormerPath } from '#api/route.ts';
import { openResponseContract, type ResponseContract } from './contract/responseContract.ts';

/** An API whose responses are all compared with its OpenAPI document. */
export interface CheckedResponses {
  /** Like the app's own; throws if this response, or an earlier one over the network, violates the document. */
  inject: (options: InjectOptions & { method: string; url: string }) => Promise<LightMyRequestResponse>;
  /** Throws if a response over the network violated the document. */
  end: () => void;
}

/** Compares an app's responses with the OpenAPI document of its routes; must be called before the app listens. */
export function checkResponses(
  app: FastifyInstance,
  { config }: Pick<ApiDeps, 'config'>,
  routes: readonly Route[],
): CheckedResponses {
  const faultsOf = contractOf(routes, config.ENCRYPT_RESPONSES);
  const faults: string[] = [];
  app.server.prependListener('request', ({ method = '', url = '' }, response) => {
    recordAnswer(response, (headers, text) => {
      faults.push(...faultsOf({ method, url, status: response.statusCode, headers, text }));
    });
  });
  const end = () => {
    const found = faults.splice(0);
    if (found.length > 0) throw new Error(`Answers are not as the API describes them:\n${found.join('\n')}`);
  };
  return {
    async inject(options) {
      const { method, url } = options;
      const answer = await app.inject(options);
      const { statusCode: status, headers, rawPayload } = answer;
      const text = unpacked(rawPayload, headers['content-encoding']).toString();
      faults.push(...faultsOf({ method, url, status, headers, text }));
      end();
      return answer;
    },
    end,
  };
}

/** The contracts of a worker: the routes are the same in all its files, and take a second to compile. */
const contracts = new Map<string, ResponseContract>();

function contractOf(routes: readonly Route[], isEncrypted: boolean): ResponseContract {
  const key = JSON.stringify([isEncrypted, routes.map(({ method, path }) => [method, path])]);
  const known = contracts.get(key);
  if (known) return known;
  const document = buildOpenApi(routes.flatMap(withFormerPath), { isEncrypted, edition: null });
  const made = openResponseContract(JSON.parse(JSON.stringify(document)));
  contracts.set(key, made);
  return made;
}

type Headers = Readonly<Record<string, unknown>>;

/** Reports the headers of a response once it is sent completely, and its body if that is JSON. */
function recordAnswer(response: ServerResponse, pass: (headers: Headers, text: string) => void): void {
  let headers: Headers = {};
  const chunks: Uint8Array[] = [];
  const observe = (name: 'writeHead' | 'write' | 'end', see: (args: unknown[]) => void) => {
    const send = Reflect.get(response, name) as object;
    const apply = (target: object, self: unknown, args: unknown[]): unknown => {
      see(args);
      return Reflect.apply(target as () => unknown, self, args);
    };
    Reflect.set(response, name, new Proxy(send, { apply }));
  };
  const seeChunk = ([chunk]: unknown[]) => {
    const isJson = String(headers['content-type']).startsWith('application/json');
    if (isJson && (typeof chunk === 'string' || chunk instanceof Uint8Array)) chunks.push(Buffer.from(chunk));
  };
  // The framework passes its headers to writeHead, which does not store them.
  observe('writeHead', (args) => {
    headers = { ...response.getHeaders(), ...(args.at(-1) as object) };
  });
  observe('write', seeChunk);
  observe('end', seeChunk);
  response.once('finish', () => {
    pass(headers, unpacked(Buffer.concat(chunks), headers['content-encoding']).toString());
  });
}

function unpacked(bytes: Buffer, encoding: unknown): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes);
  if (encoding === 'gzip') return gunzipSync(bytes);
  return encoding === 'deflate' ? inflateSync(bytes) : bytes;
}
