/** Cost models: how a sub-publisher or channel is paid for its inventory. */
export const costModels = [
  { value: 'share', label: 'Revenue share', formerLabels: ['Share of revenue'] },
  {
    value: 'floor',
    label: 'Revenue share with minimum CPM',
    formerLabels: ['Share of revenue, at least a floor CPM'],
  },
  { value: 'cpm', label: 'Fixed CPM per impression' },
  { value: 'cpo', label: 'Fixed CPM per opportunity' },
  { value: 'none', label: 'Not paid' },
] as const;

export type CostModel = (typeof costModels)[number]['value'];

/** The models that pay a share of revenue. */
export const modelsWithShare = ['share', 'floor'] as const;

/** The models that pay or guarantee a CPM. */
export const modelsWithCpm = ['floor', 'cpm', 'cpo'] as const;
