import { connect } from 'node:tls';

const timeoutMs = 5000;

/**
 * Whether a TLS server accepts TLS 1.0 or 1.1, which are no longer secure (RFC 8996). Null when it does not respond.
 * Nothing is sent to it.
 */
export function acceptsOldTls(host: string, port: number): Promise<boolean | null> {
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port,
      servername: host,
      rejectUnauthorized: false,
      timeout: timeoutMs,
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      // OpenSSL offers neither version at its usual level.
      ciphers: 'DEFAULT@SECLEVEL=0',
    });
    const end = (result: boolean | null) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('timeout', () => end(null));
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
      // Errors of the protocol are rejections; from others nothing follows.
      end(/^ERR_SSL_|^ECONNRESET$/.test(code) ? false : null),
    );
    socket.once('secureConnect', () => end(true));
  });
}
