import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { open } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { type SyslogLine, syslogMessage } from './syslogMessage.ts';

/** A place outside of the database that lines are sent to. */
export interface LineTarget {
  /** Sends lines in their order. Resolves when the place has them, as far as it confirms that; rejects otherwise. */
  send(lines: readonly SyslogLine[]): Promise<void>;
  /** Checks that it can be reached, without sending a line. */
  probe(): Promise<void>;
}

const timeoutMs = 10_000;
/** Time that a server has to close a connection that we have ended. */
const closeMs = 3000;
const defaultPorts = { 'syslog:': 514, 'syslog+tcp:': 601, 'syslog+tls:': 6514 } as const;

/**
 * Opens the place of a URL. `syslog://host:514` is UDP (RFC 5426), where nothing confirms a line; `syslog+tcp://` (RFC
 * 6587) and `syslog+tls://` (RFC 5425) have octet counts, and each batch its own connection, whose end confirms it;
 * `file:/path` gets JSON lines, is flushed, and is opened again for each batch, so that it can be rotated.
 */
export function openLineTarget(url: string): LineTarget {
  const { protocol, hostname: host, port } = new URL(url);
  if (protocol === 'file:') return fileTarget(fileURLToPath(url));
  const address = { host: host.replace(/^\[|\]$/g, ''), port: Number(port) || defaultPorts[protocol as 'syslog:'] };
  if (protocol === 'syslog:') return datagramTarget(address);
  return streamTarget(() =>
    protocol === 'syslog+tls:' ? connectTls({ ...address, servername: address.host }) : connect(address),
  );
}

function fileTarget(path: string): LineTarget {
  return {
    async send(lines) {
      const file = await open(path, 'a', 0o600);
      try {
        await file.appendFile(lines.map(({ text }) => `${text}\n`).join(''));
        await file.datasync();
      } finally {
        await file.close();
      }
    },
    async probe() {
      await (await open(path, 'a', 0o600)).close();
    },
  };
}

function datagramTarget({ host, port }: { host: string; port: number }): LineTarget {
  const during = async (work: (send: (text: string) => Promise<void>) => Promise<void>) => {
    const { address, family } = await lookup(host);
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
    try {
      await work(
        (text) =>
          new Promise((done, fail) => {
            socket.send(text, port, address, (error) => (error ? fail(error) : done()));
          }),
      );
    } finally {
      socket.close();
    }
  };
  return {
    send: (lines) =>
      during(async (send) => {
        for (const line of lines) await send(syslogMessage(line, hostname()));
      }),
    probe: () => during(async () => undefined),
  };
}

function streamTarget(open: () => Socket): LineTarget {
  const transfer = (bytes: Buffer) =>
    new Promise<void>((done, fail) => {
      const socket = open();
      const giveUp = () => socket.destroy(new Error('The syslog server does not respond'));
      let timer = setTimeout(giveUp, timeoutMs);
      socket.once('error', fail);
      // Without an error, the server's side has everything that was sent before the end.
      socket.once('close', () => {
        clearTimeout(timer);
        done();
      });
      socket.resume();
      socket.end(bytes, () => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, closeMs);
      });
    });
  return {
    send: (lines) =>
      transfer(
        Buffer.concat(
          lines.map((line) => {
            const message = Buffer.from(syslogMessage(line, hostname()));
            return Buffer.concat([Buffer.from(`${message.length} `), message]);
          }),
        ),
      ),
    probe: () => transfer(Buffer.alloc(0)),
  };
}
