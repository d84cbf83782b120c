import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Connections that send requests without waiting for responses, far more than the kernel holds responses for. Every
 * second one reads one byte at a time, the others nothing.
 */
const waves = 20;
const requestsPerWave = 20;
const waveMs = 1000;
/** A reader that is not idle takes one byte in this time. */
const byteMs = 100;

const count = Number(process.env['SLOW_COUNT']);
const request = process.env['SLOW_REQUEST'] ?? '';

async function openReader(index: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(process.env['SLOW_PORT']) });
  socket.pause();
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  if (index % 2 === 0) setInterval(() => socket.read(1), byteMs);
  return socket;
}

const sockets: Socket[] = [];
while (sockets.length < count) sockets.push(await openReader(sockets.length));
process.stdout.write('ready\n');
for (let wave = 0; wave < waves; wave += 1) {
  for (const socket of sockets) {
    socket.write(request.repeat(requestsPerWave));
    await wait(waveMs / count);
  }
}
