import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { sendRaw } from '../../attack/fuzz/sendRaw.ts';
import { startTestApi, type TestApi } from '../api/startTestApi.ts';
import { startTestServing, type TestServing } from '../serving/testServing.ts';

let api: TestApi;
let serving: TestServing;
const ports: Record<'console' | 'ads', number> = { console: 0, ads: 0 };

beforeAll(async () => {
  api = await startTestApi();
  serving = await startTestServing();
  serving.useTags([buildTag({ source: 'stored', vastXml: buildVast({ kind: 'inline' }) })]);
  ports.console = Number(new URL(await api.listen()).port);
  ports.ads = Number(new URL(serving.url).port);
});
afterAll(async () => {
  await serving?.close();
  await api?.close();
});

/** The hidden request: behind a proxy, it would be answered to the next client of the connection. */
const hidden = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
const chunk = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;

/** Requests whose end a proxy could see elsewhere than we do (RFC 9112, sections 6.1 to 7.1): headers, then body. */
const ambiguous: Record<string, [headers: string[], body: string]> = {
  'both lengths, the body chunked': [['Content-Length: 5', 'Transfer-Encoding: chunked'], chunk],
  'both lengths, the chunked one first': [['Transfer-Encoding: chunked', 'Content-Length: 0'], `0\r\n\r\n${hidden}`],
  'an unknown transfer coding': [['Transfer-Encoding: xchunked'], chunk],
  'chunked before another coding': [['Transfer-Encoding: chunked, identity'], chunk],
  'chunked twice': [['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], chunk],
  'a space before the colon': [['Transfer-Encoding : chunked', 'Content-Length: 5'], chunk],
  'a folded header': [['Transfer-Encoding:', ' chunked'], chunk],
  'two different lengths': [['Content-Length: 0', `Content-Length: ${hidden.length}`], hidden],
  'a list of lengths': [[`Content-Length: 0, ${hidden.length}`], hidden],
  'a length with a sign': [['Content-Length: +0'], hidden],
  'a negative length': [['Content-Length: -1'], hidden],
  'a hexadecimal length': [['Content-Length: 0x0'], hidden],
  'a chunk size with a sign': [['Transfer-Encoding: chunked'], `+0\r\n\r\n${hidden}`],
  'a chunk size with a prefix': [['Transfer-Encoding: chunked'], `0x0\r\n\r\n${hidden}`],
  'chunks that end with LF alone': [['Transfer-Encoding: chunked'], `0\n\n${hidden}`],
  'a line that ends with CR alone': [['X-Any: a\rContent-Length: 0', `Content-Length: ${hidden.length}`], hidden],
  'a NUL in a header': [['X-Any: a\0b', 'Content-Length: 0'], hidden],
};

describe.each(['console', 'ads'] as const)('request smuggling at the port of %s', (side) => {
  test.each(Object.entries(ambiguous))('%s: refused, and nothing behind it is read', async (_name, [headers, body]) => {
    const head = ['POST /healthz HTTP/1.1', 'Host: x', ...headers, '', ''].join('\r\n');
    const bytes = Buffer.from(head + body, 'latin1');
    const answer = await sendRaw(bytes, 'POST', { port: ports[side], timeoutMs: 10_000 });
    // A route may answer before the body has arrived.
    expect(answer.statuses.at(-1)).toBe(400);
    expect(answer.statuses).not.toContain(200);
    expect(answer.text).toMatch(/^connection: close/im);
  });

  test('chunks as the standard has them are one request, and the next one is another', async () => {
    const head = 'POST /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    const bytes = Buffer.from(`${head}2;a="b"\r\n{}\r\n0\r\n\r\n`, 'latin1');
    const { statuses } = await sendRaw(bytes, 'POST', { port: ports[side], timeoutMs: 10_000 });
    expect(statuses).toHaveLength(1);
    expect(statuses[0]).not.toBe(400);
  });
});
