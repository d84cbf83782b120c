import type { DemoCreative } from '../demoCreatives.ts';

/** Text and design of a demo ad, for every format. */
export interface AdCopy {
  headline: string;
  text: string;
  action: string;
  /** Background gradient from and to, and the color of what is on it. */
  ground: readonly [string, string];
  ink: string;
  /** SVG drawing on a 64 × 64 canvas, in the ink color. */
  drawing: string;
  /** IAB Content Taxonomy 1.0. */
  categories: readonly string[];
}

/** The copy of each creative. */
export const adCopies: Readonly<Record<DemoCreative, AdCopy>> = {
  coffee: {
    headline: 'Roasted this morning',
    text: 'Fresh beans at your door by Friday.',
    action: 'Taste it',
    ground: ['#3b1f12', '#8a4b25'],
    ink: '#fff4e6',
    drawing:
      '<path d="M14 28h30v12a12 12 0 0 1-12 12h-6a12 12 0 0 1-12-12z"/><path d="M44 31h4a6 6 0 0 1 0 12h-4"/><path d="M23 22c-3-4 3-6 0-10M33 22c-3-4 3-6 0-10"/>',
    categories: ['IAB8-6'],
  },
  bikes: {
    headline: 'The city is flatter than you think',
    text: 'Ride our autumn bikes for a week, free.',
    action: 'Book a ride',
    ground: ['#0b4f4a', '#1d8a6b'],
    ink: '#effff8',
    drawing:
      '<circle cx="16" cy="42" r="10"/><circle cx="48" cy="42" r="10"/><path d="M16 42 26 24h18l4 18M26 24l8 18 10-18M16 42h18M22 20h8M44 24l-2-6h7"/>',
    categories: ['IAB17-3'],
  },
  travel: {
    headline: 'Sleep here, wake up there',
    text: 'Night trains to nine cities, from 39.',
    action: 'See the routes',
    ground: ['#1a2452', '#4b4ea3'],
    ink: '#f2f3ff',
    drawing:
      '<rect x="14" y="12" width="36" height="32" rx="8"/><path d="M14 30h36M32 12v18M20 52l5-8M44 52l-5-8"/><circle cx="23" cy="37" r="2"/><circle cx="41" cy="37" r="2"/>',
    categories: ['IAB20-6'],
  },
  insurance: {
    headline: 'Home, safe home',
    text: 'Household cover in two minutes.',
    action: 'Get a quote',
    ground: ['#12304f', '#2b6ca3'],
    ink: '#eef7ff',
    drawing: '<path d="M12 32 32 14l20 18M18 28v22h28V28M27 50V38h10v12"/>',
    categories: ['IAB13-6'],
  },
  grocery: {
    headline: 'The weekly basket',
    text: 'Order by noon, pick it up by five.',
    action: 'Fill a basket',
    ground: ['#1e4d1f', '#4f9a3a'],
    ink: '#f4fff0',
    drawing: '<path d="M10 28h44l-5 22H15zM20 28l8-14M44 28l-8-14M26 36v8M38 36v8"/>',
    categories: ['IAB8-18'],
  },
  hotels: {
    headline: 'Three nights, pay two',
    text: 'The winter sale of forty city hotels.',
    action: 'Find a room',
    ground: ['#4a1f3d', '#9a4b7d'],
    ink: '#fff2fa',
    drawing: '<path d="M18 52V14h28v38M14 52h36M26 22h4M34 22h4M26 30h4M34 30h4M29 52V42h6v10"/>',
    categories: ['IAB20-15'],
  },
  games: {
    headline: 'Castle Rivals: season four',
    text: 'New walls, new rivals, free to play.',
    action: 'Play now',
    ground: ['#3a1a5e', '#7a3fc0'],
    ink: '#f6f0ff',
    drawing: '<path d="M14 52V20h8v6h6v-6h8v6h6v-6h8v32zM28 52V40h8v12"/>',
    categories: ['IAB9-30'],
  },
  phones: {
    headline: 'It folds. Twice.',
    text: 'The new Lumen Fold 2.',
    action: 'Take a look',
    ground: ['#15171c', '#4a5060'],
    ink: '#f3f5fa',
    drawing: '<rect x="16" y="10" width="16" height="44" rx="3"/><rect x="32" y="10" width="16" height="44" rx="3"/>',
    categories: ['IAB19-18'],
  },
};

/** A creative's drawing as part of an HTML document. */
export function drawingOf(creative: DemoCreative): string {
  return `<svg viewBox="0 0 64 64" aria-hidden="true">${adCopies[creative].drawing}</svg>`;
}

/** A creative's image in a size: its drawing on its background. */
export function imageOf(creative: DemoCreative, width: number, height: number): string {
  const { ground, ink, drawing } = adCopies[creative];
  const scale = (Math.min(width, height) * 0.7) / 64;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${ground[0]}"/><stop offset="1" stop-color="${ground[1]}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><g transform="translate(${(width - 64 * scale) / 2} ${(height - 64 * scale) / 2}) scale(${scale})" fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${drawing}</g></svg>`;
}
