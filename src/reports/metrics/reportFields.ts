import { accountRoles, reportRoles, seesMoney, type Choice, type Role } from '#model/index.ts';
import {
  dimensionOf,
  dimensions,
  isParamKey,
  paramKeys,
  type DimensionKey,
  type KeyedDimension,
} from '../dimensions/dimensions.ts';
import type { Dimension } from '../dimensions/dimension.ts';
import { inSentence } from '../inSentence.ts';
import { isAvailableOn, isMoneyMetric, metricOf, metrics, type MetricKey } from './metrics.ts';
import type { Metric, Side } from './metric.ts';
import type { ReportViewer } from '../question/request.ts';
import { timeDimensions } from '../dimensions/timeDimensions.ts';

const timeKeys = timeDimensions.map(({ key }) => key);

/**
 * The dimensions and metrics of partners: a fixed safe subset. All other report roles see everything, accounts without
 * `account`.
 */
const subset: Record<'sub' | 'adv', { dimensions: readonly DimensionKey[]; metrics: readonly MetricKey[] }> = {
  sub: {
    dimensions: [...timeKeys, 'channel', 'environment', 'site', 'app', 'publisher', 'country', 'device'],
    metrics: [
      'reqs',
      'opps',
      'slots',
      'imps',
      'fill',
      'ivt_imps',
      'net_imps',
      'late_imps',
      'late_cost',
      'valid_imps',
      'start',
      'q1',
      'q2',
      'q3',
      'complete',
      'cost',
      'cpm_pub',
    ],
  },
  adv: {
    dimensions: [
      ...timeKeys,
      'tag',
      'campaign',
      'own_creative',
      'creative',
      'environment',
      'site',
      'app',
      'country',
      'device',
      'error_code',
    ],
    metrics: [
      'reqs',
      'opps',
      'opp_rate',
      'slots',
      'ads',
      'imps',
      'fill',
      'fill_opp',
      'ivt_imps',
      'net_imps',
      'late_imps',
      'late_clicks',
      'late_rev',
      'valid_imps',
      'timeouts',
      'timeout_rate',
      'errors',
      'error_rate',
      'start',
      'q1',
      'q2',
      'q3',
      'complete',
      'vtr',
      'clicks',
      'ctr',
      'view_meas',
      'viewable',
      'viewability',
      'rev',
      'ecpm',
    ],
  },
};

/** Whether a role may break down or filter by a dimension; admins by the parameters of every account. */
export function canUseDimension(role: Role, key: DimensionKey, tagParams?: readonly string[] | null): boolean {
  if (role === 'sub' || role === 'adv') return subset[role].dimensions.includes(key);
  if (isParamKey(key) && accountRoles.includes(role)) return paramKeys(tagParams ?? []).includes(key);
  return reportRoles.includes(role) && (key !== 'account' || !accountRoles.includes(role));
}

/** The rights that decide which metrics and dimensions a user may see. */
export type MetricRights = Pick<ReportViewer, 'role' | 'showSystemCost' | 'hidesMoney' | 'tagParams'>;

/**
 * Whether a user may see a metric. Users of an account see the system cost only when it is enabled for them, and metrics
 * of money unless their role hides it.
 */
export function canUseMetric(rights: MetricRights, key: MetricKey): boolean {
  const { role, showSystemCost } = rights;
  if (!seesMoney(rights) && isMoneyMetric(metricOf(key))) return false;
  if (role === 'sub' || role === 'adv') return subset[role].metrics.includes(key);
  if ((key === 'systemCost' || key === 'verification_fee') && accountRoles.includes(role)) return showSystemCost;
  return reportRoles.includes(role);
}

/** A dimension in the API and the pickers. */
export interface ReportFieldDimension {
  key: DimensionKey;
  label: string;
  definition: string;
  group: Dimension['group'];
  kind: Dimension['kind'];
  /** The entity of its ids; null for others. */
  entity: string | null;
  /** The closed list of its values; null when values are open. */
  choices: Choice[] | null;
}

/** A metric in the API and the pickers. */
export interface ReportFieldMetric {
  key: MetricKey;
  label: string;
  definition: string;
  group: Metric['group'];
  unit: Metric['unit'];
  /** Label of a rate's denominator; null for sums. */
  denominator: string | null;
  /** The sides whose facts have it. */
  sides: Side[];
}

/** The dimensions and metrics of reports that a user may use. */
export interface ReportFields {
  dimensions: ReportFieldDimension[];
  metrics: ReportFieldMetric[];
}

/** The dimensions and metrics that a user may use, with the labels of the user's role. */
export function reportFieldsFor(rights: MetricRights): ReportFields {
  const { role, tagParams } = rights;
  const known: readonly KeyedDimension[] = [...dimensions, ...paramKeys(tagParams ?? []).map(dimensionOf)];
  return {
    dimensions: known
      .filter(({ key }) => canUseDimension(role, key, tagParams))
      .map((dimension) => ({
        key: dimension.key,
        label: dimension.label,
        definition: dimension.definition,
        group: dimension.group,
        kind: dimension.kind,
        entity: dimension.entity ?? null,
        choices: dimension.choices ? [...dimension.choices] : null,
      })),
    metrics: metrics
      .filter(({ key }) => canUseMetric(rights, key))
      .map((metric: Metric & { key: MetricKey }) => ({
        key: metric.key,
        label: labelOf(metric, role),
        definition: forRole(metric.definitionFor, role) ?? metric.definition,
        group: metric.group,
        unit: metric.unit,
        denominator: denominatorOf(metric, role),
        sides: (['supply', 'demand', 'events'] as const).filter((side) => isAvailableOn(metric, side)),
      })),
  };
}

function forRole(texts: { sub?: string; adv?: string } | undefined, role: Role): string | undefined {
  return role === 'sub' || role === 'adv' ? texts?.[role] : undefined;
}

function labelOf(metric: Metric, role: Role): string {
  return forRole(metric.labelFor, role) ?? metric.label;
}

function denominatorOf(metric: Metric, role: Role): string | null {
  const { formula } = metric;
  if (formula.kind !== 'ratio' && formula.kind !== 'perThousand') return null;
  const bottom = metrics.find(({ key }) => key === formula.bottom);
  if (!bottom) return null;
  const label = inSentence(labelOf(bottom, role));
  return formula.kind === 'perThousand' ? `1,000 ${label}` : label;
}
