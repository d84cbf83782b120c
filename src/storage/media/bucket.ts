import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, request, type Dispatcher } from 'undici';
import type { ByteRange } from './mediaStore.ts';

/** Location and credentials of a bucket. */
export interface Bucket {
  /** URL of the bucket and the prefix of its names, without a slash at the end: https://s3.example/bucket/media. */
  base: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Parses s3://KEY:SECRET@host/bucket/prefix?region=…: path-style URLs by https, or by http with `tls=0`. Key and secret
 * are percent-encoded. Throws a TypeError on any other form.
 */
export function readBucketUrl(text: string): Bucket {
  const url = new URL(text);
  const path = url.pathname.replace(/\/+$/, '');
  if (url.protocol !== 's3:' || url.host === '' || url.username === '' || url.password === '' || path.length < 2) {
    throw new TypeError('Must be s3://KEY:SECRET@host/bucket?region=…');
  }
  return {
    base: `${url.searchParams.get('tls') === '0' ? 'http' : 'https'}://${url.host}${path}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

/** An object of a bucket. */
export interface StoredObject {
  /** Its name after the prefix. */
  name: string;
  bytes: number;
  /** Time of the last put, in milliseconds since the epoch. */
  putAt: number;
}

/** Objects in a bucket of an S3-compatible service, by names that nothing escapes in a URL or in XML. */
export interface OpenBucket {
  /** Uploads a file whose SHA-256 in hexadecimal is known. An existing object is replaced. */
  put(name: string, path: string, content: { sha256: string; type: string }): Promise<void>;
  /** Null when the object does not exist. */
  stat(name: string): Promise<Omit<StoredObject, 'name'> | null>;
  /** Its bytes, or those of a range inside it; null when the object does not exist. */
  read(name: string, range?: ByteRange): Promise<Readable | null>;
  /** All objects whose names begin with a text, in no order. */
  list(start?: string): AsyncIterable<StoredObject>;
  /** Deletes an object if it exists. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Timeout of a silent bucket, in milliseconds. */
const timeoutMs = 30_000;

/** Opens a bucket. Every call is signed (Signature Version 4), uploads with their content. */
export function openBucket(bucket: Bucket): OpenBucket {
  const agent = new Agent({ connectTimeout: 5000, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const { base } = bucket;
  const origin = new URL(base);
  const [bucketName = '', ...prefixParts] = origin.pathname.slice(1).split('/');
  const prefix = prefixParts.map((part) => `${part}/`).join('');
  const call = async (
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    url: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: Readable } = {},
  ): Promise<Dispatcher.ResponseData> => {
    const { base: _base, ...keys } = bucket;
    const hash = headers['x-amz-content-sha256'] ?? emptyHash;
    const signer = new AwsV4Signer({
      ...keys,
      method,
      url,
      service: 's3',
      headers: { ...headers, 'x-amz-content-sha256': hash },
    });
    const signed = await signer.sign();
    return request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      ...(body ? { body } : {}),
      dispatcher: agent,
    });
  };
  const urlOf = (name: string) => `${base}/${name}`;
  return {
    async put(name, path, { sha256, type }) {
      const { size } = await stat(path);
      const headers = { 'x-amz-content-sha256': sha256, 'content-length': String(size), 'content-type': type };
      await expectOk(await call('PUT', urlOf(name), { headers, body: createReadStream(path) }));
    },
    async stat(name) {
      const response = await call('HEAD', urlOf(name));
      await response.body.dump();
      if (response.statusCode === 404) return null;
      if (response.statusCode !== 200) throw new Error(`The bucket responded with ${response.statusCode}`);
      const { 'content-length': length, 'last-modified': putAt } = response.headers;
      return { bytes: Number(length), putAt: Date.parse(String(putAt)) };
    },
    async read(name, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {};
      const response = await call('GET', urlOf(name), { headers });
      if (response.statusCode === 404) {
        await response.body.dump();
        return null;
      }
      if (response.statusCode !== (range ? 206 : 200)) await expectOk({ ...response, statusCode: 500 });
      return response.body;
    },
    async *list(start = '') {
      let token: string | null = null;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}${start}` });
        if (token !== null) query.set('continuation-token', token);
        const response = await call('GET', `${origin.origin}/${bucketName}?${query.toString()}`);
        const text = await expectOk(response);
        yield* readListing(text, prefix);
        token = isTruncated(text) ? textOf(text, 'NextContinuationToken') : null;
      } while (token !== null);
    },
    async remove(name) {
      await expectOk(await call('DELETE', urlOf(name)));
    },
    close: () => agent.close(),
  };
}

/** SHA-256 of no bytes. */
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The text of a successful response; throws on any other. */
async function expectOk({ statusCode, body }: Pick<Dispatcher.ResponseData, 'statusCode' | 'body'>): Promise<string> {
  const text = await body.text();
  if (statusCode >= 200 && statusCode < 300) return text;
  const error = new Error(`The bucket responded with ${statusCode}: ${textOf(text, 'Code')}`);
  // RFC 4918, 11.5: insufficient storage.
  throw statusCode === 507 ? Object.assign(error, { code: 'ENOSPC' }) : error;
}

/** The objects of a page of ListObjectsV2. Our names contain nothing that XML escapes. */
function* readListing(xml: string, prefix: string): Generator<StoredObject> {
  for (const [, contents = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = textOf(contents, 'Key');
    const name = key.slice(prefix.length);
    if (!key.startsWith(prefix)) continue;
    yield { name, bytes: Number(textOf(contents, 'Size')), putAt: Date.parse(textOf(contents, 'LastModified')) };
  }
}

function isTruncated(xml: string): boolean {
  return textOf(xml, 'IsTruncated') === 'true';
}

function textOf(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
