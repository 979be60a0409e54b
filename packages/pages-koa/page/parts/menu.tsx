interface Props {
  readonly label: string;
  /** Empty for any. */
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

/** Chooses one of some values, or any. A value of the URL that is none of them is offered, too. */
export function Menu({ label, value, options, onChange }: Props) {
  const texts = new Map([['', 'Any'], ...options]);
  if (!texts.has(value)) texts.set(value, value);
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {[...texts].map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
