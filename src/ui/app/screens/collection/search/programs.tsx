// "Copy as": the current search as a program.
import { useState } from "preact/hooks";
import { credential } from "../../../api/session.ts";
import { CodeBlock } from "../../../kit/copy.tsx";
import { Icon } from "../../../kit/icon.tsx";
import { Segmented } from "../../../kit/segmented.tsx";
import type { Answer } from "./answer.ts";
import { KIND_NAMES, KINDS, type Kind, programOf } from "./copy-as.ts";

const CHOICES: readonly { readonly id: Kind; readonly name: string }[] = KINDS.map((id) => ({
  id,
  name: KIND_NAMES[id],
}));

export function Programs({ name, answer }: { name: string; answer: Answer }) {
  const [kind, setKind] = useState<Kind>("curl");
  const { body, recall } = answer;
  const isGuarded = credential.value !== null;
  const text = programOf(kind, {
    origin: location.origin,
    collection: name,
    body,
    chosen: recall,
    isGuarded,
  });
  return (
    <details class="card search-more">
      <summary>
        <span class="search-turn">
          <Icon name="right" />
        </span>
        <h2>Copy as</h2>
        <span class="small muted">curl, TypeScript, Qdrant's clients, Python</span>
      </summary>
      <Segmented label="Language" choices={CHOICES} current={kind} onChange={(id) => setKind(id)} />
      <CodeBlock text={text} label={`The search in ${KIND_NAMES[kind]}`} />
      {isGuarded && (
        <p class="hint">
          Put an access token into the environment as <code>AZIMUTH_TOKEN</code> first.
        </p>
      )}
    </details>
  );
}
