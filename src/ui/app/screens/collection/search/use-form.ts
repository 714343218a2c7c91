// A hook that keeps the search form in the address. A link to a complete form runs its search.
// The decision: the address is updated with a short delay, because browsers limit the number of changes.
import { useEffect, useRef, useState } from "preact/hooks";
import { keepInAddress, linkTo, route } from "../../../shell/route.ts";
import { type Body, bodyOf, Unclear } from "./body.ts";
import { type Form, readForm, writeForm } from "./form.ts";

const KEEP_AFTER_MS = 250;

/** A request with the form it came from. */
export interface Asked {
  readonly form: Form;
  readonly body: Body;
}

export interface FormState {
  readonly form: Form;
  readonly asked: Asked | undefined;
  /** The error because of which the form could not be sent. */
  readonly unclear: Unclear | undefined;
  edit(change: Partial<Form>): void;
  /** Searches with the current form, or with a change of it. */
  run(change?: Partial<Form>): void;
}

/** @param isSparse whether vectors of a name are sparse */
export function useForm(collection: string, blank: Form, isSparse: (name: string) => boolean): FormState {
  const parts = ["collections", collection, "search"];
  const [form, setForm] = useState(() => readForm(route.value.query, blank));
  const [asked, setAsked] = useState(() => askedBy(form, isSparse(form.using)));
  const [unclear, setUnclear] = useState<Unclear>();
  const latest = useRef(form);
  const kept = useRef(route.value.query.toString());
  const set = (next: Form): void => {
    latest.current = next;
    setForm(next);
    setUnclear(undefined);
  };
  const keep = (): void => {
    if (!isHere(parts)) return;
    const query = writeForm(latest.current, blank);
    kept.current = new URLSearchParams(query).toString();
    keepInAddress(parts, query);
  };
  const run = (change: Partial<Form> = {}): void => {
    set({ ...latest.current, ...change });
    keep();
    try {
      const { current } = latest;
      setAsked({ form: current, body: bodyOf(current, isSparse(current.using)) });
    } catch (error) {
      if (!(error instanceof Unclear)) throw error;
      setUnclear(error);
    }
  };
  useEffect(() => {
    if (form === asked?.form) return;
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [form]);
  const address = route.value.query.toString();
  useEffect(() => {
    if (address === kept.current || !isHere(parts)) return;
    kept.current = address;
    const next = readForm(route.value.query, blank);
    set(next);
    setAsked(askedBy(next, isSparse(next.using)));
  }, [address]);
  return { form, asked, unclear, edit: (change) => set({ ...latest.current, ...change }), run };
}

/** Returns whether the address is that of this screen. While the next screen is loading, this one is still drawn. */
function isHere(parts: readonly string[]): boolean {
  return linkTo(route.value.parts) === linkTo(parts);
}

/** Returns the request; undefined if the form is incomplete. */
function askedBy(form: Form, isSparse: boolean): Asked | undefined {
  try {
    return { form, body: bodyOf(form, isSparse) };
  } catch {
    return undefined;
  }
}
