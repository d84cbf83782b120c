import { execFileSync } from 'node:child_process';

/** A network of machines: network namespaces behind a bridge on this one. */
export interface Network {
  /** Address of this machine in the network. */
  address: string;
  /** Adds a machine. Returns its address. */
  addMachine(name: string): string;
  /** The words of a command before which it runs on a machine. */
  on(name: string): string[];
  /** Pulls a machine’s cable out, or plugs it in again. */
  setCable(name: string, isPlugged: boolean): void;
  /** Drops packets that a machine receives or sends, of one port of the network’s address or all. */
  drop(name: string, way: 'received' | 'sent', port?: number): void;
  /** Drops no packets of a machine any more. */
  passAll(name: string): void;
  close(): void;
}

/** Starts an empty network: the first of 10.77.0.0/24, 10.77.1.0/24 … that is free. Needs root, iproute2 and iptables. */
export function startNetwork(): Network {
  const id = process.pid.toString(36);
  const bridge = `bh${id}`;
  const machines = new Map<string, number>();
  const ip = (...args: string[]) => void execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const iptables = (name: string, ...args: string[]) => ip('netns', 'exec', namespaceOf(name), 'iptables', ...args);
  const namespaceOf = (name: string) => `${bridge}-${name}`;
  const cableOf = (name: string) => `v${id}${machines.get(name)}`;
  const subnet = freeSubnet();
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${subnet}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  return {
    address: `${subnet}.1`,
    addMachine(name) {
      machines.set(name, machines.size + 1);
      const namespace = namespaceOf(name);
      const address = `${subnet}.${10 + machines.size}`;
      ip('netns', 'add', namespace);
      ip('link', 'add', cableOf(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
      ip('link', 'set', cableOf(name), 'master', bridge, 'up');
      ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
      ip('-n', namespace, 'link', 'set', 'eth0', 'up');
      ip('-n', namespace, 'link', 'set', 'lo', 'up');
      return address;
    },
    on: (name) => ['ip', 'netns', 'exec', namespaceOf(name)],
    setCable: (name, isPlugged) => ip('link', 'set', cableOf(name), isPlugged ? 'up' : 'down'),
    drop(name, way, port) {
      const [chain, device, side] = way === 'received' ? ['INPUT', '-i', '--sport'] : ['OUTPUT', '-o', '--dport'];
      const ofPort = port === undefined ? [] : ['-p', 'tcp', side, String(port)];
      iptables(name, '-A', chain, device, 'eth0', ...ofPort, '-j', 'DROP');
    },
    passAll: (name) => iptables(name, '-F'),
    close() {
      for (const name of machines.keys()) ip('netns', 'del', namespaceOf(name));
      ip('link', 'del', bridge);
    },
  };
}

function freeSubnet(): string {
  const addresses = execFileSync('ip', ['-o', '-4', 'addr', 'show'], { encoding: 'utf8' });
  const subnets = Array.from({ length: 256 }, (_, index) => `10.77.${index}`);
  const free = subnets.find((subnet) => !addresses.includes(` ${subnet}.`));
  if (!free) throw new Error('no free network 10.77.0.0/16');
  return free;
}
