import { type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { httpsOnly } from '#runtime/headers/headersOf.ts';

type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** A response of a server whose public URL is https: browsers call its origin by https only from then on. */
export class SecureResponse extends ServerResponse {
  override writeHead(status: number, reason?: string | Headers, headers?: Headers): this {
    const given = typeof reason === 'object' ? reason : headers;
    const [name, value] = httpsOnly;
    return super.writeHead(status, Array.isArray(given) ? [...given, name, value] : { ...given, [name]: value });
  }
}
