import { createServer } from 'node:net';
import { connect } from 'node:tls';
import { errorText } from '#runtime/log/describeError.ts';
import type { Config } from '../../config.ts';
import { fault, finding, passed, unchecked, type Finding } from './finding.ts';

const timeoutMs = 5000;
const minimumCertificateDays = 14;
const dayMs = 86_400_000;

type Addresses = Pick<Config, 'PORT' | 'ADS_PORT' | 'HOST' | 'CONSOLE_URL' | 'ADS_URL'>;

/** Checks that the ports are free or respond, and that the public URLs lead to this product. */
export async function checkAddresses(settings: Addresses): Promise<Finding[]> {
  const ports = [
    { name: 'PORT', port: settings.PORT, url: settings.CONSOLE_URL, urlName: 'CONSOLE_URL' },
    { name: 'ADS_PORT', port: settings.ADS_PORT, url: settings.ADS_URL, urlName: 'ADS_URL' },
  ];
  const found = await Promise.all(
    ports.map(async ({ name, port, url, urlName }) => {
      const isRunning = await answers(`http://127.0.0.1:${port}`);
      const own = isRunning
        ? passed(name, `${port} responds as a running Bidhouse`)
        : await checkFree(name, port, settings.HOST);
      if (url === undefined || isLocal(url)) return [own, unchecked(urlName, 'no public URL is set')];
      return [own, ...(await checkPublic(urlName, url, isRunning))];
    }),
  );
  return found.flat();
}

function isLocal(url: string): boolean {
  return /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);
}

async function answers(base: string): Promise<boolean> {
  try {
    const response = await fetch(`${base.replace(/\/$/, '')}/healthz`, { signal: AbortSignal.timeout(timeoutMs) });
    return response.status === 200 && /^(?:ok|\{"status":"ok"[,}].*)$/.test((await response.text()).trim());
  } catch {
    return false;
  }
}

function checkFree(name: string, port: number, host: string): Promise<Finding> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => {
      resolve(
        fault(
          name,
          `${port} cannot be opened: ${errorText(error)}`,
          `Stop the program that uses the port, or set ${name} to another.`,
        ),
      );
    });
    server.listen(port, host, () => server.close(() => resolve(passed(name, `${port} is free`))));
  });
}

async function checkPublic(name: string, url: string, isRunning: boolean): Promise<Finding[]> {
  const certificate = url.startsWith('https:') ? [await checkCertificate(name, url)] : [];
  if (await answers(url)) return [...certificate, passed(name, `${url} leads to a running Bidhouse`)];
  if (!isRunning) return [...certificate, unchecked(name, `nothing runs on this machine that ${url} could lead to`)];
  return [
    ...certificate,
    fault(
      name,
      `${url}/healthz does not respond as Bidhouse does`,
      'Point DNS and the TLS proxy of this URL to this installation.',
    ),
  ];
}

function checkCertificate(name: string, url: string): Promise<Finding> {
  const { hostname, port } = new URL(url);
  const check = `${name} certificate`;
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port) || 443,
      servername: hostname,
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    const end = (result: Finding) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('timeout', () => end(unchecked(check, `${hostname} does not respond`)));
    socket.once('error', (error) => end(unchecked(check, errorText(error))));
    socket.once('secureConnect', () => {
      const until = socket.getPeerCertificate().valid_to;
      const days = Math.floor((Date.parse(until) - Date.now()) / dayMs);
      if (!socket.authorized) {
        const fix =
          'Install a certificate for this host name, with its intermediate certificates, from a public authority.';
        return end(fault(check, `not trusted: ${String(socket.authorizationError)}`, fix));
      }
      end(
        finding(
          check,
          days >= minimumCertificateDays,
          `valid for ${days} days`,
          'Renew the certificate, and check that renewal is automatic.',
        ),
      );
    });
  });
}
