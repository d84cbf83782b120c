import { connect as connectTcp, isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { guardedLookup, type AddressGuard } from './addressGuard.ts';

/** A server, and how it is reached. */
export interface ServerAddress {
  isTls: boolean;
  /** Host name or IP address, without brackets. */
  host: string;
  port: number;
}

/** Receives what happens on a connection. */
export interface SocketHandlers {
  /** The connection is established, with its certificate verified. */
  onConnect: () => void;
  /** Bytes were received. They are overwritten after the call. */
  onBytes: (bytes: Buffer) => void;
}

/** Options of a connection. */
interface SocketOptions extends SocketHandlers {
  /** Which addresses a host name may resolve to; null for all. */
  mayCall: AddressGuard | null;
  /** Memory that the connection reads into. Connections may share it. */
  readBuffer: Buffer;
  /** TLS session to resume. */
  session: Buffer | undefined;
  /** Receives TLS sessions that later connections may resume. */
  onSession: (session: Buffer) => void;
}

/** Opens a connection over TCP, or over TLS for HTTP/1.1. */
export function connectSocket({ isTls, host, port }: ServerAddress, options: SocketOptions): Socket {
  const { mayCall, readBuffer, onConnect, onBytes, session, onSession } = options;
  const tcp: TcpNetConnectOpts = {
    host,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
    ...(mayCall ? { lookup: guardedLookup(mayCall) } : {}),
    onread: {
      buffer: readBuffer,
      callback(size) {
        onBytes(readBuffer.subarray(0, size));
        return true;
      },
    },
  };
  if (!isTls) return connectTcp(tcp, onConnect);
  const names = { servername: isIP(host) === 0 ? host : '', ALPNProtocols: ['http/1.1'] };
  return connectTls({ ...tcp, ...names, ...(session ? { session } : {}) }, onConnect).on('session', onSession);
}
