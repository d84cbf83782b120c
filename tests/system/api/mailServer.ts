import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** The server's response to a recipient, or to the whole mail; null = accepted. */
export type Rejection = { code: number; text: string } | null;

/** A mail server that a test can inspect. */
export interface MailServer {
  url: string;
  /** Accepted mails, in order, with the recipient of the envelope. */
  mails: { to: string; mail: ParsedMail }[];
  /** Addresses of all recipients, accepted or not. */
  recipients: string[];
  /** Response to a recipient. */
  onRecipient: (address: string) => Rejection;
  /** Time before the response to a complete mail, in ms. */
  delayMs: number;
  /** Response to the bytes of a mail. */
  onData: (address: string) => Rejection;
  close(): Promise<void>;
}

/** Starts a mail server with the login `reports` and the password `secret`. */
export async function startMailServer(): Promise<MailServer> {
  const state: Omit<MailServer, 'url' | 'close'> = {
    mails: [],
    recipients: [],
    delayMs: 0,
    onRecipient: () => null,
    onData: () => null,
  };
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'reports' && password === 'secret' ? done(null, { user: username }) : done(new Error('bad login')),
    onRcptTo({ address }, _session, done) {
      state.recipients.push(address);
      done(errorOf(state.onRecipient(address)));
    },
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address).join(', ');
      const read = async () => {
        const mail = await simpleParser(stream);
        const rejection = errorOf(state.onData(to));
        if (!rejection) state.mails.push({ to, mail });
        setTimeout(() => done(rejection), state.delayMs);
      };
      // A sender that is killed leaves its mail incomplete.
      read().catch(() => undefined);
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return Object.assign(state, {
    url: `smtp://reports:secret@127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

function errorOf(rejection: Rejection): Error | null {
  return rejection && Object.assign(new Error(rejection.text), { responseCode: rejection.code });
}

/** A server that receives a complete mail, and disconnects instead of responding. */
export async function startBreakingServer(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((socket) => {
    let isData = false;
    socket.on('error', () => undefined);
    socket.write('220 breaking.example\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (isData) {
        if (text.endsWith('\r\n.\r\n')) socket.destroy();
        return;
      }
      isData = text.startsWith('DATA');
      socket.write(isData ? '354 go on\r\n' : '250 breaking.example\r\n');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The URL of a server that accepts connections and never responds, and a function that closes it. */
export async function startSilentServer(): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    sockets.add(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
