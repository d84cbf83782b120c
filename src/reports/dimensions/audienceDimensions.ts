import { consents, integrationLabels, type Choice } from '#model/index.ts';
import { countries } from '#model/reference/countries.ts';
import { devices } from '#model/reference/devices.ts';
import { families } from '#model/reference/families.ts';
import { mediaTypes, severalMediaTypes } from '#model/reference/mediaTypes.ts';
import { operatingSystems } from '#model/reference/operatingSystems.ts';
import type { TreeNode } from '#model/reference/tree.ts';
import type { Dimension } from './dimension.ts';

const unknown: Choice = { value: '', label: 'Unknown' };

function choicesOf(nodes: readonly TreeNode[]): Choice[] {
  return nodes.flatMap(({ id, label, children }) => (children ? choicesOf(children) : [{ value: id, label }]));
}

/** Dimensions of the viewer, with closed lists of values. */
export const audienceDimensions = [
  {
    key: 'country',
    label: 'Country',
    definition: 'Country of the viewer, as declared by the request, else by IP address.',
    group: 'Audience',
    kind: 'text',
    column: 'country',
    choices: [...countries.map(({ id, name }) => ({ value: id, label: name })), unknown],
    facts: 'audience',
  },
  {
    key: 'device',
    label: 'Device type',
    definition: 'Device type, as declared by the request, else by user agent.',
    group: 'Audience',
    kind: 'text',
    column: 'deviceKind',
    choices: [...choicesOf(devices), unknown],
    facts: 'audience',
  },
  {
    key: 'os',
    label: 'Operating system',
    definition: 'Operating system of the device, as declared by the request, else by user agent.',
    group: 'Audience',
    kind: 'text',
    column: 'os',
    choices: [...choicesOf(operatingSystems), unknown],
    facts: 'audience',
  },
  {
    key: 'browser',
    label: 'Browser or TV',
    definition: 'Browser family or TV manufacturer, by user agent.',
    group: 'Audience',
    kind: 'text',
    column: 'browser',
    choices: [...choicesOf(families), unknown],
    facts: 'audience',
  },
  {
    key: 'media_type',
    label: 'Media type',
    definition: 'Media type of the ad. For requests without an ad: the media type offered.',
    group: 'Audience',
    kind: 'text',
    column: 'mediaType',
    choices: [...mediaTypes, { value: severalMediaTypes, label: 'Multiple offered' }, unknown],
    facts: 'audience',
  },
  {
    key: 'integration',
    label: 'Integration',
    definition: 'How the request came in: VAST tag, Prebid.js, OpenRTB, or bid request of a supplier.',
    group: 'Audience',
    kind: 'text',
    column: 'integration',
    choices: [...Object.entries(integrationLabels).map(([value, label]) => ({ value, label })), unknown],
    facts: 'audience',
  },
  {
    key: 'consent',
    label: 'Consent',
    definition:
      'What the viewer’s privacy choices allow: personal IDs, contextual ads only, nothing under GDPR, or no choice declared.',
    group: 'Audience',
    kind: 'text',
    column: 'consent',
    choices: [...consents, unknown],
    facts: 'audience',
  },
] as const satisfies readonly Dimension[];
