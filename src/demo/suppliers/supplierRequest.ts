import { randomUUID } from 'node:crypto';
import { alpha3Of } from '#model/reference/countryCodes.ts';
import type { BidRequest, Imp } from '#standards/openrtb/types.ts';
import { demoViewer, type DemoViewer } from '../audiences.ts';
import { dealShare, type DemoDeal, type DemoSupplier, type SuppliedInventory } from './demoSuppliers.ts';

const deviceTypes = { web: 2, mobileWeb: 4, app: 4, ctv: 3 } as const;
const sizes = [
  { w: 300, h: 250 },
  { w: 728, h: 90 },
] as const;
const viewersOfInventory = 2000;

/** Picks one of a supplier's sites or apps, and a viewer there. */
export function pickRandomInventory(
  { inventory }: DemoSupplier,
  random: () => number,
): { inventory: SuppliedInventory; viewer: DemoViewer } {
  const picked = pickRandom(inventory, random);
  const number = Math.floor(random() * random() * viewersOfInventory);
  return { inventory: picked, viewer: demoViewer(`${picked.key} ${number}`, picked.environment) };
}

/** Picks the deal that a request offers; null for most requests. */
export function pickRandomDeal({ deals }: DemoSupplier, random: () => number): DemoDeal | null {
  return deals.length === 0 || random() >= dealShare ? null : pickRandom(deals, random);
}

/** Builds a bid request as the supplier's server sends it, in OpenRTB 2.6. */
export function supplierRequest(supplier: DemoSupplier, random: () => number): { request: BidRequest; agent: string } {
  const { inventory, viewer } = pickRandomInventory(supplier, random);
  const deal = pickRandomDeal(supplier, random);
  const imp: Imp = {
    id: '1',
    tagid: `${inventory.key}/top`,
    secure: 1,
    bidfloor: supplier.floor,
    bidfloorcur: 'USD',
    ...offerOf(supplier.format, random),
    ...(deal ? { pmp: { private_auction: 0, deals: [deal] } } : {}),
  };
  const publisher = { id: inventory.publisher, name: inventory.name };
  const isApp = inventory.environment === 'app' || inventory.environment === 'ctv';
  const node = { asi: supplier.asi, sid: inventory.publisher, hp: 1 as const };
  const request: BidRequest = {
    id: randomUUID(),
    at: 1,
    tmax: 600,
    cur: ['USD'],
    imp: [imp],
    ...(isApp
      ? { app: { id: inventory.key, bundle: inventory.key, name: inventory.name, publisher } }
      : { site: { id: inventory.key, domain: inventory.key, page: `https://${inventory.key}/`, publisher } }),
    device: {
      ua: viewer.agent,
      ip: viewer.address,
      devicetype: deviceTypes[inventory.environment],
      geo: { country: alpha3Of(viewer.country), type: 2 },
      ...(viewer.deviceId === '' ? {} : { ifa: viewer.deviceId }),
    },
    ...(viewer.choice.params['gdpr'] === '1' ? { regs: { gdpr: 1 as const } } : {}),
    source: { fd: 0, tid: randomUUID(), schain: { ver: '1.0', complete: 1, nodes: [node] } },
  };
  return { request, agent: viewer.agent };
}

function offerOf(format: DemoSupplier['format'], random: () => number): Pick<Imp, DemoSupplier['format']> {
  if (format === 'video') return { video };
  if (format === 'native') return { native: { request: JSON.stringify(native), ver: native.ver } };
  return format === 'audio' ? { audio } : { banner: { format: [pickRandom(sizes, random)] } };
}

/** An in-feed placement that requires a title and an image (OpenRTB Native 1.2). */
const native = {
  ver: '1.2',
  context: 1,
  plcmttype: 1,
  assets: [
    { id: 1, required: 1, title: { len: 90 } },
    { id: 2, required: 1, img: { type: 3, wmin: 600, hmin: 314 } },
    { id: 3, img: { type: 1, wmin: 80, hmin: 80 } },
    { id: 4, data: { type: 1, len: 40 } },
    { id: 5, data: { type: 2, len: 140 } },
    { id: 6, data: { type: 12, len: 20 } },
  ],
  eventtrackers: [{ event: 1, methods: [1] }],
};

const audio = {
  mimes: ['audio/mpeg', 'audio/mp4', 'audio/ogg'],
  protocols: [2, 3, 5, 6, 7, 8, 9, 10],
  minduration: 5,
  maxduration: 30,
  startdelay: 0,
};

const video = {
  mimes: ['video/mp4'],
  protocols: [2, 3, 5, 6, 7, 8],
  w: 640,
  h: 360,
  minduration: 5,
  maxduration: 60,
  plcmt: 1,
  linearity: 1,
};

function pickRandom<T>(list: readonly T[], random: () => number): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new RangeError('an empty list');
  return item;
}
