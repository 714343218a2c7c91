// The first steps on a server without collections.
import { useState } from "preact/hooks";
import { useAction } from "../../kit/action.ts";
import { CodeBlock } from "../../kit/copy.tsx";
import { curl } from "../../kit/curl.ts";
import { Icon } from "../../kit/icon.tsx";
import { Failed } from "../../kit/notice.tsx";
import { PermittedButton } from "../../kit/permitted.tsx";
import { tell } from "../../kit/toast.tsx";
import { goTo, linkTo } from "../../shell/route.ts";
import { CreateDialog } from "../collections/create/dialog.tsx";

interface Props {
  readonly hasDeleted: boolean;
  onCreated(): void;
}

export function Welcome({ hasDeleted, onCreated }: Props) {
  return (
    <section class="stack" aria-label="Ways to begin">
      <p class="muted home-lead">
        There is no collection yet.{" "}
        {hasDeleted && (
          <>
            What was deleted within the last hour can be <a href={linkTo(["collections"])}>restored</a>.
          </>
        )}{" "}
        Begin in one of three ways:
      </p>
      <div class="home-ways">
        <Demo />
        <Create onCreated={onCreated} />
        <Curl />
      </div>
    </section>
  );
}

function Demo() {
  const { busy, error, run } = useAction(async () => {
    const { DEMO, loadDemo } = await import("./demo/load.ts");
    await loadDemo();
    tell("Loaded the demo data");
    goTo(["collections", DEMO, "points"]);
  });
  return (
    <article class="card home-way">
      <Icon name="play" />
      <h2>Look around</h2>
      <p class="muted">
        Some 300 cities of the world, with their place on the globe as vector and with people, climate,
        sunrise and a line about each as payload. It comes with the server: nothing is downloaded.
      </p>
      <Failed error={error} />
      <PermittedButton class="primary" disabled={busy} onClick={() => run()}>
        {busy ? "Loading …" : "Load demo data"}
      </PermittedButton>
    </article>
  );
}

function Create({ onCreated }: { onCreated: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <article class="card home-way">
      <Icon name="layers" />
      <h2>Bring your own vectors</h2>
      <p class="muted">
        A collection needs a name, the size of your vectors and a distance. Points come by JSONL, CSV or npy
        file, or from your program.
      </p>
      <PermittedButton onClick={() => setOpen(true)}>Create a collection</PermittedButton>
      {open && (
        <CreateDialog
          onClose={() => {
            setOpen(false);
            onCreated();
          }}
        />
      )}
    </article>
  );
}

const POINTS = [
  { id: 1, vector: [0.9, 0.1, 0.1, 0.2], payload: { city: "Vienna" } },
  { id: 2, vector: [0.1, 0.9, 0.2, 0.1], payload: { city: "Lima" } },
];

function Curl() {
  const steps = [
    [
      "Create a collection",
      curl("PUT", "/collections/first", { vectors_config: { size: 4, distance: "Cosine" } }),
    ],
    ["Put points into it", curl("PUT", "/collections/first/points", { points: POINTS })],
    ["Search", curl("POST", "/collections/first/points/search", { vector: [0.8, 0.2, 0.1, 0.2], limit: 1 })],
  ] as const;
  return (
    <article class="card home-way home-curl">
      <h2 class="row">
        <Icon name="terminal" /> From a terminal
      </h2>
      {steps.map(([name, text]) => (
        <CodeBlock key={name} label={name} text={`# ${name}\n${text}`} />
      ))}
    </article>
  );
}
