// The form of the search screen, tied to the address: what is typed is in the link, and a link that is complete is asked.
// The decision: the address follows with a short delay, because browsers take only so many changes of it a second.
import { useEffect, useRef, useState } from "preact/hooks";
import { keepInAddress, linkTo, route } from "../../../shell/route.ts";
import { type Body, bodyOf, Unclear } from "./body.ts";
import { type Form, readForm, writeForm } from "./form.ts";

const KEEP_AFTER_MS = 250;

/** A request that was made, and the form that it came from. */
export interface Asked {
  readonly form: Form;
  readonly body: Body;
}

export interface FormState {
  readonly form: Form;
  readonly asked: Asked | undefined;
  /** Why the form could not be sent. */
  readonly unclear: Unclear | undefined;
  edit(change: Partial<Form>): void;
  /** Searches with the form as it is, or with a change of it. */
  run(change?: Partial<Form>): void;
}

export function useForm(collection: string, blank: Form): FormState {
  const parts = ["collections", collection, "search"];
  const [form, setForm] = useState(() => readForm(route.value.query, blank));
  const [asked, setAsked] = useState(() => askedBy(form));
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
      setAsked({ form: latest.current, body: bodyOf(latest.current) });
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
    setAsked(askedBy(next));
  }, [address]);
  return { form, asked, unclear, edit: (change) => set({ ...latest.current, ...change }), run };
}

/** While the next screen is on its way this one is still drawn: then the address is no longer its own. */
function isHere(parts: readonly string[]): boolean {
  return linkTo(route.value.parts) === linkTo(parts);
}

/** Undefined: the form is not complete. */
function askedBy(form: Form): Asked | undefined {
  try {
    return { form, body: bodyOf(form) };
  } catch {
    return undefined;
  }
}
