import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server with the subset of S3 that the store uses; it refuses invalid signatures. */
export interface FakeS3 {
  /** Value for MEDIA_URL. */
  url: string;
  /** Objects by key. */
  objects: Map<string, { body: Buffer; type: string; putAt: number }>;
  /** Requests received, as "METHOD key". */
  requests: string[];
  close(): Promise<void>;
}

const accessKeyId = 'AKIDEXAMPLE';
const secret = 'wJalr/XUtn+FEMI';
const region = 'eu-test-1';

/** Starts a fake with one bucket. `pageSize`: maximum objects per page of a listing. */
export async function startFakeS3({ pageSize = 1000 } = {}): Promise<FakeS3> {
  const objects: FakeS3['objects'] = new Map();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => answer(request, response, body));
  });
  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const url = new URL(request.url ?? '/', 'http://x');
    const key = decodeURIComponent(url.pathname.replace(/^\/bucket\/?/, ''));
    const fault = signatureFault(request, url, body);
    if (fault) return refuse(response, 403, fault);
    requests.push(`${request.method ?? ''} ${key}`);
    if (request.method === 'PUT') {
      objects.set(key, { body, type: request.headers['content-type'] ?? '', putAt: Date.now() });
      return response.end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204);
      return response.end();
    }
    if (key === '') return response.end(listing(objects, url, pageSize));
    const object = objects.get(key);
    if (!object) return refuse(response, 404, 'NoSuchKey');
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    const part = range ? object.body.subarray(Number(range[1]), Number(range[2]) + 1) : object.body;
    response.writeHead(range ? 206 : 200, {
      'content-type': object.type,
      'content-length': part.length,
      'last-modified': new Date(object.putAt).toUTCString(),
    });
    return response.end(request.method === 'HEAD' ? undefined : part);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const keys = `${encodeURIComponent(accessKeyId)}:${encodeURIComponent(secret)}`;
  return {
    url: `s3://${keys}@127.0.0.1:${port}/bucket/creatives?region=${region}&tls=0`,
    objects,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

function listing(objects: FakeS3['objects'], url: URL, pageSize: number): string {
  const prefix = url.searchParams.get('prefix') ?? '';
  const from = Number(url.searchParams.get('continuation-token') ?? '0');
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted();
  const page = keys.slice(from, from + pageSize).map((key) => {
    const { body, putAt } = objects.get(key) ?? { body: Buffer.alloc(0), putAt: 0 };
    return `<Contents><Key>${key}</Key><LastModified>${new Date(putAt).toISOString()}</LastModified><Size>${body.length}</Size></Contents>`;
  });
  const isTruncated = from + pageSize < keys.length;
  const next = isTruncated ? `<NextContinuationToken>${from + pageSize}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${page.join('')}</ListBucketResult>`;
}

/** The fault of a signature (AWS Signature Version 4) or of the content that it signs. */
function signatureFault(request: IncomingMessage, url: URL, body: Buffer): string | null {
  const header =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!header) return 'AccessDenied';
  const [, id, day = '', place = '', signed = '', signature] = header;
  if (id !== accessKeyId || place !== region) return 'InvalidAccessKeyId';
  const hash = String(request.headers['x-amz-content-sha256']);
  if (hash !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch';
  const names = signed.split(';');
  if (!names.includes('host') || !names.includes('x-amz-content-sha256')) return 'AccessDenied';
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join('');
  const canonical = [request.method, url.pathname, query, headers, signed, hash].join('\n');
  const at = String(request.headers['x-amz-date']);
  const scope = `${day}/${place}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest();
  const key = [place, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${secret}`, day));
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}
