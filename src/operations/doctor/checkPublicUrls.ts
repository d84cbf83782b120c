import { connect } from 'node:tls';
import { reachableHost } from '#runtime/listen/reachableHost.ts';
import { errorText } from '#runtime/log/describeError.ts';
import type { Config } from '../../config.ts';
import type { MainRole } from '../../processes/startArguments.ts';
import { acceptsOldTls } from './acceptsOldTls.ts';
import { fault, finding, passed, unchecked, warning, type Finding } from './finding.ts';
import { isAdServing, isConsole } from './isResponding.ts';

const timeoutMs = 5000;
const minimumCertificateDays = 14;
const dayMs = 86_400_000;

interface PublicUrl {
  name: string;
  /** Undefined = not set. */
  url: string | undefined;
  /** The port that it must lead to. */
  portName: string;
  port: number;
  /** The uses of the URL, as a subject. */
  uses: string;
  isOwn: (base: string) => Promise<boolean>;
  isOther: (base: string) => Promise<boolean>;
  /** The server that `isOther` recognizes. */
  other: string;
}

/**
 * Checks that the public URLs of roles lead to this product. `ADS_URL` is as set; undefined = the default.
 */
export async function checkPublicUrls(
  {
    PORT,
    ADS_PORT,
    HOST,
    CONSOLE_URL,
    ADS_URL,
  }: Pick<Config, 'PORT' | 'ADS_PORT' | 'HOST' | 'CONSOLE_URL'> & { ADS_URL: string | undefined },
  roles: readonly MainRole[],
): Promise<Finding[]> {
  const urls: PublicUrl[] = [];
  if (roles.includes('api'))
    urls.push({
      name: 'CONSOLE_URL',
      url: CONSOLE_URL,
      portName: 'PORT',
      port: PORT,
      uses: 'links in emails',
      isOwn: isConsole,
      isOther: isAdServing,
      other: 'ad serving',
    });
  if (roles.includes('serving'))
    urls.push({
      name: 'ADS_URL',
      url: ADS_URL,
      portName: 'ADS_PORT',
      port: ADS_PORT,
      uses: 'tags and tracking URLs',
      isOwn: isAdServing,
      isOther: isConsole,
      other: 'the console',
    });
  return (await Promise.all(urls.map((each) => checkPublic(each, HOST)))).flat();
}

async function checkPublic(checked: PublicUrl, host: string): Promise<Finding[]> {
  const { name, url, portName, port, uses, isOwn, isOther, other } = checked;
  const local = `http://localhost:${port}`;
  if (url === undefined)
    return [unchecked(name, `not set: ${uses} contain ${local}, which works on this machine only`)];
  if (isLocal(url)) return [unchecked(name, `${url}: ${uses} with it work on this machine only`)];
  const transport = await checkTransport(name, url);
  if (await isOwn(url)) return [...transport, passed(name, `${url} leads to a running Bidhouse`)];
  if (await isOther(url))
    return [
      ...transport,
      fault(name, `${url} leads to ${other}`, `Have the TLS proxy pass this URL on to ${portName} (${port}).`),
    ];
  if (!(await isOwn(`http://${reachableHost(host)}:${port}`)))
    return [...transport, unchecked(name, `nothing runs on ${portName} yet that ${url} could lead to`)];
  return [
    ...transport,
    fault(
      name,
      `${url}/healthz does not respond as Bidhouse does`,
      `Point DNS to the TLS proxy, and have the proxy pass this URL on to ${portName} (${port}).`,
    ),
  ];
}

function isLocal(url: string): boolean {
  return /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);
}

/** Checks that a URL is https, its certificate, and the versions of TLS. */
async function checkTransport(name: string, url: string): Promise<Finding[]> {
  if (!url.startsWith('https:')) {
    const fix = `Put a TLS proxy in front of the port, and set ${name} to its https URL.`;
    return [warning(name, `${url} is http: what is sent to it can be read and changed on its way`, fix)];
  }
  const { hostname, port } = new URL(url);
  const [certificate, acceptsOld] = await Promise.all([
    checkCertificate(name, url),
    acceptsOldTls(hostname, Number(port) || 443),
  ]);
  if (!acceptsOld) return [certificate];
  const fix = 'Allow TLS 1.2 and 1.3 only at the TLS proxy.';
  return [certificate, warning(`${name} TLS`, `${hostname} accepts TLS 1.1 or older, which is no longer secure`, fix)];
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
    socket.once('error', (error) => end(unchecked(check, `${hostname} cannot be reached: ${errorText(error)}`)));
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
