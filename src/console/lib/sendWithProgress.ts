import type { SentRequest } from './api.ts';

/** Sends a request like `fetch`, and reports the sent fraction of its body, 0 to 1. */
export function sendWithProgress(
  path: string,
  { method, headers, body, signal }: SentRequest,
  onProgress: (part: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total));
    request.addEventListener('load', () => resolve(responseOf(request)));
    request.addEventListener('error', () => reject(new TypeError('The request failed')));
    request.addEventListener('abort', () =>
      reject(signal?.reason instanceof Error ? signal.reason : new Error('Aborted')),
    );
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    request.send(body ?? null);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const encrypted = request.getResponseHeader('json-encrypt');
  return new Response(request.responseText, {
    status: request.status,
    ...(encrypted === null ? {} : { headers: { 'json-encrypt': encrypted } }),
  });
}
