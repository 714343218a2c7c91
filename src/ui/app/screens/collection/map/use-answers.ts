// A hook that loads a map in up to three requests: the positions first, the neighbours when they are wanted, and the
// values for the colours.
import { useCallback, useEffect, useState } from "preact/hooks";
import { type Resource, useResource } from "../../../api/resource.ts";
import { loadProjection, type Subject } from "./load.ts";
import { areOfSamePoints, type Projection } from "./projection.ts";

const NEIGHBOURS = 15;

interface Answers {
  /** The map; undefined while it is loaded. */
  readonly projection: Projection | undefined;
  readonly local: Projection | null;
  readonly isLoadingLocal: boolean;
  readonly values: Projection | null;
  /** The requests that may have failed; the first is the map itself. */
  readonly failures: readonly Resource<unknown>[];
  startUmap(): void;
}

/** @param field a path in the payload, or "" */
export function useAnswers(subject: Subject, field: string): Answers {
  const [requested, setRequested] = useState<Subject>();
  const isRequested = requested === subject;
  useEffect(() => setRequested(undefined), [subject]);
  const map = useResource((signal) => loadProjection(subject, {}, signal), [subject]);
  const local = useResource(
    async (signal) => (isRequested ? loadProjection(subject, { neighbors: NEIGHBOURS }, signal) : null),
    [subject, isRequested],
  );
  const values = useResource(
    async (signal) => (field === "" ? null : loadProjection(subject, { with_values: field }, signal)),
    [subject, field],
  );
  const startUmap = useCallback(() => setRequested(subject), [subject]);
  // If points were written in between, the later response is used.
  const isOther = local.value && map.value && !areOfSamePoints(local.value, map.value);
  return {
    projection: isOther ? local.value! : map.value,
    local: local.value ?? null,
    isLoadingLocal: isRequested && local.loading,
    values: values.value ?? null,
    failures: [map, local, values],
    startUmap,
  };
}
