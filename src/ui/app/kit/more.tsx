// Shows a long list in parts, because a page of thousands of rows is slow to draw and to read.
import { useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { count } from "./format.ts";

const STEP = 200;

export function useFirst<T>(
  items: readonly T[],
  step = STEP,
): { shown: readonly T[]; rest: number; more: () => void } {
  const [most, setMost] = useState(step);
  return {
    shown: items.slice(0, most),
    rest: Math.max(0, items.length - most),
    more: () => setMost(most + step),
  };
}

export function MoreButton({ rest, onMore }: { rest: number; onMore: () => void }) {
  if (rest === 0) return null;
  return <Button text={`Show more (${count(rest)} left)`} class="quiet" onClick={onMore} />;
}
