// The aliases of a collection.
import { useState } from "preact/hooks";
import { ask } from "../../../api/request.ts";
import { useResource } from "../../../api/resource.ts";
import { Field } from "../../../kit/field.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { PermittedButton } from "../../../kit/permitted.tsx";
import { tell, tellFailure } from "../../../kit/toast.tsx";
import { pathOf } from "../info.ts";

interface Alias {
  readonly alias_name: string;
}

export function Aliases({ name }: { name: string }) {
  const list = useResource(
    async (signal) => (await ask<{ aliases: Alias[] }>("GET", pathOf(name, "/aliases"), { signal })).aliases,
    [name],
  );
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const change = async (action: object): Promise<void> => {
    await ask("POST", "/aliases", { body: { actions: [action] } });
    list.reload();
  };
  const make = (alias_name: string) => change({ create_alias: { collection_name: name, alias_name } });
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await make(text.trim());
      setText("");
      setError(undefined);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  const remove = async (alias_name: string): Promise<void> => {
    await change({ delete_alias: { alias_name } });
    tell(`Alias ${alias_name} removed`, () => make(alias_name));
  };
  return (
    <section class="card" aria-label="Aliases">
      <h2>Aliases</h2>
      <Failed error={list.error} onRetry={list.reload} />
      <div class="row">
        {list.value?.length === 0 && <span class="muted">No aliases.</span>}
        {list.value?.map(({ alias_name }) => (
          <span key={alias_name} class="chip">
            {alias_name}
            <PermittedButton
              class="quiet config-remove"
              aria-label={`Remove alias ${alias_name}`}
              onClick={() => remove(alias_name).catch(tellFailure)}
            >
              <Icon name="close" />
            </PermittedButton>
          </span>
        ))}
      </div>
      <form class="config-alias" onSubmit={add}>
        <Field label="New alias" error={error}>
          {(field) => (
            <input
              {...field}
              value={text}
              autocomplete="off"
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <PermittedButton type="submit" disabled={text.trim() === ""}>
          Add alias
        </PermittedButton>
      </form>
    </section>
  );
}
