// The aliases of a collection.
import { useState } from "preact/hooks";
import type { AliasList } from "../../../../../schema/alias.ts";
import { ask } from "../../../api/request.ts";
import { useResource } from "../../../api/resource.ts";
import { useAction } from "../../../kit/action.ts";
import { Button } from "../../../kit/button.tsx";
import { Card } from "../../../kit/card.tsx";
import { Form } from "../../../kit/form.tsx";
import { TextField } from "../../../kit/inputs.tsx";
import { Failed } from "../../../kit/notice.tsx";
import { tell, tellFailure } from "../../../kit/toast.tsx";
import { pathOf } from "../info.ts";

export function Aliases({ name }: { name: string }) {
  const list = useResource((signal) => ask<AliasList>("GET", pathOf(name, "/aliases"), { signal }), [name]);
  const [text, setText] = useState("");
  const change = async (action: object): Promise<void> => {
    await ask("POST", "/aliases", { body: { actions: [action] } });
    list.reload();
  };
  const make = (alias_name: string) => change({ create_alias: { collection_name: name, alias_name } });
  const add = useAction(async () => {
    await make(text.trim());
    setText("");
  });
  const remove = async (alias_name: string): Promise<void> => {
    await change({ delete_alias: { alias_name } });
    tell(`Alias ${alias_name} removed`, () => make(alias_name));
  };
  const aliases = list.value?.aliases;
  return (
    <Card title="Aliases">
      <Failed error={list.error} onRetry={list.reload} />
      <div class="row">
        {aliases?.length === 0 && <span class="muted">No aliases.</span>}
        {aliases?.map(({ alias_name }) => (
          <span key={alias_name} class="chip">
            {alias_name}
            <Button
              class="quiet slim"
              icon="close"
              aria-label={`Remove alias ${alias_name}`}
              onClick={() => remove(alias_name).catch(tellFailure)}
              needs="write"
            />
          </span>
        ))}
      </div>
      <Form class="config-alias" onSubmit={add.run}>
        <TextField label="New alias" error={add.error?.message} value={text} onChange={setText} />
        <Button type="submit" disabled={text.trim() === ""} needs="write" text="Add alias" />
      </Form>
    </Card>
  );
}
