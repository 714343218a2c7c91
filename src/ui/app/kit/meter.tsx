// A bar that shows how much of a limit is used, and turns amber before it is full.

const AMBER = 0.8;

interface Props {
  readonly label: string;
  readonly used: number;
  readonly of: number;
  /** Whether a full bar is the goal; then it has one colour. */
  readonly goal?: boolean;
}

export function Meter({ label, used, of, goal }: Props) {
  const share = of === 0 ? 1 : Math.min(1, used / of);
  const state = goal ? "fine" : share >= 1 ? "full" : share >= AMBER ? "amber" : "fine";
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers do not let <meter> be drawn alike.
    <div
      class={`meter ${state}`}
      role="meter"
      aria-label={label}
      aria-valuenow={used}
      aria-valuemin={0}
      aria-valuemax={of}
    >
      <div style={{ width: `${share * 100}%` }} />
    </div>
  );
}
