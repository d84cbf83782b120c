import { agents } from './agents.ts';

/**
 * The nth HTTP request of a load as text, from a viewer of its own: an address that a proxy reports (X-Forwarded-For),
 * and one of several browsers. With a body it is a POST of JSON, else a GET. It accepts no compressed response, because
 * the bare servers compress nothing either.
 */
export function httpRequest(index: number, path: string, body?: string): string {
  const head = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'host: ads.example',
    `user-agent: ${agents[index % agents.length]}`,
    `x-forwarded-for: 198.${18 + (index % 2)}.${Math.floor(index / 2) % 251}.${1 + (index % 241)}`,
    'accept: */*',
    'accept-language: en-US,en;q=0.9',
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
  ];
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
