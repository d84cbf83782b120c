import { request } from 'node:http';
import { controlSocketName } from '#runtime/control/controlAddress.ts';
import { socketPathOf } from '#runtime/socketFolder.ts';
import type { Product } from '../../e2e/product.ts';

/** Posts an empty object to the control socket of a product; resolves with the status of the response. */
export function callControl(
  { dataDir }: Product,
  { path, token, timeoutMs }: { path: string; token: string; timeoutMs: number },
): Promise<number> {
  const socketPath = socketPathOf(dataDir, controlSocketName);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const call = request({ socketPath, path, method: 'POST', headers, timeout: timeoutMs }, (answer) => {
      answer
        .resume()
        .once('end', () => resolve(answer.statusCode ?? 0))
        .once('error', reject);
    });
    call.once('timeout', () => call.destroy()).once('error', reject);
    call.end('{}');
  });
}
