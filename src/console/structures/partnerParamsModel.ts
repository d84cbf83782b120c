import type { PartnerParams } from '#model/index.ts';
import type { Partner, PartnerParam } from '#model/reference/partners/partner.ts';

/** A group of parameters: a single one, alternatives of which exactly one is required, or of which at least one is. */
export interface ParamGroup {
  kind: 'each' | 'oneOf' | 'anyOf';
  params: PartnerParam[];
}

/** Groups a partner's parameters in the catalog's order. A group of alternatives is at the place of its first. */
export function groupParams({ params }: Pick<Partner, 'params'>): ParamGroup[] {
  const groups: ParamGroup[] = [];
  const alternatives = new Map<string, ParamGroup>();
  for (const param of params) {
    const kind = param.oneOf === undefined ? (param.anyOf === undefined ? 'each' : 'anyOf') : 'oneOf';
    const name = param.oneOf ?? param.anyOf;
    const known = name === undefined ? groups.at(-1) : alternatives.get(name);
    if (known?.kind === kind) {
      known.params.push(param);
      continue;
    }
    const group: ParamGroup = { kind, params: [param] };
    groups.push(group);
    if (name !== undefined) alternatives.set(name, group);
  }
  return groups;
}

/**
 * Parses the typed text of a parameter; undefined when empty. An invalid number stays text, so that validation refuses
 * it.
 */
export function readParam({ type }: Pick<PartnerParam, 'type'>, text: string): string | number | undefined {
  if (text.trim() === '') return undefined;
  if (type === 'text' || !/^-?\d+(\.\d+)?$/.test(text)) return text;
  // Longer IDs would be rounded.
  const number = Number(text);
  return Number.isSafeInteger(number) || text.includes('.') ? number : text;
}

/** The values that another partner also takes, each in the type that it requires. */
export function paramsFor({ params }: Pick<Partner, 'params'>, values: PartnerParams): PartnerParams {
  const remembered: PartnerParams = {};
  for (const param of params) {
    const value = Object.hasOwn(values, param.name) ? values[param.name] : undefined;
    const read = value === undefined ? undefined : readParam(param, String(value));
    if (read !== undefined && (param.type === 'text' || typeof read === 'number')) remembered[param.name] = read;
  }
  return remembered;
}

/**
 * Values of all partners selected so far, to restore them later. The current values replace all parameters of the
 * previous partner, so that removed ones are not restored.
 */
export function rememberedParams(
  before: Partner | undefined,
  remembered: PartnerParams,
  values: PartnerParams,
): PartnerParams {
  const names = new Set(before?.params.map(({ name }) => name));
  return { ...Object.fromEntries(Object.entries(remembered).filter(([name]) => !names.has(name))), ...values };
}

/** Sets one value; undefined removes it. */
export function withParam(values: PartnerParams, name: string, value: string | number | undefined): PartnerParams {
  const { [name]: _, ...rest } = values;
  return value === undefined ? rest : { ...rest, [name]: value };
}
