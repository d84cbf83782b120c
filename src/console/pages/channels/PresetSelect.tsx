import { useQuery } from '@tanstack/react-query';
import type { Environment } from '#model/index.ts';
import type { AdServerPreset } from '#model/reference/adServerMacros.ts';
import { loadChunk } from '../../frame/errors/chunkReload.ts';
import { Field } from '../../ui/field/Field.tsx';
import { Select } from '../../ui/picker/Select.tsx';

const asVast = 'vast';

/** Selects the ad server or player that calls the tag, which determines the macros. */
export function PresetSelect({
  environment,
  preset,
  onChange,
}: {
  environment: Environment | null;
  preset: AdServerPreset | null;
  onChange: (preset: AdServerPreset | null) => void;
}) {
  const { data = [] } = useQuery({
    queryKey: ['reference', 'adServerMacros'],
    staleTime: Infinity,
    queryFn: () => loadChunk(async () => (await import('#model/reference/adServerMacros.ts')).adServerPresets),
  });
  const fitting = data.filter(({ environments }) => environment === null || environments.includes(environment));
  return (
    <Field
      label="Ad server or player"
      hint={
        preset ? (preset.note ?? `Uses the macros of ${preset.label}.`) : 'Select your ad server to use its macros.'
      }
    >
      <Select
        className="max-w-72"
        options={[
          { value: asVast, label: 'Any player, VAST 4 macros' },
          ...fitting.map(({ id, label }) => ({ value: id, label })),
        ]}
        value={preset?.id ?? asVast}
        onChange={(id) => onChange(data.find((each) => each.id === id) ?? null)}
      />
    </Field>
  );
}
