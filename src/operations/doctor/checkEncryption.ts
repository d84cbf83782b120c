import { passed, warning, type Finding } from './finding.ts';

/** Warns of servers on other machines to which settings lead without TLS. `urls`: by setting; undefined = not used. */
export function checkEncryption(urls: Readonly<Record<string, string | undefined>>): Finding {
  const check = 'encryption';
  const plain = Object.entries(urls).flatMap(([name, url]) => (url !== undefined && isPlain(url) ? [name] : []));
  if (plain.length === 0) return passed(check, 'no setting leads to another machine without TLS');
  return warning(
    check,
    `${plain.join(', ')}: without TLS, others on the way can read and change what is sent`,
    'Use TLS (docs/security.md names the form of each URL), unless the network is private.',
  );
}

/** Whether a URL leads to another machine without TLS. Folders and sockets lead to none. */
function isPlain(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, searchParams } = new URL(text);
  if (hostname === '' || /^(?:localhost|127\..*|\[::1\])$/.test(hostname)) return false;
  switch (protocol) {
    case 'http:':
    case 'redis:':
    case 'syslog:':
    case 'syslog+tcp:':
      return true;
    case 'smtp:':
      return searchParams.get('requireTLS') !== 'true';
    case 's3:':
      return searchParams.get('tls') === '0';
    case 'postgres:':
    case 'postgresql:':
      return !/^(?:require|verify-ca|verify-full)$/.test(searchParams.get('sslmode') ?? '');
    default:
      return false;
  }
}
