import { fileURLToPath, pathToFileURL } from 'node:url';

/** Name of the socket that the management API listens on for the platform's own processes. */
export const controlSocketName = 'control.sock';

/** Address of the control plane: an origin, reached over TCP or a Unix socket. */
export interface ControlAddress {
  origin: string;
  /** Path of the socket; null = TCP. */
  socketPath: string | null;
}

/** The URL of a Unix socket: unix:///run/control.sock. */
export function urlOfSocket(path: string): string {
  return pathToFileURL(path).href.replace(/^file:/, 'unix:');
}

/** Parses a control URL: http:, https:, or unix: with the path of a socket. */
export function readControlUrl(url: string): ControlAddress {
  if (!url.startsWith('unix:')) return { origin: url, socketPath: null };
  return { origin: 'http://control', socketPath: fileURLToPath(url.replace(/^unix:/, 'file:')) };
}
