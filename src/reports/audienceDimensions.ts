import { consents, doorLabels, severalMediaTypes, type Choice } from '#model/index.ts';
import { countries } from '#model/reference/countries.ts';
import { devices } from '#model/reference/devices.ts';
import { families } from '#model/reference/families.ts';
import { mediaTypes } from '#model/reference/mediaTypes.ts';
import { operatingSystems } from '#model/reference/operatingSystems.ts';
import type { TreeNode } from '#model/reference/tree.ts';
import type { Dimension } from './dimensions.ts';

const unknown: Choice = { value: '', label: 'Unknown' };

function choicesOf(nodes: readonly TreeNode[]): Choice[] {
  return nodes.flatMap(({ id, label, children }) => (children ? choicesOf(children) : [{ value: id, label }]));
}

/** Whom an ad was asked for, by closed lists. */
export const audienceDimensions = [
  {
    key: 'country',
    label: 'Country',
    definition: 'The country of the viewer: as the request tells, else by its address.',
    group: 'Audience',
    kind: 'text',
    column: 'country',
    choices: [...countries.map(({ id, name }) => ({ value: id, label: name })), unknown],
    facts: 'audience',
  },
  {
    key: 'device',
    label: 'Device',
    definition: 'The kind of device: as the request tells, else by its user agent.',
    group: 'Audience',
    kind: 'text',
    column: 'deviceKind',
    choices: [...choicesOf(devices), unknown],
    facts: 'audience',
  },
  {
    key: 'os',
    label: 'Operating system',
    definition: 'The operating system of the device: as the request tells, else by its user agent.',
    group: 'Audience',
    kind: 'text',
    column: 'os',
    choices: [...choicesOf(operatingSystems), unknown],
    facts: 'audience',
  },
  {
    key: 'browser',
    label: 'Browser or TV',
    definition: 'The family of browsers, of TVs that of the maker, by the user agent.',
    group: 'Audience',
    kind: 'text',
    column: 'browser',
    choices: [...choicesOf(families), unknown],
    facts: 'audience',
  },
  {
    key: 'media_type',
    label: 'Media type',
    definition: 'The form of the ad; of a request without one, the form in which it was offered.',
    group: 'Audience',
    kind: 'text',
    column: 'mediaType',
    choices: [...mediaTypes, { value: severalMediaTypes, label: 'Several offered' }, unknown],
    facts: 'audience',
  },
  {
    key: 'integration',
    label: 'Integration',
    definition: 'How the request came: by a VAST tag, from a page with Prebid.js, from a partner with OpenRTB.',
    group: 'Audience',
    kind: 'text',
    column: 'door',
    choices: [...Object.entries(doorLabels).map(([value, label]) => ({ value, label })), unknown],
    facts: 'audience',
  },
  {
    key: 'consent',
    label: 'Consent',
    definition:
      'What the viewer’s choices allow the platform: ids, context alone, nothing under the GDPR; or the request tells of no choice.',
    group: 'Audience',
    kind: 'text',
    column: 'consent',
    choices: [...consents, unknown],
    facts: 'audience',
  },
] as const satisfies readonly Dimension[];
