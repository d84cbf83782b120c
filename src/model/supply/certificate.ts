/** Why a server’s TLS certificate is not accepted: `early` = not valid yet. */
export const certificateProblems = ['expired', 'early', 'wrong_name', 'untrusted'] as const;
export type CertificateProblem = (typeof certificateProblems)[number];

/** A server that is called over TLS: its host name or IP address, and its port. */
export interface TlsServer {
  host: string;
  port: number;
}

/** Parses a TLS server without the default port: "ads.example", "ads.example:8443". */
export function parseTlsServer(text: string): TlsServer {
  const [host = '', port] = text.split(':');
  return { host, port: port === undefined ? 443 : Number(port) };
}
